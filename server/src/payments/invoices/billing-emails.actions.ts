import type { RightOf } from '@byre/contract/endpoint'
import type { resendBillingEmail as ResendBillingEmail } from '@byre/contract/billing/invoice-recipients'
import {
  billingEntityFor,
  holdBillingEmail,
  noteBillingEmail,
  type BillingEmail,
  type ProvenBillingEntityId,
  type SaidByEmail,
} from '../../customers/index.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { spend, spendQuietly } from '../../platform/limits/limits.ts'
import { daily, mayMail, spendOnMail, type MailContext } from '../../platform/mail/mail-limits.ts'
import type { Call } from '../../platform/http/calls.ts'
import { paymentsMail, type DueMail } from '../billing.policy.ts'
import { askRecipientAgain, findByAddress, insertBillingEmail } from './invoice-recipients.queries.ts'
import { pauseSeconds } from './invoice-recipients.policy.ts'

/* A payer's own address gets one mail that asks for a yes, by the way of the addresses that get copies. */

/** Asks an address, unless it was asked before, or too many were; in the transaction that sets it. */
export async function askBillingEmail(
  mailContext: MailContext,
  db: Db<'payments'>,
  enqueue: (db: Db<'payments'>, queue: typeof paymentsMail, due: DueMail) => Promise<void>,
  { billing_entity_id, email, asked_by }: BillingEmail,
): Promise<SaidByEmail> {
  const [known] = await findByAddress(db, { billing_entity_id, email })
  if (known?.confirmed_at) return { email_state: 'confirmed', email_asked_at: known.asked_at }
  if (known?.refused_at) return { email_state: 'refused', email_asked_at: known.asked_at }
  if (known) return { email_state: 'waiting', email_asked_at: known.asked_at }

  const isWithin =
    (await spendQuietly(db, daily('questionsOfPayer', mailContext), billing_entity_id)) &&
    (await mayMail(db, 'questions', mailContext, email))
  if (!isWithin) return { email_state: 'waiting', email_asked_at: null }
  const [recipient] = await insertBillingEmail(db, {
    id: newId(),
    billing_entity_id,
    email,
    added_by: asked_by,
  })
  if (recipient) await enqueue(db, paymentsMail, { letter: 'confirm recipient', recipient_id: recipient.id })
  return { email_state: 'waiting', email_asked_at: recipient?.asked_at ?? null }
}

/** Asks it again by hand, or for the first time where it was beyond a limit then. */
export async function resendBillingEmail(
  mailContext: MailContext,
  { command, actor, params, from }: Call<typeof ResendBillingEmail, 'payments'>,
) {
  const { id } = await billingEntityFor<RightOf<typeof ResendBillingEmail>>(
    command.db,
    actor.user_id,
    params.id,
    'edit',
  )
  await spend(command.db, daily('questionsOfPayer', mailContext), id)

  return command.transaction(async (db) => {
    const { email, isRunners, ...present } = await holdBillingEmail(db, id)
    if (isRunners) return { email, ...present }
    if (present.email_state === 'confirmed') refuse('recipient.confirmed')
    if (present.email_state === 'refused') refuse('recipient.refused')

    const recipient = await ask(db, mailContext, { billing_entity_id: id, email, asked_by: actor.user_id })
    await spendOnMail(db, 'questions', mailContext, email)
    const said = { email_state: 'waiting', email_asked_at: recipient.asked_at } as const
    await noteBillingEmail(db, id, email, said)
    await command.enqueue(db, paymentsMail, { letter: 'confirm recipient', recipient_id: recipient.id })
    await writeAudit(db, {
      actor_id: actor.user_id,
      deed: 'resendInvoiceRecipient',
      kind: 'billing_entity',
      subject_id: id,
      after: { email },
      from,
    })
    return { email, ...said }
  })
}

async function ask(
  db: Db<'payments'>,
  mailContext: MailContext,
  { asked_by, ...address }: BillingEmail & { billing_entity_id: ProvenBillingEntityId<'edit'> },
) {
  const [known] = await findByAddress(db, address)
  const [recipient] = known
    ? await askRecipientAgain(db, {
        id: known.id,
        billing_entity_id: address.billing_entity_id,
        pause_seconds: pauseSeconds(mailContext),
      })
    : await insertBillingEmail(db, { id: newId(), ...address, added_by: asked_by })
  return recipient ?? refuse('limit.reached', { retryAfter: pauseSeconds(mailContext) })
}
