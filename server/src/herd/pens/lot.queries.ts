import { lotShows } from '@byre/contract/herd/lots'
import { sql } from 'kysely'
import { visitorColumns, withVisitor } from '../../platform/authentication/visitors.ts'
import { prepared } from '../../platform/database/db.ts'
import type { SiteAccess, SiteCaller } from '../../tenants/index.ts'
import '../tables.ts'

interface Wanted extends SiteCaller<'see'> {
  id: string
}

export interface LotRow {
  id: string
  name: string
  here: number
  held: number
  dead: number
  left: number
  began_at: number | null
  days_on_feed: number | null
  weighings: { day: string; head: number; grams: number }[]
  gained: number
  grams_a_day: number | null
  target_grams: number | null
  medicines: { product_name: string; head: number; treatments: number; last_at: string }[]
  treated_alone: number
}

const dayMs = sql.lit(86_400_000)

/** A lot with what became of its animals, in one statement: those here by their index, those that ended among all such. */
export const findLot = prepared<'herd'>()((db, p: Wanted) =>
  withVisitor(db, p)
    .selectFrom('visitor')
    .leftJoinLateral(
      () =>
        sql<LotRow>`(
        with mine as materialized (
          select a.id, a.status, a.clear_at, (a.card::json ->> 'entered_at')::int8 as entered_at from herd.animals a
          where a.site_id = visitor.place_id and a.lot_id = ${p.id}::uuid and a.status = 'here'
          union all
          select a.id, a.status, a.clear_at, (a.card::json ->> 'entered_at')::int8 from herd.animals a
          where a.site_id = visitor.place_id and a.lot_id = ${p.id}::uuid and a.status = any(array['dead', 'gone'])),
        weighed as materialized (
          -- What is known by its day counts from that day's end, which is the next one's beginning.
          select w.animal_id, m.status, w.at, w.grams, ((w.at - interval '1 millisecond') at time zone
              coalesce((select c.context::json ->> 'zone' from herd.ledgers c where c.site_id = visitor.place_id), 'UTC'))::date
            as day
          from mine m join herd.weights w on w.site_id = visitor.place_id and w.animal_id = m.id),
        gained as (
          select (array_agg(w.grams order by w.at desc))[1] - (array_agg(w.grams order by w.at))[1] as grams,
            extract(epoch from max(w.at) - min(w.at)) * 1000 / ${dayMs} as days
          from weighed w where w.status <> 'dead' group by w.animal_id),
        given as materialized (
          select t.animal_id, t.at, t.row::json ->> 'product_name' as product_name, e.kind
          from mine m join herd.treatments t on t.site_id = visitor.place_id and t.animal_id = m.id
          join herd.events e on e.site_id = t.site_id and e.id = t.event_id)
        select g.id, g.name, g.target_grams,
          (select count(*) from mine where status = 'here') as here,
          (select count(*) from mine where status = 'here' and clear_at > now()) as held,
          (select count(*) from mine where status = 'dead') as dead,
          (select count(*) from mine where status = 'gone') as "left",
          (select min(entered_at) from mine) as began_at,
          (select floor(avg(extract(epoch from now()) * 1000 - entered_at) / ${dayMs})::int8
           from mine where status = 'here') as days_on_feed,
          (select coalesce(json_agg(d order by d.day), '[]') from (
            select w.day::text as day, count(distinct w.animal_id) as head, round(avg(w.grams))::int8 as grams
            from weighed w group by w.day order by w.day desc limit ${sql.lit(lotShows.weighings)}) d) as weighings,
          (select count(*) from gained where days >= 1) as gained,
          (select round(avg(grams / days))::int8 from gained where days >= 1) as grams_a_day,
          (select coalesce(json_agg(m order by m.head desc, m.product_name), '[]') from (
            select product_name, count(distinct animal_id) as head, count(*) as treatments, max(at) as last_at
            from given group by product_name order by 2 desc, 1 limit ${sql.lit(lotShows.medicines)}) m) as medicines,
          (select count(distinct animal_id) from given where kind = 'treated') as treated_alone
        from herd.lots g where g.site_id = visitor.place_id and g.id = ${p.id}::uuid offset 0)`.as('g'),
      (join) => join.onTrue(),
    )
    .selectAll('g')
    .select(visitorColumns),
)

type OfLot = SiteAccess<'changeSettings'> & { id: string }

/** What a lot is meant to gain, held until the transaction ends; no row where there is no such lot. */
export const lockTarget = prepared<'herd'>()((db, p: OfLot) =>
  db
    .selectFrom('herd.lots')
    .select(['name', 'target_grams'])
    .where('site_id', '=', p.site_id)
    .where('id', '=', p.id)
    .forUpdate(),
)

export const updateTarget = prepared<'herd'>()((db, p: OfLot & { target_grams: number | null }) =>
  db
    .updateTable('herd.lots')
    .set({ target_grams: p.target_grams })
    .where('site_id', '=', p.site_id)
    .where('id', '=', p.id),
)
