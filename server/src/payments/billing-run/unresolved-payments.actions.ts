import type { ClinicId, SiteId } from '@byre/contract/subject-kinds'
import { happen } from './engine.actions.ts'
import { dayOf } from '../periods.policy.ts'
import { noteAccessState, placeOfKind } from '../../customers/index.ts'
import { idsOf } from '../plan-choices.policy.ts'
import { findLatest, readSubscription } from '../subscriptions.queries.ts'
import type { PlatformDb } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { refuse } from '../../platform/errors.ts'
import { byOperator } from '../access.policy.ts'
import { chargeJob, refundJob, type BillingContext } from '../billing.policy.ts'
import { staleAfterMs } from './charges.policy.ts'
import { findChargeByKey, listCovered, listOpenShares, setOutcome } from './charges.queries.ts'
import { holdSubscriptions, lockInvoices, setNextTry } from './due-invoices.queries.ts'
import { recordOutcome } from './outcomes.actions.ts'
import { noteRefunded } from './refunds.actions.ts'
import { refundKey } from './refunds.policy.ts'
import { renewRefund } from './refunds.queries.ts'
import {
  countUnresolvedPayments,
  listLateRefunds,
  listOfOtherKind,
  listSilentCharges,
} from './unresolved-payments.queries.ts'

/* What the product cannot end by itself, for operators: charges nobody has heard of, refunds that were refused, plans of another kind. */

export interface UnresolvedPayment {
  /** What `settleTrouble` calls it. */
  key: string
  invoice: string
  amount: number
  currency: 'cad' | 'usd'
  since: string
  state: string
  what_to_do: string
}

const most = 500

const lateBefore = ({ clock }: BillingContext) => new Date(clock.now().getTime() - staleAfterMs).toISOString()

/** How many there are: what machines watch. */
export async function tallyUnresolvedPayments(
  context: BillingContext,
): Promise<{ charges: number; refunds: number }> {
  const [tally] = await countUnresolvedPayments(context.db, { before: lateBefore(context) })
  return { charges: tally?.charges ?? 0, refunds: tally?.refunds ?? 0 }
}

/** Said with each run of billing while there are any; nobody reads a list that they do not know of. */
export async function warnOfUnresolvedPayments(context: BillingContext): Promise<void> {
  const tally = await tallyUnresolvedPayments(context)
  if (tally.charges + tally.refunds > 0)
    context.log.warn(tally, 'charges or refunds need an operator: npm run byre -- billing trouble')
}

/** Charges without an end for more than 20 hours, and refunds that were refused or are as late. */
export async function listUnresolvedPayments(context: BillingContext): Promise<UnresolvedPayment[]> {
  const { db, gateway } = context
  const late = { before: lateBefore(context), limit: most }
  const charges = (await listSilentCharges(db, late)).map((row) => ({
    ...fieldsOf(row),
    key: row.key,
    state: 'charge without an answer',
    what_to_do: `Look at ${row.gateway} for the payment whose metadata "key" is this key. Found: --payment ID. Not there: --as none, and it is charged anew.`,
  }))
  const refunds = (await listLateRefunds(db, late)).map((row) => ({
    ...fieldsOf(row),
    key: row.id,
    ...wordsOf(row, gateway.name),
  }))
  const mistaken = (await listOfOtherKind(db, { limit: most })).map((row) => ({
    ...fieldsOf({ ...row, number: '' }),
    key: row.id,
    state: `${row.name} pays for ${row.site_id === null ? 'clinic' : 'site'} ${row.site_id ?? row.clinic_id}, which is not of that kind`,
    what_to_do:
      'It goes on as it is. --as ended ends it now; the Owner of the place then chooses a plan for it.',
  }))
  return [...charges, ...refunds, ...mistaken]
}

const fieldsOf = (row: { number: string; amount: number; currency: 'cad' | 'usd'; since: string }) => ({
  key: '',
  invoice: row.number,
  amount: row.amount,
  currency: row.currency,
  since: row.since,
})

type LateRefund = Awaited<ReturnType<typeof listLateRefunds>>[number]

function wordsOf(refund: LateRefund, ours: string): Pick<UnresolvedPayment, 'state' | 'what_to_do'> {
  const { gateway, gateway_payment_id: payment, refused_code, asked_at, next_try_at } = refund
  const look = `Look at ${payment} at ${gateway}`
  if (gateway !== ours)
    return {
      state: `refund at ${gateway}, which is not in use`,
      what_to_do: `Give it back there, then --as done.`,
    }
  if (asked_at !== null)
    return {
      state: 'refund without an answer',
      what_to_do: `${look} for a refund whose metadata "key" is ${refundKey(refund)}. Found: --as done. Not there: --as again.`,
    }
  const state = `refund refused: ${refused_code ?? 'not asked for yet'}`
  if (next_try_at !== null) return { state, what_to_do: `Nothing yet: asked for again ${next_try_at}.` }
  return { state, what_to_do: `${look}. Given back by other means: --as done. Mended: --as again.` }
}

/** What an operator found out about a trouble. */
export interface Finding {
  /** Of a charge: the gateway's name for the payment that was found there. */
  payment?: string | undefined
  /** Of a charge: there is `none`. Of a refund: it is `done`, or is to be asked for `again`. */
  as?: string | undefined
}

/** Writes down who settles a trouble, in the transaction that does. */
export type SettlingWitness = (db: PlatformDb, settled: { state: string }) => Promise<void>

/** Ends a trouble by what an operator found at the gateway. Gives how it stands then. */
export async function settleUnresolvedPayment(
  context: BillingContext,
  key: string,
  finding: Finding,
  witness?: SettlingWitness,
): Promise<{ state: string }> {
  const unresolved = (await listUnresolvedPayments(context)).find((one) => one.key === key)
  if (!unresolved) return refuse('not_found', { message: `There is no trouble ${key}. See: billing trouble` })

  const settleIt = await wayToSettle(context, key, finding)
  const settled = await transaction(context.db, async (db) => {
    const state = await settleIt({ ...context, db }, context.clock.now())
    await witness?.(db, { state })
    return { state }
  })
  return settled
}

/** What the desk's transaction has to do; the gateway is asked before it begins. */
type Settling = (context: BillingContext, at: Date) => Promise<string>

async function wayToSettle(context: BillingContext, key: string, finding: Finding): Promise<Settling> {
  const [charge] = await findChargeByKey(context.db, { key })
  if (charge && finding.payment) return matchPayment(context, { id: charge.id, key }, finding.payment)
  if (charge)
    return finding.as === 'none'
      ? chargeAnew(charge.id)
      : refuse('request.invalid', { message: 'A charge is settled by --payment ID or --as none.' })
  if (finding.as === 'done') return noteDone(key)
  if (finding.as === 'again') return askAgain(key)
  if (finding.as === 'ended') return endMistaken(key)
  return refuse('request.invalid', {
    message: 'A refund is --as done or --as again, a plan of another kind --as ended.',
  })
}

interface NamedCharge {
  id: string
  key: string
}

/** The gateway's own book says how the charge ended, whatever the operator believes. */
async function matchPayment({ gateway }: BillingContext, charge: NamedCharge, id: string): Promise<Settling> {
  const payment = await gateway.findPayment(id)
  if (payment?.key !== charge.key)
    return refuse('not_found', { message: `${id} is no payment of this charge.` })
  return async (context, at) => {
    await recordOutcome(context, charge.id, payment.outcome, at)
    return payment.outcome.outcome
  }
}

/** Nothing was taken: that charge is over, and what it was for is due at once, under a key of its own. */
const chargeAnew =
  (id: string): Settling =>
  async ({ db, outbox }, at) => {
    const covered = await listCovered(db, { charge_id: id })
    await holdSubscriptions(db, { ids: [...new Set(covered.map((share) => share.subscription_id))] })
    const invoices = await lockInvoices(db, { ids: covered.map((share) => share.id) })
    const [open] = await listOpenShares(db, { charge_id: id })
    const [first] = invoices
    if (open?.outcome !== 'asked' || !first) refuse('not_found')
    await setOutcome(db, {
      charge_id: byOperator(id),
      invoice_id: null,
      outcome: 'declined',
      reason: 'soft',
      code: 'not_found',
      gateway_payment_id: null,
      action_url: null,
      ended_at: at.toISOString(),
    })
    for (const invoice of invoices)
      await setNextTry(db, { id: byOperator(invoice.id), failed_at: null, next_try_at: at.toISOString() })
    await outbox.send(db, chargeJob, { billing_entity_id: first.billing_entity_id })
    return 'charged anew'
  }

const noteDone =
  (id: string): Settling =>
  async (context, at) => {
    await noteRefunded(context, byOperator(id), at)
    return 'given back'
  }

/** Nobody meant a plan of another kind: what was paid stays paid, or is credited by `invoices credit`. */
const endMistaken =
  (id: string): Settling =>
  async (context, at) => {
    const [row] = await readSubscription(context.db, { id })
    if (!row) refuse('not_found')
    await happen(context, context.db, { id: byOperator(id), at }, () => ({ kind: 'end', day: dayOf(at) }))
    const named = row.site_id ?? row.clinic_id
    // The place that was meant may be the other of the two; without a plan of its own it is read-only.
    for (const place of [placeOfKind('site', named as SiteId), placeOfKind('clinic', named as ClinicId)]) {
      const [latest] = await findLatest(context.db, idsOf(place))
      if (!latest || latest.status === 'canceled')
        await noteAccessState(context.db, byOperator(place), 'read_only')
    }
    return 'ended'
  }

/** An operator has looked, so the next try may have a key of its own. */
const askAgain =
  (id: string): Settling =>
  async ({ db, outbox }, at) => {
    const [renewed] = await renewRefund(db, { id: byOperator(id), at: at.toISOString() })
    if (!renewed) refuse('request.invalid', { message: 'This refund is being asked for.' })
    await outbox.send(db, refundJob, { refund_id: id })
    return 'asked for again'
  }
