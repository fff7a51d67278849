/*
 * SearchField  label ('Find in sites') · q? (what is looked for now, when something else may change it) · onSettled (text)
 *              · onEnter? (text, which has settled by then)
 *
 * Says what is looked for a moment after the last mail.
 */
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import './search-field.css'

const settledAfterMs = 300
const longest = 100

interface SearchFieldProps {
  label: string
  q?: string
  onSettled: (q: string) => void
  onEnter?: (q: string) => void
}

export function SearchField({ label, q, onSettled, onEnter }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const due = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Of the latest drawing: an address that was changed meanwhile is not set back.
  const settle = useRef(onSettled)
  useLayoutEffect(() => {
    settle.current = onSettled
  })

  const look = (typed: string) => {
    clearTimeout(due.current)
    due.current = setTimeout(() => {
      due.current = undefined
      settle.current(typed)
    }, settledAfterMs)
  }
  const enter = (typed: string) => {
    clearTimeout(due.current)
    due.current = undefined
    settle.current(typed)
    onEnter?.(typed)
  }
  useEffect(() => () => clearTimeout(due.current), [])
  useEffect(() => {
    const shown = field.current
    if (shown && q !== undefined && !due.current && shown.value.trim() !== q) shown.value = q
  }, [q])

  return (
    <label className="list-search">
      <span className="unseen">{label}</span>
      <IconSearch size={20} aria-hidden />
      <input
        ref={field}
        type="search"
        className="input"
        placeholder={label}
        maxLength={longest}
        defaultValue={q}
        onChange={(event) => look(event.target.value.trim())}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter' && onEnter) enter(currentTarget.value.trim())
        }}
      />
    </label>
  )
}
