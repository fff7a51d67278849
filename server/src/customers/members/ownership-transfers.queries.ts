import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import type { Access } from '../access.policy.ts'
import { withCallerAt } from '../caller-at.queries.ts'
import { wantsMail } from '../mail-topics.queries.ts'
import { personName } from '../names.queries.ts'
import type { SubjectKind } from '../tables.ts'

const giverName = personName('g')
const receiverName = personName('r')

/** The open offer of a place, as the caller may know of it: its Owners, and whoever it is made to. */
export const findOffer = prepared<'customers'>()(
  (db, p: { token_hash: Buffer; place_id: string; kind: SubjectKind }) =>
    withCallerAt(db, p)
      .leftJoin('customers.hand_overs as o', (join) =>
        join
          .onRef('o.place_id', '=', 'm.place_id')
          .onRef('o.kind', '=', 'm.kind')
          .on('o.expires_at', '>', sql<string>`now()`)
          .on(sql<boolean>`(m.role = 'Owner' or o.to_user_id = m.user_id)`),
      )
      .leftJoin('customers.users as g', 'g.id', 'o.from_user_id')
      .leftJoin('customers.users as r', 'r.id', 'o.to_user_id')
      .select([
        'caller.user_id as caller_id',
        'm.role as own_role',
        'o.from_user_id',
        giverName.as('from_name'),
        'o.to_user_id',
        receiverName.as('to_name'),
        'o.created_at',
        'o.expires_at',
      ]),
)

type NewOffer = Access<'transferOwnership'> & {
  id: string
  from_user_id: string
  to_user_id: string
  days: number
}

/** Offers a place, instead of any earlier offer of it. */
export const putOffer = prepared<'customers'>()((db, p: NewOffer) =>
  db
    .insertInto('customers.hand_overs')
    .values({
      id: p.id,
      place_id: p.place_id,
      kind: p.kind,
      from_user_id: p.from_user_id,
      to_user_id: p.to_user_id,
      expires_at: sql<string>`now() + make_interval(days => ${p.days})`,
    })
    .onConflict((conflict) =>
      conflict.column('place_id').doUpdateSet((set) => ({
        id: set.ref('excluded.id'),
        from_user_id: set.ref('excluded.from_user_id'),
        to_user_id: set.ref('excluded.to_user_id'),
        created_at: sql<string>`now()`,
        expires_at: set.ref('excluded.expires_at'),
      })),
    )
    .returning(['created_at', 'expires_at']),
)

/** Ends the open offer made to someone; no row when there is none: that it is made to them is the proof. */
export const takeOffer = prepared<'customers'>()(
  (db, p: { place_id: string; kind: SubjectKind; to_user_id: string }) =>
    db
      .deleteFrom('customers.hand_overs')
      .where('place_id', '=', p.place_id)
      .where('kind', '=', p.kind)
      .where('to_user_id', '=', p.to_user_id)
      .where('expires_at', '>', sql<string>`now()`)
      .returning(['from_user_id']),
)

export const dropOffer = prepared<'customers'>()((db, p: Access<'transferOwnership'>) =>
  db
    .deleteFrom('customers.hand_overs')
    .where('place_id', '=', p.place_id)
    .where('kind', '=', p.kind)
    .returning(['to_user_id']),
)

/** Ends the offer of a place when either side of it is no longer what it was, whoever changed that. */
export const dropOffersOf = prepared<'customers'>()(
  (db, p: Access<'giveRole' | 'leave' | 'removeMember'> & { member_id: string }) =>
    db
      .deleteFrom('customers.hand_overs')
      .where('place_id', '=', p.place_id)
      .where('kind', '=', p.kind)
      .where((e) => e.or([e('from_user_id', '=', p.member_id), e('to_user_id', '=', p.member_id)])),
)

export const removeLapsedOffers = prepared<'customers'>()((db) =>
  db.deleteFrom('customers.hand_overs').where('expires_at', '<', sql<string>`now()`),
)

/** What a mail about an offer says; no row when the place or somebody's account is gone. */
export const findOfferMail = prepared<'customers'>()(
  (db, p: { place_id: string; kind: SubjectKind; from_user_id: string; to_user_id: string }) =>
    db
      .selectFrom('customers.places as p')
      .innerJoin('customers.users as g', (join) => join.on('g.id', '=', p.from_user_id))
      .innerJoin('customers.users as r', (join) => join.on('r.id', '=', p.to_user_id))
      .leftJoin('customers.hand_overs as o', (join) =>
        join.onRef('o.place_id', '=', 'p.id').onRef('o.kind', '=', 'p.kind'),
      )
      .select([
        'p.name as place_name',
        giverName.as('from_name'),
        'g.email as from_email',
        'g.language as from_language',
        receiverName.as('to_name'),
        'r.email as to_email',
        'r.language as to_language',
        'o.id as open_offer_id',
        wantsMail('g.id', 'answers'),
      ])
      .where('p.id', '=', p.place_id)
      .where('p.kind', '=', p.kind)
      .where('p.deleted_at', 'is', null)
      .where('g.left_at', 'is', null)
      .where('r.left_at', 'is', null),
)
