import { PgBoss } from 'pg-boss'
import type { Database } from '../database/db.ts'
import { nameOf } from '../database/pipelined-client.ts'

/* pg-boss over our own connections. */

/** Every hour is enough for what never changes while a process runs. */
const hour = 3600

/**
 * With `work` it also starts what cron lines ask for and tidies up. It looks rarely by itself: what is due, and whose lease
 * has ended, `Workers` find with one statement for all queues.
 */
export function bossOver(database: Database, options: { install: boolean; work: boolean }): PgBoss {
  return new PgBoss({
    schema: 'pgboss',
    db: {
      async executeSql(text, values) {
        const result = await database.pool.query(text, values)
        return { rows: Array.isArray(result) ? (result.at(-1)?.rows ?? []) : result.rows }
      },
    },
    migrate: options.install,
    createSchema: options.install,
    supervise: options.work,
    schedule: options.work,
    reindex: false,
    queueCacheIntervalSeconds: hour,
    superviseIntervalSeconds: 300,
    monitorIntervalSeconds: 5,
    cronWorkerIntervalSeconds: 45,
    flowIntervalSeconds: hour,
  })
}

/** Sends pg-boss's statement, whose text is of its queue alone, as one that is planned once a connection. */
export const plannedOnce = ({ pool }: Database) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const { rows } = await pool.query({ name: nameOf(text), text, values })
    return { rows: rows as unknown[] }
  },
})

/** Creates or updates pg-boss's own tables; part of migrating. */
export async function installQueue(database: Database): Promise<void> {
  const boss = bossOver(database, { install: true, work: false })
  boss.on('error', () => undefined)
  await boss.start()
  // Every command that sends a job would lock its queue's one row, and wait for the others that do.
  await database.pool.query('alter table pgboss.job_common drop constraint if exists q_fkey')
  // Finds the few that are under way among all that were ever done.
  await database.pool.query(
    `create index if not exists job_under_way on pgboss.job_common (name) where state = 'active'`,
  )
  await boss.stop({ graceful: false })
}
