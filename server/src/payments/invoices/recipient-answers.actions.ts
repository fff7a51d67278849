import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type {
  confirmInvoiceRecipient as ConfirmRecipient,
  lookUpInvoiceLink as LookUpLink,
} from '@byre/contract/billing/invoice-recipients'
import { findPayingEntity, noteBillingEmail } from '../../customers/index.ts'
import type { Context } from '../../context.ts'
import { writeAudit, type RequestFacts } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { refuse } from '../../platform/errors.ts'
import type { MailContext } from '../../platform/mail/mail-limits.ts'
import type { Call } from '../../platform/http/calls.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { findRecipient, markRecipientConfirmed, markRecipientRefused } from './invoice-recipients.queries.ts'
import {
  answerToken,
  leavableInvoices,
  leaveToken,
  openedBy,
  openedInMail,
} from './recipient-tokens.policy.ts'

/* What an address says to a payer's mails, by links that reach whoever reads there and nobody else. */

type ByLink = Call<typeof ConfirmRecipient, 'payments'>
type ToLookUp = Call<typeof LookUpLink, 'payments'>

/** What a link is about, for whoever has it, before anything is answered; the mail has named both already. */
export async function lookUpInvoiceLink({ secrets }: MailContext, { command, params, body }: ToLookUp) {
  const recipient = await byEitherLink(command.db, secrets, params.id, body.token)
  return answerOf(command.db, recipient.billing_entity_id, recipient.email)
}

/** Says yes: once, with the newest mail's link, within seven days; also where a no was a mistake. */
export async function confirmInvoiceRecipient(
  { secrets }: MailContext,
  { command, params, body, from }: ByLink,
) {
  return command.transaction(async (db) => {
    const [recipient] = await findRecipient(db, { id: params.id })
    const { id, billing_entity_id, email, mailing } = openedBy(body.token, secrets, [answerToken], recipient)

    const said = { email_state: 'confirmed', email_asked_at: null } as const
    await noteBillingEmail(db, billing_entity_id, email, said)
    const [confirmed] = await markRecipientConfirmed(db, { id, mailing })
    if (!confirmed) refuse('link.dead')
    await writeAudit(db, {
      actor_id: null,
      deed: 'confirmInvoiceRecipient',
      kind: 'billing_entity',
      subject_id: billing_entity_id,
      after: { email },
      from,
    })
    return answerOf(db, billing_entity_id, email)
  })
}

/** Says no for good, with the link of the question or of any mail since; saying it again changes nothing. */
export async function leaveInvoices({ secrets }: MailContext, { command, params, body, from }: ByLink) {
  return command.transaction(async (db) => {
    const recipient = await byEitherLink(db, secrets, params.id, body.token)
    await refuseMails(db, recipient, from)
    return answerOf(db, recipient.billing_entity_id, recipient.email)
  })
}

/** Lets mails to a payer's addresses be left by their header, too. */
export function addLeavableInvoices({ db, mailLeaving }: Context<'payments'>): void {
  mailLeaving.add(leavableInvoices, {
    async wordsOf({ t }, id) {
      const [recipient] = await findRecipient(db, { id })
      if (!recipient) return null
      const { payer_name } = await answerOf(db, recipient.billing_entity_id, recipient.email)
      if (payer_name === '') return null
      return {
        about: t`the invoices of ${payer_name}`,
        stays: t`Whoever runs its billing information gets them as before, and sees them all on its page.`,
        again: t`Nobody can have this address asked about them again.`,
      }
    },
    leave: (id, from) =>
      transaction(db, async (db) => {
        const [recipient] = await findRecipient(db, { id })
        if (recipient) await refuseMails(db, openedInMail(recipient), from)
      }),
  })
}

async function refuseMails(
  db: Db<'payments'>,
  { id, billing_entity_id, email, refused_at }: ReturnType<typeof openedInMail<Refusing>>,
  from: RequestFacts,
): Promise<void> {
  if (refused_at !== null) return

  const said = { email_state: 'refused', email_asked_at: null } as const
  await noteBillingEmail(db, billing_entity_id, email, said)
  await markRecipientRefused(db, { id })
  await writeAudit(db, {
    actor_id: null,
    deed: 'refuseInvoices',
    kind: 'billing_entity',
    subject_id: billing_entity_id,
    before: { email },
    from,
  })
}

type Refusing = Awaited<ReturnType<typeof findRecipient>>[number]

/** The address that a link of its question, or of any mail since, was sent to. */
async function byEitherLink(db: Db<'payments'>, secrets: Secrets, id: string, token: string) {
  const [recipient] = await findRecipient(db, { id })
  return openedBy(token, secrets, [leaveToken, answerToken], recipient)
}

async function answerOf(db: Db<'payments'>, billingEntityId: BillingEntityId, email: string) {
  const billingEntity = await findPayingEntity(db, billingEntityId)
  return { email, payer_name: billingEntity?.name ?? '' }
}
