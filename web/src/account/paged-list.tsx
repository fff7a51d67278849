/*
 * firstPage      the input of a list's first page, shared by counts and lists so that it is asked once
 * counted        'Operation Sites (3)'; without the figure when the list could not be had
 * useListAddress which page and which search the address says, as a list's input
 * PagedList      total (without a search) · reply · noun ('sites') · children      search and pages around a list, when it is long
 */
import { limits } from '@byre/contract/limits'
import { IconSearch } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { EmptyState } from '../ui/states.tsx'
import './account.css'
import { focusTitle } from './focus-title.ts'
import { Pages } from './pages.tsx'

interface Counted {
  total: number
  total_capped?: boolean | undefined
}

const settledAfterMs = 300

export const firstPage = { page: 1, per_page: limits.perPage.default, sort: 'name', q: null } as const

export function counted(label: string, list: Counted | undefined): string {
  if (!list) return label
  return `${label} (${list.total_capped ? `${limits.listDepth.toLocaleString('en')}+` : list.total})`
}

export function useListAddress() {
  const [search] = useSearchParams()
  return { ...firstPage, page: Math.max(1, Number(search.get('page')) || 1), q: search.get('q') || null }
}

interface PagedListProps {
  total: number
  reply: Counted & { page: number; per_page: number }
  noun: string
  children: ReactNode
}

export function PagedList({ total, reply, noun, children }: PagedListProps) {
  const [, setSearch] = useSearchParams()
  const pages = Math.ceil(Math.min(reply.total, limits.listDepth) / reply.per_page)
  const turnTo = (page: number) => {
    setSearch((search) => changed(search, { page: page > 1 ? String(page) : '' }))
    focusTitle()
  }

  return (
    <div className="stack">
      {total > reply.per_page && <Search noun={noun} />}
      {reply.total === 0 ? <EmptyState title={`No ${noun} found`}>Try fewer letters.</EmptyState> : children}
      <Pages of={noun} page={reply.page} pages={pages} onTurn={turnTo} />
    </div>
  )
}

/** Asks a moment after the last letter; what is looked for stays in the address. */
function Search({ noun }: { noun: string }) {
  const [search, setSearch] = useSearchParams()
  const due = useRef<ReturnType<typeof setTimeout>>(undefined)
  const look = (q: string) => {
    clearTimeout(due.current)
    due.current = setTimeout(
      () =>
        setSearch((search) => changed(search, { q, page: '' }), { replace: true, preventScrollReset: true }),
      settledAfterMs,
    )
  }
  return (
    <label className="list-search">
      <span className="unseen">Find in {noun}</span>
      <IconSearch size={20} aria-hidden />
      <input
        type="search"
        className="input"
        placeholder={`Find in ${noun}`}
        maxLength={100}
        defaultValue={search.get('q') ?? ''}
        onChange={(event) => look(event.target.value.trim())}
      />
    </label>
  )
}

function changed(search: URLSearchParams, values: Record<string, string>) {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
