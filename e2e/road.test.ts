import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { assertAccessible, openBrowser, Watch } from './browser.ts'
import { startProduct, type Product } from './product.ts'
import { newestCode } from './ready.ts'

/*
 * The product's main job, as a person does it: register, confirm by mail, be welcomed, create a site
 * with new billing information and a plan, add a card, launch. Each step finds things by role and label.
 * Motion is off, so that contrast is judged of what stands, not of what is fading in.
 */

const email = 'alice@ranch.example'
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

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor()

async function register(page: Page): Promise<void> {
  await page.goto(`${product.url}/`)
  await page.waitForURL('**/login')
  assert.equal(await button(page, 'Sign in').isDisabled(), true, 'nothing to send yet')
  await assertAccessible(page, 'login')

  await page.getByRole('link', { name: 'Create an account' }).click()
  await heading(page, 'Create an account')
  await field(page, 'Email').fill('not an address')
  await field(page, 'Password').fill('short')
  await page.getByText('Please enter a valid email').waitFor()
  await assertAccessible(page, 'register with refused fields')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await field(page, 'Confirm password').fill(password)
  await button(page, 'Create account').click()
}

async function confirm(page: Page): Promise<void> {
  await page.waitForURL(`**/confirm/${encodeURIComponent(email)}`)
  await heading(page, 'Confirm your email')
  await assertAccessible(page, 'confirm')
  const code = await newestCode(product, email)
  await page.getByLabel('Confirmation code').first().click()
  await page.keyboard.type(code)
  await page.getByText('Email verified successfully').waitFor()
  await page.waitForURL('**/login')
}

async function signIn(page: Page): Promise<void> {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await button(page, 'Sign in').click()
}

async function beWelcomed(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Get Started!' }).waitFor()
  await assertAccessible(page, 'welcome 1')
  await page.getByRole('link', { name: 'Get Started!' }).click()
  await page.waitForURL('**/welcome/2')
  await page.getByLabel('First name').fill('Alice')
  await page.getByLabel('Last name').fill('Ardley')
  await page.getByLabel('City').fill('Calgary')
  await page.getByLabel('Country').selectOption('Canada')
  await page.getByLabel('Province').selectOption('AB')
  await assertAccessible(page, 'welcome 2')
  await button(page, 'Continue & Update Account').click()
  await page.waitForURL('**/welcome/3')
  await assertAccessible(page, 'welcome 3')
  await page.getByRole('link', { name: 'Create Site' }).click()
  await page.waitForURL('**/site/new')
}

async function createSite(page: Page): Promise<void> {
  await heading(page, 'New Site')
  const create = button(page, 'Create')
  await create.waitFor()
  assert.equal(await create.isDisabled(), true)
  await page.getByText('Some information is missing. Please fill out:').waitFor()
  await assertAccessible(page, 'new site, empty')

  await field(page, 'Name').fill('Ardley North')
  await page.getByLabel('Subdomain').pressSequentially('-Ardley North!')
  await page.getByText('Subdomains may not start with a dash').waitFor()
  await page.getByLabel('Subdomain').fill('ardley')
  await page.getByText('ardley.localhost').first().waitFor()
  await page.locator('summary').filter({ hasText: 'Install Preference' }).click()
  await page.getByRole('radio', { name: /^Imperial/ }).check()
  await page.getByLabel('Operation type').selectOption({ label: 'Beef Cattle' })

  const plans = page.getByRole('region', { name: 'Plans' })
  await plans.getByRole('button', { name: /next/i }).click()
  await plans.getByRole('button', { name: /previous/i }).click()
  await plans.getByRole('radio', { name: /Ranch/ }).first().check()

  await button(page, 'Copy Site Information').click()
  await page.getByLabel('Organization name').fill('Ardley Cattle')
  await page.getByLabel('Organization email').fill(email)
  await page.getByLabel('Organization phone').fill('4035550101')
  await assertAccessible(page, 'new site, filled in')
  await leaveAndStay(page)
  await create.dblclick()
  await page.waitForURL(/\/site\/[0-9a-f-]{36}$/)
  await heading(page, 'Ardley North')
}

/** Cancel asks before anything typed is lost. */
async function leaveAndStay(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Discard changes?').waitFor()
  await dialog
    .getByText('You might have unsaved changes. You will lose these changes if you continue.')
    .waitFor()
  await assertAccessible(page, 'discard changes')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

async function addCard(page: Page, watch: Watch): Promise<void> {
  await page.getByText('owner', { exact: false }).first().waitFor()
  await assertAccessible(page, 'site')
  await page
    .getByRole('region', { name: / is ready$/ })
    .getByRole('link', { name: 'Add Card' })
    .click()
  await page.waitForURL('**/card/new')
  await page.getByLabel('Card number').fill('4000000000000002')
  await page.getByLabel('Expiry month').selectOption('12')
  await page.getByLabel('Expiry year').selectOption(String(new Date().getFullYear() + 2))
  await page.getByLabel('Security code (CVC)').fill('123')
  // The payer's region began with the profile's, and the site, which names none, left it so: taxes go by it.
  assert.equal(await page.getByLabel('Province').count(), 0)
  await assertAccessible(page, 'new card')
  watch.expect(/^400 POST \/api\/v1\/cards$/)
  await button(page, 'Add Card').click()
  await page.getByText('Your card was declined.').first().waitFor()
  await assertAccessible(page, 'declined card')
  await page.getByLabel('Card number').fill('4242424242424242')
  await button(page, 'Add Card').click()
  await page.waitForURL(/\/site\/[0-9a-f-]{36}$/)
  await page.getByText('4242').first().waitFor()
  await assertAccessible(page, 'site with a card')
}

async function launch(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('tab', { name: 'Operation Sites (1)' }).waitFor()
  await page.getByRole('tab', { name: 'Billing Info (1)' }).waitFor()
  await assertAccessible(page, 'dashboard')
  const [tenant] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Launch Ardley North' }).click(),
  ])
  await tenant.waitForURL(`http://ardley.localhost:${product.port}/`)
  await heading(tenant, 'Set up Ardley North')
  await assertAccessible(tenant, 'the app, set up')
  await button(tenant, 'Begin').click()
  await heading(tenant, 'Today')
  assert.ok(!tenant.url().includes('token'), 'no token in the address')
  await assertAccessible(tenant, 'the app')
  await tenant.close()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Alice/ }).click()
  await page.getByRole('link', { name: 'Billing Info' }).last().waitFor()
  await assertAccessible(page, 'user menu')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  assert.equal(await page.evaluate(() => localStorage.getItem('byre.auth')), null)
  await page.goto(`${product.url}/site/new`)
  await page.waitForURL('**/login')
}

test('someone registers, creates a site, adds a card and launches it', async () => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  })
  const watch = new Watch(context)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  try {
    await register(page)
    await confirm(page)
    await signIn(page)
    await beWelcomed(page)
    await createSite(page)
    await addCard(page, watch)
    await launch(page)
    await signOut(page)
    await page.goto(`${product.url}/nowhere/at/all`)
    await page.getByText('That page cannot be found').waitFor()
    watch.assertCalm()
  } finally {
    await context.close()
  }
})
