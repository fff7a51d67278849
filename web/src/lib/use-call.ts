import type { AnswerOf, Endpoint } from '@byre/contract/endpoint'
import { useCallback, useRef, useState, type RefObject } from 'react'
import { call, newKey, type CallOptions } from './api.ts'
import type { InputOf } from './wire.ts'

/**
 * A command: `ask(input)` makes the call and gives its reply or throws. The same input tried again
 * after a failure goes under the same idempotency key; an edited one, or one after a success, under
 * a new one. What `useAsk` shows is asked for again afterwards.
 */
export function useCall<E extends Endpoint>(endpoint: E, { origin }: Pick<CallOptions, 'origin'> = {}) {
  const last = useRef<Tried | null>(null)
  const [busy, setBusy] = useState(false)
  const ask = useCallback(
    (input: InputOf<E>) => {
      setBusy(true)
      return underOneKey(last, endpoint, input, origin).finally(() => setBusy(false))
    },
    [endpoint, origin],
  )
  return { ask, busy }
}

/** What was last tried without success, and under which key. */
interface Tried {
  content: string
  key: string
}

async function underOneKey<E extends Endpoint>(
  last: RefObject<Tried | null>,
  endpoint: E,
  input: InputOf<E>,
  origin: string | undefined,
): Promise<AnswerOf<E>> {
  const content = JSON.stringify(input)
  if (last.current?.content !== content) last.current = { content, key: newKey() }
  const reply = await call(endpoint, input, { origin, idempotencyKey: last.current.key })
  last.current = null
  return reply
}
