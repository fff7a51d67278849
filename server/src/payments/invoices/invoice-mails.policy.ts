import { recipientLimits } from '@byre/contract/billing/invoice-recipients'
import type { EmailState } from '../../customers/index.ts'
import { type MailParts } from '../../platform/mail/mail-layout.ts'
import { oneLine } from '../../platform/text.ts'
import type { InvoiceFacts } from '../mails.ts'

/* The words of mails that carry an invoice. Each has its document with it; none has a secret. */

export type Words = Omit<MailParts, 'to'>

const see = (url: string) => ({ label: 'See billing information', url })

export function invoiceIssuedWords({ place, number, total, url }: InvoiceFacts): Words {
  return {
    subject: `Invoice ${number} for ${place}`,
    heading: `Invoice ${number} for ${place}`,
    paragraphs: [`It comes to ${total} and is being charged to the card. The invoice is attached.`],
    button: see(url),
  }
}

export function invoicePaidWords({ place, number, total, last_four, url }: InvoiceFacts): Words {
  const paid = last_four === null ? 'was paid.' : `was paid with the card ending in ${last_four}.`
  return {
    subject: `Receipt for ${place}: ${total}`,
    heading: `Thank you for your payment of ${total}`,
    paragraphs: [`Invoice ${number} for ${place} ${paid} The invoice and its receipt are attached.`],
    button: see(url),
  }
}

export function invoiceCorrectedWords({ place, number, corrects_number, url }: InvoiceFacts): Words {
  return {
    subject: `Invoice ${number} in place of ${corrects_number ?? 'an earlier one'}`,
    heading: `Invoice ${number} in place of ${corrects_number ?? 'an earlier one'}`,
    paragraphs: [
      `The name or address on the invoice for ${place} was corrected. A credit note cancels the earlier invoice, and its payment counts toward the new one, which is attached.`,
    ],
    button: see(url),
  }
}

export function invoiceCreditedWords({
  place,
  number,
  total,
  corrects_number,
  refund,
  url,
}: InvoiceFacts): Words {
  const back =
    refund === null
      ? 'It is no longer owed.'
      : `${refund} goes back to the card that paid; banks take a few days.`
  return {
    subject: `Credit note ${number} for ${place}`,
    heading: `You are credited ${total}`,
    paragraphs: [`Credit note ${number} for invoice ${corrects_number ?? ''} is attached. ${back}`],
    button: see(url),
  }
}

/** A name that somebody else chose, as part of a sentence. */
const short = (name: string) => [...oneLine(name)].slice(0, 100).join('')

export const lastToday =
  'Whatever else is corrected today is not mailed; it is on the page of the billing information.'

export function copyNote(billingEntity: string, leaveUrl: string): string {
  return `You get this copy because this address was confirmed for the invoices of ${short(billingEntity)}. To get no more of them, open ${leaveUrl}`
}

/** Beneath what goes to a payer's own address. */
export function ownNote(billingEntity: string, leaveUrl: string): string {
  return `You get this because this address was confirmed as that of ${short(billingEntity)}. To get no more, open ${leaveUrl}`
}

/** Beneath what goes to an Owner in place of the payer's address. */
export function ownersNote(email: string, state: EmailState): string {
  const why =
    state === 'refused' ? 'does not want these mails' : 'has not confirmed yet that it wants these mails'
  return `You get this as an Owner because ${email} ${why}.`
}

export interface Question {
  billingEntity: string
  /** Who had it asked; null: no longer here. */
  asked_by: string | null
  gets: 'everything' | 'copies'
  yes: string
  no: string
}

const wanted = {
  everything:
    'wants its invoices, receipts and everything else that concerns its payments to be mailed to this address',
  copies: 'wants a copy of its invoices and receipts to be mailed to this address, too',
}

/** The one mail to an address that has not said yes. */
export function askWords({ billingEntity, asked_by, gets, yes, no }: Question): Words {
  const name = short(billingEntity)
  const { days } = recipientLimits
  return {
    subject: `Do you want the invoices of ${name}?`,
    heading: `Do you want the invoices of ${name}?`,
    paragraphs: [
      `${asked_by ?? 'Somebody'} runs the billing information “${name}” and ${wanted[gets]}.`,
      `Nothing is sent unless you say yes. The link is good for ${days} days.`,
    ],
    button: { label: 'Answer yes or no', url: yes },
    addresses: asked_by === null ? [] : [asked_by],
    note: `If you do not know who that is, ignore this mail: nothing happens. To never be asked about “${name}” again, open ${no}`,
  }
}
