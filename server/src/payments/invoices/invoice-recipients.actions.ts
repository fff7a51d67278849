import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type {
  addInvoiceRecipient as AddRecipient,
  InvoiceRecipient,
  removeInvoiceRecipient as RemoveRecipient,
  resendInvoiceRecipient as ResendRecipient,
} from '@byre/contract/billing/invoice-recipients'
import { recipientLimits } from '@byre/contract/billing/invoice-recipients'
import type { RightOf } from '@byre/contract/endpoint'
import { billingEntityFor, holdBillingEntityAlone } from '../../customers/index.ts'
import { answered, type Actor, type Caller } from '../../platform/authentication/authenticate.ts'
import { writeAudit, type RequestFacts } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { spend } from '../../platform/limits/limits.ts'
import { daily, spendOnMail, type MailContext } from '../../platform/mail/mail-limits.ts'
import type { Outbox } from '../../platform/jobs/outbox.ts'
import type { Call } from '../../platform/http/calls.ts'
import { paymentsMail, type DueMail, type NewInvoiceMail } from '../billing.policy.ts'
import { pauseSeconds } from './invoice-recipients.policy.ts'
import {
  askRecipientAgain,
  countRecipients,
  deleteRecipient,
  endCopies,
  findByAddress,
  insertRecipient,
  listConfirmed,
  listRecipients,
  lockRecipient,
} from './invoice-recipients.queries.ts'

/* Addresses that get a payer's invoices beside its own. Nothing but the question itself is sent to one that has not said yes. */

export async function listInvoiceRecipients(
  db: Db<'payments'>,
  caller: Caller,
  billingEntityId: BillingEntityId,
) {
  const rows = answered(await listRecipients(db, { ...caller, billing_entity_id: billingEntityId }))
  if (rows[0].payer_id === null) refuse('not_found')
  const invoice_recipients = rows.flatMap(({ caller_id: _, payer_id: __, ...row }) =>
    row.id === null ? [] : [row as InvoiceRecipient],
  )
  return { invoice_recipients }
}

export async function addInvoiceRecipient(
  mailContext: MailContext,
  { command, actor, params, body, from }: Call<typeof AddRecipient, 'payments'>,
): Promise<InvoiceRecipient> {
  const { id } = await billingEntityFor<RightOf<typeof AddRecipient>>(
    command.db,
    actor.user_id,
    params.id,
    'edit',
  )
  await spend(command.db, daily('questionsOfPayer', mailContext), id)

  return command.transaction(async (db) => {
    await holdBillingEntityAlone(db, id)
    const billingEntity = await billingEntityFor<RightOf<typeof AddRecipient>>(db, actor.user_id, id, 'edit')
    const [added] = await insertRecipient(db, {
      id: newId(),
      billing_entity_id: billingEntity.id,
      email: body.email,
      added_by: actor.user_id,
    })
    if (!added || billingEntity.email === body.email) return refuseKnown(db, billingEntity.id, body.email)
    const [counted] = await countRecipients(db, { billing_entity_id: billingEntity.id })
    if ((counted?.count ?? 0) > recipientLimits.atMost) refuse('recipient.too_many')

    if (added.confirmed_at === null) {
      await spendOnMail(db, 'questions', mailContext, body.email)
      await command.enqueue(db, paymentsMail, { letter: 'confirm recipient', recipient_id: added.id })
    }
    await writeAudit(db, {
      ...lineOf(actor, billingEntity.id, from),
      deed: 'addInvoiceRecipient',
      after: { email: added.email },
    })
    return added
  })
}

async function refuseKnown(
  db: Db<'payments'>,
  billing_entity_id: BillingEntityId,
  email: string,
): Promise<never> {
  const [known] = await findByAddress(db, { billing_entity_id, email })
  return refuse(known?.refused_at ? 'recipient.refused' : 'recipient.exists', { field: 'email' })
}

export async function resendInvoiceRecipient(
  mailContext: MailContext,
  { command, actor, params, from }: Call<typeof ResendRecipient, 'payments'>,
): Promise<InvoiceRecipient> {
  const billingEntity = await billingEntityFor<RightOf<typeof ResendRecipient>>(
    command.db,
    actor.user_id,
    params.id,
    'edit',
  )
  await spend(command.db, daily('questionsOfPayer', mailContext), billingEntity.id)

  return command.transaction(async (db) => {
    const [present] = await lockRecipient(db, { id: params.recipientId, billing_entity_id: billingEntity.id })
    if (!present) refuse('not_found')
    if (present.confirmed_at !== null) refuse('recipient.confirmed')

    const pause_seconds = pauseSeconds(mailContext)
    const [recipient] = await askRecipientAgain(db, {
      id: present.id,
      billing_entity_id: billingEntity.id,
      pause_seconds,
    })
    if (!recipient) refuse('limit.reached', { retryAfter: pause_seconds })
    await spendOnMail(db, 'questions', mailContext, present.email)
    await command.enqueue(db, paymentsMail, { letter: 'confirm recipient', recipient_id: recipient.id })
    await writeAudit(db, {
      ...lineOf(actor, billingEntity.id, from),
      deed: 'resendInvoiceRecipient',
      after: { email: recipient.email },
    })
    const { asked_at: _, ...shown } = recipient
    return shown
  })
}

export async function removeInvoiceRecipient({
  command,
  actor,
  params,
  from,
}: Call<typeof RemoveRecipient, 'payments'>): Promise<null> {
  return command.transaction(async (db) => {
    const billingEntity = await billingEntityFor<RightOf<typeof RemoveRecipient>>(
      db,
      actor.user_id,
      params.id,
      'edit',
    )
    const named = { id: params.recipientId, billing_entity_id: billingEntity.id }
    const [present] = await lockRecipient(db, named)
    if (!present) refuse('not_found')
    const [removed] = await (present.email === billingEntity.email ? endCopies : deleteRecipient)(db, named)
    if (!removed) refuse('not_found')
    await writeAudit(db, {
      ...lineOf(actor, billingEntity.id, from),
      deed: 'removeInvoiceRecipient',
      before: { email: removed.email },
    })
    return null
  })
}

const lineOf = (actor: Actor, subject_id: string, from: RequestFacts) => ({
  actor_id: actor.user_id,
  kind: 'billing_entity',
  subject_id,
  from,
})

/** An invoice that was just issued is paid or refused within minutes, and that mail carries it. */
const issuedAfterSeconds = 3600

/** Sends a mail about invoices of one payer to it and, one by one, to whoever else gets its invoices; none about none. */
export async function mailInvoices(
  { outbox }: { outbox: Outbox },
  db: Db<'payments'>,
  { invoice_ids, ...mail }: NewInvoiceMail,
  billingEntity: BillingEntityId,
): Promise<void> {
  const [invoice_id, ...others] = invoice_ids
  if (invoice_id === undefined) return
  const about = others.length === 0 ? { invoice_id } : { invoice_id, others }
  const options = mail.letter === 'invoice issued' ? { afterSeconds: issuedAfterSeconds } : {}
  await outbox.send(db, paymentsMail, { ...mail, ...about }, options)
  if (mail.letter === 'confirm payment') return
  for (const { id } of await listConfirmed(db, { billing_entity_id: billingEntity }))
    await outbox.send(db, paymentsMail, { ...mail, ...about, recipient_id: id } as DueMail, options)
}
