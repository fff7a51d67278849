import { commandWords } from '@byre/contract/activity'
import { staffHitsAtMost, type StaffHit, type StaffMail } from '@byre/contract/staff/records'
import type * as contract from '@byre/contract/staff/records'
import type { ReplyOf } from '@byre/contract/endpoint'
import type { AccountAuditName } from '@byre/contract/audit-names'
import type { Config } from '../config.ts'
import { accountForStaff, noteOperator, searchAccounts, type Operator } from '../auth/index.ts'
import {
  belongingsOf,
  billingEntityForStaff,
  calledOf,
  placeForStaff,
  searchForStaff,
} from '../customers/index.ts'
import {
  invoiceForStaff,
  newestInvoicesOf,
  searchInvoicesForStaff,
  subscriptionForStaff,
} from '../payments/index.ts'
import { changesIn } from '../platform/audit/changes.ts'
import { listTimeline as listLines } from '../platform/audit/timeline.ts'
import { within, type Database } from '../platform/database/db.ts'
import { refuse } from '../platform/errors.ts'
import { findJobs, listMailsAbout, searchJobs } from '../platform/jobs/kept-jobs.ts'

/* What the back office looks up. Each look leaves its line in the trail, as on the command line. */

/** Who looks, and where. */
export interface Looking {
  database: Database
  config: Config
  operator: Operator
}

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const mailsAtMost = 20
const linesAPage = 25

const note = (
  { database, operator }: Looking,
  deed: AccountAuditName,
  about: { subject_id?: string; after?: Record<string, unknown> },
) => noteOperator(database.db, operator, deed, about)

const mailsAbout = ({ database }: Looking, ...ids: string[]): Promise<StaffMail[]> =>
  listMailsAbout(database, ids, mailsAtMost)

export async function searchRecords(
  looking: Looking,
  q: string | undefined,
): Promise<ReplyOf<typeof contract.searchRecords>> {
  if (q === undefined) return { hits: [] }
  const { database } = looking
  const { db } = database
  const text = q.toLowerCase()
  const search = { text, id: uuidShape.test(text) ? text : null, limit: staffHitsAtMost }

  const [found, invoices, jobs] = await Promise.all([
    searchForStaff(db, search),
    searchInvoicesForStaff(db, { ...search, text: q.toUpperCase() }),
    searchJobs(database, search),
  ])
  const ids = search.id === null ? found.people : [...found.people, search.id]
  const accounts = await searchAccounts(within<'auth'>(db), { ...search, ids })
  const names = await calledOf(
    db,
    accounts.map(({ id }) => id),
  )

  const hits: StaffHit[] = [
    ...accounts.map(({ id, email, state }) => {
      const name = names.get(id) ?? email
      return { kind: 'account', page: 'account', id, name, state, of: name === email ? '' : email } as const
    }),
    ...found.places,
    ...invoices.map(({ id, number, status, place_name }) => {
      return { kind: 'invoice', page: 'invoice', id, name: number, state: status, of: place_name } as const
    }),
    ...jobs.map(({ id, queue, state, failure }) => {
      return { kind: 'job', page: 'job', id, name: queue, state, of: failure ?? '' } as const
    }),
  ]
  const shown = [...Map.groupBy(hits, ({ kind }) => kind).values()].flatMap((ofKind) =>
    ofKind.slice(0, staffHitsAtMost),
  )
  await note(looking, 'findRecords', { after: { found: shown.length } })
  return { hits: shown }
}

export async function getStaffAccount(
  looking: Looking,
  id: string,
): Promise<ReplyOf<typeof contract.getStaffAccount>> {
  const { db } = looking.database
  const account = await accountForStaff(db, id)
  if (!account) refuse('not_found')
  const [names, belongs_to, mails] = await Promise.all([
    calledOf(db, [id]),
    belongingsOf(db, id),
    mailsAbout(looking, id),
  ])
  await note(looking, 'showAccount', { subject_id: id })
  return { ...account, name: names.get(id) ?? account.email, belongs_to, mails }
}

export async function getStaffPlace(
  looking: Looking,
  kind: 'site' | 'clinic',
  id: string,
): Promise<contract.StaffPlace> {
  const { db } = looking.database
  const place = await placeForStaff(db, looking.config, kind, id)
  if (!place) refuse('not_found')
  const latest = await subscriptionForStaff(db, id)
  const mails = await mailsAbout(looking, id, ...(latest ? [latest.id] : []))
  await note(looking, 'showRecord', { after: { kind, id } })
  if (!latest) return { ...place, subscription: null, mails }
  const { id: _, ...subscription } = latest
  return { ...place, subscription, mails }
}

export async function getStaffBillingEntity(
  looking: Looking,
  id: string,
): Promise<ReplyOf<typeof contract.getStaffBillingEntity>> {
  const { db } = looking.database
  const entity = await billingEntityForStaff(db, id)
  if (!entity) refuse('not_found')
  const invoices = await newestInvoicesOf(db, id)
  const mails = await mailsAbout(looking, id, ...invoices.map((invoice) => invoice.id))
  await note(looking, 'showRecord', { after: { kind: 'billing_entity', id } })
  return { ...entity, invoices, mails }
}

export async function getStaffInvoice(
  looking: Looking,
  id: string,
): Promise<ReplyOf<typeof contract.getStaffInvoice>> {
  const invoice = await invoiceForStaff(looking.database.db, id)
  if (!invoice) refuse('not_found')
  const mails = await mailsAbout(looking, id)
  await note(looking, 'showRecord', { after: { kind: 'invoice', id } })
  return { ...invoice, mails }
}

export async function getStaffJob(
  looking: Looking,
  id: string,
): Promise<ReplyOf<typeof contract.getStaffJob>> {
  const [job] = await findJobs(looking.database, id)
  if (!job) refuse('not_found')
  await note(looking, 'showRecord', { after: { kind: 'job', id } })
  return { ...job, is_mail: /mail/i.test(job.queue) }
}

export async function listTimeline(
  looking: Looking,
  id: string,
  after: string | null,
): Promise<ReplyOf<typeof contract.listTimeline>> {
  const { db } = looking.database
  const lines = await listLines(db, { id, after, limit: linesAPage + 1 })
  const shown = lines.slice(0, linesAPage)
  const names = await calledOf(db, [...new Set(shown.flatMap(({ actor_id }) => actor_id ?? []))])
  await note(looking, 'showTimeline', { after: { id, found: shown.length } })
  return {
    lines: shown.map(({ id, at, actor_id, who, what: deed, network, before, after }) => ({
      id,
      at,
      who: actor_id === null ? who : (names.get(actor_id) ?? who),
      deed,
      what: commandWords[deed] ?? inWords(deed),
      changes: changesIn({ before, after }).filter(({ field }) => !saidElsewhere.has(field)),
      network,
    })),
    next: lines.length > linesAPage ? shown.at(-1)!.id : null,
  }
}

/** Who did it stands in a column of its own; whom without an account by name. */
const saidElsewhere = new Set(['staff', 'staff_id', 'operator', 'hand_id'])

/** `endSessions` is 'End sessions', `createApiKey` 'Create API key'. */
const inWords = (deed: string) =>
  (deed.charAt(0).toUpperCase() + deed.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
    .replace(/\bapi\b/, 'API')
    .replace(/\btotp\b/, 'authenticator app')
