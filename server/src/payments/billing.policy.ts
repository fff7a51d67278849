import type { BillingEntityId } from '@byre/contract/subject-kinds'
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

/** What is to be charged: all that a payer owes now, or one invoice of its alone. */
export interface ChargeOrder {
  /** Absent in jobs from before charges were a payer's: theirs is whoever owes the invoice. */
  billing_entity_id?: BillingEntityId
  invoice_id?: string
}

/** Has what a payer owes charged; sent once a run, with what is bought now, and whenever a next try is due. */
export const chargeJob = queue<ChargeOrder>('payments.charge', {
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

/** What a mail is about beside what it names first, so that what is about one payer from one run is one mail. */
interface AboutMore {
  others?: string[]
}

/** A mail that carries invoices: to the payer, or as a copy to somebody who gets its invoices too. */
export interface InvoiceMail extends AboutMore {
  letter: 'invoice issued' | 'invoice paid' | 'payment failed' | 'invoice corrected' | 'invoice credited'
  invoice_id: string
  recipient_id?: string
  /** The last of its kind today. */
  is_last?: boolean
}

/** A mail about invoices that is to be sent, to whoever gets it. */
export interface NewInvoiceMail extends Pick<InvoiceMail, 'is_last'> {
  letter: InvoiceMail['letter'] | 'confirm payment'
  invoice_ids: readonly string[]
}

/** A mail about money; its words are put together when it leaves. */
export type DueMail = AnyMail & {
  /** For this Owner of the payer, because the payer's own address has not said yes. */
  owner_id?: string
}

type AnyMail =
  | InvoiceMail
  | { letter: 'confirm recipient'; recipient_id: string }
  | TrialMail
  | ({ letter: 'confirm payment' | 'place closed'; invoice_id: string } & AboutMore)
  | { letter: 'card expires'; card_id: string }

type TrialMail = AboutMore & { subscription_id: string } & (
    { letter: 'trial ends'; days: number } | { letter: 'trial ended' }
  )

/** A mail that waits until the run it follows from is over. */
export interface GatheredMail {
  letter: 'trial ends' | 'trial ended' | 'place closed'
  /** Until the trial ends. */
  days: number | null
  /** A subscription, or of a closed place the invoice that is owed. */
  about_id: string
}

export const paymentsMail = queue<DueMail>('payments.mail', {
  retryLimit: 50,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
})
