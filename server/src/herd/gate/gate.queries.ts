import { sql, type RawBuilder } from 'kysely'
import type { SiteId } from '@byre/contract/subject-kinds'
import type { Db } from '../../platform/database/db.ts'
import { treatmentOf } from '../given.queries.ts'
import type { AtGateRow, ReasonJson } from './gate.policy.ts'
import '../tables.ts'

/* What the gate judges by: each animal of a ship list with what holds it and what else keeps it here. */

/**
 * The animals of lists `l` that `which` says, as of `at` or of when each list leaves. Whoever was in a pen when its animals were
 * treated and is not named there may be one of those that could not be read: it carries what the pen carries. The pen is that in
 * which it stands, or stood when the list left.
 */
export const atGate = (site: RawBuilder<unknown>, which: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`
  with home as materialized (
    select context::json ->> 'home' as market from herd.ledgers where site_id = ${site}),
  unread as materialized (
    select o.pen_id, t.event_id, t.at, w.market, max(w.clear_at) as clear_at
    from herd.findings f
    join herd.treatments t on t.site_id = f.site_id and t.animal_id = f.animal_id and t.event_id::text = f.subject
    join herd.stays o on o.site_id = f.site_id and o.animal_id = f.animal_id
      and o.from_at <= t.at and (o.to_at is null or o.to_at > t.at)
    join herd.withdrawals w on w.site_id = f.site_id and w.animal_id = f.animal_id and w.commodity = 'meat'
    where f.site_id = ${site} and f.kind = 'unread head'
    group by o.pen_id, t.event_id, t.at, w.market),
  asked as materialized (
    select l.site_id, l.id, l.market, coalesce(${at}::timestamptz, l.departed_at, l.load_at) as at
    from herd.ship_lists l where l.site_id = ${site} and ${which})
  select e.list_id, e.animal_id as id, e.answer, e.override_by_name, e.override_reason, e.override_at, e.override_of,
    a.status, a.main_tag, a.card,
    coalesce(p.name, (select was.name from herd.stays s join herd.pens was on was.site_id = s.site_id and was.id = s.pen_id
      where s.site_id = e.site_id and s.animal_id = e.animal_id and s.from_at <= asked.at and s.to_at >= asked.at
      order by s.from_at desc limit 1)) as pen,
    exists (select from herd.findings f
      where f.site_id = e.site_id and f.animal_id = e.animal_id and f.kind = 'one tag on two animals') as is_shared,
    exists (select from unread u join herd.stays s on s.site_id = e.site_id and s.animal_id = e.animal_id
        and s.pen_id = u.pen_id and s.from_at <= u.at and (s.to_at is null or s.to_at > u.at)
      where u.clear_at > asked.at and u.market in (asked.market, (select market from home))
        and not exists (select from herd.treatments own where own.site_id = e.site_id and own.animal_id = e.animal_id
          and own.event_id = u.event_id)) as is_unread,
    (select coalesce(json_agg(json_build_object('event_id', w.event_id, 'market', w.market, 'why', w.why,
       'clear_at', case when w.clear_at < '9999-01-01' then (extract(epoch from w.clear_at) * 1000)::int8 end,
       'provisional', w.provisional is not null, 'product_name', t.product_name,
       'kind', v.kind, 'said', v.said)
       order by w.clear_at desc, w.event_id, w.market, w.why), '[]')
     from herd.withdrawals w ${treatmentOf}
     left join lateral (
       select v.kind, case when v.kind = 'hold_set' then v.record::json #>> '{event,body,reason}' end as said
       from herd.events v where t.event_id is null and v.site_id = w.site_id and v.id = w.event_id) v on true
     where w.site_id = e.site_id and w.animal_id = e.animal_id and w.commodity = 'meat'
       and w.market in (asked.market, (select market from home)) and w.clear_at > asked.at) as because
  from asked join herd.ship_entries e on e.site_id = asked.site_id and e.list_id = asked.id
  left join herd.animals a on a.site_id = e.site_id and a.id = e.animal_id
  left join herd.pens p on p.site_id = e.site_id and p.id = a.pen_id`

/**
 * As `atGate`, of those alone that something may keep here, in a JSON array: the others pass for certain, and where lists are
 * counted there are many of them.
 */
export const doubtfulAtGate = (site: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
  (select coalesce(json_agg(g), '[]') from (${atGate(site, which, sql`null`)}) g
   join herd.ship_lists o on o.site_id = ${site} and o.id = g.list_id
   where g.status is distinct from 'here' or g.is_shared or g.is_unread or json_array_length(g.because) > 0
     or strpos(coalesce(g.card, ''), '"market":"' || o.market || '"') = 0)`

export interface FollowedRow extends AtGateRow {
  state: 'locked' | 'departed'
  market: string
  /** Milliseconds. */
  at: number
}

interface Followed {
  lists: readonly string[]
  animals: readonly string[]
  /** All others of locked lists, too. */
  isFeltByOthers: boolean
}

/** Changed animals of lists that are locked or have left, as the gate sees them now. */
export async function followed(
  db: Db<'herd'>,
  site: SiteId,
  { lists, animals, isFeltByOthers }: Followed,
): Promise<FollowedRow[]> {
  const which = sql`l.id = any(${lists}::uuid[]) and l.state in ('locked', 'departed')`
  const { rows } = await sql<FollowedRow>`
    select g.*, l.state, l.market, (extract(epoch from coalesce(l.departed_at, l.load_at)) * 1000)::int8 as at
    from (${atGate(sql`${site}::uuid`, which, sql`null`)}) g
    join herd.ship_lists l on l.site_id = ${site} and l.id = g.list_id
    where g.id = any(${animals}::uuid[]) or (${isFeltByOthers} and l.state = 'locked')`.execute(db)
  return rows
}

export async function lockedLists(db: Db<'herd'>, site: SiteId): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from herd.ship_lists where site_id = ${site} and state <> 'departed' and state = 'locked'`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export interface LateRow extends Pick<ReasonJson, 'event_id' | 'market' | 'product_name'> {
  list_id: string
  animal_id: string
  clear_at: string
}

export interface News {
  now: string
  broken: readonly string[]
  /** Looked at: of these, what is late and not among `late` was taken back. */
  lists: readonly string[]
  animals: readonly string[]
  /** All that holds now and did not when its list left. */
  late: readonly LateRow[]
  /** Events of late truths that a person has looked at, with their animals. */
  settled: readonly { event_id: string; animal_id: string }[]
}

/** Writes what became of lists; answers which have a late truth that they had not. */
export async function writeNews(
  db: Db<'herd'>,
  site: SiteId,
  { now, broken, lists, animals, late, settled }: News,
): Promise<string[]> {
  const { rows } = await sql<{ list_id: string }>`
    with broke as (
      update herd.ship_lists set state = 'broken', broken_at = ${now}
      where site_id = ${site} and id = any(${broken}::uuid[]) and state = 'locked'),
    late as (
      select * from jsonb_to_recordset(${JSON.stringify(late)}::jsonb)
        as r (list_id uuid, animal_id uuid, event_id uuid, market text, product_name text, clear_at timestamptz)),
    fresh as (
      insert into herd.late_truths (site_id, list_id, animal_id, event_id, market, product_name, clear_at, found_at)
      select ${site}, r.list_id, r.animal_id, r.event_id, r.market, r.product_name, r.clear_at, ${now}::timestamptz from late r
      on conflict do nothing returning list_id, animal_id, event_id),
    back as (
      update herd.late_truths t set taken_back_at = ${now}
      where t.site_id = ${site} and t.list_id = any(${lists}::uuid[]) and t.animal_id = any(${animals}::uuid[])
        and t.taken_back_at is null and not exists (select from late r
          where r.list_id = t.list_id and r.animal_id = t.animal_id and r.event_id = t.event_id and r.market = t.market)
      returning animal_id, event_id),
    found as (
      insert into herd.findings (site_id, kind, subject, animal_id)
      select distinct ${site}::uuid, ${lateTruth}, event_id::text, animal_id from fresh on conflict do nothing),
    settled as (
      select * from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as s (animal_id uuid, event_id uuid)),
    looked_at as (
      update herd.late_truths t set settled_at = ${now} from settled s
      where t.site_id = ${site} and t.list_id = any(${lists}::uuid[]) and t.animal_id = s.animal_id
        and t.event_id = s.event_id and t.taken_back_at is null
      returning t.animal_id, t.event_id),
    done as (
      select animal_id, event_id from back union select animal_id, event_id from looked_at),
    gone as (
      delete from herd.findings f using done d
      where f.site_id = ${site} and f.kind = ${lateTruth} and f.subject = d.event_id::text and f.animal_id = d.animal_id)
    select distinct list_id from fresh`.execute(db)
  return rows.map(({ list_id }) => list_id)
}

/** The findings of late truths, where the ledger was loaded and they were not made with its events. */
export async function putLateFindings(db: Db<'herd'>, site: SiteId): Promise<void> {
  await sql`
    insert into herd.findings (site_id, kind, subject, animal_id)
    select distinct site_id, ${lateTruth}, event_id::text, animal_id from herd.late_truths
    where site_id = ${site} and taken_back_at is null and settled_at is null
    on conflict do nothing`.execute(db)
}

/** The kind of finding that a list makes, and no animal's own events. */
export const lateTruth = 'late truth'
