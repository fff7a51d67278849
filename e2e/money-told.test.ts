import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { billingEntityOfSites, cardNumbers } from '../server/src/testing/billing.ts'
import { join } from '../server/src/testing/places.ts'
import { assertAccessibleEverywhere } from './money-steps.ts'
import { button, calgary, link } from './place-steps.ts'
import { Portal } from './portal.ts'

/* What is not paid is told wherever its people land: in one sentence, with one button. What is shut says so. */

let portal: Portal

before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

/** Below the title, and above all else. */
async function assertBelowTitle(page: Page, banner: Locator) {
  const head = (await page.locator('.page-head').boundingBox())!
  const { y } = (await banner.boundingBox())!
  const between = y - head.y - head.height
  assert.ok(between >= 0 && between <= 40, `it stands ${between} px below the title`)
}

test('two sites that are stopped are told on the dashboard, their cards, the menu, their pages and their payer’s', async () => {
  const alice = await portal.onboarded('alice', calgary)
  const bob = await portal.onboarded('bob')
  const { id, sites } = await billingEntityOfSites(portal.testApp, alice, 2, cardNumbers.neverPays)
  await join(portal.testApp, bob, { kind: 'site', id: sites[0]! }, 'User')
  await portal.testApp.pass(40)

  await portal.withPage(alice, {}, async ({ page }) => {
    await page.goto(`${portal.url}/`)
    const main = page.getByRole('main')
    const unpaid = page.getByRole('region', { name: 'Unpaid' })
    await unpaid
      .getByText(
        'owes C$58 for Pasture 1 and Pasture 2. They are stopped until that is paid. Nothing is lost.',
      )
      .waitFor()
    await assertBelowTitle(page, page.getByRole('region', { name: 'Needs you' }))
    assert.equal(await main.getByText('Stopped', { exact: true }).count(), 2)
    assert.equal(await main.getByRole('link', { name: /^Launch / }).count(), 0)
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Pasture 1 Stopped' }).waitFor()
    await assertAccessibleEverywhere(page, 'a dashboard with what is unpaid')
    assert.equal(
      new URL((await link(unpaid, 'Replace Card').getAttribute('href')) ?? '', portal.url).pathname,
      `/billing-entities/${id}/card/edit`,
    )

    await menu.getByRole('link', { name: 'Pasture 1 Stopped' }).click()
    await main.getByText('The payment of C$29 for Pasture 1 did not go through.').waitFor()
    await assertBelowTitle(page, page.locator('.banner').filter({ hasText: 'did not go through' }))
    await main.getByText('Nobody can be invited while this site is stopped').waitFor()
    assert.equal(await link(main, 'Launch').count(), 0)
    assert.equal(await main.getByText('Request ').count(), 0)
    assert.equal(await page.getByText('did not go through').count(), 1)
    await assertAccessibleEverywhere(page, 'a stopped site')

    await page.goto(`${portal.url}/billing-entities/${id}`)
    await main.getByText('The payment of C$58 for Pasture 1 and Pasture 2 did not go through.').waitFor()
    await assertBelowTitle(page, page.locator('.banner').filter({ hasText: 'did not go through' }))
    await assertAccessibleEverywhere(page, 'a payer who does not pay')
    await main.getByRole('tab', { name: 'Spending' }).click()
    await main.getByText('C$58 of it is not paid yet').waitFor()
    // Once both are to end, no charge comes; what is owed is owed still.
    for (const name of ['Pasture 1', 'Pasture 2']) {
      await button(page, `End ${name}`).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'End Subscription' }).click()
      await button(page, `End ${name}`).waitFor({ state: 'detached' })
    }
    await main.getByText('Nothing but the C$58 that is owed.').waitFor()
    assert.equal(await main.getByText('Nothing will be charged.').count(), 0)
    await assertAccessibleEverywhere(page, 'what a payer who does not pay has spent')
  })

  await portal.withPage(bob, { width: 360 }, async ({ page }) => {
    await page.goto(`${portal.url}/site/${sites[0]}`)
    await page.getByText('This site is stopped until it is paid for').waitFor()
    await page.getByText('Ranch, C$29 per month').waitFor()
    assert.equal(await page.getByText('C$').count(), 1, 'what is owed is the payer’s')
    assert.equal(await link(page, 'Launch').count(), 0)
  })
})

test('a place whose trial ended without a card says what is missing, and a place that is paid for nothing', async () => {
  const carol = await portal.onboarded('carol')
  const { id } = await billingEntityOfSites(portal.testApp, carol, 1, null)
  await portal.withPage(carol, {}, async ({ page }) => {
    await page.goto(`${portal.url}/`)
    await page.getByRole('link', { name: 'Launch Pasture 1' }).waitFor()
    assert.equal(await page.getByRole('region', { name: 'Unpaid' }).count(), 0)
    await page.goto(`${portal.url}/billing-entities/${id}?tab=spending`)
    await page.getByText('whatever falls due is read-only until you add one.').waitFor()
    await page.goto(portal.url)
    await portal.testApp.pass(15)
    await page.reload()
    const unpaid = page.getByRole('region', { name: 'Unpaid' })
    await unpaid.getByText('has no card to pay for Pasture 1. It is read-only until there is one.').waitFor()
    await page.getByRole('main').getByText('Read-only', { exact: true }).waitFor()
    await link(unpaid, 'Add Card').click()
    await page.waitForURL(`**/billing-entities/${id}/card/new`)
  })
})
