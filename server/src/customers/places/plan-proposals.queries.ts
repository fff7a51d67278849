import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { Role } from '@byre/contract/rights'
import { sql } from 'kysely'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import { prepared } from '../../platform/database/db.ts'
import type { Access } from '../access.policy.ts'
import type { ProvenBillingEntityId } from '../billing-entities/billing-entities.policy.ts'
import { withCallerAt } from '../caller-at.queries.ts'
import { wantsMail } from '../mail-topics.queries.ts'
import { personName } from '../names.queries.ts'
import { tableOf, type Kind } from './places.queries.ts'
import '../tables.ts'

/* In each statement `o` is the proposal, `u` whoever made it and `p` its place. */

/** Good still: whatever overtakes it, the database has noted. */
const isOpen = sql<boolean>`(o.status = 'open' and o.expires_at > now() and p.deleted_at is null)`

const proposerName = personName('u')

const shown = [
  'o.id',
  'o.kind',
  'o.place_id',
  'p.name as place_name',
  'o.plan_id',
  'o.present_plan_id',
  'o.proposed_by',
  'o.created_at',
  'o.expires_at',
] as const

/** The open proposal of a place for the caller, with their roles there and at its payer. */
export const findProposal = prepared<'customers'>()(
  (db, p: { token_hash: Buffer; kind: Kind; place_id: string }) =>
    withCallerAt(db, p)
      .leftJoin('customers.places as p', (join) =>
        join.onRef('p.id', '=', 'm.place_id').onRef('p.kind', '=', 'm.kind'),
      )
      .leftJoin('customers.plan_proposals as o', (join) =>
        join.onRef('o.place_id', '=', 'p.id').onRef('o.kind', '=', 'm.kind').on(isOpen),
      )
      .leftJoin('customers.users as u', 'u.id', 'o.proposed_by')
      .leftJoin('customers.members as payer', (join) =>
        join
          .onRef('payer.user_id', '=', 'caller.user_id')
          .onRef('payer.place_id', '=', 'o.billing_entity_id')
          .on('payer.kind', '=', 'billing_entity')
          .on('payer.place_deleted_at', 'is', null),
      )
      .select([
        'caller.user_id as caller_id',
        'm.role as own_role',
        'payer.role as payer_role',
        proposerName.as('proposer_name'),
        ...shown,
      ]),
)

/** The open proposals to a payer; none for those who may not answer, whose `own_role` says so. */
export const listProposals = callersList<'customers'>()(
  (db, p: { token_hash: Buffer; id: BillingEntityId; answerers: readonly Role[] }) =>
    withCallerAt(db, { token_hash: p.token_hash, kind: 'billing_entity', place_id: p.id })
      .leftJoin('customers.plan_proposals as o', (join) =>
        join
          .on('o.billing_entity_id', '=', p.id)
          .on('o.status', '=', 'open')
          .on(sql<boolean>`m.role = any(${p.answerers}::text[]) and o.expires_at > now()`),
      )
      .leftJoin('customers.places as p', (join) =>
        join.onRef('p.id', '=', 'o.place_id').onRef('p.kind', '=', 'o.kind').on('p.deleted_at', 'is', null),
      )
      .leftJoin('customers.users as u', 'u.id', 'o.proposed_by')
      .select([
        'caller.user_id as caller_id',
        'm.role as own_role',
        proposerName.as('proposer_name'),
        ...shown,
      ])
      .orderBy('o.id', 'desc')
      .limit(100),
)

type NewProposal = Access<'changePlan', Kind> & {
  id: string
  billing_entity_id: BillingEntityId
  plan_id: string
  present_plan_id: string | null
  days: number
}

export const insertProposal = prepared<'customers'>()((db, p: NewProposal) =>
  db.insertInto('customers.plan_proposals').values({
    id: p.id,
    kind: p.kind,
    place_id: p.place_id,
    billing_entity_id: p.billing_entity_id,
    plan_id: p.plan_id,
    present_plan_id: p.present_plan_id,
    proposed_by: p.user_id,
    expires_at: sql<string>`now() + make_interval(days => ${p.days})`,
  }),
)

/** The open proposal of a place whose row the caller holds; `is_good` while it has not expired. */
export const lockOpenProposal = prepared<'customers'>()((db, p: { kind: Kind; place_id: string }) =>
  db
    .selectFrom('customers.plan_proposals as o')
    .innerJoin('customers.users as u', 'u.id', 'o.proposed_by')
    .innerJoin('customers.places as p', (join) =>
      join.onRef('p.id', '=', 'o.place_id').onRef('p.kind', '=', 'o.kind'),
    )
    .select([...shown, proposerName.as('proposer_name'), isOpen.as('is_good')])
    .where('o.place_id', '=', p.place_id)
    .where('o.kind', '=', p.kind)
    .where('o.status', '=', 'open')
    .forUpdate('o'),
)

interface Ended {
  id: string
  /** Null where another proposal took its place. */
  answered_by: string | null
}

/** Ends what was proposed for a place, by one who may propose there. */
export const takeProposalBack = prepared<'customers'>()(
  (db, p: Access<'changePlan', Kind> & Ended & { status: 'withdrawn' | 'overtaken' }) =>
    db
      .updateTable('customers.plan_proposals')
      .set({ status: p.status, answered_by: p.answered_by, answered_at: sql<string>`now()` })
      .where('id', '=', p.id)
      .where('place_id', '=', p.place_id)
      .where('kind', '=', p.kind)
      .where('status', '=', 'open'),
)

/** Ends what was proposed to a payer, by one who may pay with it. */
export const answerProposal = prepared<'customers'>()(
  (db, p: Ended & { billing_entity_id: ProvenBillingEntityId<'payWith'>; status: 'accepted' | 'declined' }) =>
    db
      .updateTable('customers.plan_proposals')
      .set({ status: p.status, answered_by: p.answered_by, answered_at: sql<string>`now()` })
      .where('id', '=', p.id)
      .where('billing_entity_id', '=', p.billing_entity_id)
      .where('status', '=', 'open'),
)

/** What a proposal is about, and what someone is at its payer and its place. */
export const findProposalAs = prepared<'customers'>()((db, p: { id: string; user_id: string }) =>
  db
    .selectFrom('customers.plan_proposals as o')
    .leftJoin('customers.members as m', (join) =>
      join
        .onRef('m.place_id', '=', 'o.billing_entity_id')
        .on('m.kind', '=', 'billing_entity')
        .on('m.user_id', '=', p.user_id)
        .on('m.place_deleted_at', 'is', null),
    )
    .leftJoin('customers.members as of_place', (join) =>
      join
        .onRef('of_place.place_id', '=', 'o.place_id')
        .onRef('of_place.kind', '=', 'o.kind')
        .on('of_place.user_id', '=', p.user_id)
        .on('of_place.place_deleted_at', 'is', null),
    )
    .select(['o.id', 'o.kind', 'o.place_id', 'o.billing_entity_id', 'o.plan_id', 'o.proposed_by'])
    .select(['m.role as payer_role', 'of_place.role as place_role'])
    .where('o.id', '=', p.id),
)

/** A place's own row, held until the transaction ends, whoever asks. */
const hold = (kind: Kind) =>
  prepared<'customers'>()((db, p: { id: string }) =>
    db
      .selectFrom(tableOf(kind))
      .select(['id', 'plan_id', 'billing_entity_id'])
      .where('id', '=', p.id)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate(),
  )
export const holdPlace = { site: hold('site'), clinic: hold('clinic') }

/** A payer as a plan for it is judged, held against its deletion. */
export const holdBillingEntityTerms = prepared<'customers'>()((db, p: { id: BillingEntityId }) =>
  db
    .selectFrom('customers.billing_entities')
    .select(['id', 'currency', 'country'])
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null)
    .forKeyShare(),
)

/** Who answers for a payer: its Owners and Admins, the first twenty. */
export const listAnswerers = prepared<'customers'>()(
  (db, p: { id: BillingEntityId; answerers: readonly Role[] }) =>
    db
      .selectFrom('customers.members as m')
      .select('m.user_id')
      .where('m.place_id', '=', p.id)
      .where('m.kind', '=', 'billing_entity')
      .where('m.place_deleted_at', 'is', null)
      .where(sql<boolean>`m.role = any(${p.answerers}::text[])`)
      .orderBy('m.created_at')
      .orderBy('m.user_id')
      .limit(20),
)

/** What a mail about a proposal says to someone; no row when they, its place or its payer are gone. */
export const findProposalMail = prepared<'customers'>()((db, p: { id: string; user_id: string }) =>
  db
    .selectFrom('customers.plan_proposals as o')
    .innerJoin('customers.places as p', (join) =>
      join.onRef('p.id', '=', 'o.place_id').onRef('p.kind', '=', 'o.kind'),
    )
    .innerJoin('customers.billing_entities as b', 'b.id', 'o.billing_entity_id')
    .innerJoin('customers.users as u', 'u.id', 'o.proposed_by')
    .innerJoin('customers.users as r', (join) => join.on('r.id', '=', p.user_id).on('r.left_at', 'is', null))
    .leftJoin('customers.members as m', (join) =>
      join
        .onRef('m.place_id', '=', 'o.billing_entity_id')
        .on('m.kind', '=', 'billing_entity')
        .onRef('m.user_id', '=', 'r.id'),
    )
    .select(['o.status', 'o.kind', 'o.place_id', 'o.billing_entity_id', 'o.plan_id', 'o.expires_at'])
    .select(['p.name as place_name', 'b.name as payer_name', 'u.email as proposer_email', 'r.email'])
    .select('r.language')
    .select([proposerName.as('proposer_name'), 'm.role as payer_role', wantsMail('r.id', 'answers')])
    .where('o.id', '=', p.id)
    .where('p.deleted_at', 'is', null)
    .where('b.deleted_at', 'is', null),
)
