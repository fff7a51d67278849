import type { BillingEntityId } from '@byre/contract/place-kinds'
import type { PayerUse } from '../../customers/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { listPayerUses } from './payer-uses.queries.ts'
import { placeOf } from '../subscriptions.queries.ts'

/** What these payers are charged for now, in the caller's transaction. */
export async function payerUses(
  db: Db<'payments'>,
  billing_entity_ids: BillingEntityId[],
): Promise<PayerUse[]> {
  const rows = await listPayerUses(db, { billing_entity_ids })
  return rows.map(({ billing_entity_id, pays_until, ...ids }) => ({
    billing_entity_id,
    place: placeOf(ids),
    pays_until,
  }))
}
