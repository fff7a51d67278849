import { noteOperator, type Operator } from '@byre/server/auth/accounts/operators.actions'
import type { Config } from '@byre/server/config'
import type { Database } from '@byre/server/platform/database/db'
import { listQuietSpells, quietAdvice } from '@byre/server/platform/database/quiet'
import { newId } from '@byre/server/platform/ids'
import {
  dropJob,
  findMailJob,
  listJobs,
  listMailJobs,
  retryJob,
  type KeptJob,
} from '@byre/server/platform/jobs/kept-jobs'
import { queue, type Outbox } from '@byre/server/platform/jobs/outbox'
import { smtpMailer } from '@byre/server/platform/mail/mail'
import { StartError } from '@byre/server/platform/start-error'
import type { Said } from './said.ts'

/** What operators do to jobs and mails; each leaves its line in the trail. */
export interface JobOperations {
  list(q: string): Promise<Said>
  retry(id: string): Promise<Said>
  drop(id: string): Promise<Said>
  listMails(): Promise<Said>
  resendMail(id: string): Promise<Said>
  testMail(address: string): Promise<Said>
}

const mostListed = 500

export function jobOperations(
  config: Config,
  database: Database,
  outbox: Outbox,
  operator: Operator,
): JobOperations {
  const { db } = database
  const listed = async (deed: 'listJobs' | 'listMails', jobs: KeptJob[]) => {
    await noteOperator(db, operator, deed, { after: { found: jobs.length } })
    return jobs.map((job) => ({ ...job }))
  }
  const changed = async (deed: 'retryJob' | 'dropJob', job: KeptJob | null, done: string) => {
    if (!job) return null
    await noteOperator(db, operator, deed, { after: { id: job.id, queue: job.queue } })
    return { id: job.id, queue: job.queue, done }
  }
  return {
    list: async (q) => listed('listJobs', await listJobs(database, q, mostListed)),
    retry: async (id) => changed('retryJob', await retryJob(database, id), 'is due now'),
    drop: async (id) => changed('dropJob', await dropJob(database, id), 'was dropped'),
    listMails: async () => listed('listMails', await listMailJobs(database, mostListed)),

    async resendMail(id) {
      const mail = await findMailJob(database, id)
      if (!mail) return null
      await outbox.send(db, queue(mail.queue, anyOptions), mail.data)
      await noteOperator(db, operator, 'resendMail', { after: { id, queue: mail.queue } })
      return { id, queue: mail.queue, done: 'leaves once more' }
    },

    async testMail(address) {
      const [spell] = await listQuietSpells(db)
      if (spell) throw new StartError('failed', `No mail was sent: ${quietAdvice}.`)
      if (config.smtpUrl === undefined)
        throw new StartError('failed', 'No mail was sent: SMTP_URL is not set.')
      const id = newId()
      await sendTest(config.smtpUrl, config.mailFrom, { id, address })
      await noteOperator(db, operator, 'testMail', { after: { id } })
      return { id, to: address, from: config.mailFrom, done: 'was taken by the mail server' }
    },
  }
}

/** Of a queue that is there already. */
const anyOptions = { retryLimit: 0, retryDelaySeconds: 0, retryDelayMaxSeconds: 0 }

async function sendTest(smtpUrl: string, from: string, { id, address }: { id: string; address: string }) {
  const mailer = smtpMailer(smtpUrl, from)
  const text = 'This mail was sent by an operator to see whether mails arrive. Nothing has to be done.'
  try {
    await mailer.send(id, { to: address, subject: 'A test mail', text, html: `<p>${text}</p>` })
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new StartError(
      'failed',
      `The mail server did not take it: ${why}. "npm run byre -- doctor" says more.`,
    )
  } finally {
    mailer.close()
  }
}
