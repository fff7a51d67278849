import type { Endpoint, ReplyOf } from '@byre/contract/endpoint'
import { useCallback, useRef, useState } from 'react'
import { call, newKey, type CallOptions } from './api.ts'
import type { InputOf } from './wire.ts'

/**
 * A deed: `ask(input)` makes the call and gives its reply or throws. The same input tried again
 * after a failure goes under the same idempotency key; an edited one, or one after a success, under
 * a new one. What `useAsk` shows is asked for again afterwards.
 */
export function useCall<E extends Endpoint>(endpoint: E, { origin }: Pick<CallOptions, 'origin'> = {}) {
  const last = useRef<{ content: string; key: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const ask = useCallback(
    async (input: InputOf<E>): Promise<ReplyOf<E>> => {
      const content = JSON.stringify(input)
      if (last.current?.content !== content) last.current = { content, key: newKey() }
      setBusy(true)
      try {
        const reply = await call(endpoint, input, { origin, idempotencyKey: last.current.key })
        last.current = null
        return reply
      } finally {
        setBusy(false)
      }
    },
    [endpoint, origin],
  )
  return { ask, busy }
}
