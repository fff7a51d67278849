import { t } from '@byre/contract/words'
import type { Kind, Place } from '../products.ts'
import { Status } from '../ui/badge.tsx'
import { Fact } from '../ui/facts.tsx'
import { domainStates } from './domain-calls.ts'
import { bareDomain } from './hosts.ts'
import { useWebAddress } from './place-head.tsx'

/** Where a place is found, in one line; its own domain has another while it is to be proven, for those who see to that. */
export function WebAddress({ kind, place }: { kind: Kind; place: Place }) {
  const { to, host, claim, isProven } = useWebAddress(kind, place)
  const chip = claim && <Status is={domainStates[claim.state].is}>{domainStates[claim.state].word}</Status>
  const seesProof = place.role !== 'User'
  return (
    <>
      <Fact name={t`Web address`}>
        <a className="wide-target" href={to} target="_blank" rel="noopener noreferrer">
          {host}
        </a>{' '}
        {isProven && seesProof && chip}
      </Fact>
      {place.domain !== null && !isProven && seesProof && (
        <Fact name={t`Custom domain`}>
          {bareDomain(place.domain)} {chip}
        </Fact>
      )}
    </>
  )
}
