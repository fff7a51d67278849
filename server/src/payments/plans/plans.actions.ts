import type { QueryOf } from '@byre/contract/endpoint'
import type { listPlans as ListPlans } from '@byre/contract/billing/plans'
import type { Words } from '@byre/contract/words'
import { formatPrice } from '@byre/contract/billing/prices'
import type { BillingEntityTerms, Place } from '../../customers/index.ts'
import type { Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { rowsOf } from '../../platform/lists.ts'
import { versioned } from '../../platform/reply.ts'
import { foundIn, pageOf } from '../lists.policy.ts'
import { findPlan, findPlanWords, listPlansIn } from './plans.queries.ts'
import { idsOf, wantedPlan } from '../plan-choices.policy.ts'
import { findLatest, findTerms, readSubscription } from '../subscriptions.queries.ts'

export async function listPlans(db: Db<'payments'>, caller: Caller, query: QueryOf<typeof ListPlans>) {
  const rows = await listPlansIn[query.sort](db, {
    ...caller,
    ...rowsOf(query),
    product: query.product ?? null,
    currency: query.currency ?? null,
    interval: query.interval ?? null,
    q: query.q ?? null,
  })
  const { things, counters } = pageOf(rows, query)
  return { plans: things, ...counters }
}

export async function getPlan(db: Db<'payments'>, caller: Caller, id: string) {
  return versioned(foundIn(await findPlan(db, { ...caller, id })))
}

/** Refuses a plan that this payer could not choose for this place; the present one may be kept. */
export async function requirePlan(
  db: Db<'payments'>,
  place: Place,
  billingEntity: BillingEntityTerms,
  planId: string,
): Promise<void> {
  const [latest] = await findLatest(db, idsOf(place))
  const [row] = latest ? await readSubscription(db, { id: latest.id }) : []
  const wish = { ...wantedPlan(place, billingEntity, planId), present_plan_id: row?.plan_id ?? null }
  const [plan] = await findTerms(db, wish)
  if (!plan) refuse('plan.required', { field: 'plan_id' })
}

/** A plan as mails of other modules name it. */
export async function planInWords(
  db: Db<'payments'>,
  planId: string,
  words: Words,
): Promise<{ name: string; price: string }> {
  const [plan] = await findPlanWords(db, { id: planId })
  if (!plan) throw new Error(`no plan ${planId}`)
  return { name: plan.name, price: formatPrice(plan, words) }
}
