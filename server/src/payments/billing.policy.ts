import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import { queue, type Outbox } from '../platform/jobs/outbox.ts'
import type { PaymentTaker } from './ports.ts'

/** What the billing engine works with, besides the transaction it is in. */
export interface BillingContext {
  db: Db<'payments'>
  gateway: PaymentTaker & { readonly name: 'sandbox' | 'stripe' }
  outbox: Outbox
  clock: Clock
  log: FastifyBaseLogger
  config: Pick<Config, 'seller' | 'taxNumbers' | 'publicUrl'>
}

/** Has an invoice paid; sent with it, and again whenever its next try is due. */
export const chargeJob = queue<{ invoice_id: string }>('payments.charge', {
  retryLimit: 50,
  retryDelaySeconds: 15,
  retryDelayMaxSeconds: 1800,
})

/** Gives money back; sent with what decides it, and again whenever its next try is due. */
export const refundJob = queue<{ refund_id: string }>('payments.refund', {
  retryLimit: 50,
  retryDelaySeconds: 15,
  retryDelayMaxSeconds: 1800,
})

/** A mail that carries an invoice: to the payer, or as a copy to somebody who gets its invoices too. */
export interface InvoiceMail {
  letter: 'invoice issued' | 'invoice paid' | 'payment failed' | 'invoice corrected' | 'invoice credited'
  invoice_id: string
  recipient_id?: string
  /** The last of its kind today. */
  is_last?: boolean
}

/** A mail about money; its words are put together when it leaves. */
export type DueMail = AnyMail & {
  /** For this Owner of the payer, because the payer's own address has not said yes. */
  owner_id?: string
}

type AnyMail =
  | InvoiceMail
  | { letter: 'confirm recipient'; recipient_id: string }
  | { letter: 'trial ends'; subscription_id: string; days: number }
  | { letter: 'trial ended'; subscription_id: string }
  | { letter: 'confirm payment' | 'place closed'; invoice_id: string }
  | { letter: 'card expires'; card_id: string }

export const paymentsMail = queue<DueMail>('payments.mail', {
  retryLimit: 50,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
})
