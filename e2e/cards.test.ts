import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { giveCard } from '../server/src/testing/billing.ts'
import { newSite } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import {
  assertAccessibleEverywhere,
  fillInCard,
  billingEntityInAlberta,
  billingEntityOfNowhere,
} from './money-steps.ts'
import { button, field, link } from './place-steps.ts'
import { Portal } from './portal.ts'

/* A payer's card: confirmed at a bank, declined and mended, changed, removed. */

describe('where card details come to us', () => {
  let portal: Portal
  let alice: Person

  before(async () => {
    portal = await Portal.open()
    alice = await portal.onboarded('alice')
  })
  after(() => portal?.close())

  const billingEntityPage = async (page: Page, billingEntity: string) => {
    await page.goto(`${portal.url}/billing-entities/${billingEntity}`)
    await page.getByRole('heading', { name: 'Credit Card' }).waitFor()
  }

  test('a card is declined, mended, confirmed at the bank, changed and removed', async () => {
    const billingEntity = await billingEntityInAlberta(portal, alice)
    await portal.withPage(alice, {}, async ({ context, page, watch }) => {
      await billingEntityPage(page, billingEntity)
      await link(page, 'Add Card').click()
      await fillInCard(page, '4000 0000 0000 0002')
      await page.getByText('No real money moves here.').waitFor()
      await assertAccessibleEverywhere(page, 'new card')
      watch.expect(/^400 POST \/api\/v1\/cards$/)
      await button(page, 'Add Card').click()
      await page.getByText('Your card was declined.').first().waitFor()
      assert.equal(await field(page, 'Security code (CVC)').inputValue(), '123')
      assert.match(await field(page, 'Card number').inputValue(), /0002$/)

      await field(page, 'Card number').fill('4000 0025 0000 3155')
      await button(page, 'Add Card').click()
      await page.getByRole('heading', { name: 'Is this you?' }).waitFor()
      await assertAccessibleEverywhere(page, 'the bank')
      watch.expect(/^400 POST \/api\/v1\/card-confirmations/)
      await button(page, 'Refuse').click()
      await page.getByText('Your bank did not confirm this card.').waitFor()

      await link(page, 'Try another card').click()
      await fillInCard(page, '4000 0025 0000 3155')
      await button(page, 'Add Card').click()
      await button(page, 'Approve').click()
      await page.waitForURL(`**/billing-entities/${billingEntity}`)
      await page.getByText('3155').first().waitFor()

      await link(page, 'Edit Card').click()
      await field(page, 'Expiry month').selectOption('3')
      await assertAccessibleEverywhere(page, 'edit card')
      await button(page, 'Update Card').click()
      await page.getByText('Expires 03/').waitFor()
      const other = await context.newPage()
      await other.goto(`${portal.url}/billing-entities/${billingEntity}/card/edit`)
      await link(page, 'Edit Card').click()
      await fillInCard(page, '5555 5555 5555 4444')
      await button(page, 'Update Card').click()
      await page.getByText('4444').first().waitFor()

      // The other window asks for the card that is gone, and says so.
      watch.expect(/^404 GET \/api\/v1\/cards\//)
      await button(page, 'Delete Card').click()
      await page.getByRole('alertdialog').getByText('Mastercard').waitFor()
      await assertAccessibleEverywhere(page, 'delete card')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByText('No card yet').waitFor()
      await link(other, 'Add Card').waitFor()
    })
  })

  test('with the first card a payer is asked where it is, which taxes go by', async () => {
    const billingEntity = await billingEntityOfNowhere(portal, alice)
    await portal.withPage(alice, { width: 390 }, async ({ page }) => {
      await page.goto(`${portal.url}/billing-entities/${billingEntity}/card/new`)
      await fillInCard(page, '4242 4242 4242 4242')
      assert.ok(await button(page, 'Add Card').isDisabled())
      await field(page, 'Country').selectOption('USA')
      await field(page, 'State').selectOption('Montana')
      await field(page, 'Country').selectOption('Canada')
      assert.equal(await field(page, 'Province').inputValue(), '')
      await assertAccessibleEverywhere(page, 'a first card and where its payer is')
      await field(page, 'Province').selectOption('Quebec')
      // One card all the same: another would be refused, which nobody should meet.
      await button(page, 'Add Card').dblclick()
      await page.waitForURL(`**/billing-entities/${billingEntity}`)
      await page.getByRole('tab', { name: 'Details' }).click()
      await page
        .getByText(/Quebec/)
        .first()
        .waitFor()
    })
  })

  test('a payer of old is asked with a new expiry too, and where it is stays known from then on', async () => {
    const { pool } = portal.testApp.database
    const billingEntity = await billingEntityInAlberta(portal, alice)
    await giveCard(portal.testApp, alice, billingEntity)
    await pool.query('update customers.billing_entities set region = null where id = $1', [billingEntity])
    await portal.withPage(alice, { width: 390 }, async ({ page }) => {
      await billingEntityPage(page, billingEntity)
      await page.getByText('The province is missing. Taxes depend on it.').waitFor()
      await assertAccessibleEverywhere(page, 'a payer with a card whose place is unknown')
      await link(page, 'Add it').click()
      await page.waitForURL(`**/billing-entities/${billingEntity}/edit`)
      await page.goto(`${portal.url}/billing-entities/${billingEntity}/card/edit`)
      await field(page, 'Expiry month').selectOption('3')
      assert.ok(await button(page, 'Update Card').isDisabled())
      await field(page, 'Province').selectOption('Quebec')
      await assertAccessibleEverywhere(page, 'a card’s new expiry and where its payer is')
      await button(page, 'Update Card').click()
      await page.waitForURL(`**/billing-entities/${billingEntity}`)
      await page.getByRole('tab', { name: 'Details' }).click()
      await page
        .getByText(/Quebec/)
        .first()
        .waitFor()

      await link(page, 'Edit').click()
      await field(page, 'Country').selectOption('USA')
      await page.getByText('Please choose a state.').waitFor()
      assert.ok(await button(page, 'Update').isDisabled())
      await field(page, 'State').selectOption('Montana')
      await button(page, 'Update').click()
      await page.getByRole('tab', { name: 'Details' }).click()
      await page
        .getByText(/Montana/)
        .first()
        .waitFor()
    })
  })

  test('an expired card is said to be one, whichever of its month and year was chosen last', async () => {
    const billingEntity = await billingEntityInAlberta(portal, alice)
    await portal.withPage(alice, {}, async ({ page }) => {
      const year = new Date().getFullYear()
      await page.clock.setFixedTime(`${year}-06-15T12:00:00Z`)
      await page.goto(`${portal.url}/billing-entities/${billingEntity}/card/new`)
      await fillInCard(page, '4242 4242 4242 4242')
      await field(page, 'Expiry year').selectOption(String(year))
      await field(page, 'Expiry month').selectOption('5')
      await page.getByText('Expiry date cannot be in the past.').waitFor()
      assert.ok(await button(page, 'Add Card').isDisabled())
      await field(page, 'Expiry month').selectOption('6')
      await page.getByText('Expiry date cannot be in the past.').waitFor({ state: 'detached' })
      assert.ok(await button(page, 'Add Card').isEnabled())
    })
  })

  test('a card that something paid depends on stays, and the page says why', async () => {
    const billingEntity = await billingEntityInAlberta(portal, alice)
    await newSite(portal.testApp, alice, { billing_entity_id: billingEntity })
    const { pool } = portal.testApp.database
    await pool.query(`update payments.subscriptions set status = 'active' where billing_entity_id = $1`, [
      billingEntity,
    ])
    await portal.withPage(alice, { width: 390 }, async ({ page, watch }) => {
      await billingEntityPage(page, billingEntity)
      await link(page, 'Add Card').click()
      await fillInCard(page, '4242 4242 4242 4242')
      await button(page, 'Add Card').click()
      await page.waitForURL(`**/billing-entities/${billingEntity}`)
      await button(page, 'Delete Card').click()
      watch.expect(/^409 DELETE \/api\/v1\/cards/)
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByText('This card still pays for a site or clinic.').first().waitFor()
      await assertAccessibleEverywhere(page, 'a card that stays')
      await page.getByText('4242').first().waitFor()
    })
  })
})
