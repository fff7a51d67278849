/*
 * Tabs  label (what they are tabs of) · tabs [{ id, label ('Operation Sites (2)'), panel }] · chosen? · onChoose? (id)   without chosen it keeps its own
 *       arrows, Home and End move between them, Enter or Space chooses; only the chosen one's panel is drawn; they are one row,
 *       which scrolls where it is too narrow, to the chosen one
 */
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useKeptFocus } from './kept-focus.ts'
import './tabs.css'

export interface Tab {
  id: string
  label: string
  panel: ReactNode
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  chosen?: string
  onChoose?: (id: string) => void
}

export function Tabs({ label, tabs, chosen, onChoose }: TabsProps) {
  const [own, setOwn] = useState(chosen)
  const shown = tabs.find(({ id }) => id === (chosen ?? own)) ?? tabs[0]
  const name = useId()
  const panel = useKeptFocus<HTMLDivElement>()
  const row = useRef<HTMLDivElement>(null)
  const chosenId = `${name}${shown?.id}`
  // The first of a row that has only just been drawn is in view, and to look would have the page laid out before the rest of it is drawn.
  const hasMoved = useRef(shown !== tabs[0])
  useLayoutEffect(() => {
    if (hasMoved.current) bringIntoView(row.current, chosenId)
    hasMoved.current = true
  }, [chosenId])
  if (!shown) return null

  const choose = (id: string) => {
    if (id === shown.id) return
    setOwn(id)
    onChoose?.(id)
  }
  return (
    <div className="tabs">
      <div ref={row} className="tab-list" role="tablist" aria-label={label}>
        {tabs.map(({ id, label: face }) => {
          const isShown = id === shown.id
          return (
            <button
              key={id}
              type="button"
              role="tab"
              id={`${name}${id}`}
              className="tab"
              aria-selected={isShown}
              aria-controls={isShown ? `${name}${id}-panel` : undefined}
              tabIndex={isShown ? 0 : -1}
              onClick={() => choose(id)}
              onKeyDown={moveFocus}
            >
              {face}
            </button>
          )
        })}
      </div>
      <div
        key={shown.id}
        ref={panel}
        role="tabpanel"
        id={`${name}${shown.id}-panel`}
        className="tab-panel"
        aria-labelledby={`${name}${shown.id}`}
        tabIndex={0}
      >
        {shown.panel}
      </div>
    </div>
  )
}

/** The chosen tab in the middle of its row, as far as that scrolls; the page stays where it is. */
function bringIntoView(row: HTMLElement | null, id: string) {
  const tab = document.getElementById(id)
  if (row && tab) row.scrollLeft = tab.offsetLeft + (tab.offsetWidth - row.clientWidth) / 2
}

/** Left and right go round; Home and End go to the first and the last. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const all = [...(event.currentTarget.parentElement?.children ?? [])] as HTMLElement[]
  const at = all.indexOf(event.currentTarget)
  const to = { ArrowLeft: at - 1, ArrowRight: (at + 1) % all.length, Home: 0, End: -1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  all.at(to)?.focus()
}
