import type { ReactNode } from 'react'
import { useUnpaid } from '../lib/unpaid.ts'
import type { Kind, Place } from '../products.ts'
import { DetailSkeleton } from '../ui/skeletons.tsx'
import { NextSteps, useNextSteps } from './next-steps.tsx'
import { PlaceAccess } from './place-access.tsx'
import { Actions } from './place-actions.tsx'

/** A site or clinic below its title: what can be done with it, what is in the way, what is left to do, then the rest. */
export function PlaceScreen({ kind, place, children }: { kind: Kind; place: Place; children: ReactNode }) {
  const unpaid = useUnpaid()
  const steps = useNextSteps(kind, place)
  // They stand above all else, and would push it down later.
  if (unpaid.isPending || steps === undefined) return <DetailSkeleton />
  return (
    <>
      <Actions kind={kind} place={place} />
      <PlaceAccess kind={kind} place={place} />
      {steps && <NextSteps kind={kind} place={place} steps={steps} />}
      {children}
    </>
  )
}
