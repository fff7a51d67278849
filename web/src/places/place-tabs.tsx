import { t } from '@byre/contract/words'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { managersTabs, PlacePeople } from '../people/place-people.tsx'
import { placeWithHost } from '../people/place.ts'
import type { Kind, Place } from '../products.ts'
import { fetched } from '../ui/fetched/fetched.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { PlaceBilling } from './place-billing.tsx'
import './places.css'

const PlaceKeys = fetched(
  async () => (await import('../api-keys/place-keys.tsx')).PlaceKeys,
  <Skeleton height="22rem" />,
)
const PlaceDomain = fetched(
  async () => (await import('./place-domain.tsx')).PlaceDomain,
  <Skeleton height="20rem" />,
)

interface PlaceTabsProps {
  kind: Kind
  place: Place
  /** Its card of facts. */
  facts: ReactNode
  /** By what is left to do, above. */
  isCardAsked: boolean
}

/** What a place shows, in tabs that have addresses; a User has no need for more than the first. */
export function PlaceTabs({ kind, place, facts, isCardAsked }: PlaceTabsProps) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const subject = placeWithHost(kind.one, place)
  const overview = (
    <div className="place-overview in-order">
      <div className="place-columns">
        {facts}
        <PlaceBilling kind={kind} place={place} isCardAsked={isCardAsked} />
      </div>
      <PlacePeople subject={subject} title={t`${kind.title} Users`} />
    </div>
  )
  if (place.role === 'User') return overview
  return (
    <Tabs
      label={place.name}
      tabs={[
        { id: 'overview', label: t`Overview`, panel: overview },
        { id: 'domain', label: t`Domain`, panel: <PlaceDomain kind={kind} place={place} /> },
        ...managersTabs(subject),
        { id: 'keys', label: t`API keys`, panel: <PlaceKeys subject={subject} /> },
      ]}
      chosen={search.get('tab') ?? 'overview'}
      onChoose={(id) =>
        void navigate({ search: id === 'overview' ? '' : `?tab=${id}` }, { preventScrollReset: true })
      }
    />
  )
}
