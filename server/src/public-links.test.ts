import { signUp } from '@byre/contract/accounts/auth'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'
import { password, TestApp } from './testing/test-app.ts'

/* Pages of whoever runs an installation: what the server keeps and says of them. */

const terms = 'https://ranch.example/terms'

async function signedUp(env: Record<string, string>) {
  const testApp = await TestApp.start(env)
  try {
    const email = 'alice@ranch.example'
    await testApp.call(signUp, { body: { username: email, email, password } })
    const { rows } = await testApp.database.pool.query('select terms_url, privacy_url from auth.accounts')
    return { agreed: rows, mail: (await testApp.mailsTo(email))[0]! }
  } finally {
    await testApp.close()
  }
}

test('an account remembers which terms it was created under, and mails name the pages', async () => {
  const { agreed, mail } = await signedUp({ TERMS_URL: terms, CONTACT_URL: 'help@ranch.example' })
  assert.deepEqual(agreed, [{ terms_url: terms, privacy_url: null }])
  assert.ok(mail.text.endsWith(`Terms of Service: ${terms}\nContact: help@ranch.example\n`))
  assert.match(mail.html, new RegExp(`<a href="${terms}"[^>]*>Terms of Service</a>`))
  assert.match(mail.html, /<a href="mailto:help@ranch\.example"[^>]*>Contact<\/a>/)
})

test('where no page is set, nothing is said of any', async () => {
  const { agreed, mail } = await signedUp({})
  assert.deepEqual(agreed, [{ terms_url: null, privacy_url: null }])
  assert.doesNotMatch(mail.text + mail.html, /Terms|Privacy|Contact/)
})

const production = {
  NODE_ENV: 'production',
  APP_SECRET: 'Zk3vQ0xw9rTb6mLp2sYd8nHf5jKc1gVa',
  PUBLIC_URL: 'https://portal.example.com',
  BASE_DOMAIN: 'places.example.com',
  TENANT_A_RECORD: '203.0.113.7',
  TRUSTED_PROXIES: '127.0.0.1',
  PAYMENT_GATEWAY: 'stripe',
  STRIPE_SECRET_KEY: 'a secret key',
  STRIPE_PUBLISHABLE_KEY: 'a publishable key',
  STRIPE_WEBHOOK_SECRET: 'a webhook secret',
  SMTP_URL: 'smtps://portal:word@mail.example.com',
}

const problemsOf = (env: NodeJS.ProcessEnv) => {
  try {
    return [readConfig(env)]
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.problems
  }
}

test('pages of whoever runs it are given as addresses, and by https to customers', () => {
  const links = {
    TERMS_URL: 'https://ranch.example/terms',
    PRIVACY_URL: 'https://ranch.example/privacy#all',
    HELP_URL: ' ',
    CONTACT_URL: 'help@ranch.example',
  }
  assert.deepEqual(readConfig({ ...production, ...links }).links, {
    terms: 'https://ranch.example/terms',
    privacy: 'https://ranch.example/privacy#all',
    contact: 'mailto:help@ranch.example',
  })
  assert.deepEqual(readConfig({}).links, {})
  assert.equal(readConfig({ HELP_URL: 'http://ranch.example/help' }).links.help, 'http://ranch.example/help')

  assert.deepEqual(problemsOf({ ...production, ...links, HELP_URL: 'http://ranch.example/help' }), [
    'HELP_URL is http://ranch.example/help: production needs https unless it is localhost.',
  ])
  for (const wrong of ['terms.html', 'javascript:alert(1)', 'https://me:word@ranch.example'])
    assert.deepEqual(problemsOf({ TERMS_URL: wrong }), [
      `TERMS_URL is "${wrong}": give an https address such as https://example.com/terms.`,
    ])
  for (const wrong of ['at home', 'tel:1', 'mailto:nobody'])
    assert.deepEqual(problemsOf({ CONTACT_URL: wrong }), [
      `CONTACT_URL is "${wrong}": give an address such as help@example.com or https://example.com/contact.`,
    ])
})
