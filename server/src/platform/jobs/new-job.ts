import { sql } from 'kysely'
import { prepared, type PlatformDb } from '../database/db.ts'

export interface QueueOptions {
  /** How often a failing job is tried again, and the first and longest wait between tries. */
  retryLimit: number
  retryDelaySeconds: number
  retryDelayMaxSeconds: number
  /** How long one try may take. */
  expireSeconds?: number
  /** How long an unfinished job is kept at all. */
  keepSeconds?: number
}

/** What pg-boss is told of a queue. */
export function bossOptions(options: QueueOptions) {
  return {
    retryLimit: options.retryLimit,
    retryDelay: options.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: options.retryDelayMaxSeconds,
    expireInSeconds: options.expireSeconds ?? 60,
    retentionSeconds: options.keepSeconds ?? 14 * 24 * 3600,
    deleteAfterSeconds: 7 * 24 * 3600,
  }
}

/**
 * Keeps a job as pg-boss's own `send` does, by a plain insert, which it documents: its statement reads the job from JSON and
 * the queue's options from a table, which costs as much again (decision 0185).
 */
export async function insertJob(
  db: PlatformDb,
  { name, options }: { name: string; options: QueueOptions },
  data: object,
  after_seconds: number,
): Promise<void> {
  const given = bossOptions(options)
  await insertRow(db, {
    ...given,
    name,
    data: JSON.stringify(data),
    after_seconds,
    keep_seconds: after_seconds + given.retentionSeconds,
  })
}

interface NewJob extends ReturnType<typeof bossOptions> {
  name: string
  data: string
  after_seconds: number
  keep_seconds: number
}

const insertRow = prepared<'platform'>()((db, p: NewJob) => {
  const statement = sql<object>`
    insert into pgboss.job_common (name, data, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
      expire_seconds, deletion_seconds, start_after, keep_until)
    values (${p.name}, ${p.data}, 'standard', ${p.retryLimit}, ${p.retryDelay}, ${p.retryBackoff},
      ${p.retryDelayMax}, ${p.expireInSeconds}, ${p.deleteAfterSeconds}, now() + ${p.after_seconds} * interval '1s',
      now() + ${p.keep_seconds} * interval '1s')
  `
  return { compile: () => statement.compile(db) }
})
