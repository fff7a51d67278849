import { noteOperator, type Operator } from '@byre/server/auth/accounts/operators.actions'
import type { Config } from '@byre/server/config'
import type { Database } from '@byre/server/platform/database/db'
import { listQuietSpells, quietAdvice } from '@byre/server/platform/database/quiet'
import { newId } from '@byre/server/platform/ids'
import { listJobs, listMailJobs, type KeptJob } from '@byre/server/platform/jobs/kept-jobs'
import type { Outbox } from '@byre/server/platform/jobs/outbox'
import { smtpMailer } from '@byre/server/platform/mail/mail'
import { StartError } from '@byre/server/platform/start-error'
import { dropKeptJob, resendKeptMail, retryKeptJob, type DoneToJob } from '@byre/server/staff/jobs.actions'
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
  const said = (done: DoneToJob | null) => done && { ...done }
  return {
    list: async (q) => listed('listJobs', await listJobs(database, q, mostListed)),
    retry: async (id) => said(await retryKeptJob(database, operator, id)),
    drop: async (id) => said(await dropKeptJob(database, operator, id)),
    listMails: async () => listed('listMails', await listMailJobs(database, mostListed)),
    resendMail: async (id) => said(await resendKeptMail(db, { database, outbox }, operator, id)),

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
