import { lazy, Suspense, type ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { mayManage, type PeopledPlace } from './place.ts'

const People = lazy(async () => ({ default: (await import('./people.tsx')).People }))
const Activity = lazy(async () => ({ default: (await import('./activity.tsx')).Activity }))

/** Also for screens that have other tabs beside them. */
export const peopleTab = (place: PeopledPlace, label: string) => ({
  id: 'users',
  label,
  panel: (
    <Fetched>
      <People place={place} />
    </Fetched>
  ),
})

/** For those who run the place. */
export const activityTab = (place: PeopledPlace) => ({
  id: 'activity',
  label: 'Activity',
  panel: (
    <Fetched>
      <Activity place={place} />
    </Fetched>
  ),
})

/** Who belongs to a site or clinic, and to those who run it what was done there. */
export function PlacePeople({ place, title }: { place: PeopledPlace; title: string }) {
  const people = peopleTab(place, 'Users')
  return (
    <Card title={title}>
      {mayManage(place) ? <Tabs label={title} tabs={[people, activityTab(place)]} /> : people.panel}
    </Card>
  )
}

const Fetched = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Skeleton height="22rem" />}>{children}</Suspense>
)
