import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { byTheBillingRun, type FollowedId, type InvoiceAccess } from '../access.policy.ts'
import { refundJob, type BillingContext } from '../billing.policy.ts'
import { NoAnswer, staleAfterMs } from './charges.policy.ts'
import { nextRefundTry, refundKey } from './refunds.policy.ts'
import {
  beginRefund,
  insertRefund,
  leaveRefund,
  listDueRefunds,
  setRefundDone,
  setRefused,
  markRefunded,
} from './refunds.queries.ts'

/*
 * Money goes back exactly once. What is to be given back is a row in the transaction that decides it, and
 * stays one until the gateway has given it: refused, it is tried again with growing waits, then it is left
 * to operators, who see every refund that is late (`troubles.actions.ts`).
 */

interface Owed {
  /** Of the refund; a second one of the same name is a mistake and fails. */
  id: string
  /** The credit note that says so, or the invoice that was paid twice. */
  invoice_id: InvoiceAccess | FollowedId
  gateway_payment_id: string
  amount: number
  currency: 'cad' | 'usd'
}

/** Has money given back once the caller's transaction has committed. */
export async function owe(context: BillingContext, db: Db<'payments'>, owed: Owed, at: Date): Promise<void> {
  await insertRefund(db, { ...owed, gateway: context.gateway.name, at: at.toISOString() })
  await context.outbox.send(db, refundJob, { refund_id: owed.id })
}

/** Gives back what is due. May run twice, and twice at once: the gateway gives once a key. */
export async function refund(context: BillingContext, refundId: string, at: Date): Promise<void> {
  const id = byTheBillingRun(refundId)
  const { db, gateway, log } = context
  const due = { id, gateway: gateway.name, at: at.toISOString() }
  const [begun] = await transaction(db, (db) => beginRefund(db, due))
  if (!begun) return
  if (at.getTime() - Date.parse(begun.asked_at) > staleAfterMs) {
    log.error({ refund: id }, 'how a refund ended is not known; look it up at the gateway')
    await transaction(db, (db) => leaveRefund(db, { id }))
    return
  }

  const { gateway_payment_id, amount, currency, refusals } = begun
  const key = refundKey(begun)
  const answer = await gateway.refundPayment({ key, gateway_payment_id, amount, currency })
  if (answer.outcome === 'unknown') throw new NoAnswer(`no answer for ${key}`)
  if (answer.outcome !== 'refused') return noteRefunded(context, id, at)

  log.error({ refund: id, code: answer.code }, 'the gateway refuses to give a payment back')
  const next = nextRefundTry(refusals + 1, at)
  const refused = { id, refusals: refusals + 1, code: answer.code, next_try_at: next?.toISOString() ?? null }
  await transaction(db, (db) => setRefused(db, refused))
}

/** The money is back, or on its way; a credit note says so from here on. */
export async function noteRefunded(context: BillingContext, id: FollowedId, at: Date): Promise<void> {
  await transaction(context.db, async (db) => {
    const [done] = await setRefundDone(db, { id, at: at.toISOString() })
    if (done) await markRefunded(db, { id: byTheBillingRun(done.invoice_id), at: at.toISOString() })
  })
}

/** Sends the job of every refund whose next try is due; for the job that runs by the clock. */
export async function sendDueRefunds({ db, outbox }: BillingContext, at: Date): Promise<void> {
  for (const { id } of await listDueRefunds(db, { at: at.toISOString(), limit: 1000 }))
    await outbox.send(db, refundJob, { refund_id: id })
}
