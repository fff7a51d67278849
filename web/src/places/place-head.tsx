import { t } from '@byre/contract/words'
import { usePaidPlaces } from '../billing/paid.ts'
import { useAsk } from '../lib/query.ts'
import { unpaidFor, useUnpaid } from '../lib/unpaid.ts'
import type { Kind, Place } from '../products.ts'
import { Status, type StatusKind } from '../ui/badge.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { HeadRoom } from '../ui/skeletons.tsx'
import { AccessChip } from './access-chip.tsx'
import { answersAt, domainCalls } from './domain-calls.ts'
import { bareDomain, hostOf } from './hosts.ts'
import { Actions } from './place-actions.tsx'
import './places.css'

/** What stands in the head of a place's page: how it is, where it is found, and what can be done with it. */
export const placeHead = (kind: Kind, place: Place | undefined) => ({
  chip: place && <PlaceChip kind={kind} place={place} />,
  lead: place && <PlaceAddress kind={kind} place={place} />,
  actions: place && <Actions kind={kind} place={place} />,
  room: { lead: <HeadRoom />, actions: <HeadRoom /> },
})

/** How it stands, as lists say it; a User is told no more than whether it is open. */
function PlaceChip({ kind, place }: { kind: Kind; place: Place }) {
  const isTold = place.role !== 'User' && place.access_state === 'ok'
  const paid = usePaidPlaces(
    isTold ? (kind.one === 'site' ? { site_id: place.id } : { clinic_id: place.id }) : null,
  )
  const unpaid = useUnpaid()
  if (place.access_state !== 'ok') return <AccessChip of={place.access_state} />
  const [is, word]: [StatusKind, string] =
    isTold && unpaidFor(unpaid.data?.unpaid, place.id)?.status === 'past_due'
      ? ['warning', t`Past due`]
      : isTold && paid.data?.[0]?.phase === 'trial'
        ? ['info', t`In trial`]
        : ['success', t`Running`]
  return (
    <span className="head-chip">
      <Status is={is}>{word}</Status>
    </span>
  )
}

/** Where it is found: at its own domain once that is proven, until then where it answers in any case. */
export function useWebAddress(kind: Kind, place: Place) {
  const ask = useAsk(domainCalls[kind.one].get, place.domain === null ? null : { id: place.id })
  const { data: claim, isLoading } = ask
  const isProven = place.domain !== null && claim ? answersAt(claim.state) : false
  return isProven && place.domain !== null
    ? { to: place.domain, host: bareDomain(place.domain), claim, isProven, isLoading }
    : { to: place.launch_url, host: hostOf(place.launch_url), claim, isProven, isLoading }
}

function PlaceAddress({ kind, place }: { kind: Kind; place: Place }) {
  const { to, host } = useWebAddress(kind, place)
  return (
    <p className="head-address">
      <a className="wide-target" href={to} target="_blank" rel="noopener noreferrer">
        {host}
      </a>
      <CopyButton text={new URL(to, location.href).href} label={t`Copy the web address`} />
    </p>
  )
}
