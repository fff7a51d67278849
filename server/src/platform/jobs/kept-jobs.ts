import { t } from '@byre/contract/words'
import { sql } from 'kysely'
import type { Database, PlatformDb } from '../database/db.ts'
import { refuse } from '../errors.ts'

/* The jobs that are kept, as operators see them: those that wait, were given up or are under way, and mails that have left. */

export interface KeptJob {
  id: string
  queue: string
  state: string
  tries: number
  due_at: string
  /** Why the last try failed. */
  failure: string | null
}

const columns = `id, name as queue, state::text, retry_count as tries, to_json(start_after) #>> '{}' as due_at,
  case when state in ('failed', 'retry') then left(output ->> 'message', 200) end as failure`

/** Those of the product that have no good end yet, whose queue's name holds a text; what was given up first. */
export async function listJobs({ pool }: Database, q: string, limit: number): Promise<KeptJob[]> {
  const { rows } = await pool.query<KeptJob>(
    `select ${columns} from pgboss.job
     where state <> 'completed' and name not like '\\_\\_pgboss%' and strpos(lower(name), lower($1)) > 0
     order by state = 'failed' desc, start_after, id limit $2`,
    [q, limit],
  )
  return rows
}

/** The job of an id, if there is one. */
export async function findJobs({ pool }: Database, id: string): Promise<KeptJob[]> {
  const { rows } = await pool.query<KeptJob>(
    `select ${columns} from pgboss.job where id::text = lower($1) and name not like '\\_\\_pgboss%'`,
    [id],
  )
  return rows
}

/** Jobs without a good end of queues whose name holds a text (in lower case), and the job of that id. */
export async function searchJobs(
  { pool }: Database,
  { text, id, limit }: { text: string; id: string | null; limit: number },
): Promise<KeptJob[]> {
  const { rows } = await pool.query<KeptJob>(
    `select * from (
       (select ${columns} from pgboss.job
        where name = any(array(select q.name from pgboss.queue as q
          where strpos(lower(q.name), $1) > 0 and q.name not like '\\_\\_pgboss%')) and state <> 'completed'
        order by name, id limit $3)
       union
       (select ${columns} from pgboss.job
        where name = any(array(select q.name from pgboss.queue as q where q.name not like '\\_\\_pgboss%')) and id = $2::uuid)
     ) as found limit $3`,
    [text, id, limit],
  )
  return rows
}

/** A kept mail of somebody, or about something. */
export interface AboutMail {
  id: string
  queue: string
  state: string
  /** When it left, or was asked for. */
  at: string
  failure: string | null
}

/** Mails that name one of these people, places, invoices and the like by its id and are kept, the newest first. */
export async function listMailsAbout(
  { pool }: Database,
  ids: readonly string[],
  limit: number,
): Promise<AboutMail[]> {
  const { rows } = await pool.query<AboutMail>(
    `select id, name as queue, state::text, to_json(coalesce(completed_on, created_on)) #>> '{}' as at,
       case when state in ('failed', 'retry') then left(output ->> 'message', 200) end as failure
     from pgboss.job
     where name = any(array(select q.name from pgboss.queue as q where strpos(lower(q.name), 'mail') > 0))
       and array[data ->> 'user_id', data ->> 'owner_id', data ->> 'place_id', data ->> 'invoice_id', data ->> 'subscription_id',
         data ->> 'billing_entity_id'] && $1::text[]
     order by coalesce(completed_on, created_on) desc, id limit $2`,
    [ids, limit],
  )
  return rows
}

/** Jobs that mail somebody, those of the last days that left, too; the newest first. */
export async function listMailJobs({ pool }: Database, limit: number): Promise<KeptJob[]> {
  const { rows } = await pool.query<KeptJob>(
    `select ${columns} from pgboss.job where strpos(lower(name), 'mail') > 0
     order by coalesce(completed_on, created_on) desc, id limit $1`,
    [limit],
  )
  return rows
}

/** Makes a job due now, with all its tries before it. Null: there is none of this id. */
export async function retryJob(database: Database, id: string): Promise<KeptJob | null> {
  return changed(
    database,
    id,
    `update pgboss.job set state = 'created', retry_count = 0, start_after = now(), started_on = null,
       completed_on = null, output = null, keep_until = greatest(keep_until, now() + interval '1 day')
     where id = $1 and state <> 'active' and state <> 'completed' returning ${columns}`,
  )
}

/** Has what waits be done however long it has waited, where a copy goes on: else what a queue keeps for a day is tidied away first. */
export async function keepWaitingJobs(db: PlatformDb): Promise<void> {
  await sql`update pgboss.job set keep_until = greatest(keep_until, now() + interval '1 day')
    where state < 'completed'`.execute(db)
}

export async function dropJob(database: Database, id: string): Promise<KeptJob | null> {
  return changed(
    database,
    id,
    `delete from pgboss.job where id = $1 and state <> 'active' and state <> 'completed' returning ${columns}`,
  )
}

async function changed({ pool }: Database, id: string, text: string): Promise<KeptJob | null> {
  const { rows } = await pool.query<KeptJob>(text, [id])
  if (rows[0]) return rows[0]
  const { rows: others } = await pool.query<{ state: string }>(
    'select state::text from pgboss.job where id = $1',
    [id],
  )
  const [other] = others
  if (other)
    refuse('job.not_waiting', {
      message: t`The job is ${other.state}: it can be neither tried again nor dropped.`,
    })
  return null
}

/** What a mail's job carries, to be sent once more as a job of its own. */
export async function findMailJob(
  { pool }: Database,
  id: string,
): Promise<{ queue: string; data: object } | null> {
  const { rows } = await pool.query<{ queue: string; data: object }>(
    `select name as queue, data from pgboss.job where id = $1 and strpos(lower(name), 'mail') > 0`,
    [id],
  )
  return rows[0] ?? null
}
