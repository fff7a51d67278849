import { updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { codeOf } from '../server/src/testing/second-factors.ts'
import { password, TestApp, type Person } from '../server/src/testing/test-app.ts'
import { withAuthenticator } from './authenticator.ts'
import { assertAccessible, openBrowser, Watch } from './browser.ts'
import { freePort } from './product.ts'

/* Two-step sign-in as people meet it: set up, used, lost, recovered. */

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

/** Someone at a browser, and a way to the Security page that begins at the password. */
async function visitor(name: string) {
  const person = await testApp.person(name)
  await testApp.call(updateUser, { as: person, params: { id: person.id }, body: { onboarded: '1' } })
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const watch = new Watch(context)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  return { person, context, page, watch }
}

const security = ({ id }: Person) => `${url}/users/${id}/profile?tab=security`

/** Goes to the Security page and, being nobody yet, shows the password on the way. */
async function showPassword(page: Page, person: Person) {
  await page.goto(security(person))
  await page.waitForURL('**/login')
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(password)
  await button(page, 'Sign in').click()
}

const atSecurity = async (page: Page) => {
  await page.waitForURL('**/profile?tab=security')
  await page.getByRole('heading', { name: 'Two-step sign-in', level: 2 }).waitFor()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
}

async function firstDigitHasFocus(page: Page, label: string) {
  const first = page.getByRole('textbox', { name: label })
  await first.waitFor()
  await page.waitForFunction((name) => {
    const at = document.activeElement
    return at instanceof HTMLInputElement && at.labels?.[0]?.textContent?.trim() === name
  }, label)
}

/** Sets an app up on the Security page; its secret and the backup codes that are shown. */
async function setUp(page: Page, wrongFirst = false) {
  await button(page, 'Set up an app').click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByRole('img', { name: 'QR picture for your authenticator app' }).waitFor()
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await firstDigitHasFocus(page, 'Code from the app')
  if (wrongFirst) {
    await assertAccessible(page, 'set up an app')
    await page.keyboard.type(codeOf(secret, 9))
    await dialog.getByText('That code is not right, or was used before.').waitFor()
    await assertAccessible(page, 'set up an app, wrong code')
    for (let n = 0; n < 6; n++) await page.keyboard.press('Backspace')
    await dialog.getByRole('textbox', { name: 'Code from the app' }).focus()
  }
  await page.keyboard.type(codeOf(secret))
  if (wrongFirst) await page.keyboard.press('Enter')
  const kept = page.getByRole('dialog', { name: 'Keep your backup codes' })
  await kept.waitFor()
  return { secret, kept, codes: await kept.getByRole('listitem').allInnerTexts() }
}

test('A15 someone sets an app up, signs in with it, trusts their device, loses the app, and recovers', async () => {
  const { person, context, page, watch } = await visitor('alice')
  try {
    await showPassword(page, person)
    await atSecurity(page)
    watch.expect(/^400 POST \/api\/v1\/totp\/confirm$/)
    const { secret, kept, codes } = await setUp(page, true)
    assert.equal(codes.length, 10)
    await assertAccessible(page, 'backup codes')
    await kept.getByRole('button', { name: 'Copy the backup codes' }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.ok(codes.every((code) => copied.includes(code)))
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      kept.getByRole('button', { name: 'Download' }).click(),
    ])
    assert.equal(saved.suggestedFilename(), 'byre-backup-codes.txt')
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByRole('heading', { name: 'Update Profile' }).isVisible(), false)
    assert.ok(await kept.getByText(codes[0]!).isVisible())
    await page.emulateMedia({ media: 'screen' })
    await button(page, 'I have kept them').click()
    await page.getByText('10 codes left').waitFor()
    await page
      .getByRole('table', { name: 'Security activity' })
      .getByText('Authenticator app set up')
      .waitFor()
    await assertAccessible(page, 'security with an app')

    await signOut(page)
    await showPassword(page, person)
    await page.getByRole('heading', { name: 'Two-step sign-in', level: 1 }).waitFor()
    await firstDigitHasFocus(page, 'Code from your authenticator app')
    await assertAccessible(page, 'second step')
    await context.setOffline(true)
    await page.getByText('You are offline. What you typed stays here').waitFor()
    await context.setOffline(false)
    await page.getByText('You are offline. What you typed stays here').waitFor({ state: 'detached' })
    await field(page, 'Trust this device for 30 days').check()
    await page.getByRole('textbox', { name: 'Code from your authenticator app' }).focus()
    await page.evaluate((code) => navigator.clipboard.writeText(code), codeOf(secret, 1))
    await page.keyboard.press('Control+V')
    await atSecurity(page)
    await page.getByRole('table', { name: 'Trusted devices' }).getByText('Chrome on Linux').waitFor()

    await signOut(page)
    await showPassword(page, person)
    await atSecurity(page)
    await page.getByRole('button', { name: /^Stop trusting Chrome on Linux/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop trusting' }).waitFor()
    await assertAccessible(page, 'no longer trusting a device')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop trusting' }).click()
    await page.getByRole('table', { name: 'Trusted devices' }).waitFor({ state: 'detached' })

    await signOut(page)
    await showPassword(page, person)
    await button(page, 'Use a backup code').click()
    // Pressed at once, before anything is typed.
    await field(page, 'Trust this device for 30 days').check()
    await field(page, 'Trust this device for 30 days').uncheck()
    watch.expect(/^400 POST \/api\/v1\/login\/second-factor$/)
    await field(page, 'Backup code').fill('00000-00000')
    await page.keyboard.press('Enter')
    await page.getByText('That code is not right, or was used before.').first().waitFor()
    await button(page, 'Sign in').waitFor()
    await assertAccessible(page, 'second step, wrong backup code')
    await field(page, 'Backup code').fill(codes[4]!)
    await page.keyboard.press('Enter')
    await atSecurity(page)
    await page.getByText('9 codes left').waitFor()
    await button(page, 'Remove the app').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Your authenticator app was removed.').waitFor()
    await button(page, 'Set up an app').waitFor()
    const again = await setUp(page)
    assert.notEqual(again.secret, secret)
    await button(page, 'I have kept them').click()
    await page.getByText('10 codes left').waitFor()
    watch.assertCalm()
  } finally {
    await context.close()
  }
})

test('A15 a second step that took too long begins again at the password, and says so', async () => {
  const { person, context, page, watch } = await visitor('bob')
  try {
    await showPassword(page, person)
    await atSecurity(page)
    const { secret } = await setUp(page)
    await button(page, 'I have kept them').click()
    await signOut(page)
    await showPassword(page, person)
    await firstDigitHasFocus(page, 'Code from your authenticator app')
    await testApp.database.pool.query(`delete from auth.sign_in_tickets`)
    watch.expect(/^401 POST \/api\/v1\/login\/second-factor$/)
    await page.keyboard.type(codeOf(secret))
    await page.getByRole('main').getByText('This took too long. Please sign in again.').waitFor()
    assert.equal(await field(page, 'Email').inputValue(), person.email)
    await field(page, 'Password').fill(password)
    await button(page, 'Sign in').click()
    await firstDigitHasFocus(page, 'Code from your authenticator app')
    await page.keyboard.type(codeOf(secret, 1))
    await atSecurity(page)
    watch.assertCalm()
  } finally {
    await context.close()
  }
})

test('A16 someone adds a passkey, signs in and steps up with it, loses it, and removes it', async () => {
  const { person, context, page, watch } = await visitor('carol')
  const goStale = () =>
    testApp.database.pool.query(
      `update platform.sessions set fresh_at = now() - interval '16 minutes' where user_id = $1`,
      [person.id],
    )
  try {
    const authenticator = await withAuthenticator(context, page)
    await showPassword(page, person)
    await atSecurity(page)
    await button(page, 'Add a passkey').click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Name').fill('Phone')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const kept = page.getByRole('dialog', { name: 'Keep your backup codes' })
    await kept.waitFor()
    const codes = await kept.getByRole('listitem').allInnerTexts()
    await button(page, 'I have kept them').click()
    const table = page.getByRole('table', { name: 'Passkeys' })
    await table.getByRole('row', { name: /Phone/ }).waitFor()
    await table.getByRole('button', { name: 'Rename Phone' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('My phone')
    await assertAccessible(page, 'renaming a passkey')
    await page.keyboard.press('Enter')
    await table.getByRole('button', { name: 'Rename My phone' }).waitFor()
    await assertAccessible(page, 'security with a passkey')

    await signOut(page)
    await showPassword(page, person)
    await page.getByRole('heading', { name: 'Two-step sign-in', level: 1 }).waitFor()
    await button(page, 'Sign in with a passkey').waitFor()
    await assertAccessible(page, 'second step by passkey')
    await button(page, 'Sign in with a passkey').click()
    await atSecurity(page)

    await goStale()
    watch.expect(/^403 (POST|DELETE) /)
    await button(page, 'Make new codes').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
    const stepUp = page.getByRole('dialog', { name: 'Is it you?' })
    await stepUp.getByRole('button', { name: 'Use a passkey' }).waitFor()
    await assertAccessible(page, 'is it you, with a passkey')
    await authenticator.unlocks(false)
    await stepUp.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('No passkey was used. You can try again.').first().waitFor()
    await authenticator.unlocks(true)
    await stepUp.getByRole('button', { name: 'Use a passkey' }).click()
    await kept.waitFor()
    const renewed = await kept.getByRole('listitem').allInnerTexts()
    assert.ok(renewed.every((code) => !codes.includes(code)))
    await button(page, 'I have kept them').click()

    await signOut(page)
    await authenticator.forget()
    await showPassword(page, person)
    await page.getByRole('heading', { name: 'Two-step sign-in', level: 1 }).waitFor()
    await button(page, 'Sign in with a passkey').click()
    await page.getByText('No passkey was used. You can try again.').first().waitFor()
    await button(page, 'Use a backup code').click()
    await field(page, 'Backup code').fill(renewed[0]!)
    await page.keyboard.press('Enter')
    await atSecurity(page)
    await table.getByRole('button', { name: 'Remove My phone' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('My phone was removed.').waitFor()
    await table.waitFor({ state: 'detached' })
    await signOut(page)
    await showPassword(page, person)
    await atSecurity(page)
    watch.assertCalm()
  } finally {
    await context.close()
  }
})
