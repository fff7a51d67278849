import type pg from 'pg'
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

/**
 * Fetches by a statement that has no values as it is, to be planned now. Its commit does not wait for the disk: should that fail,
 * the jobs are still there and are fetched again, as they would be once the lease of a worker has ended that is gone.
 */
export const fetchedNow = ({ pool }: Database) => ({
  async executeSql(text: string) {
    const results = (await pool.query(
      `set local synchronous_commit to off; ${text}`,
    )) as unknown as pg.QueryResult[]
    return { rows: results.at(-1)!.rows as unknown[] }
  },
})

/** Whether a queue that an earlier version made is what this one wants. */
export function isLike(known: object, wanted: object): boolean {
  const facts = known as Record<string, unknown>
  return Object.entries(wanted).every(([name, value]) => facts[name] === value)
}

/** Creates or updates pg-boss's own tables; part of migrating. What is as it must be is not locked to find that out. */
export async function installQueue(database: Database): Promise<void> {
  const boss = bossOver(database, { install: true, work: false })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    const { rows } = await database.pool.query<{ isLinked: boolean; hasIndex: boolean }>(`
      select exists (select from pg_constraint
        where conrelid = 'pgboss.job_common'::regclass and conname = 'q_fkey') as "isLinked",
      to_regclass('pgboss.job_under_way') is not null as "hasIndex"`)
    // Every command that sends a job would lock its queue's one row, and wait for the others that do.
    if (rows[0]?.isLinked) await database.pool.query('alter table pgboss.job_common drop constraint q_fkey')
    // Finds the few that are under way among all that were ever done.
    if (!rows[0]?.hasIndex)
      await database.pool.query(
        `create index job_under_way on pgboss.job_common (name) where state = 'active'`,
      )
  } finally {
    await boss.stop({ graceful: false })
  }
}
