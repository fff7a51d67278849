import type { Language } from '@byre/contract/languages'
import type { BillingEntityId } from '@byre/contract/subject-kinds'
import {
  noteBillingEmail,
  ownersOfBillingEntity,
  readerLanguage,
  type PayingEntity,
} from '../../customers/index.ts'
import type { Words } from '@byre/contract/words'
import type { Context } from '../../context.ts'
import { transaction } from '../../platform/database/transactions.ts'
import type { MailParts } from '../../platform/mail/mail-layout.ts'
import { byTheBillingRun } from '../access.policy.ts'
import { askBillingEmail } from './billing-emails.actions.ts'
import { paymentsMail, type DueMail } from '../billing.policy.ts'
import { ownersNote, ownNote } from './invoice-mails.policy.ts'
import { findByAddress } from './invoice-recipients.queries.ts'
import { leavableInvoices, leaveLink } from './recipient-tokens.policy.ts'

/* Who gets a payer's mails: its own address once that has said yes, else its Owners. Nothing is lost. */

/** Who reads a mail, in which language, and what stands beneath it for them. */
export interface Reader {
  to: string
  language: Language | null
  beneath?: (words: Words) => Pick<MailParts, 'note' | 'addresses' | 'leave'>
}

interface OfBillingEntity {
  billing_entity_id: BillingEntityId
}

/** Null: the Owners get it by jobs of their own, so that one whose mail is refused holds up no other. */
export async function readerOf(
  context: Context<'payments'>,
  due: DueMail,
  { billing_entity_id }: OfBillingEntity,
  billingEntity: PayingEntity,
): Promise<Reader | null> {
  const { db, mailLeaving, config, secrets, log } = context
  const { email, email_state, name } = billingEntity
  if (email_state === 'confirmed' && due.owner_id === undefined) {
    const [row] = await findByAddress(db, { billing_entity_id, email })
    const asked_by = row?.added_by ?? null
    const language = await readerLanguage(db, billing_entity_id, { email, asked_by })
    if (!row) return { to: email, language }
    const link = leaveLink(config.publicUrl, secrets, row)
    const leave = { url: mailLeaving.linkOf(leavableInvoices, row.id) }
    return { to: email, language, beneath: (words) => ({ note: ownNote(words, name, link), leave }) }
  }

  const owners = await ownersOfBillingEntity(db, billing_entity_id)
  const [first] = owners
  if (!first) {
    log.error({ billing_entity_id, letter: due.letter }, 'a payer has no Owner who could get its mail')
    return null
  }
  if (due.owner_id === undefined) {
    await askLate(context, { billing_entity_id, asked_by: first.id }, billingEntity)
    if (owners.length > 1) {
      await sendToEach(context, due, owners)
      return null
    }
  }
  const { email: to, language } = owners.find(({ id }) => id === due.owner_id) ?? first
  return {
    to,
    language,
    beneath: (words) => ({ note: ownersNote(words, email, email_state), addresses: [email] }),
  }
}

async function sendToEach(
  { db, outbox }: Context<'payments'>,
  due: DueMail,
  owners: { id: string }[],
): Promise<void> {
  await transaction(db, async (db) => {
    for (const { id: owner_id } of owners) await outbox.send(db, paymentsMail, { ...due, owner_id })
  })
}

/** An address that nobody has asked yet is asked when there is the first thing to send to it. */
async function askLate(
  { db, outbox, secrets, config }: Context<'payments'>,
  { billing_entity_id, asked_by }: OfBillingEntity & { asked_by: string },
  { email, email_state, email_asked_at }: PayingEntity,
): Promise<void> {
  if (email_state !== 'waiting' || email_asked_at !== null) return
  const mailContext = { secrets, limitFactor: config.limitFactor }
  await transaction(db, async (db) => {
    const said = await askBillingEmail(mailContext, db, outbox.send.bind(outbox), {
      billing_entity_id,
      email,
      asked_by,
    })
    if (said.email_asked_at !== null)
      await noteBillingEmail(db, byTheBillingRun(billing_entity_id), email, said)
  })
}
