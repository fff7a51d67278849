/* Drawing  of ('gate' | 'chute' | 'scale' | 'stethoscope' | 'receipt')     fetched where one is shown, into room that is kept for it */
import type { DrawingName } from './drawings.ts'
import { extra } from '../fetched/extra.tsx'

const Drawn = extra(async () => (await import('./drawn.tsx')).Drawn)

export function Drawing({ of }: { of: DrawingName }) {
  return (
    <div className="drawing" aria-hidden>
      <Drawn of={of} />
    </div>
  )
}
