import { Devices } from './devices.tsx'
import { SecurityEvents } from './security-events.tsx'

/** Where the account is signed in, and what happened to it. */
export function SecurityTab() {
  return (
    <div className="stack">
      <Devices />
      <SecurityEvents />
    </div>
  )
}
