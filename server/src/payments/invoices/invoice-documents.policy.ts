import type { Invoice } from '@byre/contract/billing/invoices'
import { taxNumberInWords } from '@byre/contract/billing/tax-numbers'
import { formatMoney } from '@byre/contract/billing/prices'
import { longDate } from '../../customers/index.ts'
import type { DocumentParts } from '../../platform/documents/document.ts'

/* What stands on an invoice, a credit note or a receipt: nothing but what was frozen, and how it was paid. */

export type Sort = 'invoice' | 'receipt'

const titles = { invoice: 'Invoice', credit_note: 'Credit note' } as const

/** `invoice-8F3A2C41-0007.pdf` */
export function fileNameOf({ kind, number }: Invoice, sort: Sort): string {
  const name = sort === 'receipt' ? 'receipt' : kind.replace('_', '-')
  return `${name}-${number.replace(/[^\w-]/g, '')}.pdf`
}

export function documentOf(invoice: Invoice, sort: Sort): DocumentParts {
  const { seller, payer: billingEntity, number, issued_at, paid_at } = invoice
  return {
    title: sort === 'receipt' ? 'Receipt' : titles[invoice.kind],
    number,
    at: sort === 'receipt' ? (paid_at ?? issued_at) : issued_at,
    from: { name: seller.name, lines: [...linesOf(seller.address), ...taxNumbersOf(invoice)] },
    to: { label: invoice.kind === 'invoice' ? 'Bill to' : 'Credit to', lines: addressOf(billingEntity) },
    facts: factsOf(invoice, sort),
    headline: headlineOf(invoice, sort),
    table: tableOf(invoice),
    sums: sumsOf(invoice, sort),
    notes: notesOf(invoice, sort),
  }
}

/** An address that is written in one variable: lines, or parts between commas. */
const linesOf = (text: string) =>
  text
    .split(/\r?\n|\\n|, */)
    .map((line) => line.trim())
    .filter((line) => line !== '')

const taxNumbersOf = ({ taxes }: Invoice) => [
  ...new Set(taxes.map(({ name, number }) => `${name} no. ${number}`)),
]

function addressOf({ name, email, address, ...payer }: Invoice['payer']): string[] {
  const place = [payer.city, payer.region, payer.postal_code].filter(Boolean).join(' ')
  const numbers = (payer.tax_numbers ?? []).map(taxNumberInWords)
  return [name, address, place, payer.country, email, ...numbers].filter((line): line is string =>
    Boolean(line),
  )
}

/** Always with cents: what is paid is written out. */
function exactly(amount: number, currency: string): string {
  const figure = formatMoney(amount, currency)
  return figure.includes('.') ? figure : `${figure}.00`
}

const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  dinersclub: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  visaelectron: 'Visa Electron',
}
const titled = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

function cardOf({ paid_with }: Invoice): string | null {
  return (
    paid_with && `${brandNames[paid_with.brand] ?? titled(paid_with.brand)} ending in ${paid_with.last_four}`
  )
}

/** All days that the lines are about. */
function periodOf({ lines }: Invoice): string | null {
  const from = lines.map((line) => line.from).toSorted()[0]
  const to = lines
    .map((line) => line.to)
    .toSorted()
    .at(-1)
  return from === undefined || to === undefined ? null : daysOf({ from, to })
}

/** The first day and the last, which is the one before `to`; the year once where it is one. */
function daysOf({ from, to }: { from: string; to: string }): string {
  const last = new Date(Date.parse(to) - 86_400_000).toISOString().slice(0, 10)
  if (from === last) return longDate(from)
  const first = longDate(from)
  return `${from.slice(0, 4) === last.slice(0, 4) ? first.slice(0, -5) : first} – ${longDate(last)}`
}

function factsOf(invoice: Invoice, sort: Sort): [string, string][] {
  const { kind, number, status, issued_at, paid_at, refunded_at, corrects_number, place_name } = invoice
  const card = cardOf(invoice)
  const isInvoice = kind === 'invoice'
  // The payment of one that was replaced stands on the other.
  const isPaid = isInvoice && status === 'paid'
  const facts: [string, string | null][] = [
    [isInvoice ? 'Invoice number' : 'Credit note number', number],
    [isInvoice ? 'Issued' : 'Credited', longDate(issued_at)],
    [isInvoice ? 'In place of invoice' : 'For invoice', corrects_number],
    ['For', place_name || null],
    ['Period', periodOf(invoice)],
    ['Paid', isPaid ? longDate(paid_at ?? issued_at) : null],
    ['Refunded', refunded_at === null ? null : longDate(refunded_at)],
    [isInvoice ? 'Paid with' : 'Refunded to', isPaid || (!isInvoice && invoice.refund > 0) ? card : null],
    ['Replaced by', sort === 'invoice' ? invoice.replaced_by_number : null],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

const dueOf = ({ total, credited }: Invoice) => total - credited

function headlineOf(invoice: Invoice, sort: Sort): string {
  const { kind, status, total, currency, issued_at, paid_at, refund, refunded_at } = invoice
  const amount = exactly(total, currency)
  if (kind === 'credit_note') {
    const credit = `${exactly(-total, currency)} credited on ${longDate(issued_at)}`
    if (refund === 0) return credit
    return refunded_at === null ? `${credit}, to be refunded` : `${credit} and refunded`
  }
  if (sort === 'receipt' || status === 'paid') return `${amount} paid on ${longDate(paid_at ?? issued_at)}`
  return status === 'open' ? `${exactly(dueOf(invoice), currency)} due` : `${amount}, not to be paid`
}

function tableOf({ lines, currency }: Invoice): DocumentParts['table'] {
  return {
    columns: [
      { header: 'Description', share: 0.4 },
      { header: 'Period', share: 0.43 },
      { header: 'Amount', share: 0.17, isNumber: true },
    ],
    rows: lines.map((line) => [line.description, daysOf(line), exactly(line.amount, currency)]),
  }
}

/** `9975` thousandths of a percent as `9.975%`. */
const percent = (rate: number) => `${String(rate / 1000)}%`

function sumsOf(invoice: Invoice, sort: Sort): DocumentParts['sums'] {
  const { kind, subtotal, taxes, total, credited, currency, status } = invoice
  const money = (amount: number) => exactly(amount, currency)
  const sums: { label: string; amount: string; isTotal?: boolean }[] = [
    { label: 'Subtotal', amount: money(subtotal) },
    ...taxes.map(({ name, rate, base, amount }) => ({
      label: `${name} ${percent(rate)} on ${money(base)}`,
      amount: money(amount),
    })),
    ...(taxes.length === 0 ? [{ label: 'No tax collected', amount: money(0) }] : []),
    { label: kind === 'invoice' ? 'Total' : 'Total credit', amount: money(total), isTotal: true },
  ]
  if (kind === 'credit_note') return sums
  if (credited > 0) sums.push({ label: 'Credited', amount: money(-credited) })
  if (sort === 'receipt' || status === 'paid') {
    sums.push({ label: 'Paid', amount: money(total), isTotal: true })
  } else {
    const due = status === 'open' ? dueOf(invoice) : 0
    sums.push({ label: `Amount due (${currency.toUpperCase()})`, amount: money(due), isTotal: true })
  }
  return sums
}

function notesOf(invoice: Invoice, sort: Sort): string[] {
  const { kind, status, currency, replaced_by_number, reason, corrects_number, refund, refunded_at } = invoice
  const amounts = `All amounts are in ${currency === 'usd' ? 'US' : 'Canadian'} dollars.`
  const card = cardOf(invoice)
  if (kind === 'credit_note') {
    const to = card === null ? 'the card that paid' : `the ${card}`
    return [
      `This note credits what invoice ${corrects_number ?? ''} charged. Reason: ${reason ?? ''}`,
      ...(refund > 0 && refunded_at === null ? [`${exactly(refund, currency)} is refunded to ${to}.`] : []),
      amounts,
    ]
  }
  if (sort === 'receipt') return [card === null ? 'Thank you.' : `Paid with the ${card}. Thank you.`, amounts]
  if (replaced_by_number !== null)
    return [
      `Invoice ${replaced_by_number} was issued in place of this one, and carries its payment.`,
      amounts,
    ]
  if (status !== 'open') return [amounts]
  return [
    'How to pay: the card in your billing information is charged. To pay with another card, sign in, open Billing Info and replace the card; it is charged at once.',
    amounts,
  ]
}
