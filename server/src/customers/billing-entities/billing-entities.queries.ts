import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { Role } from '@byre/contract/rights'
import { sql } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import { prepared } from '../../platform/database/db.ts'
import { countedTo } from '../../platform/lists.ts'
import type { ByProduct } from '../access.policy.ts'
import { withCallerAt } from '../caller-at.queries.ts'
import type { ProvenBillingEntityId } from './billing-entities.policy.ts'
import '../tables.ts'

/** What replies tell, `b` in each statement. */
export const billingEntityColumns = [
  'b.id',
  'b.name',
  'b.email',
  'b.email_state',
  'b.email_asked_at',
  'b.phone',
  'b.address',
  'b.city',
  'b.region',
  'b.country',
  'b.postal_code',
  'b.gst_hst_number',
  'b.qst_number',
  'b.ein',
  'b.currency',
  'b.brand',
  'b.last_four',
  'b.created_at',
  'b.version',
] as const

interface Listing {
  token_hash: Buffer
  /** Part of the name or, for those who may see it, the address; empty for all. */
  q: string
  /** The roles that see all fields. */
  seers: readonly Role[]
  limit: number
  offset: number
}

const orders = {
  created_at: sql`b.id asc`,
  '-created_at': sql`b.id desc`,
  name: sql`lower(b.name) asc, b.id asc`,
  '-name': sql`lower(b.name) desc, b.id desc`,
} as const

const listing = (order: keyof typeof orders) =>
  callersList<'customers'>()((db, p: Listing) =>
    withCaller(db, p.token_hash)
      .with('mine', (q) =>
        q
          .selectFrom('caller')
          .innerJoin('customers.members as m', 'm.user_id', 'caller.user_id')
          .innerJoin('customers.billing_entities as b', 'b.id', 'm.place_id')
          .select([...billingEntityColumns, 'm.role'])
          .where('m.kind', '=', 'billing_entity')
          .where('m.place_deleted_at', 'is', null)
          .where(
            sql<boolean>`(${p.q} = '' or strpos(lower(b.name), lower(${p.q})) > 0
              or m.role = any(${p.seers}::text[]) and strpos(b.email, lower(${p.q})) > 0)`,
          )
          .orderBy(orders[order])
          .limit(countedTo),
      )
      .selectFrom('caller')
      .leftJoin(
        (e) =>
          e
            .selectFrom('mine as b')
            .selectAll()
            .orderBy(orders[order])
            .limit(p.limit)
            .offset(p.offset)
            .as('b'),
        (join) => join.onTrue(),
      )
      .select((e) => [
        'caller.user_id as caller_id',
        ...billingEntityColumns,
        'b.role',
        e
          .selectFrom('mine')
          .select((count) => count.fn.countAll<number>().as('total'))
          .as('total'),
      ])
      .orderBy(orders[order]),
  )

export const listBillingEntities = {
  created_at: listing('created_at'),
  '-created_at': listing('-created_at'),
  name: listing('name'),
  '-name': listing('-name'),
}

/** One billing entity for the caller; without a `role` it is not theirs or not there. */
export const findBillingEntity = prepared<'customers'>()((db, p: { token_hash: Buffer; id: string }) =>
  withCallerAt(db, { token_hash: p.token_hash, kind: 'billing_entity', place_id: p.id })
    .leftJoin('customers.billing_entities as b', 'b.id', 'm.place_id')
    .select(['caller.user_id as caller_id', 'm.role', ...billingEntityColumns]),
)

/**
 * A payer as seen by one of its members. Its row cannot be deleted until the caller's transaction ends:
 * deleting takes the lock that `for key share` stands against.
 */
export const findBillingEntityOfMember = prepared<'customers'>()(
  (db, p: { id: BillingEntityId; user_id: string }) =>
    db
      .selectFrom('customers.members as m')
      .innerJoin('customers.billing_entities as b', 'b.id', 'm.place_id')
      .select(['b.id', 'b.name', 'b.email', 'b.country', 'b.region', 'b.postal_code', 'b.currency', 'm.role'])
      .where('m.place_id', '=', p.id)
      .where('m.user_id', '=', p.user_id)
      .where('m.kind', '=', 'billing_entity')
      .where('b.deleted_at', 'is', null)
      .forKeyShare('b'),
)

/** Fixes the currency a payer pays in; no row when it already pays in the other one. */
export const fixCurrency = prepared<'customers'>()(
  (db, p: { id: ByProduct<BillingEntityId>; currency: 'cad' | 'usd' }) =>
    db
      .updateTable('customers.billing_entities')
      .set({ currency: p.currency })
      .where('id', '=', p.id)
      .where((e) => e.or([e('currency', 'is', null), e('currency', '=', p.currency)]))
      .returning('id'),
)

/** The copy of the card that stands with the payer. */
export const setCard = prepared<'customers'>()(
  (db, p: { id: ByProduct<BillingEntityId>; brand: string | null; last_four: string | null }) =>
    db
      .updateTable('customers.billing_entities')
      .set({ brand: p.brand, last_four: p.last_four })
      .where('id', '=', p.id),
)

/** Fills in where a payer is; no row when that is known by now. */
export const setRegion = prepared<'customers'>()(
  (
    db,
    p: { id: ProvenBillingEntityId<'keepCard'>; country: string; region: string; postal_code: string | null },
  ) =>
    db
      .updateTable('customers.billing_entities')
      .set((e) => ({
        country: p.country,
        region: p.region,
        postal_code: p.postal_code,
        version: e('version', '+', 1),
      }))
      .where('id', '=', p.id)
      .where((e) => e.or([e('country', 'is', null), e('region', 'is', null)]))
      .returning('id'),
)
