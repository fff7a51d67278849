import { accessInWords, type Place } from '../products.ts'
import { noticeIcons } from '../ui/notice-icons.ts'

/** `Stopped` or `Read-only`; of a place that is open to all who work there, nothing. As `Status`, of whose icons it needs two. */
export function AccessChip({ of: state }: { of: Place['access_state'] }) {
  if (state === 'ok') return null
  const is = state === 'stopped' ? 'danger' : 'warning'
  const Picture = noticeIcons[is]
  return (
    <span className="status" data-is={is}>
      <Picture size={16} aria-hidden />
      {accessInWords[state]}
    </span>
  )
}
