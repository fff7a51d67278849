import { subjectKinds } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import { prepared, within, type PlatformDb } from '../platform/database/db.ts'
import type { RefusedAccess } from '../platform/audit/refused-access.ts'
import './tables.ts'

/* Whose the things are that people were refused; asked after the answer, for the trail alone. */

const listPlaces = prepared<'customers'>()((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('customers.places')
    .select(['id', 'id as of', 'kind'])
    .where(sql<boolean>`id = any(${p.ids}::uuid[])`),
)

const listPlacesOfInvites = prepared<'customers'>()((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('customers.invites')
    .select(['place_id as id', 'id as of', 'kind'])
    .where(sql<boolean>`id = any(${p.ids}::uuid[])`),
)

const listPeople = prepared<'customers'>()((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('customers.users')
    .select(['id', 'id as of', sql<string>`'account'`.as('kind')])
    .where(sql<boolean>`id = any(${p.ids}::uuid[])`),
)

const listMemberships = prepared<'customers'>()(
  (db, p: { people: readonly string[]; places: readonly string[] }) =>
    db
      .selectFrom('customers.role_holders')
      .select(['user_id', 'place_id as id'])
      .where(sql<boolean>`place_id = any(${p.places}::uuid[])`)
      .where(sql<boolean>`user_id = any(${p.people}::uuid[])`),
)

const places = (db: PlatformDb, ids: string[]) => listPlaces(within<'customers'>(db), { ids })
const invites = (db: PlatformDb, ids: string[]) => listPlacesOfInvites(within<'customers'>(db), { ids })

/** Says of which places, people and invitations the trail of refused access is kept. */
export function findRefused(refused: RefusedAccess): void {
  refused.find({
    owners: {
      ...Object.fromEntries(subjectKinds.map((kind) => [kind, places])),
      'site-invites': invites,
      'clinic-invites': invites,
      'billing-entity-invites': invites,
      users: (db, ids) => listPeople(within<'customers'>(db), { ids }),
    },
    members: (db, people, places) => listMemberships(within<'customers'>(db), { people, places }),
  })
}
