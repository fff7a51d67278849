import { sql, type QueryCreator } from 'kysely'
import { sharedWrite, type PlatformDb } from '../database/db.ts'
import type { Numbered } from '../database/fixed-query.ts'

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
  const { retentionSeconds, retryBackoff: _, ...given } = bossOptions(options)
  const keep_seconds = after_seconds + retentionSeconds
  await insertRow(db, { ...given, name, data: JSON.stringify(data), after_seconds, keep_seconds })
}

interface NewJob extends Omit<ReturnType<typeof bossOptions>, 'retryBackoff' | 'retentionSeconds'> {
  name: string
  data: string
  after_seconds: number
  keep_seconds: number
}

const insertRow = sharedWrite<'platform'>()<NewJob, object>(
  {
    name: 'text',
    data: 'jsonb',
    retryLimit: 'int',
    retryDelay: 'int',
    retryDelayMax: 'int',
    expireInSeconds: 'int',
    deleteAfterSeconds: 'int',
    after_seconds: 'int',
    keep_seconds: 'int',
  },
  (db) =>
    (db as unknown as QueryCreator<BossTables & { callers: Numbered<NewJob> }>)
      .insertInto('pgboss.job_common')
      .columns([
        'name',
        'data',
        'policy',
        'retry_limit',
        'retry_delay',
        'retry_backoff',
        'retry_delay_max',
        'expire_seconds',
        'deletion_seconds',
        'start_after',
        'keep_until',
      ])
      .expression((e) =>
        e
          .selectFrom('callers')
          .select([
            'name',
            'data',
            sql<string>`'standard'`.as('policy'),
            'retryLimit',
            'retryDelay',
            sql<boolean>`true`.as('retry_backoff'),
            'retryDelayMax',
            'expireInSeconds',
            'deleteAfterSeconds',
            sql<string>`now() + after_seconds * interval '1s'`.as('start_after'),
            sql<string>`now() + keep_seconds * interval '1s'`.as('keep_until'),
          ])
          .orderBy('nth'),
      ),
)

/** What is written of a job's row. */
interface BossTables {
  'pgboss.job_common': {
    name: string
    data: string
    policy: string
    retry_limit: number
    retry_delay: number
    retry_backoff: boolean
    retry_delay_max: number
    expire_seconds: number
    deletion_seconds: number
    start_after: string
    keep_until: string
  }
}
