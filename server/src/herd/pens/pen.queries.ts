import { penShows } from '@byre/contract/herd/pens'
import { sql } from 'kysely'
import { visitorColumns, withVisitor } from '../../platform/authentication/visitors.ts'
import { prepared } from '../../platform/database/db.ts'
import type { SiteCaller } from '../../tenants/index.ts'
import { counts } from '../events/pens.queries.ts'
import '../tables.ts'
import type { PlannedJson } from '../courses.policy.ts'
import type { Counted } from './pens.queries.ts'

export interface PenRow extends Counted {
  /** What the site's animals are folded under; null before its first event. */
  context: string | null
  /** Of events of the pen. */
  records: string[]
  courses: (PlannedJson & { animal_id: string; main_tag: string; skips: string })[]
  counts: { event_id: string; at: string; head: number; told: number; record: string }[]
}

/** A pen with its head and what was recorded of it, in one statement. */
export const findPen = prepared<'herd'>()((db, p: SiteCaller<'see'> & { id: string }) =>
  withVisitor(db, p)
    .selectFrom('visitor')
    .leftJoinLateral(
      () =>
        sql<PenRow>`(
        select g.id, g.name, c.head, c.held,
          (select l.context from herd.ledgers l where l.site_id = g.site_id) as context,
          (select coalesce(json_agg(t.record), '[]') from (
            select e.record from herd.pen_events l join herd.events e on e.site_id = l.site_id and e.n = l.n
            where l.site_id = g.site_id and l.pen_id = g.id order by l.at desc, l.n desc limit ${sql.lit(penShows.events)}) t) as records,
          (select coalesce(json_agg(json_build_object('animal_id', a.id, 'main_tag', a.main_tag,
             'planned', (t.row::json ->> 'planned')::int, 'record', e.record, 'skips', (
               select concat('[', string_agg(s.record, ','), ']')
               from herd.animals f
               join herd.event_animals l on l.site_id = f.site_id and l.animal_id = f.id
               join herd.events s on s.site_id = l.site_id and s.n = l.n
               where f.site_id = a.site_id and (f.id = a.id or f.same_as = a.id) and s.kind in ('void', 'dose_skipped')))
             order by a.main_tag, a.id, t.at, t.event_id), '[]')
           from herd.animals a
           join herd.treatments t on t.site_id = a.site_id and t.animal_id = a.id and strpos(t.row, '"planned":0') = 0
           join herd.events e on e.site_id = t.site_id and e.id = t.event_id
           where a.site_id = g.site_id and a.pen_id = g.id and a.status = 'here') as courses,
          (select coalesce(json_agg(json_build_object('event_id', c.event_id, 'at', c.at, 'head', c.head, 'told', c.told,
             'record', c.record) order by c.at desc, c.n desc), '[]') from (
            select * from (${counts(sql`l.site_id = g.site_id and l.pen_id = g.id`)}) c
            order by c.at desc, c.n desc limit ${sql.lit(penShows.counts)}) c) as counts
        from herd.pens g cross join lateral (
          select count(*) as head, count(*) filter (where a.clear_at > now()) as held from herd.animals a
          where a.site_id = g.site_id and a.pen_id = g.id and a.status = 'here') c
        where g.site_id = visitor.place_id and g.id = ${p.id}::uuid offset 0)`.as('g'),
      (join) => join.onTrue(),
    )
    .selectAll('g')
    .select(visitorColumns),
)
