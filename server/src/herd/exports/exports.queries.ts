import type { SiteId } from '@byre/contract/subject-kinds'
import { sql, type RawBuilder } from 'kysely'
import { visitorColumns, withVisitor } from '../../platform/authentication/visitors.ts'
import { prepared, type Db } from '../../platform/database/db.ts'
import type { SiteCaller } from '../../tenants/index.ts'
import { keptTables, type KeptName } from '../kept.policy.ts'
import '../tables.ts'

/** Whoever asks for everything, and what the site is called. */
export const findExporting = prepared<'herd'>()((db, p: SiteCaller<'export'>) =>
  withVisitor(db, p)
    .selectFrom('visitor')
    .select([...visitorColumns, 'visitor.place_name']),
)

export interface LedgerState {
  n: number
  head: string
  /** Null before the first event. */
  context: string | null
  loaded_n: number
  loaded_from: string[]
}

export async function findLedger(db: Db<'herd'>, site: SiteId): Promise<LedgerState> {
  const { rows } = await sql<LedgerState>`
    select n, encode(head, 'hex') as head, context, loaded_n, loaded_from::text[] as loaded_from
    from herd.ledgers where site_id = ${site}`.execute(db)
  return rows[0] ?? { n: 0, head: '00'.repeat(32), context: null, loaded_n: 0, loaded_from: [] }
}

export interface EventLine {
  n: number
  hash: string
  record: string
}

/** Events after a number up to another: they never change, whenever they are read. */
export const listEvents = prepared<'herd'>()(
  (db, p: { site: SiteId; after: number; to: number; limit: number }) =>
    db
      .selectFrom('herd.events')
      .select(['n', sql<string>`encode(hash, 'hex')`.as('hash'), 'record'])
      .where('site_id', '=', p.site)
      .where('n', '>', p.after)
      .where('n', '<=', p.to)
      .orderBy('n')
      .limit(p.limit),
)

/** A table that no event tells, as it is. */
export function keptRows(name: KeptName, site: SiteId): RawBuilder<Record<string, unknown>> {
  const { key, columns } = keptTables[name]
  const list = (names: readonly string[]) => sql.join(names.map((column) => sql.id(column)))
  // A day is text all along: no zone has a say in it.
  const shown = Object.entries(columns).map(([column, type]) =>
    type === 'date' ? sql`${sql.id(column)}::text` : sql.id(column),
  )
  return sql`select ${sql.join(shown)} from ${sql.table(`herd.${name}`)}
    where site_id = ${site} order by ${list(['site_id', ...key])}`
}

export interface AnimalOut {
  id: string
  status: string
  same_as: string | null
  main_tag: string
  pen: string | null
  lot: string | null
  clear_at: string | null
  card: string
}

export const animalsOut = (site: SiteId) => sql<AnimalOut>`
  select a.id, a.status, a.same_as, a.main_tag, p.name as pen, l.name as lot, a.clear_at, a.card
  from herd.animals a
  left join herd.pens p on p.site_id = a.site_id and p.id = a.pen_id
  left join herd.lots l on l.site_id = a.site_id and l.id = a.lot_id
  where a.site_id = ${site} order by a.site_id, a.id`

export interface IdentifierOut {
  animal_id: string
  kind: string
  value: string
  typed: string
  from_at: string
  to_at: string | null
}

export const identifiersOut = (site: SiteId) => sql<IdentifierOut>`
  select animal_id, kind, value, typed, from_at, to_at from herd.identifiers
  where site_id = ${site} order by site_id, animal_id, event_id, kind, value`

/** Rows of an animal's events, with what it is called. */
const ofAnimals = (table: string, columns: string, site: SiteId) => sql`
  select t.animal_id, a.main_tag, t.event_id, ${sql.raw(columns)}
  from ${sql.table(`herd.${table}`)} t join herd.animals a on a.site_id = t.site_id and a.id = t.animal_id
  where t.site_id = ${site} order by t.site_id, t.animal_id, t.event_id`

interface OfAnimal {
  animal_id: string
  main_tag: string
  event_id: string
}

export type TreatmentOut = OfAnimal & { at: string; row: string }
export const treatmentsOut = (site: SiteId) =>
  ofAnimals('treatments', 't.at, t.row', site) as RawBuilder<TreatmentOut>

export type WithdrawalOut = OfAnimal & {
  commodity: string
  market: string
  why: string
  clear_at: string
  provisional: string | null
}
export const withdrawalsOut = (site: SiteId) =>
  ofAnimals(
    'withdrawals',
    't.commodity, t.market, t.why, t.clear_at, t.provisional',
    site,
  ) as RawBuilder<WithdrawalOut>

export type WeightOut = OfAnimal & { at: string; grams: number; typed: string; unit: string; source: string }
export const weightsOut = (site: SiteId) =>
  ofAnimals('weights', 't.at, t.grams, t.typed, t.unit, t.source', site) as RawBuilder<WeightOut>

export interface GroupOut {
  id: string
  name: string
  created_at: string
}

export const pensOut = (site: SiteId) => sql<GroupOut>`
  select id, name, created_at from herd.pens where site_id = ${site} order by site_id, id`

export const lotsOut = (site: SiteId) => sql<GroupOut & { target_grams_a_day: number | null }>`
  select id, name, created_at, target_grams as target_grams_a_day from herd.lots
  where site_id = ${site} order by site_id, id`

export interface ProductOut {
  id: string
  name: string
  version: number
  is_newest: boolean
  uses: string
  created_at: string
}

export const productsOut = (site: SiteId) => sql<ProductOut>`
  select m.id, m.name, v.version, v.id = m.version_id as is_newest, v.uses, v.created_at
  from herd.product_versions v join herd.products m on m.site_id = v.site_id and m.id = v.product_id
  where v.site_id = ${site} order by v.site_id, v.product_id, v.version`

export interface StockLotOut {
  id: string
  product: string
  batch: string
  expires_on: string | null
}

export const stockLotsOut = (site: SiteId) => sql<StockLotOut>`
  select s.id, m.name as product, s.batch, s.expires_on::text as expires_on
  from herd.stock_lots s join herd.products m on m.site_id = s.site_id and m.id = s.product_id
  where s.site_id = ${site} order by s.site_id, s.id`
