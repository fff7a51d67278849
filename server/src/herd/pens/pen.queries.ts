import { penShows } from '@byre/contract/herd/pens'
import { sql } from 'kysely'
import { visitorColumns, withVisitor } from '../../platform/authentication/visitors.ts'
import { prepared } from '../../platform/database/db.ts'
import type { SiteCaller } from '../../tenants/index.ts'
import { counts } from '../events/pens.queries.ts'
import '../tables.ts'
import type { Counted } from './pens.queries.ts'

export interface PenRow extends Counted {
  /** What the site's animals are folded under; null before its first event. */
  context: string | null
  /** Of events of the pen. */
  records: string[]
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
