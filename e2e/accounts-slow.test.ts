import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { codeOf, setUpApp } from '../server/src/testing/second-factors.ts'
import { password, type TestApp } from '../server/src/testing/test-app.ts'
import { Portal } from './portal.ts'

/*
 * Each step of coming in, over a network that answers badly, not at all, or too late: a calm sentence is
 * said, what was typed stays, trying again works, and nothing is done twice.
 */

let portal: Portal
let testApp: TestApp
before(async () => {
  // As an installation has them: it is they who keep a second mail from being sent.
  portal = await Portal.open({ LIMIT_FACTOR: '1' })
  testApp = portal.testApp
})
after(() => portal?.close())

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const next = 'Weathered-4-barn!'

interface Step {
  /** The call that goes wrong. */
  call: string
  /** Opens the screen; what is there to be typed, by label. A code sends itself once it is whole. */
  open: (page: Page) => Promise<{ fields: Record<string, string>; code?: { label: string; digits: string } }>
  submit: string
  busy: string
  /** What is said when the server fails. */
  said: string
  done: (page: Page) => Promise<unknown>
  /**
   * Whether a call whose answer was lost may reach the server: then trying again must find it done. What
   * gives tokens is never answered twice.
   */
  isKept: boolean
  /** How often it was done, when all is over. */
  times: () => Promise<unknown>
}

const count = async (text: string, ...values: unknown[]) =>
  (
    (await testApp.database.pool.query(`select count(*)::int as n ${text}`, values)).rows as { n: number }[]
  )[0]!.n
const commands = (deed: string, email: string) =>
  count(
    `from platform.audit where deed = $1 and after->>'result' is null
       and subject_id = (select user_id from auth.emails where email = $2)`,
    deed,
    email,
  )
const subjects = async (email: string) => (await testApp.mailsTo(email)).map(({ subject }) => subject)

const steps: Record<string, () => Promise<Step>> = {
  async register() {
    const email = 'alice@ranch.example'
    return {
      call: '/api/v1/sign-up',
      async open(page) {
        await page.goto(`${portal.url}/register`)
        return { fields: { Email: email, Password: password, 'Confirm password': password } }
      },
      submit: 'Create account',
      busy: 'Creating account..',
      said: 'User creation failed.',
      done: (page) => page.waitForURL('**/confirm/**'),
      isKept: true,
      times: async () => [await commands('signUp', email), (await subjects(email)).length],
    }
  },
  async confirm() {
    const email = 'bob@ranch.example'
    const body = { username: email, email, password }
    assert.equal((await testApp.send('POST', '/api/v1/sign-up', { body })).status, 201)
    const digits = await testApp.codeFor(email)
    return {
      call: '/api/v1/confirm-sign-up',
      async open(page) {
        await page.goto(`${portal.url}/confirm/${encodeURIComponent(email)}`)
        return { fields: {}, code: { label: 'Confirmation code', digits } }
      },
      submit: 'Confirm',
      busy: 'Confirming..',
      said: 'Error while attempting to confirm user.',
      done: (page) => page.waitForURL('**/login'),
      isKept: true,
      times: async () => [await commands('confirmSignUp', email), 1],
    }
  },
  async 'sign-in'() {
    const { email, id } = await portal.onboarded('carol')
    await testApp.database.pool.query('delete from platform.sessions where user_id = $1', [id])
    return {
      call: '/api/v1/login',
      async open(page) {
        await page.goto(`${portal.url}/login`)
        return { fields: { Email: email, Password: password } }
      },
      submit: 'Sign in',
      busy: 'Signing in..',
      said: 'Login failed.',
      done: (page) => page.getByRole('heading', { name: 'Dashboard' }).waitFor(),
      isKept: false,
      times: async () => [await count('from platform.sessions where user_id = $1', id), 1],
    }
  },
  async reset() {
    const { email } = await portal.onboarded('dave')
    const before = (await subjects(email)).length
    return {
      call: '/api/v1/reset-password',
      async open(page) {
        await page.goto(`${portal.url}/reset`)
        return { fields: { Email: email } }
      },
      submit: 'Send the code',
      busy: 'Sending..',
      said: 'An error prevented resetting password.',
      done: (page) => page.waitForURL('**/reset/confirm'),
      isKept: true,
      times: async () => [(await subjects(email)).length - before, 1],
    }
  },
  async 'reset/confirm'() {
    const { email } = await portal.onboarded('erin')
    await testApp.send('POST', '/api/v1/reset-password', { body: { username: email } })
    const digits = await testApp.codeFor(email)
    const before = (await subjects(email)).length
    return {
      call: '/api/v1/confirm-reset-password',
      async open(page) {
        await page.goto(`${portal.url}/reset/confirm`)
        const fields = { Email: email, 'New password': next, 'Confirm password': next }
        return { fields, code: { label: 'Verification code', digits } }
      },
      submit: 'Set new password',
      busy: 'Setting new password..',
      said: 'An error prevented resetting password.',
      done: (page) => page.waitForURL('**/login'),
      isKept: true,
      times: async () => [
        await commands('confirmResetPassword', email),
        (await subjects(email)).length - before,
      ],
    }
  },
  async 'the second step'() {
    const frank = await portal.onboarded('frank')
    const { secret } = await setUpApp(testApp, frank)
    await testApp.database.pool.query('delete from platform.sessions where user_id = $1', [frank.id])
    return {
      call: '/api/v1/login/second-factor',
      async open(page) {
        await page.goto(`${portal.url}/login`)
        await field(page, 'Email').fill(frank.email)
        await field(page, 'Password').fill(password)
        // Until the page's scripts have come, Enter does nothing.
        const send = page.getByRole('button', { name: 'Sign in', exact: true })
        await send.and(page.locator(':enabled')).waitFor()
        await page.keyboard.press('Enter')
        return { fields: {}, code: { label: 'Code from your authenticator app', digits: codeOf(secret) } }
      },
      submit: 'Sign in',
      busy: 'Signing in..',
      said: 'Something went wrong on our side. Nothing was lost; please try again.',
      done: (page) => page.getByRole('heading', { name: 'Dashboard' }).waitFor(),
      isKept: false,
      times: async () => [await count('from platform.sessions where user_id = $1', frank.id), 1],
    }
  },
}

/** A page that while it is `hasty` waits a second and a half for an answer instead of half a minute. */
async function withHaste(context: BrowserContext) {
  await context.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => timeout(document.documentElement.dataset['hasty'] ? ms / 20 : ms)
  })
}

const setHasty = (page: Page, hasty: '' | 'yes') =>
  page.evaluate((hasty) => void (document.documentElement.dataset['hasty'] = hasty), hasty)

describe('R04 over a network that fails', { concurrency: 2 }, () => {
  for (const [name, prepare] of Object.entries(steps))
    test(`${name} says so calmly, keeps what was typed, and is done once`, async () => {
      const step = await prepare()
      await portal.withPage(null, { prepare: withHaste }, async ({ context, page, watch }) => {
        const url = `${portal.url}${step.call}`
        const send = () => page.getByRole('button', { name: step.submit, exact: true })
        const { fields, code } = await step.open(page)
        const assertKept = async () => {
          for (const [label, typed] of Object.entries(fields))
            assert.equal(await field(page, label).inputValue(), typed, label)
          if (!code) return
          const boxes = await page
            .locator('.code-digit')
            .evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value))
          assert.equal(boxes.join(''), code.digits)
        }

        watch.expect(new RegExp(`^50[03] POST ${step.call}$`))
        await context.route(url, (route) =>
          route.fulfill({
            status: 500,
            json: {
              state: 'error',
              error: 'Something went wrong on our side. Nothing was lost; please try again.',
              code: 'server.failed',
              request_id: '0193a2c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d',
            },
          }),
        )
        for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text)
        if (code) {
          await page.getByRole('textbox', { name: code.label, exact: true }).focus()
          await page.keyboard.type(code.digits)
        }
        const failure = page.getByRole('main').getByText(step.said)
        const sendsItself = code !== undefined && Object.keys(fields).length === 0
        if (!sendsItself) await send().click()
        await failure.waitFor()
        await page.getByRole('main').getByText('Request 0193a2c4').waitFor()
        await assertKept()

        await context.unroute(url)
        await context.route(url, (route) =>
          route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>503 Service Unavailable</h1>' }),
        )
        await send().click()
        await failure.waitFor({ state: 'detached' })
        await failure.waitFor()
        await assertKept()
        await context.unroute(url)

        await context.setOffline(true)
        const offline = page.getByRole('main').getByText('You are offline. What you typed stays here')
        await offline.waitFor()
        assert.equal(await send().isDisabled(), true)
        await assertKept()
        await context.setOffline(false)
        await offline.waitFor({ state: 'detached' })
        await assertKept()

        // The first answer never comes; the page gives it up, and tries again of itself.
        let tries = 0
        await context.route(url, async (route) => {
          if (++tries > 1) return route.continue()
          await setHasty(page, '')
          if (step.isKept) await route.fetch()
        })
        await setHasty(page, 'yes')
        await send().click()
        await page.getByRole('button', { name: step.busy, exact: true }).waitFor()
        await step.done(page)
        assert.ok(tries >= 2, `${tries} tries`)
        assert.deepEqual(await step.times(), [1, 1])
        await context.unrouteAll({ behavior: 'ignoreErrors' })
      })
    })
})
