import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { cardNumbers } from '../server/src/testing/billing.ts'
import { plans } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { withinDay } from '../server/src/testing/windows.ts'
import { assertAccessibleEverywhere, fillInCard, invoicesOf, siteAfter } from './money-steps.ts'
import { button, field, link } from './place-steps.ts'
import { Portal } from './portal.ts'

/* What is paid for: changed after its price was seen, taken back, ended, unpaid and mended. */

let portal: Portal
let alice: Person

before(async () => {
  portal = await Portal.open({ TAX_NUMBERS: 'GST=123456789RT0001' })
  alice = await portal.onboarded('alice')
})
after(() => portal?.close())

const openSite = async (page: Page, site: string) => {
  await page.goto(`${portal.url}/site/${site}`)
  await button(page, 'Change Plan').waitFor()
}

test('an upgrade shows what it costs to the cent, and charges that', () =>
  withinDay(async () => {
    const { billingEntity, site } = await siteAfter(portal, alice, 20, { name: 'Upgraded' })
    await portal.withPage(alice, {}, async ({ page }) => {
      await openSite(page, site)
      await button(page, 'Change Plan').click()
      await page.getByRole('radio', { name: /Herd/ }).first().check()
      await button(page, 'Continue').click()
      await page.getByText('begins now. This is charged at once:').waitFor()
      await assertAccessibleEverywhere(page, 'what a plan costs')
      const pay = page.getByRole('button', { name: /^Choose Herd and pay C\$/ })
      const shown = /C\$([\d.]+)/.exec((await pay.textContent()) ?? '')?.[1]
      await pay.click()
      await page.getByText('The plan was changed.').waitFor()
      await portal.testApp.settle()
      await page.getByText('Herd, C$79 per month').first().waitFor()
      const [upgrade] = await invoicesOf(portal, alice, billingEntity)
      assert.deepEqual([upgrade?.status, upgrade?.total], ['paid', Math.round(Number(shown) * 100)])

      await link(page, 'North Ranch Ltd').click()
      await page.getByRole('tab', { name: 'Invoices' }).click()
      await link(page, `View ${upgrade?.number}`).click()
      await page.getByText('not used').waitFor()
      const [document] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Download PDF').click(),
      ])
      assert.equal(document.suggestedFilename(), `${upgrade?.number}.pdf`)
    })
  }))

test('a cheaper plan waits for the end of the period, and is taken back until then', async () => {
  const { billingEntity, site } = await siteAfter(portal, alice, 20, { plan_id: plans.herd })
  await portal.withPage(alice, { width: 390 }, async ({ page }) => {
    await openSite(page, site)
    await button(page, 'Change Plan').click()
    await page.getByRole('radio', { name: /Ranch/ }).first().check()
    await button(page, 'Continue').click()
    await page.getByText('Nothing is charged now.').waitFor()
    await button(page, 'Choose Ranch').click()
    await page.getByText('Ranch, C$29 per month, from').waitFor()
    await button(page, 'Undo').click()
    await page.getByText('The plan stays the same.').waitFor()
    await button(page, 'Undo').waitFor({ state: 'detached' })
    assert.equal((await invoicesOf(portal, alice, billingEntity)).length, 1)
  })
})

test('what is ended goes on to the end of its period, and is kept when that is asked in time', async () => {
  const { site } = await siteAfter(portal, alice, 20)
  await portal.withPage(alice, {}, async ({ page }) => {
    await openSite(page, site)
    await button(page, 'End Subscription').click()
    await page.getByRole('alertdialog').getByText('Until then nothing changes').waitFor()
    await assertAccessibleEverywhere(page, 'ending a subscription')
    await page.getByRole('alertdialog').getByRole('button', { name: 'End Subscription' }).click()
    await page
      .getByText(/^The subscription of .+ ends on /)
      .first()
      .waitFor()
    const fact = (name: string) =>
      page.locator('.fact').filter({ has: page.getByText(name, { exact: true }) })
    await fact('Ends on').waitFor()
    await fact('Next charge').getByText('None', { exact: true }).waitFor()
    await button(page, 'Keep Subscription').click()
    await page.getByText('The subscription continues.').waitFor()
    await button(page, 'End Subscription').waitFor()

    await button(page, 'Pause').click()
    await field(page, 'Resumes on').selectOption({ index: 3 })
    await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click()
    await button(page, 'Do Not Pause').click()
    await button(page, 'Pause').waitFor()
  })
})

test('an unpaid site becomes read-only, says so early, and comes back when a new card is entered', async () => {
  const { billingEntity, site } = await siteAfter(portal, alice, 15, {
    card: cardNumbers.declines,
    name: 'Unpaid Pasture',
  })
  await portal.withPage(alice, {}, async ({ page }) => {
    await openSite(page, site)
    await page.getByText('Payment overdue').waitFor()
    await page.getByText('did not go through').waitFor()
    await button(page, 'Try Again').click()
    await page.getByText('The card is being tried.').waitFor()

    await portal.testApp.pass(14)
    await page.reload()
    await page.getByText('Read-only until it is paid').waitFor()
    await page.goto(`${portal.url}/billing-entities/${billingEntity}`)
    await page.getByText('It is read-only until that is paid').waitFor()
    await assertAccessibleEverywhere(page, 'a payer that owes')
    await link(page, 'Replace Card').click()
    await page.getByText('will be charged to this card at once').waitFor()
    await page.getByText('C$30.45').first().waitFor()
    await assertAccessibleEverywhere(page, 'what a card is charged at once')
    await fillInCard(page, '4242 4242 4242 4242')
    await button(page, 'Update Card').click()
    await page.waitForURL(`**/billing-entities/${billingEntity}`)
    await portal.testApp.settle()
    await page.getByText('Active').waitFor()
    await page.goto(`${portal.url}/site/${site}`)
    await page.getByText('Active').waitFor()
    assert.equal(await page.getByText('did not go through').count(), 0)
  })
})
