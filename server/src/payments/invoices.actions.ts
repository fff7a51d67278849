import type { Invoice, listInvoices as ListInvoices } from '@byre/contract/invoices'
import type { QueryOf } from '@byre/contract/endpoint'
import { findPlace, findPayingParty, type Party } from '../customers/index.ts'
import type { Asker } from '../platform/actor.ts'
import type { Db } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import { chargeJob, type BillingDesk } from './billing.policy.ts'
import { amountsOf, numberOf } from './invoices.policy.ts'
import { findInvoice, insertInvoice, listInvoicesIn, takeSequence } from './invoices.queries.ts'
import { foundIn, pageOf, rowsOf } from './lists.policy.ts'
import { dateOf, dayOf } from './periods.policy.ts'
import type { Line } from './proration.policy.ts'
import { placeOf, type LockedSubscription } from './subscriptions.queries.ts'

/**
 * Issues an invoice for these lines to the payer that the subscription has now, frozen as of `at`, and
 * sends the job that charges it; all in the caller's transaction. Gives its id.
 */
export async function issueInvoice(
  { config, outbox }: BillingDesk,
  db: Db<'payments'>,
  subscription: LockedSubscription,
  { payer, lines, at }: { payer: string; lines: readonly Line[]; at: Date },
): Promise<string> {
  const [party, place] = [await findPayingParty(db, payer), await findPlace(db, placeOf(subscription))]
  if (!party) throw new Error(`no billing entity ${payer}`)
  const currency = lines[0]?.plan.currency ?? subscription.plan.currency
  const amounts = amountsOf(lines, currency, party, dateOf(dayOf(at)), config.taxNumbers)
  const [counter] = await takeSequence(db, { billing_entity_id: payer })
  if (!counter) throw new Error(`no number for an invoice to ${payer}`)

  const id = newId()
  const isFree = amounts.total === 0
  await insertInvoice(db, {
    id,
    billing_entity_id: payer,
    sequence: counter.sequence,
    number: numberOf(payer, counter.sequence),
    subscription_id: subscription.id,
    site_id: subscription.site_id,
    clinic_id: subscription.clinic_id,
    place_name: place?.name ?? '',
    payer: JSON.stringify(invoiced(party)),
    seller: JSON.stringify(config.seller),
    ...amounts,
    lines: JSON.stringify(amounts.lines),
    taxes: JSON.stringify(amounts.taxes),
    status: isFree ? 'paid' : 'open',
    issued_at: at.toISOString(),
    paid_at: isFree ? at.toISOString() : null,
    next_try_at: isFree ? null : at.toISOString(),
  })
  if (!isFree) await outbox.send(db, chargeJob, { invoice_id: id })
  return id
}

function invoiced({
  name,
  email,
  phone,
  address,
  city,
  region,
  country,
  postal_code,
}: Party): Invoice['payer'] {
  return { name, email, phone, address, city, region, country, postal_code }
}

export async function listInvoices(db: Db<'payments'>, asker: Asker, query: QueryOf<typeof ListInvoices>) {
  const rows = await listInvoicesIn[query.sort](db, {
    ...asker,
    ...rowsOf(query),
    billing_entity_id: query.billing_entity_id ?? null,
    site_id: query.site_id ?? null,
    clinic_id: query.clinic_id ?? null,
    status: query.status ?? null,
    q: query.q ?? null,
  })
  const { things, counters } = pageOf(rows, query)
  const invoices = things.map(({ amount_due: total, ...invoice }) => ({ ...invoice, total }))
  return { invoices, ...counters }
}

export async function getInvoice(db: Db<'payments'>, asker: Asker, id: string) {
  const { amount_due: total, ...invoice } = foundIn(await findInvoice(db, { ...asker, id }))
  return { ...invoice, total }
}
