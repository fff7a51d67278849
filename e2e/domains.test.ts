import { createSite } from '@byre/contract/places/sites'
import { checkSiteDomain } from '@byre/contract/places/domain-claims'
import { listPlans } from '@byre/contract/billing/plans'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { assertAccessible, openBrowser, Watch } from './browser.ts'
import { startProduct, type Product } from './product.ts'
import { callProduct, ready, type Ready } from './ready.ts'

/* A place's own domain, from typing it to signing in there, on one machine without a name server. */

const domain = 'ardley-ranch.farm'

let product: Product
let browser: Browser
let alice: Ready
let siteId: string

before(async () => {
  product = await startProduct()
  // As a hosts file would have it.
  browser = await openBrowser(`--host-resolver-rules=MAP ${domain} 127.0.0.1`)
  alice = await ready(product, { name: 'alice' })
  const { plans } = await callProduct(product, listPlans, {
    token: alice.token,
    query: { product: 'sites', currency: 'cad', interval: 'month' },
  })
  const site = await callProduct(product, createSite, {
    token: alice.token,
    body: {
      name: 'Ardley Ranch',
      description: '',
      subdomain: 'ardley',
      domain: `https://${domain}`,
      billing_entity_id: alice.billingEntityId,
      plan_id: plans[0]!.id,
    },
  })
  siteId = site.id
})
after(async () => {
  await browser?.close()
  await product?.stop()
})

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

async function assertFits(page: Page, screen: string): Promise<void> {
  await assertAccessible(page, screen)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(overflow <= 0, `${screen} is ${overflow} px too wide`)
}

test('T03 T09 a domain whose records are set turns green without a reload, leads to its site and is told no token', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 } })
  const trusted = new Set<string>()
  context.on('request', (request) => {
    if (request.headers()['authorization']) trusted.add(new URL(request.url()).host)
  })
  const watch = new Watch(context)
  // A domain without https, as on this machine, is no secure context.
  watch.expect(/origin was untrustworthy|Not supported for insecure origins/)
  try {
    const names = await context.newPage()
    await names.goto(`${product.url}/dev/dns`)
    await heading(names, 'Domains')
    await names.evaluate((record) => localStorage.setItem('byre.auth', record), alice.record)

    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.goto(`${product.url}/site/${siteId}`)
    await page.locator('.status').getByText('Pending', { exact: true }).first().waitFor()
    await page.evaluate(() => (document.body.dataset.loaded = 'once'))

    await names.reload()
    await assertFits(names, 'the names of development')
    await names.getByRole('button', { name: `Set its records: ${domain}` }).click()
    await names.getByRole('button', { name: `Remove its records: ${domain}` }).waitFor()
    await callProduct(product, checkSiteDomain, { token: alice.token, params: { id: siteId } })
    await page.getByText('Verified', { exact: true }).first().waitFor()
    assert.equal(await page.evaluate(() => document.body.dataset.loaded), 'once')

    await page.goto(`http://${domain}:${product.port}/`)
    await heading(page, 'Set up Ardley Ranch')
    assert.equal(page.url(), `http://${domain}:${product.port}/`)
    await page.getByText('Alice Ardley', { exact: true }).waitFor()
    await assertFits(page, 'a site on its own domain')
    // Which tab listens for all of them, and until when, is all that is kept here.
    const kept = await page.evaluate(() => Object.entries<string>(localStorage))
    assert.deepEqual(
      kept.filter(([name, value]) => name !== 'byre.site' || !/^[\d.-]+ \d{13}$/.test(value)),
      [],
    )

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await heading(page, 'You are signed out here')
    assert.deepEqual([...trusted], [`localhost:${product.port}`], 'hosts that saw the portal’s token')
    watch.assertCalm()
  } finally {
    await context.close()
  }
})
