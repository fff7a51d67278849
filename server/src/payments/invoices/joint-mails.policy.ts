import { plural, type Words } from '@byre/contract/words'
import { longDate } from '../../customers/index.ts'
import type { MailText } from '../../platform/mail/mail-layout.ts'

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

const see = ({ t }: Words, url: string) => ({ label: t`See billing information`, url })
const another = ({ t }: Words, url: string) => ({ label: t`Use another card`, url })

const tableOf = ({ t }: Words, { rows, sum }: JointFacts): MailText['table'] => ({
  head: [t`Place`, t`Invoice`, t`Amount`],
  rows: [...rows.map(({ place, number, total }) => [place, number, total]), [t`Total`, '', sum]],
})

/** With what becomes of each place if nothing happens. */
function tableOfDebts(words: Words, { rows, sum }: JointFacts): MailText['table'] {
  const { t } = words
  return {
    head: [t`Place`, t`Invoice`, t`Amount`, t`Unpaid`],
    rows: [
      ...rows.map((row) => [row.place, row.number, row.total, prospectOf(words, row)]),
      [t`Total`, '', sum, ''],
    ],
  }
}

function prospectOf(words: Words, { status, failed_at }: JointRow): string {
  const { t } = words
  const day = (after: number) =>
    longDate(words, new Date(Date.parse(failed_at) + after * 86_400_000).toISOString())
  if (status === 'stopped') return t`stopped`
  if (status === 'read_only') return t`read-only, stopped on ${day(21)}`
  return t`read-only on ${day(14)}, stopped on ${day(21)}`
}

function prospects(words: Words, { next_try_at }: JointFacts): string[] {
  const { t } = words
  return [
    next_try_at === null
      ? t`We will not try this card again. Another card is charged as soon as it is added.`
      : t`We try again on ${longDate(words, next_try_at)}. Another card is charged as soon as it is added.`,
    t`The table says from when a place is read-only, and when it is stopped, if it stays unpaid. Nothing else of yours is affected. On the page of the billing information you can pay for one place alone, or end it.`,
  ]
}

export function invoicesIssuedWords(words: Words, facts: JointFacts): MailText {
  const { t } = words
  const { rows, sum, url } = facts
  return {
    subject: t`${plural(rows.length, { one: '# invoice', other: '# invoices' })}: ${sum}`,
    heading: t`${plural(rows.length, { one: '# invoice comes', other: '# invoices come' })} to ${sum}`,
    paragraphs: [
      rows.length > apartAtMost
        ? t`They are being charged to the card together. They are attached as one file.`
        : t`They are being charged to the card together. They are attached.`,
    ],
    table: tableOf(words, facts),
    button: see(words, url),
  }
}

export function invoicesPaidWords(words: Words, facts: JointFacts): MailText {
  const { t } = words
  const { rows, sum, last_four, url } = facts
  const paid =
    last_four === null
      ? t`${plural(rows.length, { one: '# invoice was', other: '# invoices were' })} paid.`
      : t`${plural(rows.length, { one: '# invoice was', other: '# invoices were' })} paid with the card ending in ${last_four}, by one charge.`
  const documents =
    rows.length > apartAtMost
      ? t`The invoices and their receipts are attached as one file.`
      : t`The invoices and their receipts are attached.`
  return {
    subject: t`Receipt for ${plural(rows.length, { one: '# invoice', other: '# invoices' })}: ${sum}`,
    heading: t`Thank you for your payment of ${sum}`,
    paragraphs: [`${paid} ${documents}`],
    table: tableOf(words, facts),
    button: see(words, url),
  }
}

export function paymentsFailedWords(words: Words, facts: JointFacts): MailText {
  const { t } = words
  const { rows, sum, url } = facts
  return {
    subject: t`The payment of ${sum} failed`,
    heading: t`The payment of ${sum} failed`,
    paragraphs: [
      t`${plural(rows.length, { one: '# invoice', other: '# invoices' })} could not be paid.`,
      ...prospects(words, facts),
    ],
    table: tableOfDebts(words, facts),
    button: another(words, url),
  }
}

export function confirmPaymentsWords(words: Words, facts: JointFacts): MailText {
  const { t } = words
  const { rows, sum, action_url, url } = facts
  return {
    subject: t`Please confirm the payment of ${sum}`,
    heading: t`Please confirm the payment of ${sum}`,
    paragraphs: [
      t`Your bank needs you to confirm before it pays ${plural(rows.length, { one: '# invoice', other: '# invoices' })}.`,
      ...prospects(words, facts),
    ],
    table: tableOfDebts(words, facts),
    button: { label: t`Confirm the payment`, url: action_url ?? url },
  }
}

export function placesClosedWords(words: Words, facts: JointFacts): MailText {
  const { t } = words
  const { rows, sum, url } = facts
  const heading = t`${plural(rows.length, { one: '# place is', other: '# places are' })} read-only or stopped`
  const now = (status: string) => (status === 'stopped' ? t`stopped` : t`read-only`)
  return {
    subject: heading,
    heading,
    paragraphs: [
      t`${plural(rows.length, { one: '# invoice has', other: '# invoices have' })} not been paid.`,
      t`Another card is charged as soon as it is added, and the places open again at once. Everything in them is kept.`,
    ],
    table: {
      head: [t`Place`, t`Invoice`, t`Amount`, t`Now`],
      rows: [
        ...rows.map((row) => [row.place, row.number, row.total, now(row.status)]),
        [t`Total`, '', sum, ''],
      ],
    },
    button: another(words, url),
  }
}

interface TrialRow {
  place: string
  /** `Herd, C$79 per month`, in its reader's language. */
  plan: string
  trial_ends_at: string
  isEnding: boolean
}

export interface TrialsFacts {
  rows: readonly TrialRow[]
  last_four: string | null
  url: string
}

export function trialsEndWords(words: Words, { rows, last_four, url }: TrialsFacts, left: number): MailText {
  const { t } = words
  const heading = t`${plural(rows.length, { one: '# free trial ends', other: '# free trials end' })} ${plural(left, { one: 'tomorrow', other: 'in # days' })}`
  const then =
    last_four === null
      ? t`No card has been added yet. Without one, nothing is charged and the places are read-only from that day. With one, they continue on these plans plus taxes, charged on that day.`
      : t`On that day the card ending in ${last_four} is charged for these plans plus taxes, and nothing is interrupted.`
  return {
    subject: heading,
    heading,
    paragraphs: [then],
    table: {
      head: [t`Place`, t`Ends`, t`Then`],
      rows: rows.map(({ place, plan, trial_ends_at, isEnding }) => [
        place,
        longDate(words, trial_ends_at),
        isEnding ? t`cancelled: nothing is charged, read-only` : plan,
      ]),
    },
    button: last_four === null ? { label: t`Add a card`, url } : see(words, url),
  }
}

export function trialsEndedWords({ t }: Words, { rows, url }: TrialsFacts): MailText {
  const heading = t`${plural(rows.length, { one: '# place is', other: '# places are' })} read-only now`
  return {
    subject: heading,
    heading,
    paragraphs: [
      t`Their free trials have ended and there is no card. Nothing was charged, and everything in them is kept.`,
      t`To go on, add a card: it is charged for the plans plus taxes at once, and new periods begin that day.`,
    ],
    table: { head: [t`Place`, t`Plan`], rows: rows.map(({ place, plan }) => [place, plan]) },
    button: { label: t`Add a card`, url },
  }
}
