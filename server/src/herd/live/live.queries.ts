import { sql } from 'kysely'
import { visitorColumns, withVisitor } from '../../platform/authentication/visitors.ts'
import { platformOf, prepared } from '../../platform/database/db.ts'
import type { SiteCaller } from '../../tenants/index.ts'
import '../tables.ts'

/** As far back as a page may have read what it shows before it began to listen. */
const beginningSeconds = 10

const isLate = (column: string) =>
  sql<boolean>`coalesce(${sql.ref(column)} > now() - make_interval(secs => ${sql.lit(beginningSeconds)}), false)`

/** Where the caller's site stands: the last number of its ledger, and how often the rest of it was changed. */
export const findCounts = prepared<'herd'>()((db, p: SiteCaller<'see'>) =>
  withVisitor(db, p)
    .selectFrom('visitor')
    .leftJoin('herd.ledgers as l', 'l.site_id', 'visitor.place_id')
    .leftJoin('herd.events as e', (join) =>
      join.onRef('e.site_id', '=', 'l.site_id').onRef('e.n', '=', 'l.n'),
    )
    .leftJoin('herd.changes as c', 'c.site_id', 'visitor.place_id')
    .select([
      ...visitorColumns,
      'visitor.session_id',
      'visitor.host_name',
      'visitor.role',
      'visitor.standing',
      sql<string>`coalesce(l.n, 0)::text`.as('recorded'),
      sql<string>`coalesce(c.n, 0)::text`.as('changed'),
      isLate('e.received_at').as('is_recorded_lately'),
      isLate('c.changed_at').as('is_changed_lately'),
    ]),
)

/** The same of all sites that somebody listens to. */
export const listCounts = prepared<'herd'>()((db, p: { site_ids: string[] }) =>
  db
    .selectFrom(sql<{ id: string }>`(select unnest(${p.site_ids}::uuid[]) as id)`.as('s'))
    .select([
      's.id as site_id',
      sql<string>`coalesce((select l.n from herd.ledgers l where l.site_id = s.id), 0)::text`.as('recorded'),
      sql<string>`coalesce((select c.n from herd.changes c where c.site_id = s.id), 0)::text`.as('changed'),
    ]),
)

/** Whoever may still look at their site by one of these sessions, by each name of it. */
export const listVisitors = prepared<'herd'>()((db, p: { session_ids: string[] }) =>
  platformOf(db)
    .selectFrom('platform.visitors')
    .select(['session_id', 'host_name', 'role', 'standing'])
    .where(sql<boolean>`session_id = any(${p.session_ids}::uuid[])`)
    .where('is_former', '=', false)
    .where('role', 'is not', null)
    .where('standing', '!=', 'stopped'),
)

/** Notes that something of a site changed that its ledger does not tell. */
export const noteChange = prepared<'herd'>()((db, p: { site_id: string }) =>
  db
    .insertInto('herd.changes')
    .values({ site_id: p.site_id, n: 1 })
    .onConflict((conflict) =>
      conflict
        .column('site_id')
        .doUpdateSet({ n: sql<number>`changes.n + 1`, changed_at: sql<string>`now()` }),
    ),
)
