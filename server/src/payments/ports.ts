import type { CardDecline } from '@byre/contract/billing/cards'

/*
 * What we ask of a card processor. It is an outside party: never inside a transaction, and every
 * answer may be lost, so each command carries an id of ours and may be repeated.
 */

/** What someone typed; held in memory while the gateway is asked, then forgotten. */
interface CardDetails {
  number: string
  exp_month: number
  exp_year: number
  cvc: string
}

/** A card comes to us, or from the browser straight to the gateway, whose name for it we are told. */
export type CardEntry = { details: CardDetails } | { payment_method: string }

interface CardOrder {
  /** Of this one try; asked again with it the gateway answers the same. */
  id: string
  /** Whose card it is, as the gateway calls them. */
  customer: string
  entry: CardEntry
  /** Where its holder comes back to after confirming. */
  return_url: string
}

/** What may be shown of a card. */
export interface ShownCard {
  brand: string
  last_four: string
  exp_month: number
  exp_year: number
}

export interface KeptCard extends ShownCard {
  outcome: 'kept'
  gateway_card_id: string
}

export interface CardRefusal {
  outcome: 'refused'
  refused: CardDecline
}

export type CardOutcome =
  | KeptCard
  | CardRefusal
  /** The bank wants its holder to confirm it at `action_url`; `findSetup` says how that ended. */
  | (ShownCard & { outcome: 'requires_action'; action_url: string; gateway_setup_id: string })

/** What a browser needs in order to give a card to the gateway itself. */
interface CardFrame {
  client_secret: string
  publishable_key: string
}

/** A card as the gateway calls it, and whose it is there. */
interface OwnedCard {
  gateway_card_id: string
  customer: string
}

/** What an event is about; the thing itself is always read again, so that no order of events matters. */
export interface GatewayEvent {
  id: string
  type: string
  about: { kind: 'payment' | 'setup' | 'card'; id: string }
}

export interface Gateway extends PaymentTaker {
  readonly name: 'sandbox' | 'stripe'
  /** How it calls a payer from now on; the same for the same payer. */
  customerFor(billingEntity: { id: string; name: string; email: string }): Promise<string>
  /** Begins an entry in the browser; null where card details come to us. */
  openFrame(customer: string): Promise<CardFrame | null>
  /** How it will call the card of this order, so that one that is lost in between can be removed. */
  nameOf(order: Pick<CardOrder, 'id' | 'entry'>): string
  keepCard(order: CardOrder): Promise<CardOutcome>
  /** How it went for a card whose holder was asked; null while nobody knows. */
  findSetup(setupId: string): Promise<KeptCard | CardRefusal | null>
  /** The same card with a later expiry. */
  changeExpiry(
    gatewayCardId: string,
    expiry: Pick<CardDetails, 'exp_month' | 'exp_year'>,
  ): Promise<CardOutcome>
  /** A card as it is there now; null when it is not. */
  findCard(gatewayCardId: string): Promise<KeptCard | null>
  /** Forgets a customer's card; one that is not there is fine, one that is not this customer's stays. */
  removeCard(card: OwnedCard): Promise<void>
  /** The cards it keeps for a payer, and since when. */
  listCards(customer: string): Promise<{ gateway_card_id: string; kept_at: Date }[]>
  /** The event that a signed message tells; null: we have no use for it. Throws `ForgedEvent`, `UnreadableEvent`. */
  readEvent(body: Buffer, signature: string): GatewayEvent | null
}

/** The gateway did not answer, or not in time: what became of the command is unknown. */
export class GatewayDown extends Error {}

/** It answered that it was asked wrongly: asking again would not help. */
export class GatewayRefused extends GatewayDown {}

/** A message that the gateway has not signed, or not just now. */
export class ForgedEvent extends Error {}

/** A message that is signed, and is no event. */
export class UnreadableEvent extends Error {}

/*
 * How a gateway takes money. Asked by the billing engine, by a job and outside any transaction: every
 * answer may be lost, so each command carries a key of ours, and asking again with it is always right.
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
