import { listPaidPlaces } from '@byre/contract/billing/paid-places'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cardNumbers, giveCard } from '../server/src/testing/billing.ts'
import { newClinic } from '../server/src/testing/places.ts'
import { assertAccessibleEverywhere, invoicesOf, billingEntityInAlberta, siteAfter } from './money-steps.ts'
import { button, field, link, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* What is paid for a place: by somebody else, not for a season, and for the first time. */

let portal: Portal

before(async () => {
  portal = await Portal.open({ TAX_NUMBERS: 'GST=123456789RT0001' })
})
after(() => portal?.close())

// First: its trial is counted from the database's own time, which no test moves on.
test('a clinic that was made without a plan gets its first one', async () => {
  const carol = await portal.onboarded('carol')
  const billingEntity = await billingEntityInAlberta(portal, carol)
  const clinic = await newClinic(portal.testApp, carol, { billing_entity_id: billingEntity, plan_id: '' })
  await portal.withPage(carol, {}, async ({ page }) => {
    await page.goto(`${portal.url}/clinic/${clinic.id}`)
    await page.getByText('No plan has been chosen.').waitFor()
    await assertAccessibleEverywhere(page, 'a clinic without a plan')
    await button(page, 'Choose a Plan').click()
    await button(page, 'Continue').waitFor()
    await assertAccessibleEverywhere(page, 'choosing a first plan')
    await page
      .getByRole('radio', { name: /Practice/ })
      .first()
      .check()
    await button(page, 'Continue').click()
    await page.getByText('Nothing is charged now.').waitFor()
    await button(page, 'Choose Practice').click()
    await page.getByText('The plan was chosen.').waitFor()
    await page.getByText('Practice, C$249 per month').waitFor()
    await page.getByText(/^Free trial until /).waitFor()
    const { reply } = await portal.testApp.call(listPaidPlaces, {
      as: carol,
      query: { clinic_id: clinic.id },
    })
    assert.deepEqual(
      reply.paid_places.map(({ status, place_name: name }) => [status, name]),
      [['trialing', clinic.name]],
    )
  })
})

test('another payer is shown with what it will pay, is taken back, and pays from the next period on', async () => {
  const alice = await portal.onboarded('alice')
  const other = await billingEntityInAlberta(portal, alice, { name: 'South Ranch Inc' })
  await giveCard(portal.testApp, alice, other, { number: cardNumbers.alsoPays })
  const { billingEntity, site } = await siteAfter(portal, alice, 20)
  await portal.withPage(alice, {}, async ({ page }) => {
    const letOtherPay = async () => {
      await button(page, 'Change Plan').click()
      await field(page, 'Paid by').selectOption({ label: 'South Ranch Inc, card ending in 4444' })
      await button(page, 'Continue').click()
      await page.getByText('Nothing is charged now.').waitFor()
    }
    await page.goto(`${portal.url}/site/${site}`)
    await letOtherPay()
    await page.getByText('C$30.45 per month, taxes included').waitFor()
    await page.getByText('Paid by South Ranch Inc, card ending in 4444.').waitFor()
    await assertAccessibleEverywhere(page, 'what another payer will pay')
    await button(page, 'Let South Ranch Inc pay').click()
    await page.getByText('Who pays was changed.').waitFor()
    await page.getByText('Other billing information pays from').waitFor()
    await assertAccessibleEverywhere(page, 'another payer that waits')

    await button(page, 'Undo').click()
    await page.getByText('The payer stays the same.').waitFor()
    await button(page, 'Undo').waitFor({ state: 'detached' })
    await letOtherPay()
    await button(page, 'Let South Ranch Inc pay').click()
    await page.getByText('Other billing information pays from').waitFor()

    await portal.testApp.pass(31)
    await page.reload()
    await link(page, 'South Ranch Inc').click()
    await titled(page, 'South Ranch Inc')
    await page
      .getByRole('table', { name: 'Sites this pays for' })
      .getByRole('link', { name: 'North Pasture' })
      .waitFor()
    const paid = async (of: string) => (await invoicesOf(portal, alice, of)).map(({ status }) => status)
    assert.deepEqual([await paid(billingEntity), await paid(other)], [['paid'], ['paid']])
  })
})

test('a site that is paused for a season goes on early, after its price was seen', async () => {
  const bob = await portal.onboarded('bob')
  const { billingEntity, site } = await siteAfter(portal, bob, 20)
  await portal.withPage(bob, { width: 390 }, async ({ page }) => {
    await page.goto(`${portal.url}/site/${site}`)
    await button(page, 'Pause').click()
    await field(page, 'Resumes on').selectOption({ index: 5 })
    await assertAccessibleEverywhere(page, 'planning a season')
    await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByText('The pause is planned.').waitFor()
    await page.getByText(/^Paused from .+ until .+\.$/).waitFor()

    await portal.testApp.pass(31)
    await page.reload()
    await page.getByText(/^Paused until /).waitFor()
    await assertAccessibleEverywhere(page, 'a site that is paused')
    await button(page, 'Resume Now').click()
    await page.getByText('C$30.45 with tax is charged at once.').waitFor()
    await assertAccessibleEverywhere(page, 'resuming at once')
    await button(page, 'Resume and pay C$30.45').click()
    await page.getByText('It is running again from today.').waitFor()
    await portal.testApp.settle()
    await page.getByText('Active').waitFor()
    assert.equal(await button(page, 'Resume Now').count(), 0)
    assert.deepEqual(
      (await invoicesOf(portal, bob, billingEntity)).map(({ status, total }) => [status, total]),
      [
        ['paid', 3045],
        ['paid', 3045],
      ],
    )
  })
})
