import { t } from '@byre/contract/words'
import { limits } from '@byre/contract/limits'
import {
  IconChevronDown,
  IconMapPin,
  IconPlus,
  IconSearch,
  IconStethoscope,
  type Icon,
} from '@tabler/icons-react'
import { memo, useEffect, useId, useState } from 'react'
import { NavLink, useMatch } from 'react-router'
import type { Product } from '../brand.ts'
import { useAsk } from '../lib/query.ts'
import { markRecent, recentPlaces, type RecentPlace } from '../lib/recent.ts'
import { useSession } from '../lib/session.ts'
import { accessInWords, menuPage, placesIn, type Kind, type ListedPlace } from '../products.ts'
import { noticeIcons } from '../ui/notice-icons.ts'
import { usePatience } from '../ui/patience.ts'
import '../ui/forms/search-field.css'

const settledAfterMs = 250
const icons: Record<Product, Icon> = { sites: IconMapPin, clinics: IconStethoscope }

interface PlaceMenuProps {
  kind: Kind
  /** Null: not known yet. */
  mayCreate: boolean | null
  unfold: (() => void) | undefined
}

/**
 * 'New Site' and one entry a site: all of them up to 50, beyond that the 50 last used and a search.
 * Not drawn again for what the frame learns meanwhile.
 */
export const PlaceMenu = memo(function PlaceMenu({ kind, mayCreate, unfold }: PlaceMenuProps) {
  const [open, setOpen] = useState(true)
  const press = () => {
    unfold?.()
    setOpen(unfold ? true : !open)
  }
  const listId = useId()
  const Picture = icons[kind.product]
  return (
    <li className="menu-group">
      <button
        type="button"
        className="side-item"
        title={kind.menu}
        aria-expanded={open && !unfold}
        aria-controls={listId}
        onClick={press}
      >
        <Picture size={20} aria-hidden />
        <span className="side-label">{kind.menu}</span>
        <IconChevronDown size={18} aria-hidden className="side-chevron" />
      </button>
      <div id={listId} className="side-sub" data-known={mayCreate !== null} hidden={!open}>
        {mayCreate !== false && (
          <NavLink to={kind.paths.add()} end className="side-item">
            <IconPlus size={18} aria-hidden />
            <span className="side-label">{t`New ${kind.title}`}</span>
          </NavLink>
        )}
        <Entries kind={kind} />
      </div>
    </li>
  )
})

function Entries({ kind }: { kind: Kind }) {
  const person = useSession()?.uuid ?? ''
  const { data: list, isPending, fetchStatus } = useAsk(kind.calls.list, menuPage)
  const isKnown = usePatience(!isPending || fetchStatus === 'idle')
  const tooMany = list !== undefined && list.total > limits.menuEntries
  useRemembered(kind, person, tooMany)
  const [q, setQ] = useState('')
  const search = useSettled(q.trim())
  const { data: found } = useAsk(
    kind.calls.list,
    tooMany && search !== '' ? { ...menuPage, q: search } : null,
  )
  const matches = found && placesIn(found)

  // As `Waiting` in a page: drawn and taken away with the entries themselves.
  if (!list) return isKnown ? null : <span className="waiting" hidden />
  const places = placesIn(list)
  const lastUsed = tooMany ? withRecent(recentPlaces(kind.product, person), places) : places
  const shown = search === '' ? lastUsed : (matches ?? [])
  return (
    <>
      {tooMany && (
        <label className="list-search">
          <span className="unseen">{t`Find in ${kind.many}`}</span>
          <IconSearch size={18} aria-hidden />
          <input
            type="search"
            className="input"
            placeholder={t`Find in ${kind.many}`}
            value={q}
            onChange={(event) => setQ(event.target.value)}
          />
        </label>
      )}
      <ul>
        {shown.map((place) => (
          <li key={place.id}>
            <NavLink to={kind.paths.open(place.id)} className="side-item" title={place.name}>
              <span className="side-label">{place.name}</span>
              {'access_state' in place && <StateMark of={place} />}
            </NavLink>
          </li>
        ))}
      </ul>
      {search !== '' && matches?.length === 0 && <p className="side-none soft">{t`Nothing found.`}</p>}
    </>
  )
}

/** What is not well with a place, at the end of its line. */
function StateMark({ of: { access_state: access, state } }: { of: ListedPlace }) {
  const word = accessInWords[access] || (state === 'past_due' ? t`Past due` : '')
  if (!word) return null
  const Picture = noticeIcons[access === 'stopped' ? 'danger' : 'warning']
  return <Picture size={18} className="side-mark" data-is={access} role="img" aria-label={word} />
}

/** The text as it was a moment after the last mail. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settledAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Notes the place that is open, under its name. */
function useRemembered(kind: Kind, person: string, wanted: boolean) {
  const open = useMatch({ path: kind.paths.open(':id'), end: false })
  const id = open?.params.id
  const place = useAsk(kind.calls.get, wanted && id && id !== 'new' ? { id } : null).data
  useEffect(() => {
    if (place) markRecent(kind.product, person, place, limits.menuEntries)
  }, [kind, person, place])
}

function withRecent(recent: readonly RecentPlace[], places: readonly RecentPlace[]): RecentPlace[] {
  const used = new Set(recent.map((place) => place.id))
  return [...recent, ...places.filter((place) => !used.has(place.id))].slice(0, limits.menuEntries)
}
