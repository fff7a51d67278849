import { t } from '@byre/contract/words'
import { lazy, Suspense, type ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { PeopledSubject } from './place.ts'

const People = lazy(async () => ({ default: (await import('./people.tsx')).People }))
const Activity = lazy(async () => ({ default: (await import('./activity.tsx')).Activity }))
const Webhooks = lazy(async () => ({ default: (await import('../webhooks/webhooks.tsx')).Webhooks }))

/** Also for screens that have other tabs beside them. */
export const peopleTab = (subject: PeopledSubject, label: string) => ({
  id: 'users',
  label,
  panel: (
    <Fetched>
      <People subject={subject} />
    </Fetched>
  ),
})

/** For those who run the place. */
export const managersTabs = (subject: PeopledSubject) => [
  {
    id: 'activity',
    label: t`Activity`,
    panel: (
      <Fetched>
        <Activity subject={subject} />
      </Fetched>
    ),
  },
  {
    id: 'webhooks',
    label: t`Webhooks`,
    panel: (
      <Fetched>
        <Webhooks subject={subject} />
      </Fetched>
    ),
  },
]

/** Who belongs to a site or clinic. */
export function PlacePeople({ subject, title }: { subject: PeopledSubject; title: string }) {
  return (
    <Card title={title}>
      <Fetched>
        <People subject={subject} />
      </Fetched>
    </Card>
  )
}

const Fetched = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Skeleton height="22rem" />}>{children}</Suspense>
)
