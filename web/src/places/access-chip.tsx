import type { Place } from '../products.ts'
import { Status } from '../ui/badge.tsx'

type AccessState = Place['access_state']

/** `Stopped` or `Read-only`; of a place that is open to all who work there, nothing. */
export const accessInWords: Record<AccessState, string> = {
  ok: '',
  read_only: 'Read-only',
  stopped: 'Stopped',
}

export function AccessChip({ of: state }: { of: AccessState }) {
  if (state === 'ok') return null
  return <Status is={state === 'stopped' ? 'danger' : 'warning'}>{accessInWords[state]}</Status>
}
