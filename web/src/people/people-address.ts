import { t } from '@byre/contract/words'
import { limits } from '@byre/contract/limits'

/* Which of a place's people an address asks for; Back and reload keep it. */

export const peopleSorts = {
  name: t`By name`,
  email: t`By email`,
  role: t`By role`,
  '-created_at': t`Newest first`,
} as const
type PeopleSort = keyof typeof peopleSorts

/** So many stand on a page, unless more are chosen. */
/** Of tables of people (specification 8). */
export const usersTablePageSize = 5
export const pageSizes = [usersTablePageSize, 25] as const

const longestSearch = 100

/** Never what the server refuses. */
export function peopleAddress(search: URLSearchParams) {
  const size = pageSizes.find((one) => String(one) === search.get('size')) ?? pageSizes[0]
  const sorts = Object.keys(peopleSorts) as PeopleSort[]
  const page = Number.parseInt(search.get('page') ?? '', 10) || 1
  return {
    page: Math.min(Math.max(page, 1), limits.listDepth / size),
    per_page: size,
    sort: sorts.find((one) => one === search.get('sort')) ?? sorts[0]!,
    q: (search.get('q') ?? '').trim().slice(0, longestSearch) || null,
  }
}
