import { limits } from '@byre/contract/limits'
import { sql } from 'kysely'
import { withAsker } from '../platform/actor.ts'
import { prepared } from '../platform/db.ts'
import { countedTo } from '../platform/lists.ts'

/** What replies tell of a site's own row, `s` in each statement. */
export const ownColumns = [
  's.id',
  's.name',
  's.description',
  's.address',
  's.city',
  's.region',
  's.country',
  's.postal_code',
  's.domain',
  's.subdomain',
  's.code',
  's.billing_entity_id',
  's.plan_id',
  's.install_preference',
  's.created_at',
  's.version',
] as const

/** The same with whoever pays, `b` in each statement. */
export const siteColumns = [...ownColumns, 'b.name as payer_name', 'b.brand', 'b.last_four'] as const

interface Listing {
  token_hash: Buffer
  limit: number
  offset: number
}

/** In the order they were made: pages and totals are read from the index of members alone. */
const inOrder = (direction: 'asc' | 'desc') =>
  prepared<'customers'>()((db, p: Listing) =>
    withAsker(db, p.token_hash)
      .selectFrom('asker')
      .leftJoinLateral(
        (e) =>
          e
            .selectFrom('customers.members as m')
            .select(['m.place_id', 'm.role'])
            .whereRef('m.user_id', '=', 'asker.user_id')
            .where('m.kind', '=', 'site')
            .where('m.place_deleted_at', 'is', null)
            .orderBy('m.place_id', direction)
            .limit(p.limit)
            .offset(p.offset)
            .as('m'),
        (join) => join.onTrue(),
      )
      .leftJoin('customers.sites as s', 's.id', 'm.place_id')
      .leftJoin('customers.billing_entities as b', (join) =>
        join.onRef('b.id', '=', 's.billing_entity_id').on('b.deleted_at', 'is', null),
      )
      .select((e) => [
        'asker.user_id as asker_id',
        'm.role',
        ...siteColumns,
        e
          .selectFrom((inner) =>
            inner
              .selectFrom('customers.members as c')
              .select(sql`1`.as('one'))
              .whereRef('c.user_id', '=', 'asker.user_id')
              .where('c.kind', '=', 'site')
              .where('c.place_deleted_at', 'is', null)
              .limit(countedTo)
              .as('counted'),
          )
          .select((count) => count.fn.countAll<number>().as('total'))
          .as('total'),
      ])
      .orderBy('m.place_id', direction),
  )

const orders = {
  created_at: sql`s.id asc`,
  '-created_at': sql`s.id desc`,
  name: sql`lower(s.name) asc, s.id asc`,
  '-name': sql`lower(s.name) desc, s.id desc`,
} as const
type SiteOrder = keyof typeof orders

/** Sorted or searched by what stands in the sites themselves; an empty `q` finds all. */
const sought = (order: SiteOrder) =>
  prepared<'customers'>()((db, p: Listing & { q: string }) => {
    const isSought = sql<boolean>`(${p.q} = '' or strpos(lower(s.name), lower(${p.q})) > 0 or strpos(s.subdomain, lower(${p.q})) > 0)`
    return withAsker(db, p.token_hash)
      .with('mine', (q) =>
        q
          .selectFrom('asker')
          .innerJoin('customers.members as m', 'm.user_id', 'asker.user_id')
          .innerJoin('customers.sites as s', 's.id', 'm.place_id')
          .select(['s.id', 's.name', 'm.role'])
          .where('m.kind', '=', 'site')
          .where('m.place_deleted_at', 'is', null)
          .where(isSought)
          .orderBy(orders[order])
          .limit(countedTo),
      )
      .selectFrom('asker')
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
      .leftJoin('customers.sites as s', 's.id', 'm.id')
      .leftJoin('customers.billing_entities as b', (join) =>
        join.onRef('b.id', '=', 's.billing_entity_id').on('b.deleted_at', 'is', null),
      )
      .select((e) => [
        'asker.user_id as asker_id',
        'm.role',
        ...siteColumns,
        e
          .selectFrom('mine')
          .select((count) => count.fn.countAll<number>().as('total'))
          .as('total'),
      ])
      .orderBy(orders[order])
  })

export const listSitesInOrder = { created_at: inOrder('asc'), '-created_at': inOrder('desc') }

export const listSitesSought = {
  created_at: sought('created_at'),
  '-created_at': sought('-created_at'),
  name: sought('name'),
  '-name': sought('-name'),
}

/** One site for the asker; without a `role` it is not theirs or not there. */
export const findSite = prepared<'customers'>()((db, p: { token_hash: Buffer; id: string }) =>
  withAsker(db, p.token_hash)
    .selectFrom('asker')
    .leftJoin('customers.members as m', (join) =>
      join
        .onRef('m.user_id', '=', 'asker.user_id')
        .on('m.place_id', '=', p.id)
        .on('m.kind', '=', 'site')
        .on('m.place_deleted_at', 'is', null),
    )
    .leftJoin('customers.sites as s', 's.id', 'm.place_id')
    .leftJoin('customers.billing_entities as b', (join) =>
      join.onRef('b.id', '=', 's.billing_entity_id').on('b.deleted_at', 'is', null),
    )
    .select(['asker.user_id as asker_id', 'm.role', ...siteColumns]),
)

/** What the letter to the Owner of a new site says; no row when the site is gone. */
export const findSiteLetter = prepared<'customers'>()((db, p: { site_id: string; user_id: string }) =>
  db
    .selectFrom('customers.sites as s')
    .innerJoin('customers.users as u', (join) => join.on('u.id', '=', p.user_id))
    .select([
      's.name',
      's.subdomain',
      'u.email',
      sql<string>`s.created_at + make_interval(days => ${limits.trialDays})`.as('trial_ends_at'),
    ])
    .where('s.id', '=', p.site_id)
    .where('s.deleted_at', 'is', null),
)
