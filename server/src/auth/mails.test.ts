import * as contract from '@byre/contract/accounts/auth'
import * as signIns from '@byre/contract/accounts/sign-ins'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { password, TestApp } from '../testing/test-app.ts'

let testApp: TestApp
let smtp: SMTPServer
let isDown = false
const received: string[] = []

before(async () => {
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom: (_, __, done) => done(isDown ? new Error('451 come back later') : null),
    onData(stream, _, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  testApp = await TestApp.start({ SMTP_URL: `smtp://127.0.0.1:${port}` })
})
after(async () => {
  await testApp.close()
  await new Promise<void>((resolve) => smtp.close(resolve))
})

const signUp = (email: string, more: object = {}) =>
  testApp.call(contract.signUp, { body: { email, password, ...more } })
/** The mails that arrived since the last look. */
async function arrived() {
  await testApp.settle()
  return Promise.all(received.splice(0).map((raw) => PostalMime.parse(raw)))
}
const codeIn = (text: string | undefined) => /^\s*(\d{6})\s*$/m.exec(text ?? '')?.[1]

test('M05 every account mail is text and HTML, says it is automatic, loads nothing and shows no secret', async () => {
  const email = 'alice@ranch.example'
  await signUp(email)
  const [confirmation] = await arrived()
  const code = codeIn(confirmation?.text) ?? ''
  await testApp.call(contract.confirmSignUp, { body: { email, code } })
  await signUp(email)
  const [known] = await arrived()
  await testApp.call(contract.resetPassword, { body: { username: email } })
  const [resetMail] = await arrived()
  const secret = 'Otter-7-creek!'
  const body = { username: email, password: secret, code: codeIn(resetMail?.text) ?? '' }
  assert.equal((await testApp.call(contract.confirmResetPassword, { body })).status, 200)
  const [done] = await arrived()
  const { reply } = await testApp.call(signIns.logIn, { body: { username: email, password: secret } })
  await testApp.call(contract.updatePassword, { as: reply.token, body: { password } })
  const [changed] = await arrived()

  const mails = [confirmation, known, resetMail, done, changed]
  assert.deepEqual(
    mails.map((mail) => mail?.subject),
    [
      'Confirm your e-mail address',
      'You already have an account',
      'Set a new password',
      'Your password was reset',
      'Your password was changed',
    ],
  )
  for (const mail of mails) {
    assert.ok(mail?.text && mail.html)
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
    assert.equal(header('auto-submitted'), 'auto-generated')
    assert.deepEqual(
      mail.to?.map(({ address }) => address),
      [email],
    )
    assert.doesNotMatch(mail.html, /<(?:img|link|script|iframe|object)\b|url\(|@import/i)
    for (const hidden of [password, secret, reply.token, reply.refresh]) {
      assert.ok(!mail.text?.includes(hidden) && !mail.html?.includes(hidden))
    }
    assert.match(mail.text, /If (?:it wasn’t you|you did not)/, 'it says what to do')
    assert.match(mail.text, /http:\/\/localhost:4000/)
  }
})

test('M01 an address that could end a header is refused; what a name holds cannot reach one', async () => {
  for (const email of [
    'a@ranch.example\r\nBcc: eve@ranch.example',
    'a@ranch.example\nSubject: x',
    'a@ranch.example, eve@ranch.example',
    '"a b"@ranch.example',
    'a@b@ranch.example',
    'A <a@ranch.example>',
    'a@ranch',
    'a@-ranch.example',
    'a..b@ranch.example',
    `${'a'.repeat(250)}@ranch.example`,
  ]) {
    for (const call of [
      await signUp(email),
      await testApp.call(contract.resendConfirmation, { body: { email } }),
      await testApp.call(contract.resetPassword, { body: { username: email } }),
    ]) {
      assert.equal(call.status, 400, email)
    }
  }
  const forged = { username: 'plain@ranch.example\r\nBcc: eve@ranch.example' }
  assert.equal((await signUp('plain@ranch.example', forged)).status, 400)
  await signUp('plain@ranch.example', { host: 'evil.example' })
  const [mail] = await arrived()
  assert.deepEqual(
    mail?.to?.map(({ address }) => address),
    ['plain@ranch.example'],
  )
  assert.equal(mail?.bcc, undefined)
})

test('T08 links in mails lead to the portal, whatever the request says about hosts', async () => {
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  }
  await testApp.call(contract.signUp, { body: { email: 'linked@ranch.example', password }, headers })
  const [mail] = await arrived()
  const links = [...`${mail?.text} ${mail?.html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(
    ([link]) => new URL(link).host,
  )
  assert.deepEqual([...new Set(links)], ['localhost:4000'])
})

test('M04 a mail server that is down delays a code and loses nothing; a late reset code is not sent', async () => {
  isDown = true
  assert.equal((await signUp('bob@ranch.example')).status, 201)
  await testApp.call(contract.resetPassword, { body: { username: 'bob@ranch.example' } })
  await assert.rejects(testApp.settle())
  assert.equal(received.length, 0)

  isDown = false
  await testApp.database.pool.query(`update auth.codes set expires_at = now() - interval '1 second'`)
  await testApp.database.pool.query(`update pgboss.job set start_after = now() where state = 'retry'`)
  const first = await arrived()
  assert.deepEqual(first.map(({ subject }) => subject).sort(), [
    'Confirm your e-mail address',
    'Set a new password',
  ])
  const code = codeIn(first.find(({ subject }) => subject?.startsWith('Confirm'))?.text) ?? ''
  const confirmed = await testApp.call(contract.confirmSignUp, { body: { email: 'bob@ranch.example', code } })
  assert.equal(confirmed.status, 200, 'A09 its hour begins when it leaves')

  isDown = true
  await testApp.call(contract.resetPassword, { body: { username: 'bob@ranch.example' } })
  await assert.rejects(testApp.settle())
  isDown = false
  await testApp.database.pool.query(
    `update pgboss.job set start_after = now(),
       data = jsonb_set(data, '{asked_at}', to_jsonb(now() - interval '15 minutes 1 second'))
     where state = 'retry'`,
  )
  assert.deepEqual(await arrived(), [])
})

test('M04 a mail that is tried again says the same, and one whose code was used is not', async () => {
  await signUp('carol@ranch.example')
  const [first] = await arrived()
  const again = (queue: string) =>
    testApp.database.pool.query(
      `update pgboss.job set state = 'retry', start_after = now(), completed_on = null
       where name = $1 and data->>'email' = 'carol@ranch.example'`,
      [queue],
    )
  await again('auth.mailConfirmation')
  const [second] = await arrived()
  assert.equal(codeIn(second?.text), codeIn(first?.text))
  assert.equal(second?.messageId, first?.messageId)

  const body = { email: 'carol@ranch.example', code: codeIn(first?.text) ?? '' }
  assert.equal((await testApp.call(contract.confirmSignUp, { body })).status, 200)
  await again('auth.mailConfirmation')
  assert.deepEqual(await arrived(), [])

  await testApp.call(contract.resetPassword, { body: { username: 'carol@ranch.example' } })
  const [resetMail] = await arrived()
  const reset = () =>
    testApp.call(contract.confirmResetPassword, {
      body: {
        username: 'carol@ranch.example',
        password: 'Otter-7-creek!',
        code: codeIn(resetMail?.text) ?? '',
      },
    })
  assert.equal((await reset()).status, 200)
  await arrived()
  await again('auth.mailReset')
  assert.deepEqual(await arrived(), [])
  assert.equal((await reset()).status, 400)
})
