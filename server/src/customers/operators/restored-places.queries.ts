import { rolesFor } from '@byre/contract/rights'
import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import { tableOf, type Kind } from '../places/places.queries.ts'
import type { Place } from '../ports.ts'

/** A site or clinic by its id, also a deleted one that has not been purged. */
export const findAnyPlace = prepared<'customers'>()((db, p: { id: string }) =>
  db
    .selectFrom('customers.places')
    .select(['id', 'kind', 'name'])
    .select(sql<boolean>`deleted_at is not null`.as('is_deleted'))
    .select(sql<boolean>`coalesce(deleted_at > now() - interval '30 days', true)`.as('is_kept'))
    .where('id', '=', p.id)
    .where('kind', 'in', ['site', 'clinic'])
    .$narrowType<{ kind: Place['kind'] }>(),
)

const findOwner = (kind: Kind) =>
  prepared<'customers'>()((db, p: { id: string }) =>
    db
      .selectFrom('customers.members as m')
      .innerJoin(`${tableOf(kind)} as s`, 's.id', 'm.place_id')
      .select('m.user_id')
      .where('m.place_id', '=', p.id)
      .where('m.kind', '=', kind)
      .where('m.role', '=', 'Owner')
      .orderBy(
        (e) =>
          e.exists(
            e
              .selectFrom('customers.members as b')
              .select(sql`1`.as('one'))
              .whereRef('b.place_id', '=', 's.billing_entity_id')
              .whereRef('b.user_id', '=', 'm.user_id')
              .where('b.role', 'in', rolesFor('payWith', 'billing_entity')),
          ),
        'desc',
      )
      .orderBy('m.created_at')
      .orderBy('m.user_id')
      .limit(1),
  )

/** The Owner for whom a place is restored: first whoever may have its payer charged, then whoever has longest. */
export const findOwnerToRestoreFor = { site: findOwner('site'), clinic: findOwner('clinic') }
