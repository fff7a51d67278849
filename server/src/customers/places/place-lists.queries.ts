import { sql, type Compilable } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { prepared, quickRead } from '../../platform/database/db.ts'
import { countedTo } from '../../platform/lists.ts'
import { placeColumns, tableOf, type CallerRow, type Kind, type Rows } from './places.queries.ts'

interface Listing {
  token_hash: Buffer
  limit: number
  offset: number
}

type Counted<Row> = CallerRow<Row> & { total: number | null }
export type Restorable<Row> = Row & { deleted_at: string; restorable_until: string }

/** In the order they were made: pages and totals are read from the index of members alone. */
const inOrder = <Row>(kind: Kind, direction: 'asc' | 'desc') =>
  quickRead<'customers'>()(
    (db, p: Listing) =>
      withCaller(db, p.token_hash)
        .selectFrom('caller')
        .leftJoinLateral(
          (e) =>
            e
              .selectFrom('customers.members as m')
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
        .select((e) => [
          'caller.user_id as caller_id',
          'm.role',
          ...placeColumns(kind),
          e
            .selectFrom((inner) =>
              inner
                .selectFrom('customers.members as c')
                .select(sql`1`.as('one'))
                .whereRef('c.user_id', '=', 'caller.user_id')
                .where('c.kind', '=', kind)
                .where('c.place_deleted_at', 'is', null)
                .limit(countedTo)
                .as('counted'),
            )
            .select((count) => count.fn.countAll<number>().as('total'))
            .as('total'),
        ])
        .orderBy('m.place_id', direction) as Compilable<unknown> as Compilable<Counted<Row>>,
  )

const orders = {
  created_at: sql`s.id asc`,
  '-created_at': sql`s.id desc`,
  name: sql`lower(s.name) asc, s.id asc`,
  '-name': sql`lower(s.name) desc, s.id desc`,
} as const
type PlaceOrder = keyof typeof orders

const membership = {
  live: sql<boolean>`m.place_deleted_at is null`,
  /** Where its Owner can still bring it back. */
  restorable: sql<boolean>`m.role = 'Owner' and m.place_deleted_at > now() - interval '30 days'`,
}
const restorability = {
  live: [],
  restorable: [
    sql<string>`s.deleted_at`.as('deleted_at'),
    sql<string>`s.deleted_at + interval '30 days'`.as('restorable_until'),
  ],
}

/** Sorted or searched by what stands in the places themselves; an empty `q` finds all. */
const sought = <Row>(kind: Kind, order: PlaceOrder, which: 'live' | 'restorable') =>
  prepared<'customers'>()((db, p: Listing & { q: string }) => {
    const isSought = sql<boolean>`(${p.q} = '' or strpos(lower(s.name), lower(${p.q})) > 0 or strpos(s.subdomain, lower(${p.q})) > 0)`
    return withCaller(db, p.token_hash)
      .with('mine', (q) =>
        q
          .selectFrom('caller')
          .innerJoin('customers.members as m', 'm.user_id', 'caller.user_id')
          .innerJoin(`${tableOf(kind)} as s`, 's.id', 'm.place_id')
          .select(['s.id', 's.name', 'm.role'])
          .where('m.kind', '=', kind)
          .where(membership[which])
          .where(isSought)
          .orderBy(orders[order])
          .limit(countedTo),
      )
      .selectFrom('caller')
      .leftJoin(
        (e) =>
          e
            .selectFrom('mine as s')
            .select(['s.id', 's.role'])
            .orderBy(orders[order])
            .limit(p.limit)
            .offset(p.offset)
            .as('m'),
        (join) => join.onTrue(),
      )
      .leftJoin(`${tableOf(kind)} as s`, 's.id', 'm.id')
      .leftJoin('customers.billing_entities as b', (join) =>
        join.onRef('b.id', '=', 's.billing_entity_id').on('b.deleted_at', 'is', null),
      )
      .select((e) => [
        'caller.user_id as caller_id',
        'm.role',
        ...placeColumns(kind),
        ...restorability[which],
        e
          .selectFrom('mine')
          .select((count) => count.fn.countAll<number>().as('total'))
          .as('total'),
      ])
      .orderBy(orders[order]) as Compilable<unknown> as Compilable<Counted<Row>>
  })

const soughtIn = <Row>(kind: Kind, which: 'live' | 'restorable') => ({
  created_at: sought<Row>(kind, 'created_at', which),
  '-created_at': sought<Row>(kind, '-created_at', which),
  name: sought<Row>(kind, 'name', which),
  '-name': sought<Row>(kind, '-name', which),
})

const listsOf = <Row>(kind: Kind) => ({
  inOrder: { created_at: inOrder<Row>(kind, 'asc'), '-created_at': inOrder<Row>(kind, 'desc') },
  sought: soughtIn<Row>(kind, 'live'),
  restorable: soughtIn<Restorable<Row>>(kind, 'restorable'),
})

export const listPlaces: { [K in Kind]: ReturnType<typeof listsOf<Rows[K]>> } = {
  site: listsOf('site'),
  clinic: listsOf('clinic'),
}
