import { longDate } from '../customers/index.ts'
import type { MailParts } from '../platform/mail/mail-layout.ts'

/* The words of every mail about money, to the payer's billing address. */

type Words = Omit<MailParts, 'to'>

export interface SubscriptionFacts {
  place: string
  /** `Herd, C$79 a month`. */
  plan: string
  trial_ends_at: string
  last_four: string | null
  isEnding: boolean
  /** The payer's page. */
  url: string
}

const days = (count: number) => (count === 1 ? 'tomorrow' : `in ${count} days`)

export function trialEndsWords(facts: SubscriptionFacts, left: number): Words {
  const { place, plan, trial_ends_at, last_four, isEnding, url } = facts
  const ends = `The free trial of ${place} ends on ${longDate(trial_ends_at)}.`
  const then = isEnding
    ? `It was cancelled, so nothing will be charged, and ${place} is read-only from then on.`
    : last_four === null
      ? `There is no card yet. Without one nothing is charged and ${place} becomes read-only. With one it continues on ${plan} plus taxes, charged on that day.`
      : `On that day the card ending in ${last_four} is charged for ${plan} plus taxes, and nothing is interrupted.`
  return {
    subject: `The free trial of ${place} ends ${days(left)}`,
    heading: `The free trial of ${place} ends ${days(left)}`,
    paragraphs: [ends, then],
    button: { label: last_four === null && !isEnding ? 'Add a card' : 'See billing information', url },
  }
}

export function trialEndedWords({ place, plan, url }: SubscriptionFacts): Words {
  return {
    subject: `${place} is read-only now`,
    heading: `${place} is read-only now`,
    paragraphs: [
      `Its free trial has ended and there is no card. Nothing was charged, and everything in it is kept.`,
      `To go on, add a card: it is charged for ${plan} plus taxes at once, and a new period begins that day.`,
    ],
    button: { label: 'Add a card', url },
  }
}

export interface InvoiceFacts {
  number: string
  place: string
  /** `C$30.45`. */
  total: string
  status: string
  failed_at: string
  next_try_at: string | null
  action_url: string | null
  /** Of the card that paid. */
  last_four: string | null
  corrects_number: string | null
  /** What a credit note gives back to the card. */
  refund: string | null
  url: string
}

const closes: Record<string, string> = {
  read_only: 'is read-only until it is paid',
  stopped: 'is stopped until it is paid',
}

/** What becomes of the place if nothing happens; said with every failure. */
function prospects({ place, status, failed_at, next_try_at }: InvoiceFacts): string[] {
  const closed = closes[status]
  const day = (after: number) => longDate(new Date(Date.parse(failed_at) + after * 86_400_000).toISOString())
  return [
    next_try_at === null
      ? 'We will not try this card again. Another card is charged as soon as it is added.'
      : `We try again on ${longDate(next_try_at)}. Another card is charged as soon as it is added.`,
    closed === undefined
      ? `Unpaid, ${place} becomes read-only on ${day(14)} and is stopped on ${day(21)}. Nothing else of yours is affected.`
      : `${place} ${closed}. Everything in it is kept, and nothing else of yours is affected.`,
  ]
}

export function paymentFailedWords(facts: InvoiceFacts): Words {
  const { place, number, total, url } = facts
  return {
    subject: `The payment for ${place} failed`,
    heading: `The payment for ${place} failed`,
    paragraphs: [`Invoice ${number} of ${total} could not be paid.`, ...prospects(facts)],
    button: { label: 'Use another card', url },
  }
}

export function confirmPaymentWords(facts: InvoiceFacts): Words {
  const { place, number, total, action_url, url } = facts
  return {
    subject: `Please confirm the payment for ${place}`,
    heading: `Please confirm the payment for ${place}`,
    paragraphs: [
      `Your bank needs you to confirm before it pays invoice ${number} of ${total}.`,
      ...prospects(facts),
    ],
    button: { label: 'Confirm the payment', url: action_url ?? url },
  }
}

export function placeClosedWords({ place, number, total, status, url }: InvoiceFacts): Words {
  const closed = status === 'stopped' ? 'stopped' : 'read-only'
  return {
    subject: `${place} is ${closed}`,
    heading: `${place} is ${closed}`,
    paragraphs: [
      `Invoice ${number} of ${total} has not been paid.`,
      'Another card is charged as soon as it is added, and the place opens again at once. Everything in it is kept.',
    ],
    button: { label: 'Use another card', url },
  }
}

export function cardExpiresWords(facts: { card: string; month: string; url: string }): Words {
  return {
    subject: 'Your card expires this month',
    heading: 'Your card expires this month',
    paragraphs: [
      `The ${facts.card} is good until the end of ${facts.month}. Replace it before then and nothing will be interrupted.`,
    ],
    button: { label: 'Replace the card', url: facts.url },
  }
}
