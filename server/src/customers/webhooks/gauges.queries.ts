import { sql } from 'kysely'
import type { TrailReading } from '../../platform/audit/trail-reading.ts'
import { platformOf, type Db } from '../../platform/database/db.ts'
import type { SubjectKind } from '../tables.ts'

/* How webhooks do, for whoever runs this installation: counted by what they belong to, never by address. */

export interface WebhookGauge {
  kind: SubjectKind
  /** Webhooks that are on and do well, that are on and reach nobody, and that are off. */
  on: number
  failing: number
  off: number
  /** Messages that wait for a try, and those given up in the days that the log goes back. */
  waiting: number
  failed: number
  /** For how long the oldest should have been tried. */
  overdue_seconds: number
}

export async function countWebhooks(db: Db<'customers'>): Promise<WebhookGauge[]> {
  const { rows } = await sql<WebhookGauge>`
    with hooks as (
      select kind,
        count(*) filter (where off_because is null and failing_since is null)::int as "on",
        count(*) filter (where off_because is null and failing_since is not null)::int as failing,
        count(*) filter (where off_because is not null)::int as off
      from customers.webhooks group by kind
    ),
    messages as (
      select w.kind,
        count(*) filter (where d.state = 'waiting')::int as waiting,
        count(*) filter (where d.state = 'failed')::int as failed,
        extract(epoch from now() - min(d.next_try_at) filter (where d.state = 'waiting'))::float8 as overdue_seconds
      from customers.webhook_deliveries as d join customers.webhooks as w on w.id = d.webhook_id
      where d.state in ('waiting', 'failed') group by w.kind
    )
    select k.kind, coalesce(h."on", 0) as "on", coalesce(h.failing, 0) as failing, coalesce(h.off, 0) as off,
      coalesce(m.waiting, 0) as waiting, coalesce(m.failed, 0) as failed,
      greatest(coalesce(m.overdue_seconds, 0), 0) as overdue_seconds
    from unnest(array['site', 'clinic', 'billing_entity']) as k (kind)
    left join hooks as h using (kind) left join messages as m using (kind)
    order by k.kind`.execute(platformOf(db))
  return rows
}

/** For how long the oldest line of the audit trail that webhooks were not told of yet has stood there. */
export async function findUntoldSeconds(
  db: Db<'customers'>,
  { isEnded, isComing }: TrailReading,
): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - (
      select min(untold.at) from (
        (select l.at from platform.audit as l, customers.webhook_reader as here
          where l.written_in >= here.written_in and ${isEnded}
            and (l.written_in, l.id) > (here.written_in, here.line_id)
          order by l.written_in, l.id limit 1)
        union all
        (select l.at from platform.audit as l where ${isComing} order by l.written_in, l.at limit 1)
      ) as untold
      where exists (select from customers.webhooks))), 0)::float8 as seconds`.execute(platformOf(db))
  return Math.max(0, rows[0]?.seconds ?? 0)
}
