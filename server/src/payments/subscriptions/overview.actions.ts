import type { Overview } from '@byre/contract/billing/overview'
import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { findPayingEntities, placesAs, placesInView, type PayingEntity } from '../../customers/index.ts'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import type { BillingContext } from '../billing.policy.ts'
import { withTax } from '../invoices/invoices.policy.ts'
import { listUnpaid } from '../invoices/unpaid.actions.ts'
import { placeOf } from '../subscriptions.queries.ts'
import { costAMonth, nextDayOf, sumsOf } from './overview.policy.ts'
import { listComingCharges, listUncertainEntities, type UncertainEntity } from './overview.queries.ts'

/** So many of each are shown, and so many names in one. */
const shown = 10
const names = 3
const soonMs = 7 * 86_400_000

type Entities = Map<BillingEntityId, PayingEntity>

/** Four statements, asked together, however much the caller has; two more name what was found. */
export async function getOverview(
  context: BillingContext,
  db: Db<'payments'>,
  caller: Caller,
): Promise<Overview> {
  const now = context.clock.now()
  const [inView, { unpaid }, comingRows, uncertainRows] = await Promise.all([
    placesInView(db, caller, shown),
    listUnpaid(db, caller),
    listComingCharges(db, caller),
    listUncertainEntities(db, {
      ...caller,
      from: now.toISOString(),
      until: new Date(now.getTime() + soonMs).toISOString(),
      month: now.getUTCFullYear() * 12 + now.getUTCMonth() + 2,
      names,
    }),
  ])
  const coming = answered(comingRows).flatMap(({ billing_entity_id: id, ...due }) =>
    id === null ? [] : [{ ...due, billing_entity_id: id }],
  )
  const known = new Set(unpaid.map(({ billing_entity_id: id }) => id))
  const uncertain = answered(uncertainRows).flatMap(({ billing_entity_id: id, ...payer }) =>
    id === null || known.has(id) ? [] : [{ ...payer, billing_entity_id: id }],
  )
  const ending = uncertain.filter(({ ends_at: end }) => end !== null)
  const expiring = uncertain.filter(({ ends_at: end }) => end === null)
  const next = nextDayOf(coming)
  const named = [...(next?.charges ?? []), ...ending.slice(0, shown), ...expiring.slice(0, shown)]
  const entities = await findPayingEntities(db, [...new Set(named.map((one) => one.billing_entity_id))])
  return {
    places: inView.places,
    running: inView.running,
    people: inView.people,
    cost_a_month: costAMonth(coming),
    next_charge: next && {
      at: next.at,
      places: next.charges.reduce((sum, { places }) => sum + places, 0),
      sums: sumsOf(
        next.charges.map(({ billing_entity_id: id, amount, places, currency }) => ({
          amount: places * withTax(context, amount, entities.get(id) ?? nowhere),
          currency,
        })),
      ),
    },
    unpaid,
    ending_trials: await endingTrials(db, inView.caller_id, ending.slice(0, shown), entities),
    failing_domains: inView.failing ?? [],
    offered_ownerships: (inView.offered ?? []).map(({ expires_at: at, ...offer }) => ({
      ...offer,
      expires_at: new Date(at).toISOString(),
    })),
    expiring_cards: expiring.slice(0, shown).map((card) => ({
      billing_entity_id: card.billing_entity_id,
      billing_entity_name: nameOf(entities, card.billing_entity_id),
      last_four: card.last_four ?? '',
      exp_month: card.exp_month ?? 0,
      exp_year: card.exp_year ?? 0,
    })),
    invites: inView.invites,
    invited_to: inView.invited_to,
    more:
      beyond(ending.length) +
      beyond(expiring.length) +
      beyond(inView.failing_in_all) +
      beyond(inView.offered_in_all),
  }
}

export const nowhere = { country: null, region: null }
const beyond = (count: number) => Math.max(0, count - shown)
const nameOf = (entities: Entities, id: BillingEntityId) => entities.get(id)?.name ?? ''

type Ending = UncertainEntity & { billing_entity_id: BillingEntityId }

async function endingTrials(
  db: Db<'payments'>,
  userId: string,
  ending: readonly Ending[],
  entities: Entities,
): Promise<Overview['ending_trials']> {
  if (ending.length === 0) return []
  const places = await placesAs(
    db,
    userId,
    ending.flatMap(({ first }) => (first ?? []).map((one) => placeOf(one))),
  )
  return ending.map(({ billing_entity_id: id, first, places: count, ends_at: end }) => ({
    billing_entity_id: id,
    billing_entity_name: nameOf(entities, id),
    ends_at: end ?? '',
    place_names: (first ?? []).flatMap((one) => places.get(placeOf(one).id)?.name ?? []),
    places: count,
  }))
}
