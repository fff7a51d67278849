import { listPasskeys, removePasskey } from '@byre/contract/accounts/second-factors'
import { updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { password, TestApp, type Person } from '../server/src/testing/test-app.ts'
import { withAuthenticator } from './authenticator.ts'
import { assertAccessible, openBrowser, Watch } from './browser.ts'
import { freePort } from './product.ts'

/* Signing in with a passkey and no password, as people meet it. */

let testApp: TestApp
let browser: Browser
let url: string

before(async () => {
  const port = await freePort()
  testApp = await TestApp.start({ PORT: String(port) })
  await testApp.app.fastify.listen({ port, host: '127.0.0.1' })
  url = `http://localhost:${port}`
  browser = await openBrowser()
})

after(async () => {
  await browser?.close()
  await testApp?.close()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
/** What the page has asked the browser for, noted by a script of ours. */
interface Questions {
  questions: (CredentialRequestOptions & { mediation: string })[]
}

const byPasskey = 'Sign in with a passkey'
const atDashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()

/** Someone at a browser, whoever is to sign in there. */
async function atBrowser(
  visit: (setting: { context: BrowserContext; page: Page; watch: Watch }) => Promise<void>,
) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const watch = new Watch(context)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  try {
    await visit({ context, page, watch })
    watch.assertCalm()
  } finally {
    await context.close()
  }
}

async function onboarded(name: string): Promise<Person> {
  const person = await testApp.person(name)
  await testApp.call(updateUser, { as: person, params: { id: person.id }, body: { onboarded: '1' } })
  return person
}

async function signInByPassword(page: Page, { email }: Person) {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await button(page, 'Sign in').click()
}

/** Signs in with the password, adds a passkey on the Security page, and signs out. */
async function addPasskey(page: Page, person: Person) {
  await page.goto(`${url}/users/${person.id}/profile?tab=security`)
  await signInByPassword(page, person)
  await button(page, 'Add a passkey').click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('Phone')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await button(page, 'I have kept them').click()
  await page.getByRole('table', { name: 'Passkeys' }).getByRole('row', { name: /Phone/ }).waitFor()
  await signOut(page)
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
}

test('A18 someone signs in with the button alone, and is asked for nothing else', async () => {
  const alice = await onboarded('alice')
  await atBrowser(async ({ context, page }) => {
    const authenticator = await withAuthenticator(context, page)
    await addPasskey(page, alice)
    await assertAccessible(page, 'sign in, with passkeys')

    await authenticator.unlocks(false)
    await button(page, byPasskey).click()
    await page.getByRole('main').getByText('No passkey was used. You can try again.').waitFor()
    await assertAccessible(page, 'sign in, no passkey used')
    await authenticator.unlocks(true)
    await button(page, byPasskey).click()
    await atDashboard(page)

    await page.goto(`${url}/users/${alice.id}/profile?tab=security`)
    await button(page, 'Make new codes').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
    await page.getByRole('dialog', { name: 'Keep your backup codes' }).waitFor()
  })
})

test('A18 a passkey that was removed, or that nobody here has, is refused calmly; so is one without a network', async () => {
  const bob = await onboarded('bob')
  await atBrowser(async ({ context, page, watch }) => {
    const authenticator = await withAuthenticator(context, page)
    await addPasskey(page, bob)
    const [passkey] = (await testApp.call(listPasskeys, { as: bob })).reply.passkeys
    const params = { id: passkey?.id ?? '' }
    await testApp.database.pool.query(`update platform.sessions set fresh_at = now() where user_id = $1`, [
      bob.id,
    ])
    assert.equal((await testApp.call(removePasskey, { as: bob, params })).status, 200)
    watch.expect(/^400 POST \/api\/v1\/passkey-login$/)
    const main = page.getByRole('main')
    const refused = main
      .getByRole('alert')
      .getByText('That passkey was not accepted. You can try again, or use your password.')
    await button(page, byPasskey).click()
    await refused.waitFor()
    await assertAccessible(page, 'sign in, passkey refused')

    await page.reload()
    await authenticator.forget()
    await authenticator.addStrange()
    await button(page, byPasskey).click()
    await refused.waitFor()

    await context.setOffline(true)
    // Which moves what stands below it.
    await main.getByText('You are offline. What you typed stays here').waitFor()
    await button(page, byPasskey).click()
    await main.getByRole('alert').getByText('Login failed.').waitFor()
    await context.setOffline(false)
    await signInByPassword(page, bob)
    await atDashboard(page)
  })
})

test('A18 the browser offers passkeys at the address, until the password is sent or the page is left', async () => {
  const carol = await onboarded('carol')
  await atBrowser(async ({ context, page }) => {
    await context.addInitScript(() => {
      const questions: CredentialRequestOptions[] = []
      Object.assign(globalThis, { questions })
      const { credentials } = navigator
      const get = credentials.get.bind(credentials)
      credentials.get = (options = {}) => {
        questions.push(options)
        return get(options)
      }
    })
    /** How often something was asked of the browser here, and whether the last of it was ended. */
    const questions = () =>
      page.evaluate(() => {
        const { questions } = globalThis as unknown as Questions
        const last = questions.at(-1)
        return { times: questions.length, mediation: last?.mediation, isEnded: last?.signal?.aborted }
      })
    const stands = async (times: number) => {
      await page.waitForFunction(
        (times) => (globalThis as unknown as Questions).questions.length === times,
        times,
      )
      assert.deepEqual(await questions(), { times, mediation: 'conditional', isEnded: false })
    }
    const authenticator = await withAuthenticator(context, page, { fillsIn: true })
    await addPasskey(page, carol)
    await atDashboard(page)
    // Touched, it would sign in again by itself.
    await authenticator.isTouched(false)
    await signOut(page)

    await page.reload()
    assert.equal(await field(page, 'Email').getAttribute('autocomplete'), 'username webauthn')
    await stands(1)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByRole('heading', { name: 'Create an account', level: 1 }).waitFor()
    assert.equal((await questions()).isEnded, true, 'left')
    await page.goBack()
    await stands(2)
    await signInByPassword(page, carol)
    await page.getByRole('heading', { name: 'Two-step sign-in', level: 1 }).waitFor()
    assert.equal((await questions()).isEnded, true, 'the password was sent')
  })
})

test('A18 a browser that knows no passkeys is offered none', async () => {
  await atBrowser(async ({ context, page }) => {
    await context.addInitScript(() => void Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
    await page.goto(`${url}/login`)
    await button(page, 'Sign in').waitFor()
    assert.equal(await button(page, byPasskey).count(), 0)
  })
})
