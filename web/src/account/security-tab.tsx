import { ApiKeys } from './api-keys.tsx'
import { Devices } from './devices.tsx'
import { YourData } from './leaving.tsx'
import { SecondFactors } from './second-factors.tsx'
import { SecurityEvents } from './security-events.tsx'
import { SupportVisits } from './support-visits.tsx'

/** What signing in asks for, where the account is signed in, which keys programs have, and what happened to it. */
export function SecurityTab() {
  return (
    <div className="stack in-turn">
      <SupportVisits />
      <SecondFactors />
      <Devices />
      <ApiKeys />
      <SecurityEvents />
      <YourData />
    </div>
  )
}
