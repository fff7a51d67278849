import { getInvoice, listInvoices, type InvoiceHead } from '@byre/contract/billing/invoices'
import assert from 'node:assert/strict'
import { cardNumbers, giveCard, takenFor } from './billing.ts'
import { newBillingEntity, newSite, plans } from './places.ts'
import type { Person, TestApp } from './test-app.ts'

let billingEntities = 0

/** A payer in Québec whose one site is charged for the first time today. */
export async function invoiced(
  testApp: TestApp,
  as: Person,
  {
    card = cardNumbers.pays,
    fields = {},
    plan_id = plans.ranch,
  }: { card?: string; fields?: Record<string, string>; plan_id?: string } = {},
) {
  const email = `office-${(billingEntities += 1)}@metis.example`
  const address = { address: '3550, chemin de l’Église', city: 'Rimouski', country: 'Canada', region: 'QC' }
  const billingEntity = await newBillingEntity(testApp, as, {
    name: 'Métis Ranch Ltée',
    email,
    ...address,
    ...fields,
  })
  const site = await newSite(testApp, as, { billing_entity_id: billingEntity.id, plan_id })
  await giveCard(testApp, as, billingEntity.id, { number: card })
  testApp.clock.pass(14)
  await testApp.app.runBilling(testApp.clock.now())
  await testApp.settle()
  const [invoice] = await invoicesOf(testApp, as, billingEntity.id)
  if (!invoice) throw new Error('nothing was charged')
  return { billingEntity, site, email, invoice }
}

/** How each of a payer's invoices stands, by number. */
export const statusesOf = async (testApp: TestApp, as: Person, billingEntity: string) =>
  (await invoicesOf(testApp, as, billingEntity)).map(({ status }) => status)

/** When each of them is tried next. */
export const triesOf = async (testApp: TestApp, as: Person, billingEntity: string) =>
  (await invoicesOf(testApp, as, billingEntity)).map(({ next_try_at }) => next_try_at)

/** A payer's invoices and credit notes by number. */
export async function invoicesOf(
  testApp: TestApp,
  as: Person,
  billing_entity_id: string,
): Promise<InvoiceHead[]> {
  const query = { billing_entity_id, per_page: '100' }
  const { reply } = await testApp.call(listInvoices, { as, query })
  return reply.invoices.toSorted((a, b) => (a.number < b.number ? -1 : 1))
}

export const invoiceOf = async (testApp: TestApp, as: Person, id: string) =>
  (await testApp.call(getInvoice, { as, params: { id } })).reply

/** So many invoices of a payer, each paid, and the gateway took exactly what they say, each once. */
export async function assertPaidOnce(
  testApp: TestApp,
  as: Person,
  billing_entity_id: string,
  count: number,
): Promise<void> {
  const invoices = await invoicesOf(testApp, as, billing_entity_id)
  assert.deepEqual(
    invoices.map(({ status }) => status),
    Array.from({ length: count }, () => 'paid'),
  )
  assert.deepEqual(
    await takenFor(testApp, billing_entity_id),
    invoices.map(({ id, total }) => `${id} ${total}`).toSorted(),
  )
}
