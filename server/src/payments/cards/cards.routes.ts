import * as contract from '@byre/contract/billing/cards'
import type { Context } from '../../context.ts'
import { removeCard, updateCard } from './card-changes.actions.ts'
import { confirmCard } from './card-confirmations.actions.ts'
import type { CardDesk } from './card-entries.actions.ts'
import { namedCard, namedChange, typedCard, typedChange } from './card-entries.policy.ts'
import { addCard, getCard, listCards, setUpCard } from './cards.actions.ts'

export function cardRoutes({ serve }: Context<'payments'>, desk: CardDesk): void {
  serve(contract.listCards, ({ db, asker, query }) => listCards(db, asker, query))
  serve(contract.getCard, ({ db, asker, params }) => getCard(db, asker, params.id))
  serve(contract.setUpCard, (call) => setUpCard(desk, call))
  serve(contract.confirmCard, (call) => confirmCard(desk, call))
  serve(contract.removeCard, (call) => removeCard(call))
}

/** Where card details come to us. */
export function typedCardRoutes({ serve }: Context<'payments'>, desk: CardDesk): void {
  serve(contract.addCard, (call) => addCard(desk, call, call.body, typedCard(call.body)))
  serve(contract.updateCard, (call) => updateCard(desk, call, call.body, typedChange(call.body)))
}

/** Where the browser gives cards to the gateway itself, and a number sent to us is refused (P01). */
export function namedCardRoutes({ serve }: Context<'payments'>, desk: CardDesk): void {
  serve(contract.namedCards.add, (call) => addCard(desk, call, call.body, namedCard(call.body)))
  serve(contract.namedCards.update, (call) => updateCard(desk, call, call.body, namedChange(call.body)))
}
