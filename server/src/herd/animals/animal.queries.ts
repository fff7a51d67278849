import { weightsAtMost } from '@byre/contract/herd/animals'
import type { Stored } from '@byre/rules/fold-events'
import { sql } from 'kysely'
import { visitorColumns, withVisitor } from '../../platform/authentication/visitors.ts'
import { prepared } from '../../platform/database/db.ts'
import type { SiteCaller } from '../../tenants/index.ts'
import type { PlannedJson } from '../courses.policy.ts'
import { treatmentOf } from '../given.queries.ts'
import '../tables.ts'
import type { NamedRow, WithdrawalJson } from './cards.policy.ts'

interface Wanted extends SiteCaller<'see'> {
  id: string
  before_at: string
  before_n: number
  limit: number
}

export const groupNames = sql.raw(
  `(select p.name from herd.pens p where p.site_id = a.site_id and p.id = a.pen_id) as pen_name,
   (select l.name from herd.lots l where l.site_id = a.site_id and l.id = a.lot_id) as lot_name`,
)

export interface AnimalJson extends NamedRow {
  identifiers: { kind: string; value: string; typed: string; from_at: string; to_at: string | null }[]
  withdrawals: WithdrawalJson[]
  findings: { kind: string; subject: string }[]
  weights: { event_id: string; at: string; grams: number; typed: string; unit: string; source: string }[]
  /** JSON of `TimelineJson[]`. */
  events: string
  /** JSON of `Stored[]`: what takes an event back, or skips a dose. */
  voids: string
  /** Treatments of which doses are still to come, with how many. */
  courses: PlannedJson[]
  /** What the people of the site are called now, by their ids. */
  people: Readonly<Record<string, string>>
}

export interface TimelineJson {
  /** In milliseconds. */
  at: number
  stored: Stored
  pen_name: string | null
  lot_name: string | null
  /** Of feed: until when the animal ate of it; null while it does. */
  fed_to: number | null
}

/** What was recorded is JSON as it stands, and is neither quoted nor read by the database. */
const eventJson =
  sql.raw(`concat('{"at":', (extract(epoch from t.at) * 1000)::int8, ',"fed_to":', coalesce(t.fed_to::text, 'null'),
  ',"pen_name":', coalesce(to_json(p.name)::text, 'null'), ',"lot_name":', coalesce(to_json(l.name)::text, 'null'), ',"stored":', t.record, '}')`)

/** The pen or lot that an event names. */
const groupOf = (field: 'pen' | 'lot', kind: string) =>
  sql.raw(
    `case when e.kind in ('entered', '${kind}') then (e.record::json #>> '{event,body,${field}}')::uuid end as ${field}`,
  )

/** An animal, whatever else it is known as, in one statement. */
export const findAnimal = prepared<'herd'>()((db, p: Wanted) =>
  withVisitor(db, p)
    .selectFrom('visitor')
    .leftJoinLateral(
      () =>
        sql<AnimalJson>`(
        with family as (
          select array_agg(f.id) as ids from herd.animals a join herd.animals f
            on f.site_id = a.site_id and (f.id = a.id or f.same_as = a.id)
          where a.site_id = visitor.place_id and a.id = ${p.id}::uuid)
        select a.*, ${groupNames},
          (select coalesce(json_agg(i order by i.from_at, i.kind, i.value), '[]') from (
             select kind, value, typed, from_at, to_at from herd.identifiers i
             where i.site_id = a.site_id and i.animal_id = a.id) i) as identifiers,
          (select coalesce(json_agg(w order by w.clear_at desc, w.event_id, w.commodity, w.market), '[]') from (
             select w.event_id, w.commodity, w.market, w.why, w.clear_at, w.provisional, t.product_name
             from herd.withdrawals w ${treatmentOf}
             where w.site_id = a.site_id and w.animal_id = a.id) w) as withdrawals,
          (select coalesce(json_agg(f order by f.kind, f.subject), '[]') from (
             select kind, subject from herd.findings f where f.site_id = a.site_id and f.animal_id = a.id) f) as findings,
          (select coalesce(json_agg(w order by w.at, w.event_id), '[]') from (
             select event_id, at, grams, typed, unit, source from herd.weights w
             where w.site_id = a.site_id and w.animal_id = a.id
             order by w.at desc, w.event_id desc limit ${sql.lit(weightsAtMost)}) w) as weights,
          (select coalesce(json_object_agg(s.person_id, s.name), '{}') from platform.site_people s where s.site_id = a.site_id) as people,
          (select concat('[', string_agg(${eventJson}, ',' order by t.at desc, t.n desc), ']') from (
             select * from (
               select l.site_id, l.at, l.n, e.record, ${groupOf('pen', 'moved')}, ${groupOf('lot', 'lot_joined')},
                 null::int8 as fed_to
               from (
                 select distinct l.site_id, l.at, l.n from herd.event_animals l
                 where l.site_id = a.site_id and l.animal_id = any((select ids from family)::uuid[])
                   and (l.at, l.n) < (${p.before_at}::timestamptz, ${p.before_n}::int8)
                 order by l.at desc, l.n desc limit ${p.limit}) l
               join herd.events e on e.site_id = l.site_id and e.n = l.n) l
             union all
             -- Feed of its pens is of no animals: what it ate of it stands among its treatments.
             select f.site_id, f.at, e.n, e.record, (e.record::json #>> '{event,body,pen}')::uuid, null,
               (f.row::json ->> 'fed_to')::int8
             from herd.treatments f join herd.events e on e.site_id = f.site_id and e.id = f.event_id
             where f.site_id = a.site_id and f.animal_id = a.id and strpos(f.row, '"fed":"yes"') > 0
               and (f.at, e.n) < (${p.before_at}::timestamptz, ${p.before_n}::int8)
             order by 2 desc, 3 desc limit ${p.limit}) t
           left join herd.pens p on p.site_id = t.site_id and p.id = t.pen
           left join herd.lots l on l.site_id = t.site_id and l.id = t.lot) as events,
          (select concat('[', string_agg(e.record, ','), ']')
           from herd.event_animals l join herd.events e on e.site_id = l.site_id and e.n = l.n
           where l.site_id = a.site_id and l.animal_id = any((select ids from family)::uuid[]) and e.kind in ('void', 'dose_skipped')) as voids,
          (select coalesce(json_agg(json_build_object('planned', (t.row::json ->> 'planned')::int, 'record', e.record) order by t.at, t.event_id), '[]')
           from herd.treatments t join herd.events e on e.site_id = t.site_id and e.id = t.event_id
           where t.site_id = a.site_id and t.animal_id = a.id and strpos(t.row, '"planned":0') = 0) as courses
        from herd.animals a where a.site_id = visitor.place_id and a.id = ${p.id}::uuid offset 0)`.as('a'),
      (join) => join.onTrue(),
    )
    .selectAll('a')
    .select(visitorColumns),
)
