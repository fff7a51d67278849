import { deleteClinic, restoreClinic } from '@byre/contract/places/clinics'
import { deleteSite } from '@byre/contract/places/sites'
import { updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { cardNumbers, giveCard } from '../server/src/testing/billing.ts'
import { newClinic, newSite, plans } from '../server/src/testing/places.ts'
import { withinDay } from '../server/src/testing/windows.ts'
import { assertAccessibleEverywhere, invoicesOf, billingEntityInAlberta, siteAfter } from './money-steps.ts'
import { button, link, titled } from './place-steps.ts'
import { Portal } from './portal.ts'
import { late, movedOn, watchShifts } from './shifts.ts'

/* The page of who pays: what for, how much, when next, a year in a picture; and how it goes. */

let portal: Portal

before(async () => {
  portal = await Portal.open({ TAX_NUMBERS: 'GST=123456789RT0001' })
})
after(() => portal?.close())

test('a payer sees each site and clinic, what they come to, what is charged next and what a year was', async () => {
  const { testApp } = portal
  const alice = await portal.onboarded('alice')
  const billingEntity = await withinDay(async () => {
    const id = await billingEntityInAlberta(portal, alice)
    await giveCard(testApp, alice, id)
    const of = { billing_entity_id: id }
    await newSite(testApp, alice, { ...of, name: 'East Pasture' })
    await newSite(testApp, alice, { ...of, name: 'West Pasture', plan_id: plans.herd })
    await newClinic(testApp, alice, of)
    return id
  })
  await testApp.pass(50)
  const invoices = await invoicesOf(portal, alice, billingEntity)
  assert.equal(invoices.length, 6)

  await portal.withPage(alice, {}, async ({ page }) => {
    const table = (name: string) => page.getByRole('table', { name })
    await page.goto(`${portal.url}/billing-entities/${billingEntity}`)
    await table('Sites this pays for').getByRole('link', { name: 'West Pasture' }).waitFor()
    await page.getByRole('tab', { name: 'Operation Sites (2)' }).waitFor()
    const figure = (name: string) => page.locator('dl.figure-row > div', { hasText: name }).locator('dd')
    assert.match(
      (await figure('Next charge').textContent()) ?? '',
      /^C\$217\.35\w+ \d+\w+ \d{4}, for 3 places$/,
    )
    assert.equal(await figure('Owed').textContent(), 'Nothing\u00a0')
    await assertAccessibleEverywhere(page, 'what a payer pays for')
    await page.getByRole('tab', { name: 'Spending' }).click()
    await page.waitForURL('**?tab=spending')
    await table('Next charges by date').getByText('C$217.35').waitFor()
    await page.getByRole('button', { name: /^3 charges on / }).click()
    for (const next of ['East Pasture', 'C$30.45', 'Foothills Veterinary', 'Solo', 'C$103.95'])
      await table('Charges on').getByText(next).first().waitFor()
    await assertAccessibleEverywhere(page, 'what is charged on a day')
    await page.keyboard.press('Escape')
    await page.getByText('C$217.35 in all.').waitFor()
    await page.getByRole('listbox', { name: 'Invoiced each month' }).getByRole('option').last().waitFor()
    await page.getByText('C$434.70 in twelve months, taxes included.').waitFor()
    await page.getByText('By month').click()
    await table('Invoiced each month').waitFor()
    await assertAccessibleEverywhere(page, 'the spending of a payer')

    await page.getByRole('tab', { name: 'Veterinary Clinics (1)' }).click()
    await table('Clinics this pays for').getByRole('link', { name: 'Foothills Veterinary' }).waitFor()
    await link(page, 'New Clinic').last().waitFor()
    await page.getByRole('tab', { name: 'Users (1)' }).click()
    await page.getByRole('table', { name: /^Users of/ }).waitFor()
    await page.getByRole('tab', { name: 'Plans' }).click()
    await page.getByText('In all C$207 per month, without tax.').waitFor()
    await assertAccessibleEverywhere(page, 'the plans of a payer')
  })
})

test('what still pays is not deleted and says for what; a place that comes back without it says so', async () => {
  const { testApp } = portal
  const bob = await portal.onboarded('bob')
  const billingEntity = await billingEntityInAlberta(portal, bob)
  const of = { billing_entity_id: billingEntity }
  const site = await newSite(testApp, bob, { ...of, name: 'Kept Pasture' })
  const clinic = await newClinic(testApp, bob, { ...of, name: 'Kept Clinic' })
  await portal.withPage(bob, {}, async ({ context, page, watch }) => {
    const deleteBillingEntity = async () => {
      await button(page, 'Delete').click()
      await page.getByRole('alertdialog').getByText('will be removed').waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
    }
    await page.goto(`${portal.url}/billing-entities/${billingEntity}`)
    watch.expect(/^409 DELETE \/api\/v1\/billing-entities/)
    await deleteBillingEntity()
    const refused = page.getByRole('alert')
    await refused.getByText('This billing information is still used by a site or clinic.').waitFor()
    await refused.getByRole('link', { name: 'Kept Clinic' }).waitFor()
    await assertAccessibleEverywhere(page, 'a payer that is still used')
    await refused.getByRole('link', { name: 'Kept Pasture' }).click()
    await titled(page, 'Kept Pasture')

    // Away from a place before it goes: what its page is asking would be refused.
    await page.goto('about:blank')
    await testApp.call(deleteSite, { as: bob, params: { id: site.id } })
    await testApp.call(deleteClinic, { as: bob, params: { id: clinic.id } })
    await page.goto(`${portal.url}/billing-entities/${billingEntity}`)
    const other = await context.newPage()
    await other.goto(`${portal.url}/billing-entities/${billingEntity}`)
    await titled(other, 'North Ranch Ltd')
    // Whoever asks in the other window is told 404, which it turns into words.
    watch.expect(/^404 GET \/api\/v1\//)
    await deleteBillingEntity()
    await page.getByText('Billing information was removed').waitFor()
    await other.getByText('You no longer have access to this').waitFor()
    await page.getByRole('heading', { name: 'No Billing Information' }).waitFor()
    await assertAccessibleEverywhere(page, 'no billing information')

    await testApp.call(restoreClinic, { as: bob, params: { id: clinic.id }, body: {} })
    await page.goto(`${portal.url}/clinic/${clinic.id}`)
    await page
      .getByText(
        'Sorry we could not find the billing information. Please update the clinic to ensure payments can still be recieved.',
      )
      .waitFor()
    assert.ok((await page.getByText('Unknown', { exact: true }).count()) >= 1)
    await assertAccessibleEverywhere(page, 'a clinic whose payer is gone')
  })
})

/** What a payer's pages are drawn from, from the top. */
const drawn = ['/api/v1/users/', '/api/v1/billing-entities', '/api/v1/subscription', '/api/v1/invoices']

/** As far away: the answers come one after the other, those that are not named at once. */
const inOrder = (starts: string[], apartMs: number) => async (context: BrowserContext) => {
  const turnOf = (path: string) => starts.findIndex((start) => path.startsWith(start)) + 1
  await late(context, (path) => apartMs * turnOf(path))
  await watchShifts(context)
}

test('nothing moves while the pages of a payer that owes come, in whatever order', async () => {
  const carol = await portal.onboarded('carol')
  const { billingEntity, site } = await siteAfter(portal, carol, 15, { card: cardNumbers.declines })
  const open = (prepare: (context: BrowserContext) => Promise<void>) =>
    portal.withPage(carol, { width: 1440, prepare }, async ({ page }) => {
      for (const path of [`/site/${site}`, `/billing-entities/${billingEntity}`]) {
        const visit = async () => {
          const known = page.waitForResponse(`**/api/v1/users/${carol.id}`)
          await page.goto(portal.url + path)
          await known
          await page.getByText('did not go through').first().waitFor()
          await link(page, 'New Site').first().waitFor()
          await page.getByRole('main').locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
        }
        assert.deepEqual(await movedOn(page, visit), [], path)
      }
    })

  await open(inOrder(drawn, 150))

  // Nothing is missing in the profile, so that no banner comes with it, which is later than the frame waits for.
  const names = { first_name: 'Carol', last_name: 'Jones', city: 'Calgary', country: 'CA' }
  await portal.testApp.call(updateUser, { as: carol, params: { id: carol.id }, body: names })
  await open(inOrder(drawn.slice(0, 1), 1500))
})
