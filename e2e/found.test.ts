import { updateSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { billingEntityOfSites } from '../server/src/testing/billing.ts'
import { join, newSite } from '../server/src/testing/places.ts'
import { assertAccessibleEverywhere, invoicesOf, utcDay, zoneOfAnotherDay } from './money-steps.ts'
import { someone } from './people-steps.ts'
import { button, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* Whatever one has is reached by a few letters, and what was said can be read again. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => palette(page).getByRole('combobox')
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Updates/ })

for (const width of [360, 1440])
  test(`at ${width} px a place, a person, an invoice by its number and an action are a few letters away`, async () => {
    const [alice, bob, carol] = [
      await someone(portal, 'Alice'),
      await someone(portal, 'Bob'),
      await someone(portal, 'Carol'),
    ]
    const { id: payer, sites } = await billingEntityOfSites(portal.testApp, alice, 4)
    await join(portal.testApp, bob, { kind: 'site', id: sites[3]! }, 'User')
    const foreign = await newSite(portal.testApp, carol, { name: 'Pasture of Carol' })
    await portal.testApp.pass(16)
    const [invoice] = await invoicesOf(portal, alice, payer)
    assert.ok(invoice && foreign)

    await portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(portal.url)
      await titled(page, 'Dashboard')
      await button(page.getByRole('banner'), 'Search').click()
      await option(page, /^New Site/).waitFor()
      await assertAccessibleEverywhere(page, `the palette at ${width}`)
      await field(page).fill('pasture 4')
      await option(page, /^Pasture 4/).waitFor()
      assert.equal(await option(page, /Carol/).count(), 0)
      await option(page, 'Launch Pasture 4').waitFor()
      await option(page, 'Edit Pasture 4').waitFor()
      await assertAccessibleEverywhere(page, `what the palette found at ${width}`)
      await field(page).press('Enter')
      await titled(page, 'Pasture 4')
      await palette(page).waitFor({ state: 'detached' })

      await page.keyboard.press('Control+k')
      await field(page).fill('Bob')
      await option(page, /^Bob Ardley/).waitFor()
      await field(page).fill(invoice.number)
      await option(page, new RegExp(`^${invoice.number}`)).waitFor()
      assert.equal(await option(page, new RegExp(`^${invoice.number}`)).count(), 1)
      await field(page).press('Enter')
      await page.waitForURL(`**/billing-entities/${payer}/invoices/${invoice.id}`)
      await page.getByRole('heading', { level: 1 }).filter({ hasText: invoice.number }).waitFor()

      await page.keyboard.press('Meta+k')
      await field(page).fill('new s')
      await option(page, 'New Site').waitFor()
      await page.getByText('Searching..').waitFor({ state: 'detached' })
      await field(page).press('ArrowUp')
      await field(page).press('ArrowDown')
      await field(page).press('Enter')
      await titled(page, 'New Site')

      await page.keyboard.press('Control+k')
      await field(page).fill('zzzz')
      await palette(page).getByText('Nothing found for “zzzz”.').waitFor()
      await page.keyboard.press('Escape')
      await palette(page).waitFor({ state: 'detached' })
    })

    await portal.withPage(bob, { width }, async ({ page }) => {
      await page.goto(portal.url)
      await titled(page, 'Dashboard')
      await button(page.getByRole('banner'), 'Search').click()
      await field(page).fill('pasture')
      await option(page, /^Pasture 4/).waitFor()
      assert.equal(await option(page, /^Pasture [123]/).count(), 0, 'only where he belongs')
      await option(page, 'Launch Pasture 4').waitFor()
      assert.equal(await option(page, /^Edit/).count(), 0, 'and only what he may')
      await field(page).fill(invoice.number)
      await palette(page).getByText('Nothing found').waitFor()
    })
  })

test('an invoice that is found bears the day on the invoice, wherever its reader is', async () => {
  const alice = await someone(portal, 'Alice')
  const { id: payer } = await billingEntityOfSites(portal.testApp, alice, 1)
  await portal.testApp.pass(16)
  const [invoice] = await invoicesOf(portal, alice, payer)
  assert.ok(invoice)
  const timeZone = zoneOfAnotherDay(invoice.issued_at)
  await portal.withPage(alice, { timeZone }, async ({ page }) => {
    await page.goto(portal.url)
    await titled(page, 'Dashboard')
    await button(page.getByRole('banner'), 'Search').click()
    await field(page).fill(invoice.number)
    await option(page, new RegExp(`^${invoice.number}.* · ${utcDay(invoice.issued_at)}`)).waitFor()
  })
})

test('what could not be searched is said, and tried again', async () => {
  const dora = await someone(portal, 'Dora')
  await newSite(portal.testApp, dora, { name: 'River Pens' })
  await portal.withPage(dora, {}, async ({ page, watch }) => {
    await page.goto(portal.url)
    await titled(page, 'Dashboard')
    await button(page.getByRole('banner'), 'Search').waitFor()
    watch.expect(/400 GET \/api\/v1\/colleagues/)
    let refused = true
    await page.route('**/api/v1/colleagues?**', (route) =>
      refused
        ? route.fulfill({ status: 400, contentType: 'application/json', body: '{"success":false}' })
        : route.continue(),
    )
    await page.keyboard.press('Control+k')
    await field(page).fill('river')
    await option(page, /^River Pens/).waitFor()
    await palette(page).getByText('Not everything could be searched.').waitFor()
    refused = false
    await button(palette(page), 'Try again').click()
    await palette(page).getByText('Not everything could be searched.').waitFor({ state: 'detached' })
  })
})

for (const width of [360, 1440])
  test(`at ${width} px ? lists the keys, but not while somebody types`, async () => {
    const erin = await someone(portal, 'Erin')
    await portal.withPage(erin, { width }, async ({ page }) => {
      await page.goto(`${portal.url}/site/new`)
      await button(page.getByRole('banner'), 'Search').waitFor()
      const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await page.getByLabel('Name', { exact: true }).pressSequentially('Why?')
      assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Why?')
      assert.equal(await keys.count(), 0)
      await page.getByRole('heading', { level: 1 }).click()
      await page.keyboard.press('?')
      await keys.getByText('Search places, people, invoices and actions').waitFor()
      await assertAccessibleEverywhere(page, `the keys at ${width}`)
      await page.keyboard.press('Escape')
      await keys.waitFor({ state: 'detached' })
    })
  })

for (const width of [360, 1440])
  test(`at ${width} px the bell counts what was said and what others changed, until it is read, and forgets at sign-out`, async () => {
    const [gwen, hugo] = [await someone(portal, 'Gwen'), await someone(portal, 'Hugo')]
    const site = await newSite(portal.testApp, gwen, { name: 'Hill Pens' })
    await join(portal.testApp, hugo, { kind: 'site', id: site.id }, 'Admin')
    // A stream begins ten seconds back, with what a fast machine has just done.
    const letTimePass = () =>
      portal.testApp.database.pool.query(`update platform.audit set at = at - interval '1 minute'`)
    await letTimePass()
    await portal.withPage(gwen, { width }, async ({ page }) => {
      const opens = page.waitForResponse(/\/api\/v1\/events/)
      await page.goto(portal.url)
      await opens
      await page.getByRole('button', { name: 'Updates', exact: true }).waitFor()

      await portal.testApp.call(updateSite, {
        as: hugo,
        params: { id: site.id },
        body: { name: 'High Pens' },
      })
      // A change of a site is one of whoever pays for it.
      await page.getByRole('button', { name: 'Updates, 2 new' }).waitFor()
      await letTimePass()
      await page.reload()
      await page.getByRole('button', { name: 'Updates, 2 new' }).waitFor()
      await page.goto(`${portal.url}/site/new`)
      await page.getByText('Some information is missing.').waitFor()
      await bell(page).waitFor()
      await page.getByLabel('Name', { exact: true }).press('Enter')
      await page.getByRole('button', { name: 'Updates, 3 new' }).waitFor()

      await bell(page).focus()
      await page.keyboard.press('Enter')
      const updates = page.getByRole('region', { name: 'Updates' })
      await updates.locator('li[data-kind="error"]').first().waitFor()
      await page.getByRole('button', { name: 'Updates', exact: true }).waitFor()
      await assertAccessibleEverywhere(page, `the bell at ${width}`)
      await updates.getByRole('link', { name: 'High Pens' }).press('Enter')
      await titled(page, 'High Pens')

      // What is said for the fifty-first time pushes the first out.
      await page.goto(`${portal.url}/site/new`)
      await page.getByText('Some information is missing.').waitFor()
      await bell(page).waitFor()
      for (let said = 0; said < 50; said += 1) await page.getByLabel('Name', { exact: true }).press('Enter')
      await page.getByRole('button', { name: 'Updates, 50 new' }).waitFor()
      await bell(page).click()
      assert.equal(await updates.getByRole('listitem').count(), 50)
      assert.equal(await updates.getByRole('link', { name: 'High Pens' }).count(), 0)
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: 'Your account: Gwen', exact: true }).click()
      await button(page, 'Logout').click()
      await titled(page, 'Sign in')
      assert.equal(await page.evaluate(() => sessionStorage.getItem('byre.news')), null)
    })
  })
