import { longDate } from '../../customers/index.ts'
import type { Words } from './invoice-mails.policy.ts'

/* The words of mails that are about several invoices or trials of one payer: what they have in common, and a table. */

/** So many invoices are attached each by itself; where there are more, they are one file. */
export const apartAtMost = 10

export interface JointFacts {
  rows: readonly JointRow[]
  /** `C$365.40`. */
  sum: string
  /** When the card is tried again; null: not by itself. */
  next_try_at: string | null
  action_url: string | null
  /** Of the card that paid. */
  last_four: string | null
  url: string
}

interface JointRow {
  place: string
  number: string
  total: string
  status: string
  failed_at: string
}

const see = (url: string) => ({ label: 'See billing information', url })
const another = (url: string) => ({ label: 'Use another card', url })

const documents = ({ rows }: JointFacts, what: string) =>
  `${what} are attached${rows.length > apartAtMost ? ' as one file' : ''}.`

const tableOf = ({ rows, sum }: JointFacts): Words['table'] => ({
  head: ['Place', 'Invoice', 'Amount'],
  rows: [...rows.map(({ place, number, total }) => [place, number, total]), ['Total', '', sum]],
})

/** With what becomes of each place if nothing happens. */
const tableOfDebts = ({ rows, sum }: JointFacts): Words['table'] => ({
  head: ['Place', 'Invoice', 'Amount', 'Unpaid'],
  rows: [...rows.map((row) => [row.place, row.number, row.total, prospectOf(row)]), ['Total', '', sum, '']],
})

function prospectOf({ status, failed_at }: JointRow): string {
  const day = (after: number) => longDate(new Date(Date.parse(failed_at) + after * 86_400_000).toISOString())
  if (status === 'stopped') return 'stopped'
  if (status === 'read_only') return `read-only, stopped on ${day(21)}`
  return `read-only on ${day(14)}, stopped on ${day(21)}`
}

function prospects({ next_try_at }: JointFacts): string[] {
  return [
    next_try_at === null
      ? 'We will not try this card again. Another card is charged as soon as it is added.'
      : `We try again on ${longDate(next_try_at)}. Another card is charged as soon as it is added.`,
    'The table says when a place becomes read-only and is stopped if it stays unpaid. Nothing else of yours is affected. On the page of the billing information you can pay for one place alone, or end it.',
  ]
}

export function invoicesIssuedWords(facts: JointFacts): Words {
  const { rows, sum, url } = facts
  return {
    subject: `${rows.length} invoices: ${sum}`,
    heading: `${rows.length} invoices come to ${sum}`,
    paragraphs: [`They are being charged to the card together. ${documents(facts, 'They')}`],
    table: tableOf(facts),
    button: see(url),
  }
}

export function invoicesPaidWords(facts: JointFacts): Words {
  const { rows, sum, last_four, url } = facts
  const paid =
    last_four === null ? 'were paid' : `were paid with the card ending in ${last_four}, by one charge`
  return {
    subject: `Receipt for ${rows.length} invoices: ${sum}`,
    heading: `Thank you for your payment of ${sum}`,
    paragraphs: [`${rows.length} invoices ${paid}. ${documents(facts, 'The invoices and their receipts')}`],
    table: tableOf(facts),
    button: see(url),
  }
}

export function paymentsFailedWords(facts: JointFacts): Words {
  const { rows, sum, url } = facts
  return {
    subject: `The payment of ${sum} failed`,
    heading: `The payment of ${sum} failed`,
    paragraphs: [`${rows.length} invoices could not be paid.`, ...prospects(facts)],
    table: tableOfDebts(facts),
    button: another(url),
  }
}

export function confirmPaymentsWords(facts: JointFacts): Words {
  const { rows, sum, action_url, url } = facts
  return {
    subject: `Please confirm the payment of ${sum}`,
    heading: `Please confirm the payment of ${sum}`,
    paragraphs: [
      `Your bank needs you to confirm before it pays ${rows.length} invoices.`,
      ...prospects(facts),
    ],
    table: tableOfDebts(facts),
    button: { label: 'Confirm the payment', url: action_url ?? url },
  }
}

export function placesClosedWords(facts: JointFacts): Words {
  const { rows, sum, url } = facts
  const heading = `${rows.length} places are read-only or stopped`
  const now = (status: string) => (status === 'stopped' ? 'stopped' : 'read-only')
  return {
    subject: heading,
    heading,
    paragraphs: [
      `${rows.length} invoices have not been paid.`,
      'Another card is charged as soon as it is added, and the places open again at once. Everything in them is kept.',
    ],
    table: {
      head: ['Place', 'Invoice', 'Amount', 'Now'],
      rows: [
        ...rows.map((row) => [row.place, row.number, row.total, now(row.status)]),
        ['Total', '', sum, ''],
      ],
    },
    button: another(url),
  }
}

interface TrialRow {
  place: string
  /** `Herd, C$79 a month`. */
  plan: string
  trial_ends_at: string
  isEnding: boolean
}

export interface TrialsFacts {
  rows: readonly TrialRow[]
  last_four: string | null
  url: string
}

export function trialsEndWords({ rows, last_four, url }: TrialsFacts, left: number): Words {
  const heading = `${rows.length} free trials end ${left === 1 ? 'tomorrow' : `in ${left} days`}`
  const then =
    last_four === null
      ? 'There is no card yet. Without one nothing is charged and the places become read-only. With one they continue on these plans plus taxes, charged on that day.'
      : `On that day the card ending in ${last_four} is charged for these plans plus taxes, and nothing is interrupted.`
  return {
    subject: heading,
    heading,
    paragraphs: [then],
    table: {
      head: ['Place', 'Ends', 'Then'],
      rows: rows.map(({ place, plan, trial_ends_at, isEnding }) => [
        place,
        longDate(trial_ends_at),
        isEnding ? 'cancelled: nothing is charged, read-only' : plan,
      ]),
    },
    button: last_four === null ? { label: 'Add a card', url } : see(url),
  }
}

export function trialsEndedWords({ rows, url }: TrialsFacts): Words {
  const heading = `${rows.length} places are read-only now`
  return {
    subject: heading,
    heading,
    paragraphs: [
      'Their free trials have ended and there is no card. Nothing was charged, and everything in them is kept.',
      'To go on, add a card: it is charged for the plans plus taxes at once, and new periods begin that day.',
    ],
    table: { head: ['Place', 'Plan'], rows: rows.map(({ place, plan }) => [place, plan]) },
    button: { label: 'Add a card', url },
  }
}
