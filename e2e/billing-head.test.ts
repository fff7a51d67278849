import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { billingEntityOfSites, cardNumbers } from '../server/src/testing/billing.ts'
import { withinDay } from '../server/src/testing/windows.ts'
import { assertAccessibleEverywhere, invoicesOf } from './money-steps.ts'
import { button, link, newName, titled } from './place-steps.ts'
import { holdQuestions, withoutStream } from './browser.ts'
import { Portal } from './portal.ts'
import { late, movedOn, watchShifts } from './shifts.ts'

/* The head of a payer, its tabs, and its invoices by state, place and day: all of it has an address. */

let portal: Portal
before(async () => {
  portal = await Portal.open({ TAX_NUMBERS: 'GST=123456789RT0001' })
})
after(() => portal?.close())

const figure = (page: Page, name: string) =>
  page.locator('.billing-head dl > div', { hasText: name }).locator('dd')

for (const width of [360, 1440])
  test(`at ${width} px a payer's page begins with this month, what comes next, what is owed, and its card`, () =>
    // What is invoiced at the trial's end is looked at on the same day, so that it is of this month on every date.
    withinDay(async () => {
      const alice = await portal.onboarded(newName('alice'))
      const { id } = await billingEntityOfSites(portal.testApp, alice, 2, cardNumbers.declines)
      await portal.testApp.pass(14)
      await portal.withPage(alice, { width, touch: width === 360 }, async ({ page }) => {
        await page.goto(`${portal.url}/billing-entities/${id}`)
        await figure(page, 'Owed').getByText('C$60.90').waitFor()
        assert.equal(await figure(page, 'Owed').textContent(), 'C$60.902 invoices')
        assert.equal(await figure(page, 'This month').textContent(), 'C$60.90invoiced, with tax')
        assert.match(
          (await figure(page, 'Next charge').textContent()) ?? '',
          /^C\$60\.90\w+ \d+\w+ \d{4}, for 2 places$/,
        )
        await page.locator('.billing-head').getByRole('heading', { name: 'Credit Card' }).waitFor()
        await link(page, 'Edit Card').waitFor()
        await assertAccessibleEverywhere(page, `the head of a payer at ${width}`)

        // Every tab has an address that Back, a reload and a link keep.
        for (const [name, tab] of [
          ['Plans', 'plans'],
          ['Invoices', 'invoices'],
          ['Spending', 'spending'],
          ['Details', 'details'],
        ] as const) {
          const it = page.getByRole('tab', { name })
          await (width === 360 ? it.tap() : it.click())
          await page.waitForURL(`**?tab=${tab}`)
        }
        await page.goBack()
        await page.getByRole('tab', { name: 'Spending', selected: true }).waitFor()
        await page.reload()
        await page.getByRole('tab', { name: 'Spending', selected: true }).waitFor()
        await page.getByRole('table', { name: 'Next charges by date' }).waitFor()
      })
    }))

for (const width of [360, 1440])
  test(`at ${width} px nothing is pushed when a payer's head comes before its tabs`, async () => {
    const erin = await portal.onboarded(newName('erin'))
    const { id } = await billingEntityOfSites(portal.testApp, erin, 2, cardNumbers.declines)
    await portal.testApp.pass(15)
    const prepare = async (context: BrowserContext) => {
      await withoutStream(context)
      await watchShifts(context)
      await late(context, (path) => (path.endsWith('/spending') ? 700 : 0))
    }
    await portal.withPage(erin, { width, prepare }, async ({ context, page }) => {
      const moved = await movedOn(page, async () => {
        const releaseTabs = await holdQuestions(page, `**/api/v1/billing-entities/${id}/users**`)
        await page.goto(`${portal.url}/billing-entities/${id}`)
        await figure(page, 'Owed').waitFor()
        assert.equal(await page.getByRole('tab').count(), 0)
        await releaseTabs()
        await page.getByRole('tab', { name: 'Users (1)' }).waitFor()
      })
      assert.deepEqual(moved, [])
      await context.unrouteAll({ behavior: 'ignoreErrors' })
    })
  })

for (const width of [360, 1440])
  test(`at ${width} px invoices are parted by state, place and day, which stand in the address`, async () => {
    const bob = await portal.onboarded(newName('bob'))
    const { id, sites } = await billingEntityOfSites(portal.testApp, bob, 3)
    await portal.testApp.pass(50)
    const [first] = await invoicesOf(portal, bob, id)
    const day = first!.issued_at.slice(0, 10)
    await portal.withPage(bob, { width }, async ({ page }) => {
      await page.goto(`${portal.url}/billing-entities/${id}?tab=invoices`)
      const views = page.getByRole('link', { name: /^View / })
      const folded = page.locator('details:not([open]) > summary', { hasText: 'invoice' })
      /** So many invoices once every day is unfolded. */
      const seen = async (count: number) => {
        await page.waitForFunction(
          (count) => {
            const days = [...document.querySelectorAll('main details')]
            for (const day of days) if (!day.hasAttribute('open')) day.querySelector('summary')?.click()
            return document.querySelectorAll('main details a[href*="/invoices/"]').length === count
          },
          count,
          { polling: 300 },
        )
        assert.equal(await folded.count(), 0)
      }
      await seen(6)
      await page.getByLabel('Place', { exact: true }).selectOption('Pasture 2')
      await page.waitForURL(({ searchParams }) => searchParams.get('place') === sites[1])
      await seen(2)
      await page.getByLabel('Day', { exact: true }).fill(day)
      await page.waitForURL(({ searchParams }) => searchParams.get('day') === day)
      await seen(1)
      await page.reload()
      await seen(1)
      await assertAccessibleEverywhere(page, `invoices parted at ${width}`)
      await page.goBack()
      await seen(2)
      await page.getByLabel('State', { exact: true }).selectOption('Open')
      await page.getByText('No invoices found').waitFor()
      await button(page, 'Show all').click()
      await seen(6)

      // An invoice by its address; Back shows the list as it was.
      await page.getByLabel('State', { exact: true }).selectOption('Paid')
      await page.waitForURL('**&state=paid')
      await views.first().click()
      await page.waitForURL(/\/billing-entities\/[0-9a-f-]{36}\/invoices\/[0-9a-f-]{36}$/)
      await page.reload()
      await page.getByRole('heading', { level: 1, name: /^Invoice / }).waitFor()
      await page.goBack()
      await page.waitForURL('**&state=paid')
      await seen(6)
    })
  })

test('an invoice prints as a letter, without what is pressed', async () => {
  const carol = await portal.onboarded(newName('carol'))
  const { id } = await billingEntityOfSites(portal.testApp, carol, 1)
  await portal.testApp.pass(15)
  const [invoice] = await invoicesOf(portal, carol, id)
  await portal.withPage(carol, { width: 1440 }, async ({ page }) => {
    await page.goto(`${portal.url}/billing-entities/${id}/invoices/${invoice!.id}`)
    await titled(page, `Invoice ${invoice!.number}`)
    await assertAccessibleEverywhere(page, 'an invoice')
    await page.setViewportSize({ width: 720, height: 1000 })
    await page.emulateMedia({ media: 'print' })
    assert.deepEqual(
      await page.evaluate(() =>
        [...document.querySelectorAll('button, .button, nav a, select')]
          .filter((one) => one.checkVisibility({ visibilityProperty: true }))
          .map((one) => one.outerHTML.slice(0, 80)),
      ),
      [],
    )
    for (const said of ['Pasture 1', 'GST 5%', 'Total', 'C$30.45'])
      await page.getByRole('main').getByText(said).first().waitFor()
    // Nothing of the sheet is cut off at the paper's edge.
    const sheet = (await page.locator('.invoice').boundingBox())!
    assert.ok(sheet.x >= 0 && sheet.x + sheet.width <= 720, `from ${sheet.x}, ${sheet.width} wide`)
  })
})

for (const width of [360, 1440])
  test(`at ${width} px an invoice that is not paid offers the card that would pay it`, async () => {
    const dave = await portal.onboarded(newName('dave'))
    const { id } = await billingEntityOfSites(portal.testApp, dave, 1, cardNumbers.declines)
    await portal.testApp.pass(15)
    const [invoice] = await invoicesOf(portal, dave, id)
    const path = `/billing-entities/${id}/invoices/${invoice!.id}`
    await portal.withPage(dave, { width }, async ({ page }) => {
      await page.goto(portal.url + path)
      await titled(page, `Invoice ${invoice!.number}`)
      await page.locator('.page-head').getByText('Open', { exact: true }).waitFor()
      await assertAccessibleEverywhere(page, `an unpaid invoice at ${width}`)
      await link(page, 'Replace Card').click()
      await page.waitForURL('**/card/edit')
      await link(page, 'Cancel').click()
      await page.waitForURL(`**${path}`)
    })
  })

test('a stranger finds neither an invoice nor whose it is', async () => {
  const alice = await portal.onboarded(newName('alice'))
  const carol = await portal.onboarded(newName('carol'))
  const { id } = await billingEntityOfSites(portal.testApp, alice, 1)
  await portal.testApp.pass(15)
  const [invoice] = await invoicesOf(portal, alice, id)
  await portal.withPage(carol, {}, async ({ page, watch }) => {
    watch.expect(/^404 GET \/api\/v1\/invoices\//)
    await page.goto(`${portal.url}/billing-entities/${id}/invoices/${invoice!.id}`)
    await titled(page, 'That page cannot be found')
  })
})
