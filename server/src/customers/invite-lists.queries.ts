import type { InviteStatus } from '@byre/contract/invites'
import type { Role } from '@byre/contract/members'
import { sql } from 'kysely'
import { withAsker } from '../platform/actor.ts'
import { prepared } from '../platform/db.ts'
import { countedTo } from '../platform/lists.ts'
import { inviteColumns, inviterName, shownStatus } from './invites.queries.ts'
import type { PlaceKind } from './tables.ts'

interface Listing {
  token_hash: Buffer
  kind: PlaceKind
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

/**
 * A place's invitations. `own_role` is the asker's; without one the place is not theirs or not there,
 * and one that may not invite gets no rows.
 */
const sentBy = (order: keyof typeof orders) =>
  prepared<'customers'>()((db, p: Listing & { place_id: string }) =>
    withAsker(db, p.token_hash)
      .with('own', (q) =>
        q
          .selectFrom('asker')
          .innerJoin('customers.members as m', 'm.user_id', 'asker.user_id')
          .innerJoin('customers.places as p', 'p.id', 'm.place_id')
          .select(['m.role', 'p.name as place_name', 'p.standing'])
          .where('m.place_id', '=', p.place_id)
          .where('m.kind', '=', p.kind)
          .where('m.place_deleted_at', 'is', null),
      )
      .with('invites', (q) =>
        q
          .selectFrom('own')
          .innerJoin('customers.invites as i', (join) => join.on('i.place_id', '=', p.place_id))
          .select([...inviteColumns, shownStatus(p.inviters).as('status')])
          .where(sql<boolean>`own.role = any(${p.inviters}::text[])`)
          .where(sql<boolean>`(${p.q} = '' or strpos(i.email, lower(${p.q})) > 0)`),
      )
      .with('wanted', (q) =>
        q
          .selectFrom('invites as i')
          .selectAll('i')
          .where(sql<boolean>`(${p.status} = '' or i.status = ${p.status})`)
          .orderBy(orders[order])
          .limit(countedTo),
      )
      .selectFrom('asker')
      .leftJoin('own', (join) => join.onTrue())
      .leftJoin(
        (e) =>
          e
            .selectFrom('wanted as i')
            .selectAll('i')
            .orderBy(orders[order])
            .limit(p.limit)
            .offset(p.offset)
            .as('i'),
        (join) => join.onTrue(),
      )
      .leftJoin('customers.users as u', 'u.id', 'i.invited_by')
      .select((e) => [
        'asker.user_id as asker_id',
        'own.role as own_role',
        'own.standing',
        'own.place_name',
        ...inviteColumns,
        'i.status',
        inviterName.as('inviter_name'),
        e
          .selectFrom('wanted')
          .select((count) => count.fn.countAll<number>().as('total'))
          .as('total'),
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

/** What reached the asker's own confirmed address, but what they sent themselves. */
const receivedIn = (order: keyof typeof orders) =>
  prepared<'customers'>()((db, p: Listing) =>
    withAsker(db, p.token_hash)
      .with('invites', (q) =>
        q
          .selectFrom('asker')
          .innerJoin('customers.users as own', 'own.id', 'asker.user_id')
          .innerJoin('customers.invites as i', 'i.email', 'own.email')
          .innerJoin('customers.places as p', (join) =>
            join.onRef('p.id', '=', 'i.place_id').onRef('p.kind', '=', 'i.kind'),
          )
          .select([
            'i.id',
            'i.role',
            'i.invited_by',
            'i.created_at',
            'i.expired_at',
            'p.id as place_id',
            'p.name as place_name',
            shownStatus(p.inviters).as('status'),
          ])
          .where('i.kind', '=', p.kind)
          .whereRef('i.invited_by', '<>', 'own.id')
          .where(sql<boolean>`(${p.q} = '' or strpos(lower(p.name), lower(${p.q})) > 0)`),
      )
      .with('wanted', (q) =>
        q
          .selectFrom('invites as i')
          .selectAll('i')
          .where(sql<boolean>`(${p.status} = '' or i.status = ${p.status})`)
          .orderBy(orders[order])
          .limit(countedTo),
      )
      .selectFrom('asker')
      .leftJoin(
        (e) =>
          e
            .selectFrom('wanted as i')
            .selectAll('i')
            .orderBy(orders[order])
            .limit(p.limit)
            .offset(p.offset)
            .as('i'),
        (join) => join.onTrue(),
      )
      .leftJoin('customers.users as u', 'u.id', 'i.invited_by')
      .select((e) => [
        'asker.user_id as asker_id',
        'i.id',
        'i.role',
        'i.invited_by',
        'i.created_at',
        'i.expired_at',
        'i.place_id',
        'i.place_name',
        'i.status',
        inviterName.as('inviter_name'),
        e
          .selectFrom('wanted')
          .select((count) => count.fn.countAll<number>().as('total'))
          .as('total'),
      ])
      .orderBy(orders[order]),
  )

export const listReceived = {
  created_at: receivedIn('created_at'),
  '-created_at': receivedIn('-created_at'),
  expired_at: receivedIn('expired_at'),
  '-expired_at': receivedIn('-expired_at'),
}
