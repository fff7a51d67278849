/* The places that a person last opened in this browser, newest first: what the menu shows of more than it can hold. */

export interface RecentPlace {
  id: string
  name: string
}

const prefix = 'byre.recent.'
const keyOf = (product: string, person: string) => `${prefix}${product}.${person}`

export function recentPlaces(product: string, person: string): RecentPlace[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(product, person)) ?? '[]')
    return Array.isArray(stored) ? (stored as RecentPlace[]) : []
  } catch {
    return []
  }
}

export function markRecent(product: string, person: string, { id, name }: RecentPlace, atMost: number) {
  const others = recentPlaces(product, person).filter((place) => place.id !== id)
  localStorage.setItem(keyOf(product, person), JSON.stringify([{ id, name }, ...others].slice(0, atMost)))
}

/** When a session ends: what places are called is not for whoever sits here next. */
export function dropRecent() {
  const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
  for (const key of keys) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
