/*
 * PagedList  reply · noun ('sites') · hasChoices? (of an order and a state) · children      search and pages around a list
 */
import { t } from '@byre/contract/words'
import { limits } from '@byre/contract/limits'
import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { SearchField } from '../ui/forms/search-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { EmptyState } from '../ui/states.tsx'
import { focusTitle } from '../ui/dialogs/focus-title.ts'
import { changed, listAddress, type Counted } from '../account/list-address.ts'
import { Pages } from '../ui/pages.tsx'
import { usePart } from '../ui/fetched/part.ts'
import { longListPart } from './parts.ts'

interface PagedListProps {
  reply: Counted & { page: number; per_page: number }
  noun: string
  hasChoices?: boolean
  children: ReactNode
}

export function PagedList({ reply, noun, hasChoices = false, children }: PagedListProps) {
  const [search, setSearch] = useSearchParams()
  const pages = Math.ceil(Math.min(reply.total, limits.listDepth) / reply.per_page)
  const at = (page: number) => changed(search, { page: page > 1 ? String(page) : '' })
  const turnTo = (page: number) => {
    setSearch(at(page))
    focusTitle()
  }

  // Its last one was deleted, or somebody wrote the address by hand.
  if (pages > 0 && reply.page > pages) return <Navigate replace to={{ search: at(pages).toString() }} />
  return (
    <div className="stack">
      <div className="list-tools">
        <Search noun={noun} />
        {hasChoices && <Choices />}
      </div>
      {reply.total === 0 ? (
        <EmptyState title={t`No ${noun} found`}>
          {search.get('q') ? t`Try fewer letters.` : t`None of them is in this state. Choose another.`}
        </EmptyState>
      ) : (
        children
      )}
      <Pages of={noun} page={reply.page} pages={pages} onTurn={turnTo} />
    </div>
  )
}

function Choices() {
  const { PlaceChoices } = usePart(longListPart) ?? {}
  return PlaceChoices ? <PlaceChoices /> : <Skeleton height="2.75rem" />
}

/** What is looked for stands in the address; back brings it back. */
function Search({ noun }: { noun: string }) {
  const [search, setSearch] = useSearchParams()
  const look = (q: string) =>
    setSearch((now) => changed(now, { q, page: '' }), { replace: true, preventScrollReset: true })
  return <SearchField label={t`Find in ${noun}`} q={listAddress(search).q ?? ''} onSettled={look} />
}
