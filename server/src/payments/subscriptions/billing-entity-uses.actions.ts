import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { BillingEntityUse } from '../../customers/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { listBillingEntityUses } from './billing-entity-uses.queries.ts'
import { placeOf } from '../subscriptions.queries.ts'

/** What these payers are charged for now, in the caller's transaction. */
export async function billingEntityUses(
  db: Db<'payments'>,
  billing_entity_ids: BillingEntityId[],
): Promise<BillingEntityUse[]> {
  const rows = await listBillingEntityUses(db, { billing_entity_ids })
  return rows.map(({ billing_entity_id, pays_until, ...ids }) => ({
    billing_entity_id,
    place: placeOf(ids),
    pays_until,
  }))
}
