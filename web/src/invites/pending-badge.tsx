import { plural, t } from '@byre/contract/words'
import { Count } from '../ui/count.tsx'
import { usePending } from './use-pending.ts'

/** Beside 'Invites' in the menu: how many wait for an answer; nothing when none does. */
export function PendingBadge() {
  const pending = usePending()
  if (pending === 0) return null
  return (
    <Count
      of={pending}
      label={t`${plural(pending, { one: '# pending invite', other: '# pending invites' })}`}
    />
  )
}
