/* Drawing  of ('gate' | 'chute' | 'scale' | 'stethoscope' | 'receipt')     fetched where one is shown, into room that is kept for it */
import { lazy, Suspense } from 'react'
import type { DrawingName } from './drawings.ts'

const Drawn = lazy(async () => ({ default: (await import('./drawn.tsx')).Drawn }))

export function Drawing({ of }: { of: DrawingName }) {
  return (
    <div className="drawing" aria-hidden>
      <Suspense>
        <Drawn of={of} />
      </Suspense>
    </div>
  )
}
