import type { QueryOf } from '@byre/contract/endpoint'
import type { listPlans as ListPlans } from '@byre/contract/plans'
import type { Asker } from '../platform/actor.ts'
import type { Db } from '../platform/db.ts'
import { rowsOf } from '../platform/lists.ts'
import { foundIn, pageOf } from './lists.policy.ts'
import { findPlan, listPlansIn } from './plans.queries.ts'

export async function listPlans(db: Db<'payments'>, asker: Asker, query: QueryOf<typeof ListPlans>) {
  const rows = await listPlansIn[query.sort](db, {
    ...asker,
    ...rowsOf(query),
    product: query.product ?? null,
    currency: query.currency ?? null,
    interval: query.interval ?? null,
    q: query.q ?? null,
  })
  const { things, counters } = pageOf(rows, query)
  return { plans: things, ...counters }
}

export async function getPlan(db: Db<'payments'>, asker: Asker, id: string) {
  return foundIn(await findPlan(db, { ...asker, id }))
}
