import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { isDeepStrictEqual } from 'node:util'
import { noteAccessState, findPayingEntity, tellOfBilling } from '../../customers/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { together } from '../../platform/database/together.ts'
import { byTheBillingRun, placeFollowing, type SubscriptionAccess } from '../access.policy.ts'
import type { BillingContext } from '../billing.policy.ts'
import { findPayingCard } from './due-invoices.queries.ts'
import { holdsBack, accessStateOf, type Owing, type SubscriptionStatus } from '../dunning.policy.ts'
import { apply, type BillingEvent, type State } from '../engine.policy.ts'
import { issueInvoice } from '../invoices/invoices.actions.ts'
import { dayOf } from '../periods.policy.ts'
import { rowOf, stateOf, trialEndOf } from '../subscriptions.policy.ts'
import {
  insertEvent,
  listDebts,
  lockSubscription,
  placeOf,
  saveSubscription,
  type LockedSubscription,
} from '../subscriptions.queries.ts'

/** How a payer stands to a subscription: the facts that events carry. */
export interface PaymentStatus {
  can_pay: boolean
  owes: boolean
}

export interface Moment {
  row: LockedSubscription
  state: State
  /** Of any payer; asked only when it matters. */
  paymentStatusOf(billingEntity: BillingEntityId): Promise<PaymentStatus>
}

export interface Happening {
  before: SubscriptionStatus
  status: SubscriptionStatus
  state: State
  invoice_id: string | null
}

/** What happens to which subscription when. */
interface About {
  id: SubscriptionAccess
  at: Date
  /** Whether an invoice that it issues is charged alone at once, or by the caller with others of its payer. */
  charging?: 'alone' | 'with others'
}

/**
 * Lets something happen to a subscription, in the caller's transaction: its row is held, the engine says
 * what follows, and row, event, invoice, the job of its charge and the place's standing are written together. With
 * no event only what debts and time have made of it is written. Null: there is no such subscription.
 */
export async function happen(
  context: BillingContext,
  db: Db<'payments'>,
  { id, at, charging = 'alone' }: About,
  eventOf: (moment: Moment) => BillingEvent | null | Promise<BillingEvent | null>,
): Promise<Happening | null> {
  const [row] = await lockSubscription(db, { id })
  if (!row) return null
  const state = stateOf(row)
  const paymentStatusOf = (billingEntity: BillingEntityId) => findPaymentStatus(db, id, billingEntity, at)
  const event = await eventOf({ row, state, paymentStatusOf })

  const { state: next, lines } = event ? apply(state, event) : { state, lines: [] }
  const { payer: billingEntity } = next
  const invoice_id =
    lines.length > 0 ? await issueInvoice(context, db, row, { billingEntity, lines, at, charging }) : null
  const isNews = invoice_id !== null || !isDeepStrictEqual(next, state)
  if (event && isNews) {
    const texts = { before: JSON.stringify(state), event: JSON.stringify(event) }
    await insertEvent(db, {
      subscription_id: id,
      n: row.events + 1,
      at: at.toISOString(),
      invoice_id,
      ...texts,
    })
  }
  const status = await save(db, row, next, { id, at, isNews })
  return { before: row.status, status, state: next, invoice_id }
}

async function findOwing(db: Db<'payments'>, id: string, billingEntity: BillingEntityId): Promise<Owing> {
  const [payingEntity, debts] = [
    await findPayingEntity(db, billingEntity),
    await listDebts(db, { subscription_id: id, billing_entity_id: billingEntity }),
  ]
  return { debts, payer_gone: payingEntity === null || payingEntity.deleted_at !== null }
}

/** How a payer stands to a subscription at a moment. */
export async function findPaymentStatus(
  db: Db<'payments'>,
  id: string,
  billingEntity: BillingEntityId,
  at: Date,
): Promise<PaymentStatus> {
  const owing = await findOwing(db, id, billingEntity)
  const [card] = await findPayingCard(db, { billing_entity_id: billingEntity })
  return { can_pay: card !== undefined && !owing.payer_gone, owes: holdsBack(owing, at) }
}

/** Writes what changed of the row, and opens or closes the place. */
async function save(
  db: Db<'payments'>,
  row: LockedSubscription,
  state: State,
  { id, at, isNews }: { id: SubscriptionAccess; at: Date; isNews: boolean },
): Promise<SubscriptionStatus> {
  const owing = await findOwing(db, row.id, state.payer)
  const saved = {
    ...rowOf(state, trialEndOf(state, row.trial_ends_at), owing, at),
    ended_at: state.phase === 'ended' ? (row.ended_at ?? at.toISOString()) : null,
    events: isNews ? row.events + 1 : row.events,
  }
  const { plan: _, pending_plan: __, ...present } = row
  if (!isDeepStrictEqual({ ...present, ...saved }, present))
    await together(
      saveSubscription(db, { id, ...saved }),
      tellOfBilling(db, placeOf(row), { before: row.status, after: saved.status }),
    )
  if (accessStateOf(saved.status) !== accessStateOf(row.status))
    await noteAccessState(db, placeFollowing(id, row, placeOf(row)), accessStateOf(saved.status))
  return saved.status
}

/** A card was added, or an invoice was paid or was not: what waited may begin, what was open may close. */
export function settle(
  context: BillingContext,
  db: Db<'payments'>,
  id: string,
  { at, charging }: Pick<About, 'at' | 'charging'>,
) {
  return happen(context, db, { id: byTheBillingRun(id), at, charging }, async ({ state, paymentStatusOf }) =>
    state.phase === 'waiting'
      ? { kind: 'settled', day: dayOf(at), ...(await paymentStatusOf(state.payer)) }
      : null,
  )
}
