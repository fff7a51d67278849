import type { SiteId } from '@byre/contract/subject-kinds'
import { sql, type RawBuilder } from 'kysely'
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

/** The one finding that is of a pen: its row has the pen in place of the animal. */
export const headCount = 'head count differs'

/** Counts of pens `l` that nobody took back, each with how many the records say stood there then. */
export const counts = (which: RawBuilder<unknown>) => sql`
  select l.site_id, l.pen_id, l.n, l.at, e.id as event_id, e.record, (e.record::json #>> '{event,body,head}')::int8 as head,
    (select count(*) from herd.stays s where s.site_id = l.site_id and s.pen_id = l.pen_id
      and s.from_at <= l.at and (s.to_at is null or s.to_at > l.at)) as told
  from herd.pen_events l join herd.events e on e.site_id = l.site_id and e.n = l.n and e.kind = 'counted'
  where ${which} and not exists (
    select from herd.pen_events v join herd.events t on t.site_id = v.site_id and t.n = v.n and t.kind = 'void'
    where v.site_id = l.site_id and v.pen_id = l.pen_id and v.n > l.n and t.record::json #>> '{event,body,event}' = e.id::text)`

/**
 * Pens whose last count is not what the records say, among these: put where they are, taken away where they are not. Answers how
 * many rows that changed.
 */
export async function writeHeadCounts(
  db: Db<'herd'>,
  site: SiteId,
  pens: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    with last as materialized (
      select distinct on (c.pen_id) c.pen_id, c.event_id, c.head, c.told
      from (${counts(sql`l.site_id = ${site} and l.pen_id = any(${pens})`)}) c order by c.pen_id, c.at desc, c.n desc),
    gone as (
      delete from herd.findings f
      where f.site_id = ${site} and f.kind = ${headCount} and f.animal_id = any(${pens}) and not exists (
        select from last c where c.pen_id = f.animal_id and c.event_id::text = f.subject and c.head <> c.told)
      returning 1),
    put as (
      insert into herd.findings (site_id, kind, subject, animal_id)
      select ${site}, ${headCount}, c.event_id::text, c.pen_id from last c where c.head <> c.told
      on conflict do nothing returning 1)
    select (select count(*) from gone) + (select count(*) from put) as changed`.execute(db)
  return rows[0]!.changed
}

/** Pens of which anything is told. */
export async function toldPens(db: Db<'herd'>, site: SiteId): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct pen_id as id from herd.pen_events where site_id = ${site}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function countPenLinks(db: Db<'herd'>, site: SiteId): Promise<number> {
  const { rows } = await sql<{ links: number }>`
    select count(*) as links from herd.pen_events where site_id = ${site}`.execute(db)
  return rows[0]!.links
}
