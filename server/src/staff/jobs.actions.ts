import { noteOperator, type Operator } from '../auth/index.ts'
import type { Database, PlatformDb } from '../platform/database/db.ts'
import { dropJob, findMailJob, retryJob, type KeptJob } from '../platform/jobs/kept-jobs.ts'
import { queue, type Outbox } from '../platform/jobs/outbox.ts'

/* What staff do to jobs and mails, from the command line and in the back office; each leaves its line in the trail. Null: there is none. */

export interface DoneToJob {
  id: string
  queue: string
  done: string
}

async function changed(
  db: PlatformDb,
  operator: Operator,
  command: 'retryJob' | 'dropJob',
  job: KeptJob | null,
): Promise<DoneToJob | null> {
  if (!job) return null
  await noteOperator(db, operator, command, { after: { id: job.id, queue: job.queue } })
  return { id: job.id, queue: job.queue, done: command === 'retryJob' ? 'is due now' : 'was dropped' }
}

export const retryKeptJob = async (database: Database, operator: Operator, id: string) =>
  changed(database.db, operator, 'retryJob', await retryJob(database, id))

export const dropKeptJob = async (database: Database, operator: Operator, id: string) =>
  changed(database.db, operator, 'dropJob', await dropJob(database, id))

/** Sends the same mail once more; `db` may be a transaction. */
export async function resendKeptMail(
  db: PlatformDb,
  { database, outbox }: { database: Database; outbox: Pick<Outbox, 'send'> },
  operator: Operator,
  id: string,
): Promise<DoneToJob | null> {
  const mail = await findMailJob(database, id)
  if (!mail) return null
  await outbox.send(db, queue(mail.queue, anyOptions), mail.data)
  await noteOperator(db, operator, 'resendMail', { after: { id, queue: mail.queue } })
  return { id, queue: mail.queue, done: 'leaves once more' }
}

/** Of a queue that is there already. */
const anyOptions = { retryLimit: 0, retryDelaySeconds: 0, retryDelayMaxSeconds: 0 }
