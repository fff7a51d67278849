import { lazy, Suspense } from 'react'
import type { Kind, Place } from '../products.ts'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const DomainPanel = lazy(async () => ({ default: (await import('./domain-panel.tsx')).DomainPanel }))

/** The custom domain of a place that has one; most have none and fetch nothing for it. */
export function PlaceDomain({ kind, place }: { kind: Kind; place: Place }) {
  if (place.domain === null) return null
  return (
    <Suspense
      fallback={
        <Card title="Custom Domain">
          <Skeleton height="20rem" />
        </Card>
      }
    >
      <DomainPanel kind={kind} place={place} />
    </Suspense>
  )
}
