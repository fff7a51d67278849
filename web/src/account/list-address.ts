import { localeHere } from '../lib/format.ts'
import { t } from '@byre/contract/words'
import { limits } from '@byre/contract/limits'
import { pageIn } from '../lib/in-address.ts'
import type { ListedPlace } from '../products.ts'

export { changed } from '../lib/in-address.ts'

const longestSearch = 100

/** The orders in which a list of places can be had, and what they are called; the first is its own. */
export const placeSorts = {
  name: t`Name, A to Z`,
  '-name': t`Name, Z to A`,
  '-created_at': t`Newest first`,
  created_at: t`Oldest first`,
  state: t`Needs attention first`,
  next_charge: t`Next charge first`,
} as const
type PlaceSort = keyof typeof placeSorts

export type PlaceState = NonNullable<ListedPlace['state']>

/** How a place stands, in a word or two. */
export const statesInWords: Record<PlaceState, string> = {
  running: t`Running`,
  trial: t`In trial`,
  past_due: t`Past due`,
  read_only: t`Read-only`,
  stopped: t`Stopped`,
}

/** The first page of a list; asked for once, by the count on its tab and by the list. */
export const firstPage = { page: 1, per_page: limits.perPage.default, sort: 'name', q: null } as const

const lastPage = limits.listDepth / firstPage.per_page

/** Which page of a list, and which search in it, an address asks for: never one the server refuses. */
export function listAddress(search: URLSearchParams) {
  const q = (search.get('q') ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longestSearch)
  return { ...firstPage, page: pageIn(search, 'page', lastPage), q: q || null }
}

const keyIn = <K extends string>(known: Readonly<Record<K, string>>, word: string | null): K | undefined =>
  (Object.keys(known) as K[]).find((one) => one === word)

/** The same of a list of places, which has an order and a state besides; as `firstPage` where nothing is chosen. */
export function placesAddress(search: URLSearchParams) {
  const state = keyIn(statesInWords, search.get('state'))
  const sort: PlaceSort = keyIn(placeSorts, search.get('sort')) ?? 'name'
  return { ...listAddress(search), sort, ...(state && { state }) }
}

export interface Counted {
  total: number
  total_capped?: boolean | undefined
}

/** 'Operation Sites (3)'; without the figure when the list could not be had. */
export function counted(label: string, list: Counted | undefined): string {
  if (!list) return label
  return `${label} (${list.total_capped ? `${limits.listDepth.toLocaleString(localeHere())}+` : list.total})`
}
