/*
 * What we ask of a card processor. It is an outside party: never inside a transaction, and every
 * answer may be lost, so each deed names its card by our own id and may be repeated.
 */

/** What someone typed; held in memory while the gateway is asked, then forgotten. */
export interface CardDetails {
  number: string
  exp_month: number
  exp_year: number
  cvc: string
}

export interface KeptCard {
  /** How the gateway calls it. */
  gateway_card_id: string
  brand: string
  last_four: string
  exp_month: number
  exp_year: number
}

export interface CardRefusal {
  refused: 'card.declined' | 'card.expired' | 'card.insufficient_funds' | 'card.test_only'
  /** Where the catalogue's sentence would leave the person without a next step. */
  message?: string
}

export interface Gateway {
  readonly name: 'sandbox' | 'stripe'
  /** Files a card under our id; asked again for the same id it answers the same. */
  keepCard(cardId: string, details: CardDetails): Promise<KeptCard | CardRefusal>
  /** Forgets the card under our id; one that is not there is fine. */
  removeCard(cardId: string): Promise<void>
  /** Which of these cards, by our ids, it has. */
  findCards(cardIds: string[]): Promise<Set<string>>
}

/** The gateway did not answer, or not in time: what became of the deed is unknown. */
export class GatewayDown extends Error {}
