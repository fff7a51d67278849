import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { formatMoney } from '@byre/contract/billing/prices'
import { findPayingEntity, findUserEmail } from '../../customers/index.ts'
import type { Context } from '../../context.ts'
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
  type Words,
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

/** A mail's words and whose business it is; `to` where it is not the payer. */
export interface Addressed {
  billing_entity_id: BillingEntityId
  to?: string
  words: Words
  /** What is paid for. */
  subscription_id?: string
}

type Row = Awaited<ReturnType<typeof listInvoiceMails>>[number]

const isOpen = ({ invoice_status }: Row) => invoice_status === 'open'
const isAnything = () => true

interface Manner {
  isSo: (row: Row) => boolean
  words: (facts: InvoiceFacts) => Words
  /** Of several; absent where each has its own mail. */
  joint?: (facts: JointFacts) => Words
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
  const { isSo, words, joint } = letters[due.letter]
  const rows = (await listInvoiceMails(db, { ids: namedBy(due.invoice_id, due) })).filter(isSo)
  const [row] = rows
  if (!row) return null
  const { billing_entity_id } = row
  const subscription_id = rows.length === 1 ? row.subscription_id : billing_entity_id
  const url = `${config.publicUrl}/billing-entities/${billing_entity_id}`
  const { paragraphs, ...said } =
    joint && rows.length > 1 ? joint({ ...jointFactsOf(rows), url }) : words({ ...factsOf(row), url })
  const ids = rows.map(({ id }) => id)
  const attachments =
    ids.length > apartAtMost
      ? await attachmentOfAll(branding, db, ids)
      : (await Promise.all(ids.map((id) => attachmentsOf(branding, db, id)))).flat()
  const mail = {
    ...said,
    paragraphs: due.is_last ? [...paragraphs, lastToday] : paragraphs,
    attachments,
  }
  if (due.recipient_id === undefined) return { billing_entity_id, subscription_id, words: mail }

  const [recipient] = await findRecipient(db, { id: due.recipient_id })
  if (!recipient?.confirmed_at || !recipient.is_copy) return null
  const billingEntity = await findPayingEntity(db, billing_entity_id)
  // The payer's own address has its own mail.
  if (recipient.email === billingEntity?.email) return null
  const { button: _, ...copy } = mail
  const note = copyNote(billingEntity?.name ?? '', leaveLink(config.publicUrl, secrets, recipient))
  const leave = { url: mailLeaving.linkOf(leavableInvoices, recipient.id) }
  return { billing_entity_id, subscription_id, to: recipient.email, words: { ...copy, note, leave } }
}

/** The facts of several invoices, as one mail says them. */
export function jointFactsOf(rows: readonly Row[]): Omit<JointFacts, 'url'> {
  const [first] = rows
  const sum = rows.reduce((all, row) => all + row.total - row.credited, 0)
  const tries = rows.flatMap(({ next_try_at }) => next_try_at ?? [])
  return {
    rows: rows.map(factsOf),
    sum: formatMoney(sum, first?.currency ?? 'cad'),
    next_try_at: tries.toSorted()[0] ?? null,
    action_url: rows.find(({ action_url }) => action_url !== null)?.action_url ?? null,
    last_four: first?.last_four ?? null,
  }
}

/** An invoice's facts as mails say them. */
export function factsOf(row: Row): Omit<InvoiceFacts, 'url'> {
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
  const total = formatMoney(Math.abs(row.total) - row.credited, row.currency)
  const refund = row.refund > 0 ? formatMoney(row.refund, row.currency) : null
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
  const words = askWords({
    billingEntity: billingEntity.name,
    asked_by,
    gets: isOwn ? 'everything' : 'copies',
    yes: answerLink(config.publicUrl, secrets, recipient),
    no: leaveLink(config.publicUrl, secrets, recipient),
  })
  const leave = { url: mailLeaving.linkOf(leavableInvoices, id) }
  return { billing_entity_id, to: email, words: { ...words, leave } }
}
