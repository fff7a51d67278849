import { sql } from 'kysely'
import { prepared, within, type PlatformDb } from '../platform/database/db.ts'
import type { Owner, RefusedAccess } from '../platform/audit/refused-access.ts'
import './tables.ts'

/* Whose the things are that people were refused: their payers'. */

type Table = 'payments.invoices' | 'payments.subscription_items' | 'payments.subscriptions' | 'payments.cards'

function billingEntitiesOf(table: Table) {
  const list = prepared<'payments'>()((db, p: { ids: readonly string[] }) =>
    db
      .selectFrom(table)
      .select(['billing_entity_id as id', 'id as of', sql<string>`'billing_entity'`.as('kind')])
      .where(sql<boolean>`id = any(${p.ids}::uuid[])`),
  )
  return (db: PlatformDb, ids: string[]): Promise<Owner[]> => list(within<'payments'>(db), { ids })
}

/** Says of which of its things the trail of refused access is kept. */
export function findRefused(refused: RefusedAccess): void {
  refused.find({
    owners: {
      invoices: billingEntitiesOf('payments.invoices'),
      'subscription-items': billingEntitiesOf('payments.subscription_items'),
      subscriptions: billingEntitiesOf('payments.subscriptions'),
      cards: billingEntitiesOf('payments.cards'),
    },
  })
}
