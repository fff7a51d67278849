import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newSite } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import {
  answerBank,
  assertAccessibleEverywhere,
  giveAskingCard,
  invoicesOf,
  billingEntityInAlberta,
} from './money-steps.ts'
import { button, link, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* Payments that a bank wants to hear about: said where one looks, answered there, and paid. */

let portal: Portal
let alice: Person

before(async () => {
  portal = await Portal.open({ TAX_NUMBERS: 'GST=123456789RT0001' })
  alice = await portal.onboarded('alice')
})
after(() => portal?.close())

const confirm = (place: string) => `Confirm Payment for ${place} at your bank`

test('a payment that the bank asks about is confirmed from the invoices, or after a refusal by trying again', async () => {
  const billingEntity = await billingEntityInAlberta(portal, alice)
  await giveAskingCard(portal, alice, billingEntity)
  const site = await newSite(portal.testApp, alice, {
    billing_entity_id: billingEntity,
    name: 'Asked Pasture',
  })
  await portal.testApp.pass(15)

  await portal.withPage(alice, {}, async ({ page }) => {
    await page.goto(`${portal.url}/billing-entities/${billingEntity}`)
    await page.getByText('Your bank asks you to confirm the payment of C$30.45 for Asked Pasture.').waitFor()
    await page.getByRole('tab', { name: 'Invoices' }).click()
    await page.getByText('Your bank asks you', { exact: true }).waitFor()
    await assertAccessibleEverywhere(page, 'a payment the bank asks about')

    await page
      .getByRole('table', { name: 'Invoices' })
      .getByRole('link', { name: confirm('Asked Pasture') })
      .click()
    await answerBank(portal, page, 'Refuse')
    await page.getByText('The payment of C$30.45 for Asked Pasture did not go through.').waitFor()
    await button(page, 'Try Again').click()
    await page.getByText('The card is being tried.').waitFor()
    await portal.testApp.settle()
    await link(page, confirm('Asked Pasture')).first().click()
    await answerBank(portal, page, 'Approve')
    await page.getByText('Active').waitFor()
    await page.getByText('Your bank asks you').first().waitFor({ state: 'detached' })
    assert.deepEqual(
      (await invoicesOf(portal, alice, billingEntity)).map(({ status }) => status),
      ['paid'],
    )

    await page.goto(`${portal.url}/site/${site.id}`)
    await button(page, 'Change Plan').click()
    await page.getByRole('radio', { name: /Herd/ }).first().check()
    await button(page, 'Continue').click()
    await page.getByRole('button', { name: /^Choose Herd and pay C\$/ }).click()
    await page.getByText('The plan was changed.').waitFor()
    await portal.testApp.settle()
    await page.getByText('Your bank asks you to confirm the payment').waitFor()
    await link(page, confirm('Asked Pasture')).click()
    await answerBank(portal, page, 'Approve')
    await page.getByRole('tab', { name: 'Spending' }).waitFor()
    await page.getByText('Your bank asks you').waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Invoices' }).click()
    const [upgrade] = await invoicesOf(portal, alice, billingEntity)
    assert.equal(upgrade?.status, 'paid')
    await link(page, `View ${upgrade.number}`).click()
    await titled(page, `Invoice ${upgrade.number}`)
    await page
      .getByRole('main')
      .getByText(/^Paid \w+ \d/)
      .waitFor()
  })
})
