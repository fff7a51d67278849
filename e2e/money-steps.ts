import { createBillingEntity } from '@byre/contract/billing/billing-entities'
import { addCard } from '@byre/contract/billing/cards'
import { listInvoices } from '@byre/contract/billing/invoices'
import { longDate } from '@byre/contract/dates'
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { cardNumbers, giveCard } from '../server/src/testing/billing.ts'
import { newBillingEntity, newSite, billingEntityFields, plans } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { assertAccessible, painted, resize } from './browser.ts'
import { button, field } from './place-steps.ts'
import type { Portal } from './portal.ts'

/* Steps that the tests of money have in common. */

/** A payer in Alberta: its invoices carry GST alone. */
export const billingEntityInAlberta = async (
  { testApp }: Portal,
  as: Person,
  fields: Record<string, string> = {},
) => (await newBillingEntity(testApp, as, { country: 'Canada', region: 'AB', ...fields })).id

/** A payer of whom nothing is known that its taxes could go by. */
export const billingEntityOfNowhere = async ({ testApp }: Portal, as: Person) =>
  (await testApp.call(createBillingEntity, { as, body: billingEntityFields })).reply.id

interface SiteAfter {
  card?: string | null
  plan_id?: string
  name?: string
  billingEntity?: string
}

/** A site that began these days ago, and who pays for it. */
export async function siteAfter(
  portal: Portal,
  person: Person,
  days: number,
  { card = cardNumbers.pays, plan_id = plans.ranch, name = 'North Pasture', ...of }: SiteAfter = {},
): Promise<{ billingEntity: string; site: string }> {
  const billingEntity = of.billingEntity ?? (await billingEntityInAlberta(portal, person))
  if (card) await giveCard(portal.testApp, person, billingEntity, { number: card })
  const site = await newSite(portal.testApp, person, { billing_entity_id: billingEntity, plan_id, name })
  await portal.testApp.pass(days)
  return { billingEntity, site: site.id }
}

export const invoicesOf = async ({ testApp }: Portal, as: Person, billing_entity_id: string) =>
  (await testApp.call(listInvoices, { as, query: { billing_entity_id } })).reply.invoices

/** A zone whose calendar shows another day at that moment than UTC. */
export const zoneOfAnotherDay = (at: string) =>
  new Date(at).getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'

/** As days of billing are told, to whomever: November 20th 2026. */
export const utcDay = (at: string) => longDate(at, 'UTC')

export async function fillInCard(page: Page, number: string): Promise<void> {
  await field(page, 'Card number').fill(number)
  await field(page, 'Expiry month').selectOption('12')
  await field(page, 'Expiry year').selectOption(String(new Date().getFullYear() + 2))
  await field(page, 'Security code (CVC)').fill('123')
}

/** Gives a payer the card whose bank asks at each payment, and says yes to its being kept. */
export async function giveAskingCard(
  { testApp }: Portal,
  as: Person,
  billing_entity_id: string,
): Promise<void> {
  const year = String(new Date().getUTCFullYear() + 5)
  const body = { billing_entity_id, number: cardNumbers.asks, exp_month: '12', exp_year: year, cvc: '123' }
  const { reply } = await testApp.call(addCard, { as, body })
  const { pathname } = new URL(reply.action_url ?? '')
  const { status } = await testApp.send('POST', pathname, { body: { answer: 'approve' } })
  assert.equal(status, 303)
  await testApp.settle()
}

/** Says yes or no at the bank that the page has led to, and waits for what follows from it. */
export async function answerBank(portal: Portal, page: Page, answer: 'Approve' | 'Refuse'): Promise<void> {
  await page.getByRole('heading', { name: 'Is this you?' }).waitFor()
  await button(page, answer).click()
  await page.waitForURL(/\/billing-entities\//)
  await portal.testApp.settle()
}

/** No finding of axe on the page as it stands, on a phone by day and at a desk by night. */
export async function assertAccessibleEverywhere(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize()
  for (const [width, colorScheme] of [
    [360, 'light'],
    [1440, 'dark'],
  ] as const) {
    await resize(page, { width, height: 900 })
    await page.emulateMedia({ colorScheme })
    // What has the focus is in view at this width, too, and not under what is fixed to a phone's foot.
    await page.evaluate(() => document.activeElement?.scrollIntoView({ block: 'center' }))
    // Colours are judged of what was painted since.
    await painted(page)
    await assertAccessible(page, `${screen}, ${width} px, ${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await resize(page, before)
  // What stands elsewhere at this width has moved back.
  await painted(page)
}
