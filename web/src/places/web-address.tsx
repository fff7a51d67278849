import { useAsk } from '../lib/query.ts'
import type { Kind, Place } from '../products.ts'
import { Status } from '../ui/badge.tsx'
import { Fact } from '../ui/facts.tsx'
import { answersAt, domainCalls, domainStates } from './domain-calls.ts'
import { bareDomain, hostOf } from './hosts.ts'

/** Where a place is found: at its own domain once that is proven, until then where it answers in any case. */
export function WebAddress({ kind, place }: { kind: Kind; place: Place }) {
  const claim = useAsk(domainCalls[kind.one].get, place.domain === null ? null : { id: place.id }).data
  const isProven = claim ? answersAt(claim.state) : false
  const host = hostOf(place.launch_url)
  return (
    <>
      <Fact name="Web address">
        {isProven && place.domain !== null ? (
          <Address to={place.domain} host={bareDomain(place.domain)} />
        ) : (
          <Address to={place.launch_url} host={host} />
        )}
      </Fact>
      {isProven && <Fact name="Launches at">{host}</Fact>}
      {place.domain !== null && (
        <Fact name="Custom domain">
          {bareDomain(place.domain)}{' '}
          {claim && <Status is={domainStates[claim.state].is}>{domainStates[claim.state].word}</Status>}
        </Fact>
      )}
    </>
  )
}

const Address = ({ to, host }: { to: string; host: string }) => (
  <a className="wide-target" href={to} target="_blank" rel="noopener noreferrer">
    {host}
  </a>
)
