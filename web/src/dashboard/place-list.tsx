import { roleNames } from '@byre/contract/rights'
import { t } from '@byre/contract/words'
import { memo, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router'
import { AccessChip } from '../places/access-chip.tsx'
import { DeletePlace } from '../places/delete-place.tsx'
import { hostOf } from '../places/hosts.ts'
import { placesIn, type Kind, type Place } from '../products.ts'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { PlacesAsk } from '../account/first-pages.ts'
import { focusTitle } from '../ui/dialogs/focus-title.ts'
import { usePart } from '../ui/fetched/part.ts'
import type { PlaceTableProps } from './place-table.tsx'
import { PagedList } from './paged-list.tsx'
import { longListPart } from './parts.ts'
import { PlaceIcons } from './place-icons.tsx'
import { RecentlyDeleted } from './recently-deleted.tsx'

/** More are a table, of which more is in view at once. */
const mostCards = 6

interface PlaceListProps {
  kind: Kind
  /** Without a search. */
  total: number | undefined
  shown: PlacesAsk
  /** Beside the sentence that there is none yet. */
  addFirst?: ReactNode
}

export function PlaceList({ kind, total, shown, addFirst }: PlaceListProps) {
  const [search] = useSearchParams()
  const isLong = total !== undefined && total > mostCards
  const [leaving, setLeaving] = useState<Place | null>(null)
  return (
    <div className="stack in-order">
      <Loaded
        ask={shown}
        skeleton={<Skeleton height="12rem" />}
        failed={t`An error occurred while loading ${kind.many}.`}
      >
        {(reply) =>
          total === 0 ? (
            <EmptyState
              title={t`No ${kind.menu}`}
              drawing={kind.one === 'site' ? 'gate' : 'stethoscope'}
              action={addFirst}
            >{t`Every ${kind.one} you own or work at will appear here.`}</EmptyState>
          ) : (
            <PagedList
              noun={kind.many}
              reply={reply}
              hasChoices={isLong || search.has('state') || search.has('sort')}
            >
              {isLong ? (
                <LongList kind={kind} places={placesIn(reply)} onDelete={setLeaving} />
              ) : (
                <ul className="grid">
                  {placesIn(reply).map((place) => (
                    <PlaceCard key={place.id} kind={kind} place={place} onDelete={setLeaving} />
                  ))}
                </ul>
              )}
            </PagedList>
          )
        }
      </Loaded>
      <RecentlyDeleted kind={kind} />
      {leaving && (
        <DeletePlace
          kind={kind}
          place={leaving}
          onClose={() => setLeaving(null)}
          onDeleted={() => {
            flushSync(() => setLeaving(null))
            focusTitle()
          }}
        />
      )}
    </div>
  )
}

function LongList(props: PlaceTableProps) {
  const { PlaceTable } = usePart(longListPart) ?? {}
  return PlaceTable ? <PlaceTable {...props} /> : <Skeleton height="30rem" />
}

interface PlaceCardProps {
  kind: Kind
  place: Place
  onDelete: (place: Place) => void
}

/** Drawn again only when its place has changed: the counts around it come one by one. */
const PlaceCard = memo(function PlaceCard({ kind, place, onDelete }: PlaceCardProps) {
  const { id, name, city, region, role } = place
  return (
    <Card
      as="li"
      title={name}
      to={kind.paths.open(id)}
      actions={<PlaceIcons kind={kind} place={place} onDelete={onDelete} />}
    >
      <AccessChip of={place.access_state} />
      <p className="soft">{hostOf(place.launch_url)}</p>
      <p className="soft">
        {[[city, region].filter(Boolean).join(', '), roleNames[role]].filter(Boolean).join(' · ')}
      </p>
    </Card>
  )
})
