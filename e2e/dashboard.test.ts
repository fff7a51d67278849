import { inviteToSite } from '@byre/contract/people/invites'
import { listSites } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { billingEntityOfSites, cardNumbers } from '../server/src/testing/billing.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { newBillingEntity, newSite } from '../server/src/testing/places.ts'
import { withinDay } from '../server/src/testing/windows.ts'
import { assertAccessibleEverywhere } from './money-steps.ts'
import { link, newName } from './place-steps.ts'
import { Portal } from './portal.ts'
import { late, movedOn, watchShifts } from './shifts.ts'

/* What the dashboard says first, and many places as a table: found, put in order and kept in the address. */

let portal: Portal

before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

const invite = (as: Person, { id }: { id: string }, { email }: Person) =>
  portal.testApp.call(inviteToSite, { as, host: `${id}.${new URL(portal.url).host}`, body: { email } })

const names = (page: Page) =>
  page.getByRole('tabpanel').getByRole('row').locator('td:first-child a').allTextContents()
const rows = (page: Page) => page.getByRole('tabpanel').getByRole('row')
const figure = (page: Page, name: string) =>
  page.locator('dl.figure-row > div', { hasText: name }).locator('dd')

for (const width of [360, 1440])
  test(`at ${width} px the dashboard says what needs its reader, and is well once that is done`, async () => {
    const { alice, id } = await withinDay(async () => {
      const owner = await portal.onboarded(newName('alice'))
      return { alice: owner, ...(await billingEntityOfSites(portal.testApp, owner, 2, null)) }
    })
    const bob = await portal.onboarded(`bob-${width}`)
    const pens = await newSite(portal.testApp, bob, { name: 'North Pens' })
    await invite(bob, pens, alice)
    await portal.testApp.pass(8)
    await portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(portal.url)
      const needs = page.getByRole('region', { name: 'Needs you' })
      await needs.getByText('has no card. The trial of Pasture 1 and Pasture 2 ends on').waitFor()
      await needs.getByText('You are invited to North Pens.').waitFor()
      assert.deepEqual(await figure(page, 'Running').allTextContents(), ['2 of 2\u00a0'])
      assert.match((await figure(page, 'Cost a month').textContent()) ?? '', /^C\$58before tax$/)
      assert.match((await figure(page, 'Next charge').textContent()) ?? '', /^C\$58.*, for 2 places$/)
      assert.deepEqual(await figure(page, 'People').allTextContents(), ['1You alone'])
      await assertAccessibleEverywhere(page, `a dashboard with needs at ${width}`)
      assert.equal(
        await page.evaluate(
          () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
        ),
        false,
      )

      await link(needs, 'See Invites').click()
      await page.getByRole('button', { name: 'Decline' }).click()
      await page.getByText('Invite Declined', { exact: true }).first().waitFor()
      await page.goto(portal.url)
      await link(needs, 'Add Card').waitFor()
      assert.equal(await needs.getByText('You are invited').count(), 0)
      await link(needs, 'Add Card').click()
      await page.waitForURL(`**/billing-entities/${id}/card/new`)
    })
  })

test('a place that is all right needs nobody; news of it shows without a reload', async () => {
  const carol = await portal.onboarded('carol')
  const dave = await portal.onboarded('dave')
  await billingEntityOfSites(portal.testApp, carol, 1)
  await portal.withPage(carol, {}, async ({ page }) => {
    await page.goto(portal.url)
    await page.getByText('All is well', { exact: true }).waitFor()
    const pens = await newSite(portal.testApp, dave, { name: 'South Pens' })
    await invite(dave, pens, carol)
    await page.getByText('You are invited to South Pens.').waitFor()
  })
})

for (const width of [360, 1440])
  test(`at ${width} px seven sites are a table that is searched, put in order and parted by state, in the address`, async () => {
    const erin = await portal.onboarded(`erin-${width}`)
    await billingEntityOfSites(portal.testApp, erin, 4)
    await billingEntityOfSites(portal.testApp, erin, 3, cardNumbers.declines)
    await portal.testApp.pass(15)
    await portal.withPage(erin, { width }, async ({ page }) => {
      await page.goto(portal.url)
      await page.getByRole('table', { name: 'Sites' }).waitFor()
      assert.equal((await names(page)).length, 7)
      await assertAccessibleEverywhere(page, `a table of sites at ${width}`)

      await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Past due' })
      await page.waitForURL('**/?state=past_due')
      await rows(page).nth(4).waitFor({ state: 'detached' })
      assert.deepEqual(await names(page), ['Pasture 1', 'Pasture 2', 'Pasture 3'])
      await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Name, Z to A' })
      await page.waitForURL('**/?state=past_due&sort=-name')
      await page.waitForFunction(() => document.querySelector('tbody td a')?.textContent === 'Pasture 3')
      await page.reload()
      await page.getByRole('table', { name: 'Sites' }).waitFor()
      assert.deepEqual(await names(page), ['Pasture 3', 'Pasture 2', 'Pasture 1'])
      await page.getByRole('searchbox', { name: 'Find in sites' }).fill('Pasture 2')
      await page.waitForURL('**/?state=past_due&sort=-name&q=Pasture+2')
      await rows(page).nth(2).waitFor({ state: 'detached' })
      assert.deepEqual(await names(page), ['Pasture 2'])

      await page.getByRole('tab', { name: /^Billing Info/ }).click()
      await page.waitForURL('**/?tab=billing')
      await page.goBack()
      await rows(page).first().waitFor()
      assert.deepEqual(await names(page), ['Pasture 2'], 'Back shows the list as it was')
      await page.goBack()
      await page.waitForURL('**/?state=past_due')
      await rows(page).nth(3).waitFor()
      await page.goBack()
      await rows(page).nth(7).waitFor()
      await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Stopped' })
      await page.getByText('No sites found').waitFor()
    })
  })

for (const width of [360, 1440])
  test(`at ${width} px a year of spending tells each bar, what is owed apart, and the next 30 days`, async () => {
    const frank = await withinDay(async () => {
      const owner = await portal.onboarded(newName('frank'))
      await billingEntityOfSites(portal.testApp, owner, 2)
      await billingEntityOfSites(portal.testApp, owner, 1, cardNumbers.declines)
      return owner
    })
    await portal.testApp.pass(16)
    await portal.withPage(frank, { width }, async ({ page }) => {
      await page.goto(portal.url)
      if (width === 360) await page.locator('summary', { hasText: 'Spending' }).click()
      const chart = page.getByRole('listbox', { name: 'Invoiced each month' })
      const bars = chart.getByRole('option')
      // Of this month or, in its first days, of the one before.
      const bar = chart.getByRole('option', { name: /^\w+ \d{4}: C\$58 paid, C\$29 owed$/ })
      await bar.waitFor()
      assert.equal(await bars.count(), 12)
      const said = page.locator('.spending figcaption')
      await bar.hover()
      await said.getByText('C$58 paid, C$29 owed').waitFor()
      await bar.focus()
      await page.keyboard.press('ArrowLeft')
      await said.getByText('nothing invoiced').waitFor()
      const room = await chart.boundingBox()
      const main = await page.getByRole('main').boundingBox()
      assert.ok(room && main && room.width > main.width / 2, 'more than half of the page')

      await page.getByText('By month').click()
      await page.getByRole('table', { name: 'Invoiced each month' }).waitFor()
      const coming = page.getByRole('table', { name: 'Charges of the next 30 days' })
      assert.equal(await coming.locator('tbody tr').count(), 1)
      await coming.getByText('C$87').waitFor()
      await assertAccessibleEverywhere(page, `a dashboard with spending at ${width}`)
    })
  })

/* React is not told where a pointer goes to from what has gone from under it: the next bar would say nothing. */
test('the line that says that it is asked again lies under no pointer', async () => {
  const judy = await portal.onboarded('judy')
  const kate = await portal.onboarded('kate')
  await billingEntityOfSites(portal.testApp, judy, 1)
  await portal.withPage(judy, {}, async ({ page }) => {
    await page.goto(portal.url)
    await page.getByText('All is well', { exact: true }).waitFor()
    const { promise: held, resolve: letThrough } = Promise.withResolvers<void>()
    await page.route('**/api/v1/overview', async (route) => {
      await held
      await route.continue()
    })
    await invite(kate, await newSite(portal.testApp, kate, { name: 'East Pens' }), judy)
    const line = page.locator('.stale-line').first()
    await line.waitFor()
    const { x, y, width, height } = (await line.boundingBox())!
    assert.ok(width > 0 && height > 0)
    const under = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.className, [
      x + width / 2,
      y + height / 2,
    ] as const)
    assert.notEqual(under, 'stale-line')
    letThrough()
    await page.getByText('You are invited to East Pens.').waitFor()
  })
})

for (const width of [360, 1440])
  test(`at ${width} px nothing on the dashboard moves while its answers come, in whatever order`, async () => {
    const gwen = await portal.onboarded(`gwen-${width}`, {
      first_name: 'Gwen',
      last_name: 'Jones',
      city: 'Calgary',
      country: 'CA',
    })
    await billingEntityOfSites(portal.testApp, gwen, 7)
    await portal.testApp.pass(16)
    const calls = ['/overview', '/spending', '/sites', '/clinics', '/billing-entities']
    for (const order of [calls, calls.toReversed()]) {
      const prepare = async (context: BrowserContext) => {
        await late(context, (path) => 200 * (1 + order.findIndex((end) => path.endsWith(end))))
        await watchShifts(context)
      }
      await portal.withPage(gwen, { width, prepare }, async ({ page }) => {
        const moved = await movedOn(page, async () => {
          await page.goto(portal.url)
          await page.getByRole('table', { name: 'Sites' }).waitFor()
          await page.getByRole('combobox', { name: 'State' }).waitFor()
          if (width === 1440) await page.getByRole('listbox').waitFor()
        })
        assert.deepEqual(moved, [])
      })
    }
  })

/** Of the changes at an address the second waits until it is let through. */
async function heldSecond(page: Page, address: string): Promise<() => void> {
  let letThrough = () => {}
  const held = new Promise<void>((done) => (letThrough = done))
  let changes = 0
  await page.route(address, async (route) => {
    if (['POST', 'PUT'].includes(route.request().method()) && (changes += 1) === 2) await held
    await route.continue()
  })
  return letThrough
}

for (const width of [360, 1440])
  test(`at ${width} px many sites are invited to, moved to another payer and downloaded at once`, async () => {
    const ivan = await portal.onboarded(`ivan-${width}`)
    await billingEntityOfSites(portal.testApp, ivan, 7)
    const other = await newBillingEntity(portal.testApp, ivan, { name: 'River Ranch Ltd' })
    await portal.withPage(ivan, { width }, async ({ page }) => {
      await page.goto(portal.url)
      const many = page.getByRole('group', { name: 'Chosen sites' })
      const button = (name: string) => many.getByRole('button', { name })
      await many.waitFor()
      // On a phone what cannot be pressed yet takes no room.
      if (width === 360) await button('Invite').waitFor({ state: 'hidden' })
      else assert.equal(await button('Invite').isDisabled(), true)
      await page.getByRole('checkbox', { name: 'Choose Pasture 1' }).check()
      await page.getByRole('checkbox', { name: 'Choose Pasture 2' }).check()
      await many.getByText('2 chosen').waitFor()
      await assertAccessibleEverywhere(page, `chosen sites at ${width}`)

      await button('Invite').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Pasture 1 and Pasture 2').waitFor()
      await dialog.getByLabel('Email').fill('hand@river.example')
      await dialog.getByText('User', { exact: true }).click()
      await assertAccessibleEverywhere(page, `inviting to several sites at ${width}`)
      const sends = await heldSecond(page, '**/api/v1/site-invites')
      await dialog.getByRole('button', { name: 'Send Invite' }).click()
      await dialog.getByRole('button', { name: 'Sending 2 of 2..' }).waitFor()
      sends()
      await dialog.getByText('Invite sent.').nth(1).waitFor()
      await assertAccessibleEverywhere(page, `what became of invites at ${width}`)
      await dialog.getByRole('button', { name: 'Done' }).click()

      await button('Move Payer').click()
      await dialog.getByLabel('Billing Information').selectOption({ label: 'River Ranch Ltd' })
      await assertAccessibleEverywhere(page, `moving several sites to another payer at ${width}`)
      const moves = await heldSecond(page, '**/api/v1/sites/*')
      await dialog.getByRole('button', { name: 'Move Payer' }).click()
      await dialog.getByRole('button', { name: 'Moving 2 of 2..' }).waitFor()
      moves()
      await dialog.getByText('Moved.').nth(1).waitFor()
      await dialog.getByRole('button', { name: 'Done' }).click()
      const { reply } = await portal.testApp.call(listSites, { as: ivan })
      const moved = reply.sites.filter((site) => site.billing_entity_id === other.id).map(({ name }) => name)
      assert.deepEqual(moved.toSorted(), ['Pasture 1', 'Pasture 2'])

      await many.getByRole('checkbox', { name: 'Choose all' }).check()
      await many.getByText('7 chosen').waitFor()
      const [download] = await Promise.all([page.waitForEvent('download'), button('Download CSV').click()])
      assert.equal(download.suggestedFilename(), 'sites.csv')
      const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
      assert.equal(lines.length, 8)
      assert.match(lines[1] ?? '', /^Pasture 1,http/)
    })
  })
