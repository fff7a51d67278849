import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { formatMoney } from '@byre/contract/billing/prices'
import { findPayingEntity, findUserEmail, readerLanguage } from '../../customers/index.ts'
import type { Words } from '@byre/contract/words'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/database/db.ts'
import type { MailText } from '../../platform/mail/mail-layout.ts'
import type { Reader } from './billing-readers.actions.ts'
import type { DueMail, InvoiceMail } from '../billing.policy.ts'
import { attachmentOfAll, attachmentsOf } from './invoice-documents.actions.ts'
import {
  askWords,
  copyNote,
  invoiceCorrectedWords,
  invoiceCreditedWords,
  invoiceIssuedWords,
  invoicePaidWords,
  lastToday,
  type Question,
} from './invoice-mails.policy.ts'
import { findRecipient, forgetUnasked } from './invoice-recipients.queries.ts'
import { listInvoiceMails } from './billing-mails.queries.ts'
import {
  apartAtMost,
  invoicesIssuedWords,
  invoicesPaidWords,
  paymentsFailedWords,
  type JointFacts,
} from './joint-mails.policy.ts'
import { paymentFailedWords, type InvoiceFacts } from '../mails.ts'
import { answerLink, leavableInvoices, leaveLink } from './recipient-tokens.policy.ts'

/* Mails that carry an invoice, and the one that asks an address whether it wants them. */

/** What a mail says and whose business it is; with its reader where that is not the payer. */
export interface Addressed {
  billing_entity_id: BillingEntityId
  reader?: Reader
  text: (words: Words) => MailText | Promise<MailText>
  /** What is paid for. */
  subscription_id?: string
}

type Row = Awaited<ReturnType<typeof listInvoiceMails>>[number]

const isOpen = ({ invoice_status }: Row) => invoice_status === 'open'
const isAnything = () => true

interface Manner {
  isSo: (row: Row) => boolean
  words: (words: Words, facts: InvoiceFacts) => MailText
  /** Of several; absent where each has its own mail. */
  joint?: (words: Words, facts: JointFacts) => MailText
}

/** When a mail is still true, and its words. */
const letters: Record<InvoiceMail['letter'], Manner> = {
  'invoice issued': {
    isSo: (row) => isOpen(row) && row.failed_at === null,
    words: invoiceIssuedWords,
    joint: invoicesIssuedWords,
  },
  'invoice paid': {
    isSo: ({ invoice_status }) => invoice_status === 'paid',
    words: invoicePaidWords,
    joint: invoicesPaidWords,
  },
  'payment failed': {
    isSo: (row) => isOpen(row) && row.failed_at !== null,
    words: paymentFailedWords,
    joint: paymentsFailedWords,
  },
  'invoice corrected': { isSo: isAnything, words: invoiceCorrectedWords },
  'invoice credited': { isSo: isAnything, words: invoiceCreditedWords },
}

export const isInvoiceMail = (due: DueMail): due is InvoiceMail => due.letter in letters

/** All that a mail names. */
export const namedBy = (id: string, { others = [] }: { others?: string[] }): string[] => [id, ...others]

/** Null where it is no longer so, or no longer to be sent there. */
export async function aboutInvoice(
  { db, branding, mailLeaving, secrets, config }: Context<'payments'>,
  due: InvoiceMail,
): Promise<Addressed | null> {
  const { isSo, words: one, joint } = letters[due.letter]
  const rows = (await listInvoiceMails(db, { ids: namedBy(due.invoice_id, due) })).filter(isSo)
  const [row] = rows
  if (!row) return null
  const { billing_entity_id } = row
  const subscription_id = rows.length === 1 ? row.subscription_id : billing_entity_id
  const url = `${config.publicUrl}/billing-entities/${billing_entity_id}`
  const text = async (words: Words): Promise<MailText> => {
    const { paragraphs, ...said } =
      joint && rows.length > 1
        ? joint(words, { ...jointFactsOf(words, rows), url })
        : one(words, { ...factsOf(words, row), url })
    const ids = rows.map(({ id }) => id)
    const attachments =
      ids.length > apartAtMost
        ? await attachmentOfAll(branding, db, words, ids)
        : (await Promise.all(ids.map((id) => attachmentsOf(branding, db, words, id)))).flat()
    return {
      ...said,
      paragraphs: due.is_last ? [...paragraphs, lastToday(words)] : paragraphs,
      attachments,
    }
  }
  if (due.recipient_id === undefined) return { billing_entity_id, subscription_id, text }

  const [recipient] = await findRecipient(db, { id: due.recipient_id })
  if (!recipient?.confirmed_at || !recipient.is_copy) return null
  const billingEntity = await findPayingEntity(db, billing_entity_id)
  // The payer's own address has its own mail.
  if (recipient.email === billingEntity?.email) return null
  const link = leaveLink(config.publicUrl, secrets, recipient)
  const leave = { url: mailLeaving.linkOf(leavableInvoices, recipient.id) }
  return {
    billing_entity_id,
    subscription_id,
    reader: await readerAmongRecipients(db, recipient),
    text: async (words) => {
      const { button: _, ...copy } = await text(words)
      return { ...copy, note: copyNote(words, billingEntity?.name ?? '', link), leave }
    },
  }
}

async function readerAmongRecipients(
  db: Db<'payments'>,
  { billing_entity_id, email, added_by }: Awaited<ReturnType<typeof findRecipient>>[number],
): Promise<Reader> {
  const language = await readerLanguage(db, billing_entity_id, { email, asked_by: added_by })
  return { to: email, language }
}

/** The facts of several invoices, as one mail says them. */
export function jointFactsOf(words: Words, rows: readonly Row[]): Omit<JointFacts, 'url'> {
  const [first] = rows
  const sum = rows.reduce((all, row) => all + row.total - row.credited, 0)
  const tries = rows.flatMap(({ next_try_at }) => next_try_at ?? [])
  return {
    rows: rows.map((row) => factsOf(words, row)),
    sum: formatMoney(sum, first?.currency ?? 'cad', words.language),
    next_try_at: tries.toSorted()[0] ?? null,
    action_url: rows.find(({ action_url }) => action_url !== null)?.action_url ?? null,
    last_four: first?.last_four ?? null,
  }
}

/** An invoice's facts as mails say them. */
export function factsOf({ language }: Words, row: Row): Omit<InvoiceFacts, 'url'> {
  const {
    number,
    place_name: place,
    status,
    failed_at,
    next_try_at,
    action_url,
    last_four,
    corrects_number,
  } = row
  const total = formatMoney(Math.abs(row.total) - row.credited, row.currency, language)
  const refund = row.refund > 0 ? formatMoney(row.refund, row.currency, language) : null
  return {
    number,
    place,
    total,
    status,
    failed_at: failed_at ?? '',
    next_try_at,
    action_url,
    last_four,
    corrects_number,
    refund,
  }
}

/** Null where it was answered or taken back, or is the payer's no longer. */
export async function aboutRecipient(
  { db, mailLeaving, secrets, config }: Context<'payments'>,
  id: string,
): Promise<Addressed | null> {
  const [recipient] = await findRecipient(db, { id })
  if (!recipient || recipient.confirmed_at !== null || recipient.refused_at !== null) return null
  const { billing_entity_id, email, added_by } = recipient
  const [billingEntity, asked_by] = await Promise.all([
    findPayingEntity(db, billing_entity_id),
    findUserEmail(db, added_by),
  ])
  if (!billingEntity) return null
  const isOwn = billingEntity.email === email
  if (!isOwn && !recipient.is_copy) {
    await forgetUnasked(db, { id })
    return null
  }
  const question: Question = {
    billingEntity: billingEntity.name,
    asked_by,
    gets: isOwn ? 'everything' : 'copies',
    yes: answerLink(config.publicUrl, secrets, recipient),
    no: leaveLink(config.publicUrl, secrets, recipient),
  }
  const leave = { url: mailLeaving.linkOf(leavableInvoices, id) }
  return {
    billing_entity_id,
    reader: await readerAmongRecipients(db, recipient),
    text: (words) => ({ ...askWords(words, question), leave }),
  }
}
