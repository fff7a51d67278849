import { sql } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { prepared } from '../../platform/database/db.ts'
import { inviterName } from '../invites/invites.queries.ts'
import { personName } from '../names.queries.ts'
import { ofProfile } from './users.queries.ts'

/*
 * What someone may take along. Of others it tells the names they may see anyway. Each list goes on after
 * the last row's id; times are as the database keeps them.
 */

const nil = '00000000-0000-0000-0000-000000000000'

interface Page {
  user_id: string
  after: string | null
  limit: number
}

const isAfter = (id: string, { after }: Page) =>
  sql<boolean>`${sql.ref(id)} > coalesce(${after}::uuid, ${sql.lit(nil)}::uuid)`

export const findCallerProfile = prepared<'customers'>()((db, p: { token_hash: Buffer }) =>
  withCaller(db, p.token_hash)
    .selectFrom('caller')
    .innerJoin('customers.users as u', 'u.id', 'caller.user_id')
    .select(['caller.user_id as caller_id', ...ofProfile, 'u.created_at']),
)

export const listMemberships = prepared<'customers'>()((db, p: Page) =>
  db
    .selectFrom('customers.members as m')
    .leftJoin('customers.places as p', (join) =>
      join.onRef('p.id', '=', 'm.place_id').onRef('p.kind', '=', 'm.kind'),
    )
    .select([
      'm.place_id as id',
      'm.kind',
      'p.name',
      'm.role',
      'm.created_at as since',
      'm.place_deleted_at as deleted_at',
    ])
    .where('m.user_id', '=', p.user_id)
    .where(sql<boolean>`m.place_id > coalesce(${p.after}::uuid, ${sql.lit(nil)}::uuid)`)
    .orderBy('m.place_id')
    .limit(p.limit),
)

const invites = (whose: 'sent' | 'received') =>
  prepared<'customers'>()((db, p: Page) =>
    db
      .selectFrom('customers.invites as i')
      .innerJoin('customers.users as u', 'u.id', 'i.invited_by')
      .leftJoin('customers.places as p', (join) =>
        join.onRef('p.id', '=', 'i.place_id').onRef('p.kind', '=', 'i.kind'),
      )
      .select([
        'i.id',
        'i.kind',
        'i.place_id',
        'p.name as place',
        'i.email',
        'i.role',
        'i.status',
        inviterName.as('invited_by'),
        'i.created_at',
        'i.expired_at',
        'i.answered_at',
      ])
      .where(
        whose === 'sent'
          ? sql<boolean>`i.invited_by = ${p.user_id}::uuid`
          : sql<boolean>`(i.answered_by = ${p.user_id}::uuid
              or i.email = (select own.email from customers.users as own where own.id = ${p.user_id}::uuid))`,
      )
      .where(isAfter('i.id', p))
      .orderBy('i.id')
      .limit(p.limit),
  )

export const listInvites = { sent: invites('sent'), received: invites('received') }

export const listOffers = prepared<'customers'>()((db, p: Page) =>
  db
    .selectFrom('customers.hand_overs as o')
    .innerJoin('customers.users as f', 'f.id', 'o.from_user_id')
    .innerJoin('customers.users as t', 't.id', 'o.to_user_id')
    .leftJoin('customers.places as p', (join) =>
      join.onRef('p.id', '=', 'o.place_id').onRef('p.kind', '=', 'o.kind'),
    )
    .select([
      'o.id',
      'o.kind',
      'o.place_id',
      'p.name as place',
      personName('f').as('from'),
      personName('t').as('to'),
      'o.created_at',
      'o.expires_at',
    ])
    .where((e) => e.or([e('o.from_user_id', '=', p.user_id), e('o.to_user_id', '=', p.user_id)]))
    .where(isAfter('o.id', p))
    .orderBy('o.id')
    .limit(p.limit),
)

/** Lists of places that had someone by name before they had an account there. */
export const listUnregisteredMembers = prepared<'customers'>()((db, p: Page) =>
  db
    .selectFrom('customers.hands as h')
    .leftJoin('customers.places as p', (join) =>
      join.onRef('p.id', '=', 'h.place_id').onRef('p.kind', '=', 'h.kind'),
    )
    .select(['h.id', 'h.kind', 'h.place_id', 'p.name as place', 'h.name', 'h.created_at'])
    .where('h.user_id', '=', p.user_id)
    .where(isAfter('h.id', p))
    .orderBy('h.id')
    .limit(p.limit),
)

/** What someone did, as the trail has it. */
export const listCommands = prepared<'customers'>()((db, p: Page) =>
  db
    .selectFrom('platform.audit as a')
    .leftJoin('customers.places as p', (join) =>
      join.onRef('p.id', '=', 'a.subject_id').onRef('p.kind', '=', 'a.kind'),
    )
    .select(['a.id', 'a.at', 'a.deed', 'a.kind', 'a.subject_id', 'p.name as place', 'a.network'])
    .where('a.actor_id', '=', p.user_id)
    .where(isAfter('a.id', p))
    .orderBy('a.id')
    .limit(p.limit),
)

export const listOwnedBillingEntities = prepared<'customers'>()((db, p: { user_id: string }) =>
  db
    .selectFrom('customers.members')
    .select('place_id')
    .where('user_id', '=', p.user_id)
    .where('kind', '=', sql.lit('billing_entity'))
    .where('role', '=', sql.lit('Owner')),
)
