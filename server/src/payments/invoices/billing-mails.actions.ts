import { formatPrice } from '@byre/contract/billing/prices'
import { locales } from '@byre/contract/languages'
import { findPayingEntity, findPlace } from '../../customers/index.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/database/db.ts'
import { wordsOf } from '../../platform/languages/languages.ts'
import { writeMail } from '../../platform/mail/mail-layout.ts'
import { shareOf, type Cause, type MailContext } from '../../platform/mail/mail-limits.ts'
import type { Job } from '../../platform/jobs/outbox.ts'
import { readerOf } from './billing-readers.actions.ts'
import { paymentsMail, type DueMail } from '../billing.policy.ts'
import {
  aboutInvoice,
  aboutRecipient,
  factsOf,
  isInvoiceMail,
  jointFactsOf,
  namedBy,
  type Addressed,
} from './invoice-mails.actions.ts'
import { findCardMail, listInvoiceMails, listSubscriptionMails } from './billing-mails.queries.ts'
import {
  confirmPaymentsWords,
  placesClosedWords,
  trialsEndedWords,
  trialsEndWords,
} from './joint-mails.policy.ts'
import {
  cardExpiresWords,
  confirmPaymentWords,
  placeClosedWords,
  trialEndedWords,
  trialEndsWords,
} from '../mails.ts'
import { placeOf } from '../subscriptions.queries.ts'
import { noticeOf } from '../trials.policy.ts'

/** Sends mails about money to the payer's billing address, or to whom they are meant for, as they fall due. */
export function sendPaymentMails(context: Context<'payments'>): void {
  context.outbox.handle(paymentsMail, (job) => sendMail(context, job))
}

async function sendMail(context: Context<'payments'>, { id, data }: Job<DueMail>): Promise<void> {
  const { db, mailer, branding, secrets, config } = context
  const addressed = await dueText(context, data)
  const billingEntity = addressed && (await findPayingEntity(db, addressed.billing_entity_id))
  if (!addressed || !billingEntity || billingEntity.deleted_at !== null) return // out of date

  const { text, subscription_id = '' } = addressed
  const reader = addressed.reader ?? (await readerOf(context, data, addressed, billingEntity))
  if (!reader) return
  const words = wordsOf(reader.language)
  const parts = { ...(await text(words)), ...reader.beneath?.(words), to: reader.to }
  const mailContext = { secrets, limitFactor: config.limitFactor }
  const cause = mailCauses[data.letter](mailContext, reader.to, subscription_id)
  await mailer.send(id, writeMail(branding, parts, words), cause)
}

type CauseOf = (mailContext: MailContext, to: string, subscriptionId: string) => Cause

/** What somebody does to a place's plan or card may have an invoice mailed; readers are owed it, but not all day. */
const ofPlace: CauseOf = (mailContext, to, subscriptionId) => {
  const { limit, who } = shareOf('invoicesOfPlace', mailContext, to)
  return { shares: [{ limit, who: `${subscriptionId} ${who}` }], isOwed: true }
}
const ofTime: CauseOf = () => 'time'

/** What each kind of mail takes from as it leaves. */
export const mailCauses: Record<DueMail['letter'], CauseOf> = {
  'confirm recipient': () => 'counted',
  'invoice corrected': (mailContext, to) => ({ shares: [shareOf('corrections', mailContext, to)] }),
  'invoice issued': ofPlace,
  'invoice paid': ofPlace,
  'payment failed': ofPlace,
  'confirm payment': ofPlace,
  'invoice credited': ofTime,
  'trial ends': ofTime,
  'trial ended': ofTime,
  'place closed': ofTime,
  'card expires': ofTime,
}

/** Null where what the mail would say is no longer so. */
async function dueText(context: Context<'payments'>, due: DueMail): Promise<Addressed | null> {
  const { db, config } = context
  const urlOf = (billingEntity: string) => `${config.publicUrl}/billing-entities/${billingEntity}`
  if (isInvoiceMail(due)) return aboutInvoice(context, due)
  switch (due.letter) {
    case 'trial ends':
    case 'trial ended':
      return aboutTrial(db, due, urlOf)
    case 'card expires':
      return aboutCard(db, due.card_id, urlOf)
    case 'confirm recipient':
      return aboutRecipient(context, due.recipient_id)
    default:
      return aboutDebt(db, due, urlOf)
  }
}

type UrlOf = (billingEntity: string) => string

/** Those that the mail is still true of. */
async function listTrials(db: Db<'payments'>, due: Extract<DueMail, { subscription_id: string }>) {
  const isEnds = due.letter === 'trial ends'
  const wanted = isEnds ? 'trialing' : 'read_only'
  const notice = isEnds ? noticeOf(due.days) : null
  const rows = []
  for (const row of await listSubscriptionMails(db, { ids: namedBy(due.subscription_id, due), notice })) {
    const place = await findPlace(db, placeOf(row))
    const { trial_ends_at, last_four, cancel_at, billing_entity_id } = row
    if (row.status !== wanted || trial_ends_at === null || !place) continue
    // The trial was extended since: its payer is reminded once that end is as near.
    if (isEnds && !row.is_noticed) continue
    const isEnding = cancel_at !== null
    rows.push({ place: place.name, row, trial_ends_at, last_four, isEnding, billing_entity_id })
  }
  return rows
}

async function aboutTrial(
  db: Db<'payments'>,
  due: Extract<DueMail, { subscription_id: string }>,
  urlOf: UrlOf,
): Promise<Addressed | null> {
  const isEnds = due.letter === 'trial ends'
  const rows = await listTrials(db, due)
  const [first] = rows
  if (!first) return null
  const { billing_entity_id, last_four } = first
  const url = urlOf(billing_entity_id)
  return {
    billing_entity_id,
    text: (words) => {
      const planned = rows.map(({ row, ...trial }) => ({
        ...trial,
        plan: `${row.plan_name}, ${formatPrice(row, words)}`,
      }))
      const [only, ...others] = planned
      if (!only || others.length > 0) {
        const facts = { rows: planned, last_four, url }
        return isEnds ? trialsEndWords(words, facts, due.days) : trialsEndedWords(words, facts)
      }
      const facts = { ...only, url }
      return isEnds ? trialEndsWords(words, facts, due.days) : trialEndedWords(words, facts)
    },
  }
}

const debtWords = {
  'confirm payment': { one: confirmPaymentWords, several: confirmPaymentsWords },
  'place closed': { one: placeClosedWords, several: placesClosedWords },
}

async function aboutDebt(
  db: Db<'payments'>,
  due: Extract<DueMail, { letter: keyof typeof debtWords }>,
  urlOf: UrlOf,
): Promise<Addressed | null> {
  const rows = (await listInvoiceMails(db, { ids: namedBy(due.invoice_id, due) })).filter(
    (row) => row.invoice_status === 'open' && row.failed_at !== null,
  )
  const [row] = rows
  if (!row) return null
  const { billing_entity_id } = row
  const url = urlOf(billing_entity_id)
  const { one, several } = debtWords[due.letter]
  const isOne = rows.length === 1
  return {
    billing_entity_id,
    subscription_id: isOne ? row.subscription_id : billing_entity_id,
    text: (words) =>
      isOne
        ? one(words, { ...factsOf(words, row), url })
        : several(words, { ...jointFactsOf(words, rows), url }),
  }
}

async function aboutCard(db: Db<'payments'>, id: string, urlOf: UrlOf): Promise<Addressed | null> {
  const [row] = await findCardMail(db, { id })
  if (!row) return null
  const { billing_entity_id, last_four, exp_month, exp_year } = row
  const url = urlOf(billing_entity_id)
  const inMonth = new Date(Date.UTC(exp_year, exp_month - 1))
  const inWords = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return {
    billing_entity_id,
    text: (words) => {
      const month = inMonth.toLocaleDateString(locales[words.language], inWords)
      return cardExpiresWords(words, { last_four, month, url })
    },
  }
}
