import { plural, type Words } from '@byre/contract/words'
import { longDate } from '../customers/index.ts'
import type { MailText } from '../platform/mail/mail-layout.ts'

/* The words of every mail about money, to the payer's billing address. */

export interface SubscriptionFacts {
  place: string
  /** `Herd, C$79 per month`, in its reader's language. */
  plan: string
  trial_ends_at: string
  last_four: string | null
  isEnding: boolean
  /** The payer's page. */
  url: string
}

export function trialEndsWords(words: Words, facts: SubscriptionFacts, left: number): MailText {
  const { t } = words
  const { place, plan, trial_ends_at, last_four, isEnding, url } = facts
  const ends = t`The free trial of ${place} ends on ${longDate(words, trial_ends_at)}.`
  const then = isEnding
    ? t`It was cancelled, so nothing will be charged, and ${place} is read-only from then on.`
    : last_four === null
      ? t`No card has been added yet. Without one, nothing is charged and ${place} is read-only from that day. With one, it continues on ${plan} plus taxes, charged on that day.`
      : t`On that day the card ending in ${last_four} is charged for ${plan} plus taxes, and nothing is interrupted.`
  return {
    subject: t`The free trial of ${place} ends ${plural(left, { one: 'tomorrow', other: 'in # days' })}`,
    heading: t`The free trial of ${place} ends ${plural(left, { one: 'tomorrow', other: 'in # days' })}`,
    paragraphs: [ends, then],
    button: { label: last_four === null && !isEnding ? t`Add a card` : t`See billing information`, url },
  }
}

export function trialEndedWords({ t }: Words, { place, plan, url }: SubscriptionFacts): MailText {
  return {
    subject: t`${place} is read-only now`,
    heading: t`${place} is read-only now`,
    paragraphs: [
      t`Its free trial has ended and there is no card. Nothing was charged, and everything in it is kept.`,
      t`To go on, add a card: it is charged for ${plan} plus taxes at once, and a new period begins that day.`,
    ],
    button: { label: t`Add a card`, url },
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

/** What becomes of the place if nothing happens; said with every failure. */
function prospects(words: Words, { place, status, failed_at, next_try_at }: InvoiceFacts): string[] {
  const { t } = words
  const day = (after: number) =>
    longDate(words, new Date(Date.parse(failed_at) + after * 86_400_000).toISOString())
  return [
    next_try_at === null
      ? t`We will not try this card again. Another card is charged as soon as it is added.`
      : t`We try again on ${longDate(words, next_try_at)}. Another card is charged as soon as it is added.`,
    status === 'stopped'
      ? t`${place} is stopped until it is paid. Everything in it is kept, and nothing else of yours is affected.`
      : status === 'read_only'
        ? t`${place} is read-only until it is paid. Everything in it is kept, and nothing else of yours is affected.`
        : t`If it stays unpaid, ${place} is read-only from ${day(14)} and stopped on ${day(21)}. Nothing else of yours is affected.`,
  ]
}

export function paymentFailedWords(words: Words, facts: InvoiceFacts): MailText {
  const { t } = words
  const { place, number, total, url } = facts
  return {
    subject: t`The payment for ${place} failed`,
    heading: t`The payment for ${place} failed`,
    paragraphs: [t`Invoice ${number} of ${total} could not be paid.`, ...prospects(words, facts)],
    button: { label: t`Use another card`, url },
  }
}

export function confirmPaymentWords(words: Words, facts: InvoiceFacts): MailText {
  const { t } = words
  const { place, number, total, action_url, url } = facts
  return {
    subject: t`Please confirm the payment for ${place}`,
    heading: t`Please confirm the payment for ${place}`,
    paragraphs: [
      t`Your bank needs you to confirm before it pays invoice ${number} of ${total}.`,
      ...prospects(words, facts),
    ],
    button: { label: t`Confirm the payment`, url: action_url ?? url },
  }
}

export function placeClosedWords(
  { t }: Words,
  { place, number, total, status, url }: InvoiceFacts,
): MailText {
  const heading = status === 'stopped' ? t`${place} is stopped` : t`${place} is read-only`
  return {
    subject: heading,
    heading,
    paragraphs: [
      t`Invoice ${number} of ${total} has not been paid.`,
      t`Another card is charged as soon as it is added, and the place opens again at once. Everything in it is kept.`,
    ],
    button: { label: t`Use another card`, url },
  }
}

export function cardExpiresWords(
  { t }: Words,
  facts: { last_four: string; month: string; url: string },
): MailText {
  return {
    subject: t`Your card expires this month`,
    heading: t`Your card expires this month`,
    paragraphs: [
      t`The card ending in ${facts.last_four} is good until the end of ${facts.month}. Replace it before then and nothing will be interrupted.`,
    ],
    button: { label: t`Replace the card`, url: facts.url },
  }
}
