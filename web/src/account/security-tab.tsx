import { Devices } from './devices.tsx'
import { YourData } from './leaving.tsx'
import { SecondFactors } from './second-factors.tsx'
import { SecurityEvents } from './security-events.tsx'

/** What signing in asks for, where the account is signed in, and what happened to it. */
export function SecurityTab() {
  return (
    <div className="stack">
      <SecondFactors />
      <Devices />
      <SecurityEvents />
      <YourData />
    </div>
  )
}
