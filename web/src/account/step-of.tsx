import type { ReactNode } from 'react'

/** Where one is in the welcome flow, and what is asked there. */
export function StepOf({ step, children }: { step: 1 | 2 | 3; children: ReactNode }) {
  return (
    <p className="soft">
      Step {step} of 3. {children}
    </p>
  )
}
