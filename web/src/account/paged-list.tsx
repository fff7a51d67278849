/*
 * PagedList  total (without a search) · reply · noun ('sites') · children      search and pages around a list, when it is long
 */
import { limits } from '@byre/contract/limits'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { EmptyState } from '../ui/states.tsx'
import './account.css'
import { focusTitle } from './focus-title.ts'
import { changed, listAddress, type Counted } from './list-address.ts'
import { Pages } from '../ui/pages.tsx'

const settledAfterMs = 300

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

/** Asks a moment after the last letter. What is looked for stands in the address; back brings it back. */
function Search({ noun }: { noun: string }) {
  const [search, setSearch] = useSearchParams()
  const q = listAddress(search).q ?? ''
  const field = useRef<HTMLInputElement>(null)
  const due = useRef<ReturnType<typeof setTimeout>>(undefined)

  const look = (typed: string) => {
    clearTimeout(due.current)
    due.current = setTimeout(() => {
      due.current = undefined
      setSearch((now) => changed(now, { q: typed, page: '' }), { replace: true, preventScrollReset: true })
    }, settledAfterMs)
  }
  useEffect(() => () => clearTimeout(due.current), [])
  useEffect(() => {
    if (field.current && !due.current && field.current.value.trim() !== q) field.current.value = q
  }, [q])

  return (
    <label className="list-search">
      <span className="unseen">Find in {noun}</span>
      <IconSearch size={20} aria-hidden />
      <input
        ref={field}
        type="search"
        className="input"
        placeholder={`Find in ${noun}`}
        maxLength={100}
        defaultValue={q}
        onChange={(event) => look(event.target.value.trim())}
      />
    </label>
  )
}
