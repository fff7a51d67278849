import { plural, t } from '@byre/contract/words'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { useMe } from '../lib/me.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialogs/modal.tsx'
import { actionsFor, helpLines, matching } from './actions.ts'
import { useFound, type Result, type ResultGroup } from './found.ts'

const settledAfterMs = 200
const longest = 100

interface PaletteProps {
  onClose: () => void
  onKeys: () => void
}

/** Everything that the reader can reach, by a few letters: the cursor stays in the field, arrows choose, Enter goes. */
export function Palette({ onClose, onKeys }: PaletteProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  const [at, setAt] = useState(0)
  const results = useFound(q)
  const me = useMe().data
  const isSettled = q === typed.trim() && !results.isPending

  const actions = [...matching(actionsFor(me, onKeys), typed), ...(q === '' ? [] : results.shortcuts)]
  const groups: ResultGroup[] = [
    ...(isSettled ? results.groups : []),
    { name: t`Actions`, lines: actions },
    { name: t`Help`, lines: typed.trim() === '' ? [] : matching(helpLines, typed) },
  ].filter(({ lines }) => lines.length > 0)
  const count = groups.reduce((sum, { lines }) => sum + lines.length, 0)
  const active = Math.min(at, count - 1)

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && count > 0) {
      event.preventDefault()
      setAt((active + step + count) % count)
    }
    // What is still being looked for must not be taken for what was meant.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (isSettled) list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.click()
    }
  }
  let index = 0
  return (
    <Modal titleId={`${id}title`} className="dialog dialog-wide palette" onDismiss={onClose} start={field}>
      <h2 id={`${id}title`} className="unseen">{t`Search`}</h2>
      <label className="list-search palette-field">
        <span className="unseen">{t`Search places, people, invoices and actions`}</span>
        <IconSearch size={20} aria-hidden />
        <input
          ref={field}
          type="text"
          inputMode="search"
          className="input"
          role="combobox"
          aria-expanded={count > 0}
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={count > 0 ? `${id}${active}` : undefined}
          placeholder={t`Places, people, invoices, actions`}
          autoComplete="off"
          spellCheck={false}
          maxLength={longest}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
      </label>
      <p role="status" className={isSettled && count > 0 ? 'unseen' : 'soft palette-said'}>
        {isSettled ? saidOf(count, q) : t`Searching..`}
      </p>
      {results.failed.length > 0 && (
        <div className="row" role="alert">
          <span>{t`Not everything could be searched.`}</span>
          <Button onClick={() => results.failed.forEach((ask) => void ask.refetch())}>{t`Try again`}</Button>
        </div>
      )}
      <div ref={list} role="listbox" id={`${id}list`} aria-label={t`Results`} className="palette-list">
        {groups.map(({ name, lines }) => (
          <div key={name} role="group" aria-labelledby={`${id}${name}`}>
            <div id={`${id}${name}`} className="palette-group" role="presentation">
              {name}
            </div>
            {lines.map((line) => {
              const own = index++
              return (
                <Line
                  key={line.key}
                  id={`${id}${own}`}
                  line={line}
                  isActive={own === active}
                  onPoint={() => setAt(own)}
                  onChosen={onClose}
                />
              )
            })}
          </div>
        ))}
      </div>
    </Modal>
  )
}

const saidOf = (count: number, q: string) =>
  count === 0 ? t`Nothing found for “${q}”.` : t`${plural(count, { one: '# result', other: '# results' })}`

interface LineProps {
  id: string
  line: Result
  isActive: boolean
  onPoint: () => void
  onChosen: () => void
}

function Line({
  id,
  line: { words, detail, to, state, href, does },
  isActive,
  onPoint,
  onChosen,
}: LineProps) {
  const shared = {
    id,
    role: 'option',
    tabIndex: -1,
    className: 'menu-item palette-line',
    'aria-selected': isActive,
    onPointerMove: isActive ? undefined : onPoint,
  }
  const face = (
    <>
      <span>{words}</span>
      {detail && <span className="soft">{detail}</span>}
    </>
  )
  if (to !== undefined)
    return (
      <Link {...shared} to={to} state={state} onClick={onChosen}>
        {face}
      </Link>
    )
  if (href !== undefined)
    return (
      <a {...shared} href={href} target="_blank" rel="noopener noreferrer" onClick={onChosen}>
        {face}
      </a>
    )
  return (
    <button {...shared} type="button" onClick={does}>
      {face}
    </button>
  )
}

/** The text as it was a moment after the last letter. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settledAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
