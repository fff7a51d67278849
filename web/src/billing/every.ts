import type { Endpoint, ReplyOf } from '@byre/contract/endpoint'
import { limits } from '@byre/contract/limits'
import { call } from '../lib/api.ts'
import { useAnswer } from '../lib/query.ts'
import type { InputOf } from '../lib/wire.ts'

interface Page {
  total: number
}

/**
 * All of a list, page by page: `null` instead of the input waits. `more` may end it early, for lists that
 * come newest first. `watch` asks again every few seconds, while something is under way.
 */
export function useEvery<E extends Endpoint & { method: 'GET' }, Item>(
  endpoint: E,
  input: InputOf<E> | null,
  itemsIn: (reply: ReplyOf<E>) => readonly Item[],
  { more = () => true, every }: { more?: (last: Item) => boolean; every?: EveryOf<Item> } = {},
) {
  return useAnswer<readonly Item[]>(
    input === null ? null : [endpoint.name, 'every', input],
    async (signal) => {
      const items: Item[] = []
      for (let page = 1; ; page++) {
        const reply = await call(endpoint, { ...input, page, per_page: limits.perPage.max } as InputOf<E>, {
          signal,
        })
        const came = itemsIn(reply as ReplyOf<E>)
        items.push(...came)
        const last = came.at(-1)
        if (last === undefined || items.length >= (reply as Page).total || !more(last)) return items
      }
    },
    { every },
  )
}

type EveryOf<Item> = (items: readonly Item[] | undefined) => number | null
