import { Suspense, type ReactNode } from 'react'
import { useUnpaidDrawn } from '../billing/unpaid-drawing.ts'
import { unpaidFor, useUnpaid } from '../lib/unpaid.ts'
import type { Kind, Place } from '../products.ts'
import { DetailSkeleton } from '../ui/skeletons.tsx'
import { NextSteps, useNextSteps } from './next-steps.tsx'
import { PlaceAccess } from './place-access.tsx'
import { Actions } from './place-actions.tsx'

/** A site or clinic below its title: what can be done with it, what is in the way, what is left to do, then the rest. */
export function PlaceScreen({ kind, place, children }: { kind: Kind; place: Place; children: ReactNode }) {
  const which = kind.one === 'site' ? { site_id: place.id } : { clinic_id: place.id }
  const { data, isPending } = useUnpaid()
  const unpaid = unpaidFor(data?.unpaid, place.id)
  const steps = useNextSteps(kind, place)
  const isDrawn = useUnpaidDrawn(which, unpaid, isPending || steps === undefined)
  if (!isDrawn) return <DetailSkeleton />
  return (
    <Suspense fallback={<DetailSkeleton />}>
      <Actions kind={kind} place={place} />
      <PlaceAccess kind={kind} place={place} isUnpaid={unpaid !== undefined} />
      {steps && <NextSteps kind={kind} place={place} steps={steps} />}
      {children}
    </Suspense>
  )
}
