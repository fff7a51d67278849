import { listSubscriptions } from '@byre/contract/billing/subscriptions'
import { deleteSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { billingEntityOfSites } from '../server/src/testing/billing.ts'
import { newSite } from '../server/src/testing/places.ts'
import { staffMember } from '../server/src/testing/second-factors.ts'
import { invoicesOf, utcDay, zoneOfAnotherDay } from './money-steps.ts'
import { newName } from './place-steps.ts'
import { Portal } from './portal.ts'
import { assertDialog } from './staff-steps.ts'

/* What staff are asked before they do something to what is somebody else's. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

for (const width of [360, 1440])
  test(`at ${width} px staff are asked before they credit, restore or mail again`, async () => {
    const { testApp } = portal
    const carol = await portal.onboarded(newName('carol'))
    const { id } = await billingEntityOfSites(testApp, carol, 1)
    const gone = await newSite(testApp, carol, { name: 'Gone Pens' })
    await testApp.call(deleteSite, { as: carol, params: { id: gone.id } })
    await testApp.pass(15)
    const [invoice] = await invoicesOf(portal, carol, id)
    const alice = await staffMember(testApp, newName('alice'))
    await portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(`${portal.url}/staff/invoice/${invoice!.id}`)
      await assertDialog(page, /^Credit what is left/)
      await assertDialog(page, /^Credit line 1/)
      await page.goto(`${portal.url}/staff/site/${gone.id}`)
      await assertDialog(page, 'Restore')
      await page.goto(`${portal.url}/staff/account/${carol.id}`)
      await assertDialog(page, /^Send again/)
    })
  })

test('staff read the days of an invoice and of a period as whoever pays reads them', async () => {
  const { testApp } = portal
  const carol = await portal.onboarded(newName('carol'))
  const { id, sites } = await billingEntityOfSites(testApp, carol, 1)
  await testApp.pass(15)
  const [invoice] = await invoicesOf(portal, carol, id)
  const query = { site_id: sites[0]! }
  const [paid] = (await testApp.call(listSubscriptions, { as: carol, query })).reply.subscriptions
  const alice = await staffMember(testApp, newName('alice'))
  const { issued_at, paid_at } = invoice!
  const { current_period_end, trial_ends_at } = paid!
  assert.ok(paid_at && current_period_end && trial_ends_at)
  const reads = (path: string, at: string, facts: Record<string, string>) =>
    portal.withPage(alice, { timeZone: zoneOfAnotherDay(at) }, async ({ page }) => {
      await page.goto(`${portal.url}/staff/${path}`)
      for (const [name, time] of Object.entries(facts))
        await page
          .locator('dl > div')
          .filter({ has: page.getByText(name, { exact: true }) })
          .getByText(utcDay(time), { exact: true })
          .waitFor()
    })
  await reads(`invoice/${invoice!.id}`, issued_at, { Issued: issued_at, Paid: paid_at })
  const ends = { 'Trial ends': trial_ends_at, 'Period ends': current_period_end }
  await reads(`site/${sites[0]}`, current_period_end, ends)
})
