import { localOf } from '@byre/rules/dates'
import { useState } from 'react'
import { useMe } from '../me.ts'

/** Today as `2026-11-23`, by the site's clock, when the screen was opened. */
export function useToday(): string {
  const { settings, suggested } = useMe()
  const [openedAt] = useState(() => Date.now())
  return localOf(openedAt, (settings ?? suggested).zone).slice(0, 10)
}
