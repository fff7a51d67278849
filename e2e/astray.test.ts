import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { assertAccessible, openBrowser, Watch, withoutStream } from './browser.ts'
import { startProduct, type Product } from './product.ts'
import { newestCode, ready } from './ready.ts'

/*
 * The road of those who stray from it: a wrong code, an address that was never confirmed, a password
 * that was forgotten, a session that ended in another window, a list that is long.
 */

const password = 'Corral-9-gate!'

let product: Product
let browser: Browser

before(async () => {
  product = await startProduct()
  browser = await openBrowser()
})

after(async () => {
  await browser?.close()
  await product?.stop()
})

/** Somebody's own browser; whatever they meet there that they should not fails the test. */
async function visit(story: (page: Page, watch: Watch, context: BrowserContext) => Promise<void>) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  const watch = new Watch(context)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  try {
    await story(page, watch, context)
    watch.assertCalm()
  } finally {
    await context.close()
  }
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const code = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const said = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor()

async function signIn(page: Page, email: string, withPassword: string) {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(withPassword)
  // Until the page's scripts have come, Enter does nothing.
  await button(page, 'Sign in').and(page.locator(':enabled')).waitFor()
  await page.keyboard.press('Enter')
}

test('a wrong code is mended, an unconfirmed address finds its way, and nobody invited is told so', async () => {
  await visit(async (page, watch) => {
    const email = 'carol@ranch.example'
    watch.expect(/^400 POST \/api\/v1\/confirm-sign-up$/)
    watch.expect(/^403 POST \/api\/v1\/login$/)
    await page.goto(`${product.url}/register#to=${encodeURIComponent(email)}`)
    assert.equal(await field(page, 'Email').inputValue(), email)
    assert.equal(await field(page, 'Email').isEditable(), false, 'the invited address is fixed')
    await field(page, 'Password').fill(password)
    await field(page, 'Confirm password').fill(password)
    await button(page, 'Create account').click()
    await page.waitForURL('**/confirm/**')
    await page.getByRole('button', { name: /^Resend code in \d+ s$/ }).waitFor()
    await page.waitForFunction(() => document.activeElement === document.querySelector('.code input'))

    await page.goto(`${product.url}/login`)
    await signIn(page, email, password)
    await said(page, 'Email is not confirmed')
    await assertAccessible(page, 'login, not confirmed')
    await page.getByRole('link', { name: 'Enter the confirmation code' }).click()

    const mailed = await newestCode(product, email)
    let tries = 0
    page.on('request', (request) => (tries += Number(request.url().endsWith('/confirm-sign-up'))))
    await code(page, 'Confirmation code').focus()
    await page.keyboard.type(mailed === '000000' ? '111111' : '000000')
    await said(page, 'Incorrect confirmation code')
    await assertAccessible(page, 'confirm, wrong code')
    await code(page, 'Confirmation code').focus()
    const beforeLast = mailed[5] === '1' ? '2' : '1'
    await page.keyboard.type(`${mailed.slice(0, 4)}${beforeLast}`)
    assert.equal(tries, 1, 'a code that is being typed over costs no try')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type(mailed.slice(4))
    await said(page, 'Email verified successfully')
    await page.waitForURL('**/login')
    assert.equal(tries, 2, 'the mended code sends itself, once')

    await page.goto(`${product.url}/confirm/${encodeURIComponent(email)}`)
    await said(page, 'That page cannot be found')

    await page.goto(`${product.url}/login`)
    await signIn(page, email, password)
    await page.getByRole('link', { name: 'Get Started!' }).waitFor()
    await page.goto(`${product.url}/welcome/3`)
    await button(page, 'Check for Invites').click()
    await page.getByRole('heading', { name: 'Invites', level: 1 }).waitFor()
    await said(page, 'No Invites')
    await assertAccessible(page, 'invites, empty')
    await page.goto(product.url)
    await page.getByRole('heading', { name: 'Start Your Free Trial!' }).waitFor()
    await said(page, 'No Sites')
    await assertAccessible(page, 'dashboard, empty')
    await page.getByRole('tab', { name: 'Billing Info (0)' }).click()
    await said(page, 'No Billing Information')
    await page.goto(`${product.url}/welcome/1`)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  })
})

test('a known address is told so at its field', async () => {
  await visit(async (page, watch) => {
    const { email } = await ready(product, { name: 'dora' })
    watch.expect(/^400 POST \/api\/v1\/sign-up$/)
    await page.goto(`${product.url}/register`)
    await field(page, 'Email').fill(email)
    await field(page, 'Password').fill(password)
    await field(page, 'Confirm password').fill('something else')
    await page.keyboard.press('Tab')
    await said(page, 'The two passwords that you entered do not match!')
    await field(page, 'Confirm password').fill(password)
    await button(page, 'Create account').click()
    await said(page, 'Already exist, please enter another email')
    await field(page, 'Email').and(page.locator(':focus')).waitFor()
  })
})

test('who forgot the password sets a new one by the mailed code; every session ends', async () => {
  const someone = await ready(product, { name: 'erin' })
  await visit(async (page, watch, context) => {
    watch.expect(/^400 POST \/api\/v1\/confirm-reset-password$/)
    watch.expect(/^401 /)
    await withoutStream(context)
    await page.goto(`${product.url}/login`)
    await signIn(page, someone.email, someone.password)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()

    const earlier = await newestCode(product, someone.email)
    const other = await context.newPage()
    await other.goto(`${product.url}/reset`)
    await field(other, 'Email').fill(someone.email)
    await button(other, 'Send the code').click()
    await other.waitForURL('**/reset/confirm')
    await field(other, 'New password').fill('Weathered-4-barn!')
    await field(other, 'Confirm password').fill('Weathered-4-barn')
    await other.keyboard.press('Tab')
    await said(other, 'Passwords do not match sorry.')
    await field(other, 'Confirm password').fill('Weathered-4-barn!')
    await code(other, 'Verification code').focus()
    await other.keyboard.type(await newestCode(product, someone.email, earlier))
    await assertAccessible(other, 'reset, filled in')
    await button(other, 'Set new password').click()
    await said(other, 'Your password has been reset.')
    await other.waitForURL('**/login')
    await other.locator('.banner').getByText('Your password has been reset.').waitFor()

    await page.waitForURL('**/login')
    await page.getByText('You signed out in another window.').waitFor()
    await page.goto(`${product.url}/?tab=billing`)
    await page.waitForURL('**/login')
    await signIn(page, someone.email, 'Weathered-4-barn!')
    await page.waitForURL('**/?tab=billing')
  })
})

test('who was signed out and sets a new password is told that alone', async () => {
  const someone = await ready(product, { name: 'gina' })
  await visit(async (page, watch, context) => {
    watch.expect(/^401 /)
    await withoutStream(context)
    await page.goto(`${product.url}/login`)
    await signIn(page, someone.email, someone.password)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    // What it still asks would end the session where it stands.
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => {
      const record = JSON.parse(localStorage.getItem('byre.auth') ?? '') as object
      localStorage.setItem('byre.auth', JSON.stringify({ ...record, token: 'gone', refresh: 'gone' }))
    })
    await page.goto(product.url)
    const alert = page.locator('.banner[data-is="danger"]')
    await alert.getByText('Could not authenticate with the server.').waitFor()

    const earlier = await newestCode(product, someone.email)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    // The sign-in has a field of this name, too.
    await page.getByText('Tell us the address you sign in with.').waitFor()
    await field(page, 'Email').fill(someone.email)
    await button(page, 'Send the code').click()
    await page.waitForURL('**/reset/confirm')
    await field(page, 'New password').fill('Weathered-4-barn!')
    await field(page, 'Confirm password').fill('Weathered-4-barn!')
    await code(page, 'Verification code').focus()
    await page.keyboard.type(await newestCode(product, someone.email, earlier))
    await button(page, 'Set new password').click()
    await page.waitForURL('**/login')
    await page.locator('.banner').getByText('Your password has been reset.').waitFor()
    assert.equal(await alert.count(), 0)
    assert.equal(await field(page, 'Email').inputValue(), someone.email)
  })
})

test('signing out in one window signs out the other, which comes back to where it was', async () => {
  const someone = await ready(product, { name: 'frank', sites: 1 })
  await visit(async (page, _, context) => {
    await page.goto(`${product.url}/login`)
    await signIn(page, someone.email, someone.password)
    await page.getByRole('tab', { name: 'Operation Sites (1)' }).waitFor()
    const other = await context.newPage()
    await other.goto(`${product.url}/site/${someone.siteIds[0]}`)
    await other.getByRole('heading', { name: 'Ardley 1', level: 1 }).waitFor()
    await other.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null)

    await page.getByRole('button', { name: /Alice/ }).click()
    await button(page, 'Logout').click()
    await page.waitForURL('**/login')
    await other.waitForURL('**/login')
    await other.getByText('You signed out in another window.').waitFor()
    await signIn(other, someone.email, someone.password)
    await other.getByRole('heading', { name: 'Ardley 1', level: 1 }).waitFor()
  })
})

test('a long list is searched and turned page by page; deleting asks first', async () => {
  const someone = await ready(product, { name: 'gwen', sites: 26 })
  await visit(async (page) => {
    await page.goto(`${product.url}/login`)
    await signIn(page, someone.email, someone.password)
    await page.getByRole('tab', { name: 'Operation Sites (26)' }).waitFor()
    const rows = page.getByRole('tabpanel').locator('tbody').getByRole('row')
    await field(page, 'Find in sites').fill('Ardley 2')
    await page.waitForURL('**/?q=Ardley+2')
    await rows.nth(8).waitFor({ state: 'detached' })
    assert.equal(await rows.count(), 8)
    await field(page, 'Find in sites').fill('')
    await button(page, 'Next').click()
    await said(page, 'Page 2 of 2')
    await assertAccessible(page, 'dashboard, second page')

    await rows.getByRole('button', { name: /^Delete / }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('Are you sure?').waitFor()
    await assertAccessible(page, 'are you sure')
    await button(page, 'Cancel').click()
    await rows.getByRole('button', { name: /^Delete / }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText(/was deleted\.$/).waitFor()
    await page.getByRole('tab', { name: 'Operation Sites (25)' }).waitFor()
    // The page that is no more leads to the one before.
    await page.waitForURL(`${product.url}/`)
    await rows.nth(24).waitFor()
  })
})
