import { closePlacesWithoutPlan } from '../../customers/index.ts'
import { limits } from '@byre/contract/limits'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { byTheBillingRun } from '../access.policy.ts'
import { chargeJob, paymentsMail, type BillingContext, type GatheredMail } from '../billing.policy.ts'
import { charge } from './charges.actions.ts'
import { NoAnswer } from './charges.policy.ts'
import { listDueEntities } from './due-invoices.queries.ts'
import { happen, type Happening } from './engine.actions.ts'
import { dateOf, dayOf } from '../periods.policy.ts'
import { refund } from './refunds.actions.ts'
import { listDueRefunds } from './refunds.queries.ts'
import { gatherMail, sendGathered } from './gathered-mails.actions.ts'
import { findOldestDebt, insertNotice, listExpiringCards, removeOldNotices } from './renewals.queries.ts'
import { isDue } from '../subscriptions.policy.ts'
import { listDueSubscriptions } from '../subscriptions.queries.ts'
import { noticeOf, reminderDue } from '../trials.policy.ts'

/** Every five minutes: whatever has fallen due since. What was missed is caught up in order. */
export const billingJob = queue<object>('payments.bill', {
  retryLimit: 2,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 120,
  expireSeconds: 900,
})

const atATime = 200

/**
 * Trials, renewals, pauses, closed places and notices that are due at `at`. What is issued waits for being charged
 * with all that its payer owes, once everything has been gone through. Safe to run twice, and twice at once.
 */
export async function followCalendar(context: BillingContext, at: Date): Promise<number> {
  let done = 0
  const seen = new Map<string, string>()
  for (;;) {
    const due = await listDueSubscriptions(context.db, { at: at.toISOString(), limit: atATime })
    // One that is due as before was not moved on by looking at it: another process is at it.
    const fresh = due.filter(({ id, due_at }) => seen.get(id) !== due_at)
    if (fresh.length === 0) break
    for (const { id, due_at } of fresh) {
      seen.set(id, due_at ?? '')
      await transaction(context.db, (db) => advance(context, db, id, at))
      done += 1
    }
  }
  await sendGathered(context)
  done += await noticeExpiringCards(context, at)
  await closePlacesWithoutPlan(context.db, daysBefore(at, limits.trialDays))
  await removeOldNotices(context.db, { before: daysBefore(at, 400) })
  return done
}

const daysBefore = (at: Date, days: number) => new Date(at.getTime() - days * 86_400_000).toISOString()

/** One step of one subscription: what is due, if it still is now that the row is held. */
async function advance(context: BillingContext, db: Db<'payments'>, id: string, at: Date): Promise<void> {
  let reminder: number | null = null
  const due = { id: byTheBillingRun(id), at, charging: 'with others' } as const
  const happened = await happen(context, db, due, async ({ row, state, paymentStatusOf }) => {
    if (isDue(state, row.trial_ends_at, at)) {
      const billingEntity = state.phase === 'period' ? (state.pending?.payer ?? state.payer) : state.payer
      const { can_pay } = await paymentStatusOf(billingEntity)
      const { owes } = await paymentStatusOf(state.payer)
      return { kind: 'due', day: dayOf(at), can_pay, owes }
    }
    if (state.phase === 'trial' && row.trial_ends_at) reminder = reminderDue(row.trial_ends_at, at)
    return null
  })
  if (happened) await gatherMails(db, { ...happened, subscription_id: id, reminder, at })
}

/** What became of a subscription, and which mail its trial is due. */
interface Step extends Pick<Happening, 'before' | 'status' | 'state'> {
  subscription_id: string
  /** Days until the trial ends; null: no reminder is due. */
  reminder: number | null
  at: Date
}

async function gatherMails(
  db: Db<'payments'>,
  { subscription_id, before, status, state, reminder, at }: Step,
): Promise<void> {
  const gather = (letter: GatheredMail['letter'], about_id: string, days: number | null = null) =>
    gatherMail(db, state.payer, { letter, about_id, days })
  if (reminder !== null) {
    const notice = { about_id: subscription_id, kind: noticeOf(reminder), sent_at: at.toISOString() }
    const [isNew] = await insertNotice(db, notice)
    if (isNew) await gather('trial ends', subscription_id, reminder)
  }
  if (before === 'trialing' && status === 'read_only') await gather('trial ended', subscription_id)
  const isClosed =
    before !== status && (status === 'stopped' || (status === 'read_only' && before === 'past_due'))
  if (!isClosed) return
  const [debt] = await findOldestDebt(db, { subscription_id })
  if (debt) await gather('place closed', debt.id)
}

/** From 20 days before a card's month ends, once a card and month. */
async function noticeExpiringCards({ db, outbox }: BillingContext, at: Date): Promise<number> {
  const [year, month] = dateOf(dayOf(at)).split('-').map(Number) as [number, number]
  const monthEnd = Date.UTC(year, month, 1)
  if (monthEnd - at.getTime() > 20 * 86_400_000) return 0

  const kind = `expires ${year}-${month}`
  const month_of = { exp_year: year, exp_month: month, kind, limit: atATime }
  let noticed = 0
  for (let cards = await listExpiringCards(db, month_of); cards.length > 0;) {
    for (const { id } of cards)
      await transaction(db, async (db) => {
        const [isNew] = await insertNotice(db, { about_id: id, kind, sent_at: at.toISOString() })
        if (isNew) await outbox.send(db, paymentsMail, { letter: 'card expires', card_id: id })
      })
    noticed += cards.length
    cards = await listExpiringCards(db, month_of)
  }
  return noticed
}

const hourMs = 3600 * 1000
const dueOf = (at: Date, limit: number) => ({
  at: at.toISOString(),
  late: new Date(at.getTime() - hourMs).toISOString(),
  limit,
})

/** Sends the job of every payer that owes something that is due; for the job that runs by the clock. */
export async function sendDueCharges({ db, outbox }: BillingContext, at: Date): Promise<void> {
  for (const { billing_entity_id } of await listDueEntities(db, dueOf(at, 1000)))
    await outbox.send(db, chargeJob, { billing_entity_id })
}

/** Everything that is due at `at`, charges and refunds too, until nothing is; for operators and tests. */
export async function runBilling(
  context: BillingContext,
  at: Date,
): Promise<{ steps: number; charges: number }> {
  const ran = { steps: 0, charges: 0 }
  const seen = new Map<string, string>()
  for (;;) {
    const steps = await followCalendar(context, at)
    const due = await listDueEntities(context.db, dueOf(at, atATime))
    const fresh = due.filter(({ billing_entity_id, round }) => seen.get(billing_entity_id) !== round)
    for (const { billing_entity_id, round } of fresh) {
      seen.set(billing_entity_id, round)
      await unlessSilent(context, { billing_entity_id }, () => charge(context, { billing_entity_id }, at))
    }
    for (const { id } of await listDueRefunds(context.db, { at: at.toISOString(), limit: atATime }))
      await unlessSilent(context, { refund_id: id }, () => refund(context, id, at))
    ran.steps += steps
    ran.charges += fresh.length
    if (steps === 0 && fresh.length === 0) return ran
  }
}

async function unlessSilent(
  { log }: BillingContext,
  about: Record<string, string>,
  ask: () => Promise<void>,
): Promise<void> {
  try {
    await ask()
  } catch (error) {
    // It stays due; the next run asks again with the same key.
    if (!(error instanceof NoAnswer)) throw error
    log.warn({ err: error, ...about }, 'the gateway has not answered yet')
  }
}
