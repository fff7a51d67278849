import type { listPaidPlaces as ListPaidPlaces, PaidPlace } from '@byre/contract/billing/paid-places'
import { findPayingEntity, placesAs } from '../../customers/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Call } from '../../platform/http/calls.ts'
import type { BillingContext } from '../billing.policy.ts'
import { amountsOf } from '../invoices/invoices.policy.ts'
import { pageOf } from '../lists.policy.ts'
import { dateOf, dayOf } from '../periods.policy.ts'
import { lineOfPeriod } from '../proration.policy.ts'
import { nextChargeOf } from './subscription-changes.policy.ts'
import { listPaidIn } from './subscription-lists.queries.ts'
import { wantedOf } from './subscriptions.actions.ts'
import { stateOf } from '../subscriptions.policy.ts'
import { placeOf, readSubscriptions } from '../subscriptions.queries.ts'
import type { TaxedAddress } from '../invoices/taxes.policy.ts'

/** What is paid for, as those who run the place or its payer see it. */
export async function listPaidPlaces(
  context: BillingContext,
  { db, caller, query }: Call<typeof ListPaidPlaces, 'payments'>,
) {
  const rows = await listPaidIn[query.sort](db, wantedOf(caller, query))
  const { things, counters } = pageOf(rows, query)
  if (things.length === 0) return { paid_places: [], ...counters }

  const userId = rows[0]?.caller_id ?? ''
  const places = await placesAs(
    db,
    userId,
    things.map((thing) => placeOf(thing)),
  )
  const costsById = await costsOf(
    context,
    db,
    things.map(({ id }) => id),
  )
  const paid_places = things.flatMap((thing): PaidPlace[] => {
    const place = places.get(placeOf(thing).id)
    const costs = costsById.get(thing.id)
    // Ended since the page was read.
    if (!place || !costs) return []
    return [{ ...thing, ...costs, place_name: place.name, place_role: place.role }]
  })
  return { paid_places, ...counters }
}

type Costs = Pick<PaidPlace, 'phase' | 'next_charge'>

async function costsOf(
  context: BillingContext,
  db: Db<'payments'>,
  ids: string[],
): Promise<Map<string, Costs>> {
  const today = dayOf(context.clock.now())
  const rows = await readSubscriptions(db, { ids })
  const nextCharges = rows.flatMap(({ id, phase, ...row }) =>
    phase === 'ended'
      ? []
      : [{ id, phase, next: nextChargeOf(stateOf({ phase, ...row }), row.trial_ends_at, today) }],
  )
  const addresses = new Map<string, TaxedAddress>()
  for (const billingEntity of new Set(nextCharges.flatMap(({ next }) => next?.terms.payer ?? [])))
    addresses.set(billingEntity, (await findPayingEntity(db, billingEntity)) ?? nowhere)

  const costs = nextCharges.map(({ id, phase, next }): [string, Costs] => {
    if (!next) return [id, { phase, next_charge: null }]
    const { at, terms, period } = next
    const { plan, payer: billingEntity } = terms
    const { currency, subtotal, tax, total } = amountsOf({
      lines: [lineOfPeriod(plan, period)],
      currency: plan.currency,
      billingEntity: addresses.get(billingEntity) ?? nowhere,
      date: dateOf(today),
      taxNumbers: context.config.taxNumbers,
    })
    const next_charge = {
      at,
      billing_entity_id: billingEntity,
      plan_id: plan.id,
      currency,
      subtotal,
      tax,
      total,
    }
    return [id, { phase, next_charge }]
  })
  return new Map(costs)
}

const nowhere: TaxedAddress = { country: null, region: null }
