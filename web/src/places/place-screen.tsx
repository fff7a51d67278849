import { Suspense, type ReactNode } from 'react'
import { usePaidPlaces } from '../billing/paid.ts'
import { useUnpaidDrawn } from '../billing/unpaid-drawing.ts'
import { unpaidFor, useUnpaid } from '../lib/unpaid.ts'
import type { Kind, Place } from '../products.ts'
import { DetailSkeleton } from '../ui/skeletons.tsx'
import { NextSteps, useNextSteps } from './next-steps.tsx'
import { PlaceAccess } from './place-access.tsx'
import { useWebAddress } from './place-head.tsx'
import { PlaceTabs } from './place-tabs.tsx'

/** A site or clinic below its head: what is in the way, what is left to do, then its tabs. */
export function PlaceScreen({ kind, place, facts }: { kind: Kind; place: Place; facts: ReactNode }) {
  const which = kind.one === 'site' ? { site_id: place.id } : { clinic_id: place.id }
  const { data, isPending } = useUnpaid()
  const unpaid = unpaidFor(data?.unpaid, place.id)
  const { steps, putAway } = useNextSteps(kind, place)
  const isCardAsked = !!steps && steps.mayAddCard && !steps.hasCard
  // The head says both, and may take another line for them.
  const address = useWebAddress(kind, place)
  const paid = usePaidPlaces(place.role === 'User' ? null : which)
  const isHeadAwaited = address.isLoading || paid.isLoading
  const isDrawn = useUnpaidDrawn(which, unpaid, isPending || steps === undefined || isHeadAwaited)
  if (!isDrawn) return <DetailSkeleton />
  return (
    <Suspense fallback={<DetailSkeleton />}>
      <PlaceAccess kind={kind} place={place} isUnpaid={unpaid !== undefined} />
      {steps && <NextSteps kind={kind} place={place} steps={steps} onPutAway={putAway} />}
      <PlaceTabs kind={kind} place={place} facts={facts} isCardAsked={isCardAsked} />
    </Suspense>
  )
}
