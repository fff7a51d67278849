import { t } from '@byre/contract/words'
import type * as contract from '@byre/contract/staff/commands'
import type { BodyOf, ReplyOf } from '@byre/contract/endpoint'
import { accountForStaff, accountOperations, type Operator } from '../auth/index.ts'
import type { PlaceOperations } from '../customers/index.ts'
import { invoiceForStaff, type Payments } from '../payments/index.ts'
import type { RequestFacts } from '../platform/audit/audit.ts'
import { requireFresh, type Actor } from '../platform/authentication/authenticate.ts'
import type { Database } from '../platform/database/db.ts'
import { refuse } from '../platform/errors.ts'
import type { IdempotentCommand } from '../platform/idempotency/idempotency.ts'
import type { Outbox } from '../platform/jobs/outbox.ts'
import { creditAs, inUnits } from './credits.actions.ts'
import { dropKeptJob, resendKeptMail, retryKeptJob } from './jobs.actions.ts'
import { placeCommands } from './places.actions.ts'
import { operatorOf } from './staff.actions.ts'

/* What staff change: each asks again who they are, says why, and does what the command line does. */

export interface StaffContext {
  database: Database
  outbox: Outbox
  places: PlaceOperations
  payments: Pick<Payments, 'creditInvoice' | 'previewCredit'>
}

type Done = ReplyOf<typeof contract.staffExtendTrial>

/** Who does it. */
export interface ByStaff {
  actor: Actor
  from: RequestFacts
}

async function operatorBy(
  { database }: Pick<StaffContext, 'database'>,
  { actor, from }: ByStaff,
  reason: string,
): Promise<Operator> {
  requireFresh(actor)
  return operatorOf(database.db, actor.user_id, { reason, from })
}

/** What was done, in a sentence; refuses where there is nothing to do it to. */
function doneOr404<T>(done: T | null, sentence: (done: T) => string): Done {
  if (done === null) refuse('not_found')
  return { done: sentence(done) }
}

const other = (name: string | undefined) => name || undefined

export async function extendTrial(
  on: StaffContext,
  by: ByStaff,
  id: string,
  { until, reason }: BodyOf<typeof contract.staffExtendTrial>,
): Promise<Done> {
  const operator = await operatorBy(on, by, reason)
  return doneOr404(
    await placeCommands(on.places, operator).extendTrial(id, until),
    ({ name, trial_ends_at, extended }) =>
      extended
        ? t`The trial of ${name} now ends on ${trial_ends_at.slice(0, 10)}.`
        : t`The trial of ${name} ends on that day already.`,
  )
}

export async function restorePlace(
  on: StaffContext,
  by: ByStaff,
  id: string,
  { subdomain, reason }: BodyOf<typeof contract.staffRestorePlace>,
): Promise<Done> {
  const operator = await operatorBy(on, by, reason)
  return doneOr404(
    await placeCommands(on.places, operator).restore(id, other(subdomain)),
    ({ name, address, restored }) =>
      restored ? t`${name} was restored. It answers at ${address}.` : t`${name} was not deleted.`,
  )
}

export async function moveAddress(
  on: StaffContext,
  by: ByStaff,
  { address, to, subdomain, reason }: BodyOf<typeof contract.staffMoveAddress>,
): Promise<Done> {
  const operator = await operatorBy(on, by, reason)
  return doneOr404(
    await placeCommands(on.places, operator).moveAddress(
      address,
      to?.toLowerCase() || null,
      other(subdomain),
    ),
    ({ address, to, note, moved }) =>
      moved
        ? to === ''
          ? t`The address ${address} was freed: ${note}.`
          : t`The address ${address} was moved: ${note}.`
        : t`${address} was there already.`,
  )
}

export async function previewCredit(
  { database, payments }: StaffContext,
  id: string,
  line: number | undefined,
): Promise<ReplyOf<typeof contract.previewCredit>> {
  const invoice = await invoiceForStaff(database.db, id)
  const credit = invoice && (await payments.previewCredit(invoice.number, line))
  if (!credit) refuse('not_found')
  if (credit.invoice_id !== id) refuse('invoice.not_creditable')
  const { total, currency, is_paid } = credit
  return { total, currency, is_paid }
}

export async function creditInvoice(
  on: StaffContext,
  by: ByStaff,
  id: string,
  { line, total, reason }: BodyOf<typeof contract.staffCreditInvoice>,
): Promise<Done> {
  const operator = await operatorBy(on, by, reason)
  const invoice = await invoiceForStaff(on.database.db, id)
  if (!invoice) refuse('not_found')
  const amount = inUnits(total)
  const note = await creditAs(on.payments, operator, {
    invoice_id: id,
    number: invoice.number,
    line: line ? Number(line) : undefined,
    total,
    about: {
      payer: invoice.payer.name,
      currency: invoice.currency,
      is_paid: invoice.status === 'paid',
      amount,
    },
  })
  return { done: t`Credit note ${note.number} was issued over ${amount}.` }
}

export async function changeJob(
  on: StaffContext,
  by: ByStaff,
  how: 'retry' | 'drop',
  { id, reason }: { id: string; reason: string },
): Promise<Done> {
  const operator = await operatorBy(on, by, reason)
  const change = how === 'retry' ? retryKeptJob : dropKeptJob
  return doneOr404(await change(on.database, operator, id), ({ queue }) =>
    how === 'retry' ? t`The job ${queue} is due now.` : t`The job ${queue} was dropped.`,
  )
}

export async function resendMail(
  on: StaffContext,
  { command, ...by }: ByStaff & { command: IdempotentCommand<'staff'> },
  { id, reason }: { id: string; reason: string },
): Promise<Done> {
  const operator = await operatorBy(on, by, reason)
  return command.transaction(async (db) =>
    doneOr404(await resendKeptMail(db, on, operator, id), () => t`The mail leaves once more.`),
  )
}

type AccountCommand = 'endSessions' | 'revokeApiKeys' | 'disable' | 'enable'

export async function changeAccount(
  on: StaffContext,
  by: ByStaff,
  how: AccountCommand,
  { id, reason }: { id: string; reason: string },
): Promise<Done> {
  const operator = await operatorBy(on, by, reason)
  const { db } = on.database
  const account = await accountForStaff(db, id)
  if (!account) refuse('not_found')
  const operations = accountOperations(db, on.outbox, operator)
  const { email } = account
  if (how === 'endSessions')
    return doneOr404(
      await operations.endSessions(email),
      ({ ended }) => t`${email} was signed out (${ended}).`,
    )
  if (how === 'revokeApiKeys')
    return doneOr404(await operations.revokeApiKeys(email), ({ revoked }) => t`Keys revoked: ${revoked}.`)
  return doneOr404(await operations[how](email), ({ state }) =>
    state === 'active' ? t`The account of ${email} is open.` : t`The account of ${email} is closed.`,
  )
}
