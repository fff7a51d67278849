import { listBillingEntities } from '@byre/contract/billing-entities'
import type { Endpoint } from '@byre/contract/endpoint'
import { getUser } from '@byre/contract/users'
import type { InputOf } from '../lib/wire.ts'
import { menuPage, type Kind } from '../products.ts'
import { firstPage } from './list-address.ts'

type Asking<T> = <E extends Endpoint & { method: 'GET' }>(endpoint: E, input: InputOf<E>) => T

/** Everything the dashboard and the menu will show, each handed to `ask`. */
export const firstQuestions = <T>(id: string, kinds: readonly Kind[], ask: Asking<T>): T[] => [
  ask(getUser, { id }),
  ask(listBillingEntities, firstPage),
  ...kinds.flatMap(({ calls }) => [ask(calls.list, firstPage), ask(calls.list, menuPage)]),
]
