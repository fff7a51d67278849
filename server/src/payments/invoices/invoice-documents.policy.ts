import { locales } from '@byre/contract/languages'
import type { Words } from '@byre/contract/words'
import type { Invoice } from '@byre/contract/billing/invoices'
import { taxName, taxNumberInWords } from '@byre/contract/billing/tax-numbers'
import { formatMoney } from '@byre/contract/billing/prices'
import { lineInWords } from '@byre/contract/billing/lines'
import { longDate } from '../../customers/index.ts'
import type { DocumentParts } from '../../platform/documents/document.ts'

/* What stands on an invoice, a credit note or a receipt: nothing but what was frozen, and how it was paid. */

export type Sort = 'invoice' | 'receipt'

const titleOf = ({ t }: Words, { kind }: Invoice, sort: Sort) =>
  sort === 'receipt' ? t`Receipt` : kind === 'invoice' ? t`Invoice` : t`Credit note`

/** `invoice-8F3A2C41-0007.pdf` */
export function fileNameOf({ kind, number }: Invoice, sort: Sort): string {
  const name = sort === 'receipt' ? 'receipt' : kind.replace('_', '-')
  return `${name}-${number.replace(/[^\w-]/g, '')}.pdf`
}

/** In the language of whoever asks for it; what was frozen in words of its own stays as it was. */
export function documentOf(words: Words, invoice: Invoice, sort: Sort): DocumentParts {
  const { t, language } = words
  const { seller, payer: billingEntity, number, issued_at, paid_at } = invoice
  return {
    ...(language === 'en' ? {} : { language }),
    title: titleOf(words, invoice, sort),
    number,
    at: sort === 'receipt' ? (paid_at ?? issued_at) : issued_at,
    from: { name: seller.name, lines: [...linesOf(seller.address), ...taxNumbersOf(words, invoice)] },
    to: {
      label: invoice.kind === 'invoice' ? t`Bill to` : t`Credit to`,
      lines: addressOf(words, billingEntity),
    },
    facts: factsOf(words, invoice, sort),
    headline: headlineOf(words, invoice, sort),
    table: tableOf(words, invoice),
    sums: sumsOf(words, invoice, sort),
    notes: notesOf(words, invoice, sort),
  }
}

/** An address that is written in one variable: lines, or parts between commas. */
const linesOf = (text: string) =>
  text
    .split(/\r?\n|\\n|, */)
    .map((line) => line.trim())
    .filter((line) => line !== '')

const taxNumbersOf = (words: Words, { taxes }: Invoice) => {
  const { t } = words
  return [...new Set(taxes.map(({ name, number }) => t`${taxName(name, words)} no. ${number}`))]
}

function addressOf(words: Words, { name, email, address, ...payer }: Invoice['payer']): string[] {
  const place = [payer.city, payer.region, payer.postal_code].filter(Boolean).join(' ')
  const numbers = (payer.tax_numbers ?? []).map((held) => taxNumberInWords(held, words))
  return [name, address, place, payer.country, email, ...numbers].filter((line): line is string =>
    Boolean(line),
  )
}

/** Always with cents: what is paid is written out. */
function exactly({ language }: Words, amount: number, currency: string): string {
  if (language !== 'en')
    return (amount / 100).toLocaleString(locales[language], { style: 'currency', currency })
  const figure = formatMoney(amount, currency, language)
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

interface PaidWith {
  brand: string
  last_four: string
}

const cardOf = ({ paid_with }: Invoice): PaidWith | null =>
  paid_with && { ...paid_with, brand: brandNames[paid_with.brand] ?? titled(paid_with.brand) }

function cardIn({ t }: Words, invoice: Invoice): string | null {
  const card = cardOf(invoice)
  return card && t`${card.brand} ending in ${card.last_four}`
}

/** All days that the lines are about. */
function periodOf(words: Words, { lines }: Invoice): string | null {
  const from = lines.map((line) => line.from).toSorted()[0]
  const to = lines
    .map((line) => line.to)
    .toSorted()
    .at(-1)
  return from === undefined || to === undefined ? null : daysOf(words, { from, to })
}

const dayInWords = { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const

/** The first day and the last, which is the one before `to`; the year once where it is one. */
function daysOf(words: Words, { from, to }: { from: string; to: string }): string {
  const { language } = words
  const last = new Date(Date.parse(to) - 86_400_000).toISOString().slice(0, 10)
  if (from === last) return longDate(words, from)
  if (language !== 'en')
    return new Intl.DateTimeFormat(locales[language], dayInWords).formatRange(new Date(from), new Date(last))
  const first = longDate(words, from)
  return `${from.slice(0, 4) === last.slice(0, 4) ? first.slice(0, -5) : first} – ${longDate(words, last)}`
}

function factsOf(words: Words, invoice: Invoice, sort: Sort): [string, string][] {
  const { kind, number, status, issued_at, paid_at, refunded_at, corrects_number, place_name } = invoice
  const { t } = words
  const card = cardIn(words, invoice)
  const isInvoice = kind === 'invoice'
  // The payment of one that was replaced stands on the other.
  const isPaid = isInvoice && status === 'paid'
  const facts: [string, string | null][] = [
    [isInvoice ? t`Invoice number` : t`Credit note number`, number],
    [isInvoice ? t`Issued` : t`Credited`, longDate(words, issued_at)],
    [isInvoice ? t`In place of invoice` : t`For invoice`, corrects_number],
    [t`For`, place_name || null],
    [t`Period`, periodOf(words, invoice)],
    [t`Paid`, isPaid ? longDate(words, paid_at ?? issued_at) : null],
    [t`Refunded`, refunded_at === null ? null : longDate(words, refunded_at)],
    [isInvoice ? t`Paid with` : t`Refunded to`, isPaid || (!isInvoice && invoice.refund > 0) ? card : null],
    [t`Replaced by`, sort === 'invoice' ? invoice.replaced_by_number : null],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

const dueOf = ({ total, credited }: Invoice) => total - credited

function headlineOf(words: Words, invoice: Invoice, sort: Sort): string {
  const { t } = words
  const { kind, status, total, currency, issued_at, paid_at, refund, refunded_at } = invoice
  if (kind === 'credit_note') {
    const [credit, day] = [exactly(words, -total, currency), longDate(words, issued_at)] as const
    if (refund === 0) return t`${credit} credited on ${day}`
    return refunded_at === null
      ? t`${credit} credited on ${day}, to be refunded`
      : t`${credit} credited on ${day} and refunded`
  }
  const amount = exactly(words, total, currency)
  if (sort === 'receipt' || status === 'paid')
    return t`${amount} paid on ${longDate(words, paid_at ?? issued_at)}`
  return status === 'open' ? t`${exactly(words, dueOf(invoice), currency)} due` : t`${amount}, not to be paid`
}

function tableOf(words: Words, { lines, currency }: Invoice): DocumentParts['table'] {
  const { t } = words
  return {
    columns: [
      { header: t`Description`, share: 0.4 },
      { header: t`Period`, share: 0.43 },
      { header: t`Amount`, share: 0.17, isNumber: true },
    ],
    rows: lines.map((line) => [
      lineInWords(line.description, words),
      daysOf(words, line),
      exactly(words, line.amount, currency),
    ]),
  }
}

/** `9975` thousandths of a percent as `9.975%`. */
const percent = ({ language }: Words, rate: number) =>
  language === 'en'
    ? `${String(rate / 1000)}%`
    : (rate / 100_000).toLocaleString(locales[language], { style: 'percent', maximumFractionDigits: 3 })

function sumsOf(words: Words, invoice: Invoice, sort: Sort): DocumentParts['sums'] {
  const { kind, subtotal, taxes, total, credited, currency, status } = invoice
  const { t } = words
  const money = (amount: number) => exactly(words, amount, currency)
  const sums: { label: string; amount: string; isTotal?: boolean }[] = [
    { label: t`Subtotal`, amount: money(subtotal) },
    ...taxes.map(({ name, rate, base, amount }) => ({
      label: t`${taxName(name, words)} ${percent(words, rate)} on ${money(base)}`,
      amount: money(amount),
    })),
    ...(taxes.length === 0 ? [{ label: t`No tax collected`, amount: money(0) }] : []),
    { label: kind === 'invoice' ? t`Total` : t`Total credit`, amount: money(total), isTotal: true },
  ]
  if (kind === 'credit_note') return sums
  if (credited > 0) sums.push({ label: t`Credited`, amount: money(-credited) })
  if (sort === 'receipt' || status === 'paid') {
    sums.push({ label: t`Paid`, amount: money(total), isTotal: true })
  } else {
    const due = status === 'open' ? dueOf(invoice) : 0
    sums.push({ label: t`Amount due (${currency.toUpperCase()})`, amount: money(due), isTotal: true })
  }
  return sums
}

function notesOf(words: Words, invoice: Invoice, sort: Sort): string[] {
  const { t } = words
  const { kind, status, currency, replaced_by_number, reason, corrects_number, refund, refunded_at } = invoice
  const amounts =
    currency === 'usd' ? t`All amounts are in US dollars.` : t`All amounts are in Canadian dollars.`
  const card = cardOf(invoice)
  if (kind === 'credit_note') {
    const back = exactly(words, refund, currency)
    const isAhead = refund > 0 && refunded_at === null
    return [
      t`This note credits what invoice ${corrects_number ?? ''} charged. Reason: ${words.of(reason ?? '')}`,
      ...(isAhead && card === null ? [t`${back} is refunded to the card that paid.`] : []),
      ...(isAhead && card !== null
        ? [t`${back} is refunded to the ${card.brand} ending in ${card.last_four}.`]
        : []),
      amounts,
    ]
  }
  if (sort === 'receipt')
    return [
      card === null ? t`Thank you.` : t`Paid with the ${card.brand} ending in ${card.last_four}. Thank you.`,
      amounts,
    ]
  if (replaced_by_number !== null)
    return [
      t`Invoice ${replaced_by_number} was issued in place of this one, and carries its payment.`,
      amounts,
    ]
  if (status !== 'open') return [amounts]
  return [
    t`How to pay: the card in your billing information is charged. To pay with another card, sign in, open Billing Info and replace the card; it is charged at once.`,
    amounts,
  ]
}
