import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import './places.css'

/** What is known of an address while it is typed. As high whatever it says, so that nothing below it moves. */
export function Answer({ is, children }: { is?: 'free' | 'taken'; children: ReactNode }) {
  const Picture = is && { free: IconCircleCheck, taken: IconAlertTriangle }[is]
  return (
    <span className="answers" data-is={is} role="status">
      {Picture && <Picture size={16} aria-hidden />} {children}
    </span>
  )
}
