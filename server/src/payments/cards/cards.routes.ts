import * as contract from '@byre/contract/billing/cards'
import type { Context } from '../../context.ts'
import { removeCard, updateCard } from './card-changes.actions.ts'
import { confirmCard } from './card-confirmations.actions.ts'
import type { CardContext } from './card-entries.actions.ts'
import { namedCard, namedChange, typedCard, typedChange } from './card-entries.policy.ts'
import { addCard, getCard, listCards, setUpCard } from './cards.actions.ts'

export function cardRoutes({ serve }: Context<'payments'>, context: CardContext): void {
  serve(contract.listCards, ({ db, caller, query }) => listCards(db, caller, query))
  serve(contract.getCard, ({ db, caller, params }) => getCard(db, caller, params.id))
  serve(contract.setUpCard, (call) => setUpCard(context, call))
  serve(contract.confirmCard, (call) => confirmCard(context, call))
  serve(contract.removeCard, (call) => removeCard(call))
}

/** Where card details come to us. */
export function typedCardRoutes({ serve }: Context<'payments'>, context: CardContext): void {
  serve(contract.addCard, (call) => addCard(context, call, call.body, typedCard(call.body)))
  serve(contract.updateCard, (call) => updateCard(context, call, call.body, typedChange(call.body)))
}

/** Where the browser gives cards to the gateway itself, and a number sent to us is refused (P01). */
export function namedCardRoutes({ serve }: Context<'payments'>, context: CardContext): void {
  serve(contract.namedCards.add, (call) => addCard(context, call, call.body, namedCard(call.body)))
  serve(contract.namedCards.update, (call) => updateCard(context, call, call.body, namedChange(call.body)))
}
