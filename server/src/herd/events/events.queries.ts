import type { SiteId } from '@byre/contract/subject-kinds'
import { sql, type RawBuilder } from 'kysely'
import { prepared, type Db } from '../../platform/database/db.ts'
import type { KnownAnimal } from './additions.policy.ts'
import type { FedPen } from './pens.policy.ts'
import '../tables.ts'

const ms = (time: string) => sql.raw(`(extract(epoch from ${time}) * 1000)::int8`)

/** Events by their ids, those that are there. */
export const findEvents = (db: Db<'herd'>, site: SiteId, ids: readonly string[]) =>
  eventsByIds(db, { site, ids })

const eventsByIds = prepared<'herd'>()((db, p: { site: SiteId; ids: readonly string[] }) => ({
  compile: () =>
    sql<{ n: number; record: string }>`
      select n, record from herd.events where site_id = ${p.site}::uuid and id = any(${p.ids}::uuid[]) order by n`.compile(
      db,
    ),
}))

/** What events speak of, of what they name: those that are there. */
export interface Named {
  animals: readonly string[]
  pens: readonly string[]
  lots: readonly string[]
  versions: readonly string[]
  stock_lots: readonly string[]
}

export interface Known {
  /** Animals that are named, and whatever is one with them; where they stand alone where something may move them. */
  animals: KnownAnimal[]
  pens: string[]
  lots: string[]
  versions: { id: string; uses: string }[]
  stock_lots: string[]
  /** Those that stood in a pen while its feed changes, each with whatever is one with it. */
  fed: string[][]
  /** Pens that are named, or in which animals named stand, of which anything is told. */
  told_pens: string[]
  /** Something is told of a pen of the site. */
  has_told_pens: boolean
  /** Ship lists that are locked or have left, with any of the animals named. */
  ship_lists: string[]
  /** All ship lists that are locked. */
  locked_lists: string[]
  /** Somewhere head could not be read when a group was treated: what their pen carries, others carry. */
  has_unread: boolean
  /** The settings under which the site's projections stand; null before its first event. */
  context: string | null
  /** When the ledger's last event was received; null before its first. */
  last_received_at: string | null
}

/** Whether an event may move an animal: of others it is not asked where their animals stand. */
type WhatIsNamed = Named & { site: SiteId; hasMoves: boolean }

const treatments = sql`('treated', 'group_treated')`

export async function findKnown(
  db: Db<'herd'>,
  site: SiteId,
  named: Named,
  { fed, hasMoves }: { fed: readonly FedPen[]; hasMoves: boolean },
): Promise<Known> {
  const wanted = { ...named, site, hasMoves }
  // Of feed it is planned each time: whoever stood in a pen may be ten or ten thousand.
  const [known] =
    fed.length === 0
      ? await knownOf(db, wanted)
      : (await knownAnd(fedFamilies(site, fed), wanted).execute(db)).rows
  return known!
}

const knownOf = prepared<'herd'>()((db, p: WhatIsNamed) => ({
  compile: () => knownAnd(sql`select null::uuid as id, null::uuid as root where false`, p).compile(db),
}))

const knownAnd = (fed: RawBuilder<unknown>, p: WhatIsNamed) => sql<Known>`
    with fed as materialized (${fed}),
    named as materialized (
      select id, same_as, pen_id, card, coalesce(same_as, id) as root from herd.animals
      where site_id = ${p.site}::uuid and id = any(${p.animals}::uuid[])),
    families as materialized (
      select id, same_as, pen_id, card from named
      union all
      select a.id, a.same_as, a.pen_id, a.card from herd.animals a
      where a.site_id = ${p.site}::uuid and a.id = any(array(select root from named except select id from named))
      union all
      select a.id, a.same_as, a.pen_id, a.card from herd.animals a
      where a.site_id = ${p.site}::uuid and a.same_as = any(array(select root from named))
        and a.id <> all(array(select id from named))),
    pens as (select unnest(${p.pens}::uuid[]) as id union select pen_id from families)
    select
      (select coalesce(json_agg(f.ids), '[]') from (select json_agg(id) as ids from fed group by root) f) as fed,
      array(select p.id::text from pens p where exists (
        select from herd.pen_events l where l.site_id = ${p.site}::uuid and l.pen_id = p.id)) as told_pens,
      exists (select from herd.pen_events where site_id = ${p.site}::uuid) as has_told_pens,
      (select context from herd.ledgers where site_id = ${p.site}::uuid) as context,
      (select e.received_at from herd.ledgers l join herd.events e on e.site_id = l.site_id and e.n = l.n
       where l.site_id = ${p.site}::uuid) as last_received_at,
      (select coalesce(json_agg(json_build_object('id', f.id, 'same_as', f.same_as, 'card', f.card::json, 'last_at', ${ms('l.at')},
         'treated_at', t.at, 'stay', s.stay)), '[]') from families f
       left join lateral (
         select w.at, (select e.kind from herd.events e where e.site_id = ${p.site}::uuid and e.n = w.n) in ${treatments} as is_treatment
         from herd.event_animals w where w.site_id = ${p.site}::uuid and w.animal_id = f.id
         order by w.at desc, w.n desc limit 1) l on true
       cross join lateral (
         -- Each of its few by its number: joined, they might be looked for among all that the site recorded.
         select case when l.is_treatment then ${ms('l.at')} else (
           select ${ms('max(w.at)')} from herd.event_animals w
           where w.site_id = ${p.site}::uuid and w.animal_id = f.id and w.at >= l.at - interval '15 minutes'
             and (select e.kind from herd.events e where e.site_id = ${p.site}::uuid and e.n = w.n) in ${treatments}) end as at) t
       left join lateral (
         select json_build_object('event', event_id, 'pen', pen_id, 'from', ${ms('from_at')}) as stay
         from herd.stays where ${p.hasMoves}::boolean and site_id = ${p.site}::uuid and animal_id = f.id and to_at is null limit 1) s on true) as animals,
      array(select id::text from herd.pens where site_id = ${p.site}::uuid and id = any(${p.pens}::uuid[])) as pens,
      array(select id::text from herd.lots where site_id = ${p.site}::uuid and id = any(${p.lots}::uuid[])) as lots,
      array(select id::text from herd.stock_lots where site_id = ${p.site}::uuid and id = any(${p.stock_lots}::uuid[])) as stock_lots,
      array(select distinct l.id::text from herd.ship_entries e
        join herd.ship_lists l on l.site_id = e.site_id and l.id = e.list_id and l.state in ('locked', 'departed')
        where e.site_id = ${p.site}::uuid
          and e.animal_id = any(array(select id from named union select root from named union select id from fed))) as ship_lists,
      array(select id::text from herd.ship_lists where site_id = ${p.site}::uuid and state <> 'departed' and state = 'locked') as locked_lists,
      exists (select from herd.findings where site_id = ${p.site}::uuid and kind = 'unread head') as has_unread,
      (select coalesce(json_agg(json_build_object('id', id, 'uses', uses)), '[]') from herd.product_versions
       where site_id = ${p.site}::uuid and id = any(${p.versions}::uuid[])) as versions`

/** Whoever stood in pens since their times, and whatever is one with them. */
const fedFamilies = (site: SiteId, fed: readonly FedPen[]) => sql`
    with roots as materialized (
      select distinct coalesce(a.same_as, a.id) as root
      from unnest(${fed.map(({ pen }) => pen)}::uuid[], ${fed.map(({ from }) => from)}::timestamptz[]) as f (pen_id, from_at)
      join herd.stays s on s.site_id = ${site} and s.pen_id = f.pen_id and (s.to_at is null or s.to_at >= f.from_at)
      join herd.animals a on a.site_id = s.site_id and a.id = s.animal_id)
    select a.id, r.root from roots r join herd.animals a on a.site_id = ${site} and a.id = r.root
    union all
    select a.id, r.root from roots r join herd.animals a on a.site_id = ${site} and a.same_as = r.root`

export interface HistoryRow {
  n: number
  record: string
  /** Those of the animals wanted that it is of. */
  animals: string[]
}

/** All events of animals, each once however many animals it is of. */
export async function eventsOfAnimals(
  db: Db<'herd'>,
  site: SiteId,
  animals: readonly string[],
): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    with links as (
      select n, array_agg(animal_id::text) as animals from herd.event_animals
      where site_id = ${site} and animal_id = any(${animals}) group by n)
    select e.n, e.record, l.animals
    from links l join herd.events e on e.site_id = ${site} and e.n = l.n order by e.n`.execute(db)
  return rows
}

export interface Link {
  animal_id: string
  at: string
  n: number
}

export async function insertLinks(db: Db<'herd'>, site: SiteId, links: readonly Link[]): Promise<void> {
  await insert(db, {
    site,
    animals: links.map(({ animal_id }) => animal_id),
    at: links.map(({ at }) => at),
    n: links.map(({ n }) => n),
  })
}

interface Links {
  site: SiteId
  animals: readonly string[]
  at: readonly string[]
  n: readonly number[]
}

const insert = prepared<'herd'>()((db, p: Links) => ({
  compile: () =>
    sql`insert into herd.event_animals (site_id, animal_id, at, n)
      select ${p.site}::uuid, * from unnest(${p.animals}::uuid[], ${p.at}::timestamptz[], ${p.n}::int8[])`.compile(
      db,
    ),
}))
