import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { assertAccessible, openBrowser, Watch } from './browser.ts'
import { startProduct, type Product } from './product.ts'
import { ready, type Ready } from './ready.ts'

/* The pages that the server writes itself: a tenant's own, the mail page, and the API's. */

let product: Product
let browser: Browser
let alice: Ready
let carol: Ready

before(async () => {
  // With the app off a site's host shows the server's own page, as a clinic's does.
  product = await startProduct({ BYRE_APPS: 'clinic' })
  browser = await openBrowser()
  alice = await ready(product, { name: 'alice', sites: 1 })
  carol = await ready(product, { name: 'carol' })
})
after(async () => {
  await browser?.close()
  await product?.stop()
})

const sizes = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 780 } },
] as const

/** A browser in both sizes and colours, signed in to the portal when someone is named. */
async function visit(who: Ready | null, story: (page: Page, watch: Watch) => Promise<void>): Promise<void> {
  for (const size of sizes) {
    const context = await browser.newContext(size)
    const watch = new Watch(context)
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    try {
      await page.goto(`${product.url}/dev/mail`)
      if (who) await page.evaluate((record) => localStorage.setItem('byre.auth', record), who.record)
      await story(page, watch)
      watch.assertCalm()
    } finally {
      await context.close()
    }
  }
}

const tenant = () => `http://alice-1.localhost:${product.port}/`
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

async function assertShown(page: Page, screen: string): Promise<void> {
  await assertAccessible(page, screen)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(overflow <= 0, `${screen} is ${overflow} px too wide`)
}

test('a site’s own address signs its owner in by way of the portal, shows the site, and signs out', async () => {
  await visit(alice, async (page) => {
    await page.goto(tenant())
    await heading(page, 'Ardley 1')
    await page.getByText('Alice Ardley', { exact: true }).waitFor()
    assert.equal(page.url(), tenant())
    await assertShown(page, 'a tenant’s page')

    await page.getByRole('button', { name: 'Sign out' }).click()
    await heading(page, 'You are signed out here')
    await assertShown(page, 'signed out of a tenant')
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await heading(page, 'Ardley 1')

    await page.getByRole('link', { name: 'Back to the portal' }).click()
    await page.waitForURL(`${product.url}/`)
  })
})

test('to somebody else a site’s address shows a page that cannot be found', async () => {
  await visit(carol, async (page, watch) => {
    watch.expect(/^404 POST \/api\/v1\/hand-offs$/)
    await page.goto(tenant())
    await heading(page, 'That page cannot be found')
    assert.ok(!(await page.content()).includes('Ardley'))
  })
})

test('mail can be read, on a phone too', async () => {
  await visit(null, async (page) => {
    await heading(page, 'Mail')
    await assertShown(page, 'the mail page')
    await page.getByRole('link', { name: 'Confirm your e-mail address' }).first().click()
    await heading(page, 'Confirm your e-mail address')
    await assertShown(page, 'one mail')
  })
})

test('the API’s page lists the calls and makes one as whoever is signed in', async () => {
  await visit(alice, async (page) => {
    await page.goto(`${product.url}/api/docs#listSites`)
    await page.getByText(`Calls are made as ${alice.email}`).waitFor()
    const call = page.locator('#listSites')
    await call.getByRole('button', { name: 'Send GET' }).click()
    await call.getByText('→ 200').waitFor()
    assert.match((await call.getByLabel('Body', { exact: true }).textContent()) ?? '', /"name": "Ardley 1"/)

    await page.getByLabel('Find a call').fill('card')
    await page
      .getByRole('status')
      .filter({ hasText: / calls$/ })
      .waitFor()
    assert.equal(await call.isVisible(), false)
    await page.locator('#addCard > summary').click()
    await assertShown(page, 'the API’s page')
  })
})
