import type { InviteStatus } from '@byre/contract/people/invites'
import type { Role } from '@byre/contract/rights'
import { sql, type Selectable } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import { countedTo, pageOfWanted, totalOfWanted } from '../../platform/lists.ts'
import { inviteColumns, inviterName, shownStatus } from './invites.queries.ts'
import type { CustomersTables, SubjectKind } from '../tables.ts'

interface Listing {
  token_hash: Buffer
  kind: SubjectKind
  /** The roles that may invite. */
  inviters: readonly Role[]
  /** Empty for all. */
  status: InviteStatus | ''
  /** Part of an address, or of a place's name; empty for all. */
  q: string
  limit: number
  offset: number
}

const orders = {
  created_at: sql`i.id asc`,
  '-created_at': sql`i.id desc`,
  email: sql`i.email asc, i.id asc`,
  '-email': sql`i.email desc, i.id desc`,
  expired_at: sql`i.expired_at asc, i.id asc`,
  '-expired_at': sql`i.expired_at desc, i.id desc`,
} as const

type Invite = Selectable<CustomersTables['customers.invites']>
type Shown = Omit<Invite, 'status'> & { status: InviteStatus }

/** Of one status, or of any. */
const stands = (p: Listing) => sql<boolean>`(${p.status} = '' or ${shownStatus(p.inviters)} = ${p.status})`

/**
 * A place's invitations. `own_role` is the caller's; without one the place is not theirs or not there,
 * and one that may not invite gets no rows.
 */
const sentBy = (order: keyof typeof orders) =>
  callersList<'customers'>()((db, p: Listing & { place_id: string }) =>
    withCaller(db, p.token_hash)
      .with('own', (q) =>
        q
          .selectFrom('caller')
          .innerJoin('customers.role_holders as m', 'm.user_id', 'caller.user_id')
          .innerJoin('customers.places as p', (join) =>
            join.onRef('p.id', '=', 'm.place_id').onRef('p.kind', '=', 'm.kind'),
          )
          .select(['m.role', 'p.name as place_name', 'p.standing'])
          .where('m.place_id', '=', p.place_id)
          .where('m.kind', '=', p.kind)
          .where('m.place_deleted_at', 'is', null),
      )
      .with('wanted', (q) =>
        q
          .selectFrom('own')
          .innerJoin('customers.invites as i', (join) =>
            join.on('i.place_id', '=', p.place_id).on('i.kind', '=', p.kind),
          )
          .select([...inviteColumns, shownStatus(p.inviters).as('status')])
          .where(sql<boolean>`own.role = any(${p.inviters}::text[])`)
          .where(sql<boolean>`(${p.q} = '' or strpos(i.email, lower(${p.q})) > 0)`)
          .where(stands(p))
          .orderBy(orders[order])
          .limit(countedTo),
      )
      .selectFrom('caller')
      .leftJoin('own', (join) => join.onTrue())
      .leftJoin(pageOfWanted<Shown, 'i'>('i', orders[order], p), (join) => join.onTrue())
      .leftJoin('customers.users as u', 'u.id', 'i.invited_by')
      .select([
        'caller.user_id as caller_id',
        'own.role as own_role',
        'own.standing',
        'own.place_name',
        ...inviteColumns,
        'i.status',
        inviterName.as('inviter_name'),
        totalOfWanted,
      ])
      .orderBy(orders[order]),
  )

export const listInvites = {
  created_at: sentBy('created_at'),
  '-created_at': sentBy('-created_at'),
  email: sentBy('email'),
  '-email': sentBy('-email'),
  expired_at: sentBy('expired_at'),
}

const receivedColumns = ['i.id', 'i.role', 'i.invited_by', 'i.created_at', 'i.expired_at'] as const
type Received = Shown & { place_name: string }

/** What reached the caller's own confirmed address, but what they sent themselves; all, or the one named. */
const receivedIn = (order: keyof typeof orders) =>
  callersList<'customers'>()((db, p: Listing & { id: string | null }) =>
    withCaller(db, p.token_hash)
      .with('wanted', (q) =>
        q
          .selectFrom('caller')
          .innerJoin('customers.users as own', 'own.id', 'caller.user_id')
          .innerJoin('customers.invites as i', 'i.email', 'own.email')
          .innerJoin('customers.places as p', (join) =>
            join.onRef('p.id', '=', 'i.place_id').onRef('p.kind', '=', 'i.kind'),
          )
          .select([
            ...receivedColumns,
            'p.id as place_id',
            'p.name as place_name',
            shownStatus(p.inviters).as('status'),
          ])
          .where('i.kind', '=', p.kind)
          .whereRef('i.invited_by', '<>', 'own.id')
          .where(sql<boolean>`(${p.id}::uuid is null or i.id = ${p.id}::uuid)`)
          .where(sql<boolean>`(${p.q} = '' or strpos(lower(p.name), lower(${p.q})) > 0)`)
          .where(stands(p))
          .orderBy(orders[order])
          .limit(countedTo),
      )
      .selectFrom('caller')
      .leftJoin(pageOfWanted<Received, 'i'>('i', orders[order], p), (join) => join.onTrue())
      .leftJoin('customers.users as u', 'u.id', 'i.invited_by')
      .select([
        'caller.user_id as caller_id',
        ...receivedColumns,
        'i.place_id',
        'i.place_name',
        'i.status',
        inviterName.as('inviter_name'),
        totalOfWanted,
      ])
      .orderBy(orders[order]),
  )

export const listReceived = {
  created_at: receivedIn('created_at'),
  '-created_at': receivedIn('-created_at'),
  expired_at: receivedIn('expired_at'),
  '-expired_at': receivedIn('-expired_at'),
}
