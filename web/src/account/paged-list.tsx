/*
 * PagedList  total (without a search) · reply · noun ('sites') · children      search and pages around a list, when it is long
 */
import { limits } from '@byre/contract/limits'
import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { SearchField } from '../ui/forms/search-field.tsx'
import { EmptyState } from '../ui/states.tsx'
import { focusTitle } from './focus-title.ts'
import { changed, listAddress, type Counted } from './list-address.ts'
import { Pages } from '../ui/pages.tsx'

interface PagedListProps {
  total: number
  reply: Counted & { page: number; per_page: number }
  noun: string
  children: ReactNode
}

export function PagedList({ total, reply, noun, children }: PagedListProps) {
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
      {total > reply.per_page && <Search noun={noun} />}
      {reply.total === 0 ? <EmptyState title={`No ${noun} found`}>Try fewer letters.</EmptyState> : children}
      <Pages of={noun} page={reply.page} pages={pages} onTurn={turnTo} />
    </div>
  )
}

/** What is looked for stands in the address; back brings it back. */
function Search({ noun }: { noun: string }) {
  const [search, setSearch] = useSearchParams()
  const look = (q: string) =>
    setSearch((now) => changed(now, { q, page: '' }), { replace: true, preventScrollReset: true })
  return <SearchField label={`Find in ${noun}`} q={listAddress(search).q ?? ''} onSettled={look} />
}
