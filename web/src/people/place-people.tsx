import { t } from '@byre/contract/words'
import { Card } from '../ui/card.tsx'
import { fetched } from '../ui/fetched/fetched.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { PeopledSubject } from './place.ts'

const waiting = <Skeleton height="22rem" />
const People = fetched(async () => (await import('./people.tsx')).People, waiting)
const Activity = fetched(async () => (await import('./activity.tsx')).Activity, waiting)
const Webhooks = fetched(async () => (await import('../webhooks/webhooks.tsx')).Webhooks, waiting)

/** Also for screens that have other tabs beside them. */
export const peopleTab = (subject: PeopledSubject, label: string) => ({
  id: 'users',
  label,
  panel: <People subject={subject} />,
})

/** For those who run the place. */
export const managersTabs = (subject: PeopledSubject) => [
  {
    id: 'activity',
    label: t`Activity`,
    panel: <Activity subject={subject} />,
  },
  {
    id: 'webhooks',
    label: t`Webhooks`,
    panel: <Webhooks subject={subject} />,
  },
]

/** Who belongs to a site or clinic. */
export function PlacePeople({ subject, title }: { subject: PeopledSubject; title: string }) {
  return (
    <Card title={title}>
      <People subject={subject} />
    </Card>
  )
}
