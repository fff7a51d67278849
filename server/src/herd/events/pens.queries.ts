import type { SiteId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import '../tables.ts'

/** An event that is of a pen. */
export interface PenLink {
  pen_id: string
  n: number
  at: string
}

export async function insertPenLinks(db: Db<'herd'>, site: SiteId, links: readonly PenLink[]): Promise<void> {
  if (links.length === 0) return
  const column = <K extends keyof PenLink>(name: K) => links.map((link) => link[name])
  await sql`
    insert into herd.pen_events (site_id, pen_id, n, at)
    select ${site}, * from unnest(${column('pen_id')}::uuid[], ${column('n')}::int8[], ${column('at')}::timestamptz[])`.execute(
    db,
  )
}

/** When events of pens were, as told by the site's clock of today; how many stood otherwise. */
export async function mendPenLinks(
  db: Db<'herd'>,
  site: SiteId,
  times: readonly Pick<PenLink, 'n' | 'at'>[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update herd.pen_events l set at = r.at
    from unnest(${times.map(({ n }) => n)}::int8[], ${times.map(({ at }) => at)}::timestamptz[]) as r (n, at)
    where l.site_id = ${site} and l.n = r.n and l.at <> r.at`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Records of all events of pens. */
export async function eventsOfPens(db: Db<'herd'>, site: SiteId, pens: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ record: string }>`
    select e.record from herd.pen_events l join herd.events e on e.site_id = l.site_id and e.n = l.n
    where l.site_id = ${site} and l.pen_id = any(${pens}) order by e.n`.execute(db)
  return rows.map(({ record }) => record)
}

/** Records of all that is told of pens and of which only the day is known. */
export async function penDays(db: Db<'herd'>, site: SiteId): Promise<string[]> {
  const { rows } = await sql<{ record: string }>`
    select e.record from herd.pen_events l join herd.events e on e.site_id = l.site_id and e.n = l.n
    where l.site_id = ${site} and e.record::json #>> '{event,precision}' = 'day'`.execute(db)
  return rows.map(({ record }) => record)
}

export async function countPenLinks(db: Db<'herd'>, site: SiteId): Promise<number> {
  const { rows } = await sql<{ links: number }>`
    select count(*) as links from herd.pen_events where site_id = ${site}`.execute(db)
  return rows[0]!.links
}
