import { t } from '@byre/contract/words'
import { Status, type StatusKind } from '../ui/badge.tsx'

const good = new Set([
  'ok',
  'active',
  'live',
  'verified',
  'paid',
  'completed',
  'trialing',
  'running',
  'allowed',
])
const waiting = new Set(['created', 'retry', 'pending', 'open', 'asked', 'former', 'held'])
const bad = new Set(['failed', 'stopped', 'disabled', 'canceled', 'failing'])

const words: Readonly<Record<string, string>> = { ok: t`Open` }

/** For a table's cell. */
export const stateWord = (state: string) => <StateWord of={state} />

/** A state as it is kept, in words: `read_only` is 'Read only'. */
export function StateWord({ of: state }: { of: string }) {
  const is: StatusKind = good.has(state)
    ? 'success'
    : waiting.has(state)
      ? 'waiting'
      : bad.has(state)
        ? 'danger'
        : 'info'
  return (
    <Status is={is}>
      {words[state] ?? (state.charAt(0).toUpperCase() + state.slice(1)).replaceAll('_', ' ')}
    </Status>
  )
}
