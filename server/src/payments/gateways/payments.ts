/*
 * How a gateway takes money. Asked by the billing engine, by a job and outside any transaction: every
 * answer may be lost, so each deed carries a key of ours, and asking again with it is always right.
 */

/** Money in minor units of `currency`, without rounding anywhere. */
export interface Amount {
  amount: number
  currency: 'cad' | 'usd'
}

export interface Payment extends Amount {
  /**
   * Names this one try to be paid, at most 200 characters: asked again with it the gateway answers for
   * the same payment and takes nothing more. Another try, on another day or card, has another key.
   */
  key: string
  /** The payer's card, as it stands in `payments.cards`. */
  gateway_card_id: string
  /** The payer, as the gateway calls them: a card that is not theirs there does not pay. Null: it knows none. */
  customer: string | null
  billing_entity_id: string
  /** What it pays for; comes back with every event about it. */
  invoice_id: string
  /** On the payer's own statement and in the gateway's book. */
  description: string
  /** Where the payer comes back to after confirming at `action_url`; a page of ours. */
  return_url: string
}

/** `hard`: this card will never pay, trying again is pointless. `soft`: another day it may. */
export interface Declined {
  outcome: 'declined'
  reason: 'hard' | 'soft'
  /** In the gateway's own word, such as `insufficient_funds`; for the record, not for people. */
  code: string
  gateway_payment_id: string | null
}

export type PaymentOutcome =
  | { outcome: 'succeeded'; gateway_payment_id: string }
  /** The bank wants to hear from the payer: nothing is taken until they were at `action_url`, a page of its own. */
  | { outcome: 'requires_action'; action_url: string; gateway_payment_id: string }
  | Declined
  /** Accepted, not settled: an event tells the end, and `findPayment` does. */
  | { outcome: 'processing'; gateway_payment_id: string }
  /** No answer, or not in time: it may have been taken. Ask again with the same key before anything else. */
  | { outcome: 'unknown' }

export interface Refund extends Amount {
  /** As for a payment: the same key refunds once. */
  key: string
  gateway_payment_id: string
}

export type RefundOutcome =
  | { outcome: 'succeeded' | 'processing'; gateway_refund_id: string }
  /** Such as more than was paid; the code is the gateway's. */
  | { outcome: 'refused'; code: string }
  | { outcome: 'unknown' }

/** A payment as the gateway's book has it now, and what it was for. */
export interface KnownPayment {
  key: string
  invoice_id: string
  outcome: PaymentOutcome
}

export interface PaymentTaker {
  /** Takes a payment from a kept card while the payer is not there. Never throws for an outcome. */
  takePayment(payment: Payment): Promise<PaymentOutcome>
  /** Looks a payment up; null when the gateway has none of this id. Throws `GatewayDown`. */
  findPayment(gatewayPaymentId: string): Promise<KnownPayment | null>
  /** Gives up a payment that still waits for its payer; one that was taken stays taken. Throws `GatewayDown`. */
  cancelPayment(gatewayPaymentId: string): Promise<void>
  /** Gives money back to the card it came from. Never throws for an outcome. */
  refundPayment(refund: Refund): Promise<RefundOutcome>
}
