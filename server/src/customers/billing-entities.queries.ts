import { prepared } from '../platform/db.ts'
import './tables.ts'

/**
 * A payer as seen by one of its members. Its row cannot be deleted until the caller's transaction ends:
 * deleting takes the lock that `for key share` stands against.
 */
export const findPayer = prepared<'customers'>()((db, p: { id: string; user_id: string }) =>
  db
    .selectFrom('customers.members as m')
    .innerJoin('customers.billing_entities as b', 'b.id', 'm.place_id')
    .select(['b.id', 'b.name', 'b.email', 'b.country', 'b.region', 'b.currency', 'm.role'])
    .where('m.place_id', '=', p.id)
    .where('m.user_id', '=', p.user_id)
    .where('m.kind', '=', 'billing_entity')
    .where('b.deleted_at', 'is', null)
    .forKeyShare('b'),
)

/** The copy of the card that stands with the payer. */
export const setCard = prepared<'customers'>()(
  (db, p: { id: string; brand: string | null; last_four: string | null }) =>
    db
      .updateTable('customers.billing_entities')
      .set({ brand: p.brand, last_four: p.last_four })
      .where('id', '=', p.id),
)
