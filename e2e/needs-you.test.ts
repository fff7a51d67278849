import { offerSiteHandOver } from '@byre/contract/people/ownership-transfers'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { billingEntityOfSites, giveCard } from '../server/src/testing/billing.ts'
import { join, newBillingEntity, newSite } from '../server/src/testing/places.ts'
import { assertAccessibleEverywhere } from './money-steps.ts'
import { someone } from './people-steps.ts'
import { button, link, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* What waits for its reader on the dashboard besides money and invites, and from how many places on there is a table. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

for (const width of [360, 1440])
  test(`at ${width} px a failing domain, an offered site and an expiring card each have a line that leads there`, async () => {
    const [alice, bob] = [await someone(portal, 'Alice'), await someone(portal, 'Bob')]
    const { testApp } = portal
    const domain = `pens-${width}.farm`
    const failing = await newSite(testApp, alice, { name: 'North Pens', domain })
    await testApp.settle()
    await testApp.database.pool.query(
      `update customers.domain_claims set state = 'failing', verified_at = now(), failing_since = now() where place_id = $1`,
      [failing.id],
    )
    const offered = await newSite(testApp, bob, { name: 'South Pens' })
    await join(testApp, alice, { kind: 'site', id: offered.id }, 'Admin')
    await testApp.call(offerSiteHandOver, {
      as: bob,
      params: { id: offered.id },
      body: { user_id: alice.id },
    })
    const { id: payer } = await newBillingEntity(testApp, alice, { name: 'River Ranch Ltd' })
    await giveCard(testApp, alice, payer)
    const now = testApp.clock.now()
    await testApp.database.pool.query(
      'update payments.cards set exp_year = $2, exp_month = $3 where billing_entity_id = $1',
      [payer, now.getUTCFullYear(), now.getUTCMonth() + 1],
    )

    await portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(portal.url)
      const needs = page.getByRole('region', { name: 'Needs you' })
      await needs.getByText(`The records of ${domain}, the domain of North Pens, have changed.`).waitFor()
      await needs.getByText('Bob Ardley offers to make you the Owner of South Pens, until').waitFor()
      await needs.getByText('The card of River Ranch Ltd ending in 4242 expires with').waitFor()
      await assertAccessibleEverywhere(page, `what else needs its reader at ${width}`)
      await link(needs, 'Check Domain').click()
      await titled(page, 'North Pens')
      await page.goBack()
      await link(needs, 'See Offer').click()
      await titled(page, 'South Pens')
      await button(page, 'Become the Owner').waitFor()
      await page.goBack()
      await link(needs, 'Replace Card').click()
      await page.waitForURL(`**/billing-entities/${payer}/card/edit**`)
    })
  })

const search = (page: Page) => page.getByRole('searchbox', { name: 'Find in sites' })
const cards = (page: Page) => page.getByRole('tabpanel').locator('li.card')
const table = (page: Page) => page.getByRole('table', { name: 'Sites' })

for (const width of [360, 1440])
  test(`at ${width} px one site can be searched, six are cards, and seven a table that says all of each`, async () => {
    const carol = await someone(portal, 'Carol')
    const { id: payer } = await billingEntityOfSites(portal.testApp, carol, 1)
    const add = (name: string) => newSite(portal.testApp, carol, { name, billing_entity_id: payer })
    await portal.withPage(carol, { width }, async ({ page }) => {
      await page.goto(portal.url)
      await search(page).waitFor()
      assert.equal(await cards(page).count(), 1)
      for (const number of [2, 3, 4, 5, 6]) await add(`Pasture ${number}`)
      await cards(page).nth(5).waitFor()
      await search(page).waitFor()
      assert.equal(await table(page).count(), 0)
      await add('Pasture 7')
      await table(page).waitFor()
      await search(page).waitFor()
      assert.equal(await cards(page).count(), 0)
      const row = table(page).getByRole('row').filter({ hasText: 'Pasture 7' })
      // On a phone a row is two lines and a chip: when it is charged, for which plan and where stands on its page.
      const said =
        width === 360 ? [/In trial/, /C\$29/] : [/In trial/, /C\$29\s+\w+ \d+\w\w \d{4}/, /Ranch/, /Olds, AB/]
      for (const part of said) assert.match(await row.innerText(), part)
      if (width === 360) return
      const columns = await table(page).getByRole('columnheader').allInnerTexts()
      assert.deepEqual(columns.slice(0, 6), ['Name', 'State', 'Plan', 'Next charge', 'People', 'Where'])
      const people = row.getByRole('cell').nth(columns.indexOf('People'))
      assert.equal((await people.innerText()).trim(), '1')
    })
  })
