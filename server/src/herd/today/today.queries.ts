import type { ShipListState } from '@byre/contract/herd/ship-list-parts'
import { todayShows } from '@byre/contract/herd/today'
import { sql } from 'kysely'
import { visitorColumns } from '../../platform/authentication/visitors.ts'
import { prepared } from '../../platform/database/db.ts'
import { oddByKind } from '../animals/animals.queries.ts'
import { endless } from '../events/projections.policy.ts'
import { doubtfulAtGate } from '../gate/gate.queries.ts'
import type { AtGateRow } from '../gate/gate.policy.ts'
import { byChoice, held, type Choice, withFolding } from '../holds/held.queries.ts'

interface Wanted extends Choice {
  today_ends: string
  /** The first moment of each day that treatments are counted of, and of the one behind them. */
  days: readonly string[]
}

interface Counts {
  has_animals: boolean
  head: number
}

interface Pens {
  pens: { id: string; name: string; head: number; held: number }[]
  /** Of all pens that have any. */
  pens_used: number
  penned: number
}

interface Holds {
  held: number
  endless: number
  ends_today: number
  next_at: string | null
}

interface Treated {
  treated: { day: number; head: number; alone: number }[]
  out_of_pen: number
  /** Those that have been out the longest. */
  still_out: { id: string; main_tag: string; pulled_at: number }[]
}

interface Load {
  id: string
  state: ShipListState
  destination: string
  market: string
  load_at: string
  head: number
  /** Its animals that something may keep here. */
  doubtful: AtGateRow[]
}

interface Loads {
  loads: Load[]
  loads_planned: number
}

const loadDays = sql.lit(todayShows.loadDays)

/** Counts over ranges of one site's own indexes, in one statement. */
export const findToday = byChoice((by) =>
  prepared<'herd'>()((db, p: Wanted) =>
    withFolding(db, p)
      .leftJoinLateral(
        () =>
          sql<Counts>`(
        select
          exists (select from herd.animals a where a.site_id = visitor.place_id
            and a.status = any(array['here', 'dead', 'gone'])) as has_animals,
          (select count(*) from herd.animals a where a.site_id = visitor.place_id and a.status = 'here') as head offset 0)`.as(
            'c',
          ),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(
        () =>
          sql<Pens>`(
        with used as materialized (
          select g.id, g.name, n.head, n.held from herd.pens g cross join lateral (
            select count(*) as head, count(*) filter (where a.clear_at > now()) as held from herd.animals a
            where a.site_id = g.site_id and a.pen_id = g.id and a.status = 'here') n
          where g.site_id = visitor.place_id and n.head > 0)
        select
          (select coalesce(json_agg(u), '[]') from (
            select * from used order by head desc, lower(name) limit ${sql.lit(todayShows.pens)}) u) as pens,
          (select count(*) from used) as pens_used,
          (select coalesce(sum(head), 0)::int8 from used) as penned)`.as('n'),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(
        () =>
          sql<Holds>`(
        select count(*) as held, count(*) filter (where h.clear_at = ${sql.lit(endless)}::timestamptz) as endless,
          count(*) filter (where h.clear_at < ${p.today_ends}::timestamptz) as ends_today,
          nullif(min(h.clear_at), ${sql.lit(endless)}::timestamptz) as next_at
        from (${held(by, p)}) h)`.as('h'),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(
        () =>
          sql<Treated>`(
        with given as materialized (
          -- What is known by its day counts from that day's end, which is the next one's beginning.
          select width_bucket(t.at - interval '1 millisecond', ${p.days}::timestamptz[]) as day, t.animal_id,
            count(*) over (partition by t.event_id) = 1 as alone
          from herd.treatments t
          where t.site_id = visitor.place_id and strpos(t.row, '"fed":"yes"') = 0
            and t.at > (${p.days}::timestamptz[])[1] and t.at <= (${p.days}::timestamptz[])[${sql.lit(todayShows.days + 1)}]),
        still_out as materialized (
          select a.id, a.main_tag, (a.card::json ->> 'pulled_at')::int8 as pulled_at
          from (select distinct animal_id from given) d join herd.animals a
            on a.site_id = visitor.place_id and a.id = d.animal_id
          where a.status = 'here' and strpos(a.card, '"pulled_at":') > 0)
        select
          (select coalesce(json_agg(d order by d.day), '[]') from (
            select day, count(distinct animal_id) as head, count(distinct animal_id) filter (where alone) as alone
            from given group by day) d) as treated,
          (select count(*) from still_out) as out_of_pen,
          (select coalesce(json_agg(o), '[]') from (
            select * from still_out where pulled_at is not null order by pulled_at, id limit ${sql.lit(todayShows.animals)}) o)
            as still_out)`.as('t'),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(
        () =>
          sql<Loads>`(
        with planned as materialized (
          select l.id as this_list, l.state, l.destination, l.market, l.load_at from herd.ship_lists l
          where l.site_id = visitor.place_id and l.state <> 'departed'
            and l.load_at >= ${p.today_ends}::timestamptz - ${loadDays} * interval '1 day'
            and l.load_at < ${p.today_ends}::timestamptz + ${loadDays} * interval '1 day')
        select
          (select coalesce(json_agg(json_build_object('id', f.this_list, 'state', f.state, 'destination', f.destination,
             'market', f.market, 'load_at', f.load_at,
             'head', (select count(*) from herd.ship_entries e
               where e.site_id = visitor.place_id and e.list_id = f.this_list),
             'doubtful', ${doubtfulAtGate(sql`visitor.place_id`, sql`l.id = this_list`)}) order by f.load_at, f.this_list), '[]')
           from (select * from planned order by load_at, this_list limit ${sql.lit(todayShows.loads)}) f) as loads,
          (select count(*) from planned) as loads_planned)`.as('l'),
        (join) => join.onTrue(),
      )
      .selectAll(['c', 'n', 'h', 't', 'l'])
      .select(visitorColumns)
      .select(oddByKind.as('findings')),
  ),
)
