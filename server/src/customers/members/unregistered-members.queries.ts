import { prepared } from '../../platform/database/db.ts'
import type { Access } from '../access.policy.ts'

/* People on a place's list by name; whoever is joined to an account is a member like others. */

type Listing = Access<'keepUnregisteredMembers', 'site' | 'clinic'>
type OneUnregisteredMember = Listing & { id: string }

/** The name of an unregistered member, held until the transaction ends. */
export const lockUnregisteredMember = prepared<'customers'>()((db, p: OneUnregisteredMember) =>
  db
    .selectFrom('customers.hands')
    .select(['name', 'created_at'])
    .where('id', '=', p.id)
    .where('place_id', '=', p.place_id)
    .where('kind', '=', p.kind)
    .where('user_id', 'is', null)
    .forUpdate(),
)

export const countUnregisteredMembers = prepared<'customers'>()((db, p: Listing) =>
  db
    .selectFrom('customers.hands')
    .select((e) => e.fn.countAll<number>().as('hands'))
    .where('place_id', '=', p.place_id)
    .where('kind', '=', p.kind)
    .where('user_id', 'is', null),
)

export const insertUnregisteredMember = prepared<'customers'>()(
  (db, p: OneUnregisteredMember & { name: string }) =>
    db
      .insertInto('customers.hands')
      .values({
        id: p.id,
        place_id: p.place_id,
        kind: p.kind,
        name: p.name,
        user_id: null,
      })
      .returning(['created_at']),
)

export const renameHand = prepared<'customers'>()((db, p: OneUnregisteredMember & { name: string }) =>
  db
    .updateTable('customers.hands')
    .set({ name: p.name })
    .where('id', '=', p.id)
    .where('place_id', '=', p.place_id)
    .where('kind', '=', p.kind),
)

export const removeHand = prepared<'customers'>()((db, p: OneUnregisteredMember) =>
  db
    .deleteFrom('customers.hands')
    .where('id', '=', p.id)
    .where('place_id', '=', p.place_id)
    .where('kind', '=', p.kind),
)
