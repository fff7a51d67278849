/* The places last opened in this tab, newest first: what the menu shows of more than it can hold. */

export interface RecentPlace {
  id: string
  name: string
}

const prefix = 'byre.recent.'
const keyOf = (product: string, person: string) => `${prefix}${product}.${person}`

export function recentPlaces(product: string, person: string): RecentPlace[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(product, person)) ?? '[]')
    return Array.isArray(stored) ? (stored as RecentPlace[]) : []
  } catch {
    return []
  }
}

export function markRecent(product: string, person: string, { id, name }: RecentPlace, atMost: number) {
  const others = recentPlaces(product, person).filter((place) => place.id !== id)
  sessionStorage.setItem(keyOf(product, person), JSON.stringify([{ id, name }, ...others].slice(0, atMost)))
}

/** When a session ends: what places are called is not for whoever sits here next. */
export function dropRecent() {
  const keys = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '')
  for (const key of keys) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}
