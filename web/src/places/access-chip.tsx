import { accessInWords, type Place } from '../products.ts'
import { Status } from '../ui/badge.tsx'

/** `Stopped` or `Read-only`; of a place that is open to all who work there, nothing. */
export function AccessChip({ of: state }: { of: Place['access_state'] }) {
  if (state === 'ok') return null
  return <Status is={state === 'stopped' ? 'danger' : 'warning'}>{accessInWords[state]}</Status>
}
