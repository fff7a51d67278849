import type { placeStates } from '@byre/contract/places/place-fields'
import { sql, type Compilable, type RawBuilder } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { callersList, quickCallersList } from '../../platform/authentication/proven-lists.ts'
import { countedTo } from '../../platform/lists.ts'
import type { Billing, ListedBilling } from '../ports.ts'
import { placeColumns, tableOf, type CallerRow, type Kind, type Rows } from './places.queries.ts'

interface Listing {
  token_hash: Buffer
  limit: number
  offset: number
}

type Counted<Row> = CallerRow<Row> & { total: number | null }
export type Restorable<Row> = Row & { deleted_at: string; restorable_until: string }
type PlaceState = (typeof placeStates)[number]
type Port = Pick<Billing, 'listedBilling'>

/** What only lists tell of a place. */
export interface Listed extends Omit<ListedBilling, 'billing_state'> {
  state: PlaceState
  people: number
  payer_country: string | null
  payer_region: string | null
}
type Live<Row> = Row & Listed

/** How a place `s` stands for a member `m`: what its payments say beyond open and shut is not told to a User. */
const stateOf = (billingState: RawBuilder<ListedBilling['billing_state']>) => sql<PlaceState>`case
  when s.standing <> 'ok' then s.standing
  when m.role = 'User' then 'running'
  else coalesce(${billingState}, 'running') end`

/** Columns beside the place `s`, its payer `b` and its subscription `l`, joined by `listedBilling`. */
const listedColumns = (kind: Kind) =>
  [
    stateOf(sql.ref('l.billing_state')).as('state'),
    sql<number>`(select count(*)::int from customers.members as w
      where w.place_id = s.id and w.kind = ${sql.lit(kind)})`.as('people'),
    'l.next_at',
    'l.is_charged',
    'l.plan_name',
    'l.amount',
    'l.currency',
    'b.country as payer_country',
    'b.region as payer_region',
  ] as const

/** In the order they were made: pages and totals are read from the index of members alone. */
const inOrder = <Row>(kind: Kind, direction: 'asc' | 'desc', billing: Port) =>
  quickCallersList<'customers'>()(
    (db, p: Listing) =>
      withCaller(db, p.token_hash)
        .selectFrom('caller')
        .leftJoinLateral(
          (e) =>
            e
              .selectFrom('customers.role_holders as m')
              .select(['m.place_id', 'm.role'])
              .whereRef('m.user_id', '=', 'caller.user_id')
              .where('m.kind', '=', kind)
              .where('m.place_deleted_at', 'is', null)
              .orderBy('m.place_id', direction)
              .limit(p.limit)
              .offset(p.offset)
              .as('m'),
          (join) => join.onTrue(),
        )
        .leftJoin(`${tableOf(kind)} as s`, 's.id', 'm.place_id')
        .leftJoin('customers.billing_entities as b', (join) =>
          join.onRef('b.id', '=', 's.billing_entity_id').on('b.deleted_at', 'is', null),
        )
        .leftJoinLateral(billing.listedBilling(kind).row.as('l'), (join) => join.onTrue())
        // Joined, since a column of its own would be counted anew for each row.
        .leftJoinLateral(
          (e) =>
            e
              .selectFrom((inner) =>
                inner
                  .selectFrom('customers.role_holders as c')
                  .select(sql`1`.as('one'))
                  .whereRef('c.user_id', '=', 'caller.user_id')
                  .where('c.kind', '=', kind)
                  .where('c.place_deleted_at', 'is', null)
                  .limit(countedTo)
                  .as('each'),
              )
              .select((count) => count.fn.countAll<number>().as('total'))
              .as('counted'),
          (join) => join.onTrue(),
        )
        .select([
          'caller.user_id as caller_id',
          'm.role',
          ...placeColumns(kind),
          ...listedColumns(kind),
          'counted.total',
        ])
        .orderBy('m.place_id', direction) as Compilable<unknown> as Compilable<Counted<Live<Row>>>,
    { token_hash: 'bytea' },
  )

const worstFirst = [
  'stopped',
  'read_only',
  'past_due',
  'trial',
  'running',
] as const satisfies readonly PlaceState[]

/** By places `s` of a member `m`, each to the last in the order of their ids. */
function ordersOf(kind: Kind, billing: Port) {
  const rank = sql`array_position(${sql.lit(`{${worstFirst.join(',')}}`)}::text[], ${stateOf(billing.listedBilling(kind).state)})`
  const nextAt = sql`case when m.role <> 'User' then ${billing.listedBilling(kind).nextAt} end`
  return {
    created_at: sql`s.id asc`,
    '-created_at': sql`s.id desc`,
    name: sql`lower(s.name) asc, s.id asc`,
    '-name': sql`lower(s.name) desc, s.id desc`,
    state: sql`${rank} asc, lower(s.name) asc, s.id asc`,
    '-state': sql`${rank} desc, lower(s.name) asc, s.id asc`,
    next_charge: sql`${nextAt} asc nulls last, lower(s.name) asc, s.id asc`,
    '-next_charge': sql`${nextAt} desc nulls last, lower(s.name) asc, s.id asc`,
  } as const
}
type PlaceOrder = keyof ReturnType<typeof ordersOf>

const membership = {
  live: sql<boolean>`m.place_deleted_at is null`,
  /** Where its Owner can still bring it back. */
  restorable: sql<boolean>`m.role = 'Owner' and m.place_deleted_at > now() - interval '30 days'`,
}
const restorability = [
  sql<string>`s.deleted_at`.as('deleted_at'),
  sql<string>`s.deleted_at + interval '30 days'`.as('restorable_until'),
] as const

interface Sought extends Listing {
  q: string
  state: PlaceState | ''
}

/** Sorted or searched by what stands in the places themselves; an empty `q` or `state` finds all. */
function sought<Row>(kind: Kind, billing: Port, order: PlaceOrder, which: 'live' | 'restorable') {
  const by = ordersOf(kind, billing)[order]
  const further = which === 'live' ? listedColumns(kind) : restorability
  return callersList<'customers'>()((db, p: Sought) => {
    const isSought = sql<boolean>`(${p.q} = '' or strpos(lower(s.name), lower(${p.q})) > 0 or strpos(s.subdomain, lower(${p.q})) > 0)`
    return withCaller(db, p.token_hash)
      .with('mine', (q) =>
        q
          .selectFrom('caller')
          .innerJoin('customers.role_holders as m', 'm.user_id', 'caller.user_id')
          .innerJoin(`${tableOf(kind)} as s`, 's.id', 'm.place_id')
          .select(['s.id', 'm.role', sql<number>`row_number() over (order by ${by})`.as('n')])
          .where('m.kind', '=', kind)
          .where(membership[which])
          .where(isSought)
          .where(
            sql<boolean>`(${p.state} = '' or ${stateOf(billing.listedBilling(kind).state)} = ${p.state})`,
          )
          .orderBy('n')
          .limit(countedTo),
      )
      .selectFrom('caller')
      .leftJoin(
        (e) =>
          e
            .selectFrom('mine')
            .select(['id', 'role', 'n'])
            .orderBy('n')
            .limit(p.limit)
            .offset(p.offset)
            .as('m'),
        (join) => join.onTrue(),
      )
      .leftJoin(`${tableOf(kind)} as s`, 's.id', 'm.id')
      .leftJoin('customers.billing_entities as b', (join) =>
        join.onRef('b.id', '=', 's.billing_entity_id').on('b.deleted_at', 'is', null),
      )
      .leftJoinLateral(billing.listedBilling(kind).row.as('l'), (join) => join.onTrue())
      .select((e) => [
        'caller.user_id as caller_id',
        'm.role',
        ...placeColumns(kind),
        ...further,
        e
          .selectFrom('mine')
          .select((count) => count.fn.countAll<number>().as('total'))
          .as('total'),
      ])
      .orderBy('m.n') as Compilable<unknown> as Compilable<Counted<Row>>
  })
}

const soughtIn = <Row>(kind: Kind, billing: Port, which: 'live' | 'restorable') => ({
  created_at: sought<Row>(kind, billing, 'created_at', which),
  '-created_at': sought<Row>(kind, billing, '-created_at', which),
  name: sought<Row>(kind, billing, 'name', which),
  '-name': sought<Row>(kind, billing, '-name', which),
  state: sought<Row>(kind, billing, 'state', which),
  '-state': sought<Row>(kind, billing, '-state', which),
  next_charge: sought<Row>(kind, billing, 'next_charge', which),
  '-next_charge': sought<Row>(kind, billing, '-next_charge', which),
})

const listsOf = <Row>(kind: Kind, billing: Port) => ({
  inOrder: {
    created_at: inOrder<Row>(kind, 'asc', billing),
    '-created_at': inOrder<Row>(kind, 'desc', billing),
  },
  sought: soughtIn<Live<Row>>(kind, billing, 'live'),
  restorable: soughtIn<Restorable<Row>>(kind, billing, 'restorable'),
})

/** The statements of one kind's list. */
export type PlaceLists<K extends Kind> = ReturnType<typeof listsOf<Rows[K]>>

export const placeLists = <K extends Kind>(kind: K, billing: Port): PlaceLists<K> =>
  listsOf<Rows[K]>(kind, billing)
