import type { SiteId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Link } from './events.queries.ts'
import '../tables.ts'

/** Animals of a site after an id, those that an event is of and those that a card says there are. */
export async function nextAnimals(
  db: Db<'herd'>,
  site: SiteId,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select id from herd.animals where site_id = ${site} and id > ${after} order by id limit ${limit})
    union
    (select distinct animal_id from herd.event_animals where site_id = ${site} and animal_id > ${after}
     order by animal_id limit ${limit})
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What joins animals into one, and every void, which may part them. */
export async function listJoining(db: Db<'herd'>, site: SiteId): Promise<string[]> {
  const { rows } = await sql<{ record: string }>`
    select record from herd.events where site_id = ${site} and kind in ('same_animal', 'void') order by n`.execute(
    db,
  )
  return rows.map(({ record }) => record)
}

export async function countLinks(db: Db<'herd'>, site: SiteId): Promise<number> {
  const { rows } = await sql<{ links: number }>`
    select count(*) as links from herd.event_animals where site_id = ${site}`.execute(db)
  return rows[0]!.links
}

/** Up to which number a ledger was loaded, and where those records were made. */
export async function loadedFrom(db: Db<'herd'>, site: SiteId): Promise<{ n: number; sites: string[] }> {
  const { rows } = await sql<{ n: number; sites: string[] }>`
    select loaded_n as n, loaded_from::text[] as sites from herd.ledgers where site_id = ${site}`.execute(db)
  return rows[0] ?? { n: 0, sites: [] }
}

/** The settings under which a site's projections stand; null before its first event. */
export async function foldedUnder(db: Db<'herd'>, site: SiteId): Promise<string | null> {
  const { rows } = await sql<{ context: string | null }>`
    select context from herd.ledgers where site_id = ${site}`.execute(db)
  return rows[0]?.context ?? null
}

/** The same, held until the transaction ends: nobody records meanwhile. */
export async function lockFoldedUnder(db: Db<'herd'>, site: SiteId): Promise<string | null> {
  const { rows } = await sql<{ context: string | null }>`
    select context from herd.ledgers where site_id = ${site} for update`.execute(db)
  return rows[0]?.context ?? null
}

export async function setFoldedUnder(db: Db<'herd'>, site: SiteId, context: string): Promise<void> {
  await sql`update herd.ledgers set context = ${context} where site_id = ${site}`.execute(db)
}

/** When events of animals were, as told by the site's clock of today; how many stood otherwise. */
export async function mendLinks(db: Db<'herd'>, site: SiteId, links: readonly Link[]): Promise<number> {
  const column = <K extends keyof Link>(name: K) => links.map((link) => link[name])
  const { numAffectedRows } = await sql`
    update herd.event_animals l set at = r.at
    from unnest(${column('animal_id')}::uuid[], ${column('at')}::timestamptz[], ${column('n')}::int8[]) as r (animal_id, at, n)
    where l.site_id = ${site} and l.animal_id = r.animal_id and l.n = r.n and l.at <> r.at`.execute(db)
  return Number(numAffectedRows ?? 0)
}
