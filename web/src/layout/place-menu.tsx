import { limits } from '@byre/contract/limits'
import { IconChevronDown, IconPlus, IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { NavLink, useMatch } from 'react-router'
import { markRecent, recentPlaces, type Place } from '../lib/recent.ts'
import { useAnswer } from '../lib/query.ts'
import { useSession } from '../lib/session.ts'
import type { ProductMenu } from './products.ts'

const settledAfterMs = 250

interface PlaceMenuProps {
  menu: ProductMenu
  mayCreate: boolean
  unfold: (() => void) | undefined
}

/**
 * 'New Site' and one entry a site: all of them up to 50, beyond that the 50 last used and a search.
 */
export function PlaceMenu({ menu, mayCreate, unfold }: PlaceMenuProps) {
  const [open, setOpen] = useState(true)
  const press = () => {
    unfold?.()
    setOpen(unfold ? true : !open)
  }
  const listId = useId()
  const Picture = menu.icon
  return (
    <li className="menu-group">
      <button
        type="button"
        className="side-item"
        title={menu.label}
        aria-expanded={open && !unfold}
        aria-controls={listId}
        onClick={press}
      >
        <Picture size={20} aria-hidden />
        <span className="side-label">{menu.label}</span>
        <IconChevronDown size={18} aria-hidden className="side-chevron" />
      </button>
      <div id={listId} className="side-sub" hidden={!open}>
        {mayCreate && (
          <NavLink to={menu.newPath} end className="side-item">
            <IconPlus size={18} aria-hidden />
            <span className="side-label">{menu.newLabel}</span>
          </NavLink>
        )}
        <Entries menu={menu} />
      </div>
    </li>
  )
}

function Entries({ menu }: { menu: ProductMenu }) {
  const person = useSession()?.uuid ?? ''
  const { places, total } = usePlaces(menu, '').data ?? { places: null, total: 0 }
  const tooMany = total > limits.menuEntries
  useRemembered(menu, person, tooMany)
  const [q, setQ] = useState('')
  const asked = useSettled(q.trim())
  const found = usePlaces(menu, tooMany && asked !== '' ? asked : null).data?.places

  if (!places) return null
  const lastUsed = tooMany ? withRecent(recentPlaces(menu.product, person), places) : places
  const shown = asked === '' ? lastUsed : (found ?? [])
  return (
    <>
      {tooMany && (
        <label className="side-search">
          <span className="unseen">Find in {menu.label.toLowerCase()}</span>
          <IconSearch size={18} aria-hidden />
          <input
            type="search"
            className="input"
            placeholder={`Find in ${menu.label.toLowerCase()}`}
            value={q}
            onChange={(event) => setQ(event.target.value)}
          />
        </label>
      )}
      <ul>
        {shown.map((place) => (
          <li key={place.id}>
            <NavLink to={menu.path(place.id)} className="side-item" title={place.name}>
              <span className="side-label">{place.name}</span>
            </NavLink>
          </li>
        ))}
      </ul>
      {asked !== '' && found?.length === 0 && <p className="side-none soft">Nothing found.</p>}
    </>
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

/** Null asks nothing. */
function usePlaces(menu: ProductMenu, q: string | null) {
  return useAnswer(q === null ? null : [menu.product, 'menu', 'named', q], (signal) =>
    menu.list(q ?? '', limits.menuEntries, signal),
  )
}

/** Notes the place that is open, under its name. */
function useRemembered(menu: ProductMenu, person: string, wanted: boolean) {
  const open = useMatch({ path: menu.pattern, end: false })
  const id = Object.values(open?.params ?? {})[0] ?? null
  const known = wanted && id !== null && id !== 'new'
  const place = useAnswer(known ? [menu.product, 'menu', id] : null, (signal) =>
    menu.read(String(id), signal),
  ).data
  useEffect(() => {
    if (place) markRecent(menu.product, person, place, limits.menuEntries)
  }, [menu, person, place])
}

function withRecent(recent: readonly Place[], places: readonly Place[]): Place[] {
  const used = new Set(recent.map((place) => place.id))
  return [...recent, ...places.filter((place) => !used.has(place.id))].slice(0, limits.menuEntries)
}
