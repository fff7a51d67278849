import type { EventKind } from '@byre/contract/herd/event-bodies'
import type { HerdEvent } from '@byre/contract/herd/events'
import { recordEvents } from '@byre/contract/herd/records'
import { useRef, useState } from 'react'
import { useAppCommand } from '../asks.ts'
import { useMe } from '../me.ts'
import { fieldOf, problemsOf, type Problems, type Values } from '../recording/drafts.ts'
import { nextEvent } from '../recording/ids.ts'
import { vetNames } from '../recording/treated-names.ts'
import { timeOf } from '../recording/when.ts'

export interface Pen {
  id: string
  name: string
}

/** Records what is of a pen, once: by what is said, so that sent again after a lost answer it is the same event. */
export function usePenEvent(kind: EventKind) {
  const me = useMe()
  const { send } = useAppCommand(recordEvents, {})
  const [begunAt] = useState(() => new Date())
  const made = useRef(new Map<string, ReturnType<typeof nextEvent>>())
  const { zone } = me.settings ?? me.suggested
  return async (values: Values, body: Record<string, unknown>, names = {}): Promise<Problems | void> => {
    const time = timeOf(values, zone, { begunAt, now: new Date() })
    if ('problems' in time) return time.problems
    const problems = problemsOf(kind, body, names)
    if (Object.keys(problems).length > 0) return problems
    const key = JSON.stringify([time.envelope, body])
    const name = made.current.get(key) ?? nextEvent()
    made.current.set(key, name)
    const event = { ...name, kind, v: 1, ...time.envelope, animals: [], body }
    await send({ events: [event as unknown as HerdEvent] })
  }
}

/** How a form calls what the ledger calls otherwise. */
export const names = { product_name: 'product', ...vetNames }
export const fieldIn = (field: string) =>
  fieldOf(field.replace(/^events\.\d+\.(body\.)?/, '').split('.'), names)
