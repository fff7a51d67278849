import * as contract from '@byre/contract/cards'
import { nothing } from '@byre/contract/endpoint'
import type { Context } from '../platform/context.ts'
import { refuse } from '../platform/errors.ts'
import { addCard, getCard, listCards, type CardDesk } from './cards.actions.ts'

export function cardRoutes({ serve }: Context<'payments'>): void {
  serve(contract.listCards, ({ db, asker, query }) => listCards(db, asker, query))
  serve(contract.getCard, ({ db, asker, params }) => getCard(db, asker, params.id))
}

export function cardEntryRoutes({ serve }: Context<'payments'>, desk: CardDesk): void {
  serve(contract.addCard, (call) => addCard(desk, call))
}

/** Where the browser gives cards to the gateway itself, a number sent to us is not even read (P01). */
export function noCardEntryRoutes({ serve }: Context<'payments'>): void {
  serve({ ...contract.addCard, body: nothing }, async () => refuse('card.numbers_refused'))
}
