import { recipientLimits } from '@byre/contract/billing/invoice-recipients'
import { plural, type Words } from '@byre/contract/words'
import type { EmailState } from '../../customers/index.ts'
import type { MailText } from '../../platform/mail/mail-layout.ts'
import { oneLine } from '../../platform/text.ts'
import type { InvoiceFacts } from '../mails.ts'

/* The words of mails that carry an invoice. Each has its document with it; none has a secret. */

const see = ({ t }: Words, url: string) => ({ label: t`See billing information`, url })

export function invoiceIssuedWords(words: Words, { place, number, total, url }: InvoiceFacts): MailText {
  const { t } = words
  return {
    subject: t`Invoice ${number} for ${place}`,
    heading: t`Invoice ${number} for ${place}`,
    paragraphs: [t`It comes to ${total} and is being charged to the card. The invoice is attached.`],
    button: see(words, url),
  }
}

export function invoicePaidWords(
  words: Words,
  { place, number, total, last_four, url }: InvoiceFacts,
): MailText {
  const { t } = words
  return {
    subject: t`Receipt for ${place}: ${total}`,
    heading: t`Thank you for your payment of ${total}`,
    paragraphs: [
      last_four === null
        ? t`Invoice ${number} for ${place} was paid. The invoice and its receipt are attached.`
        : t`Invoice ${number} for ${place} was paid with the card ending in ${last_four}. The invoice and its receipt are attached.`,
    ],
    button: see(words, url),
  }
}

export function invoiceCorrectedWords(
  words: Words,
  { place, number, corrects_number, url }: InvoiceFacts,
): MailText {
  const { t } = words
  const heading =
    corrects_number === null
      ? t`Invoice ${number} in place of an earlier one`
      : t`Invoice ${number} in place of ${corrects_number}`
  return {
    subject: heading,
    heading,
    paragraphs: [
      t`The name or address on the invoice for ${place} was corrected. A credit note cancels the earlier invoice, and its payment counts toward the new one, which is attached.`,
    ],
    button: see(words, url),
  }
}

export function invoiceCreditedWords(
  words: Words,
  { place, number, total, corrects_number, refund, url }: InvoiceFacts,
): MailText {
  const { t } = words
  const back =
    refund === null
      ? t`It is no longer owed.`
      : t`${refund} goes back to the card that paid; banks take a few days.`
  return {
    subject: t`Credit note ${number} for ${place}`,
    heading: t`You are credited ${total}`,
    paragraphs: [`${t`Credit note ${number} for invoice ${corrects_number ?? ''} is attached.`} ${back}`],
    button: see(words, url),
  }
}

/** A name that somebody else chose, as part of a sentence. */
const short = (name: string) => [...oneLine(name)].slice(0, 100).join('')

export const lastToday = ({ t }: Words) =>
  t`Whatever else is corrected today is not mailed; it is on the page of the billing information.`

export function copyNote({ t }: Words, billingEntity: string, leaveUrl: string): string {
  return t`You get this copy because this address was confirmed for the invoices of ${short(billingEntity)}. To get no more of them, open ${leaveUrl}`
}

/** Beneath what goes to a payer's own address. */
export function ownNote({ t }: Words, billingEntity: string, leaveUrl: string): string {
  return t`You get this because this address was confirmed as that of ${short(billingEntity)}. To get no more, open ${leaveUrl}`
}

/** Beneath what goes to an Owner in place of the payer's address. */
export function ownersNote({ t }: Words, email: string, state: EmailState): string {
  return state === 'refused'
    ? t`You get this as an Owner because ${email} does not want these mails.`
    : t`You get this as an Owner because ${email} has not confirmed yet that it wants these mails.`
}

export interface Question {
  billingEntity: string
  /** Who had it asked; null: no longer here. */
  asked_by: string | null
  gets: 'everything' | 'copies'
  yes: string
  no: string
}

/** The one mail to an address that has not said yes. */
export function askWords({ t }: Words, { billingEntity, asked_by, gets, yes, no }: Question): MailText {
  const name = short(billingEntity)
  const { days } = recipientLimits
  const who = asked_by ?? t`Somebody`
  return {
    subject: t`Do you want the invoices of ${name}?`,
    heading: t`Do you want the invoices of ${name}?`,
    paragraphs: [
      gets === 'everything'
        ? t`${who} runs the billing information “${name}” and wants its invoices, receipts and everything else that concerns its payments to be mailed to this address.`
        : t`${who} runs the billing information “${name}” and wants a copy of its invoices and receipts to be mailed to this address, too.`,
      t`Nothing is sent unless you say yes. The link is good for ${plural(days, { one: '# day', other: '# days' })}.`,
    ],
    button: { label: t`Answer yes or no`, url: yes },
    addresses: asked_by === null ? [] : [asked_by],
    note: t`If you do not know who that is, ignore this mail: nothing happens. To never be asked about “${name}” again, open ${no}`,
  }
}
