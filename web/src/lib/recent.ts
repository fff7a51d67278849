/* The places last opened in this tab, newest first: what the menu shows of more than it can hold. */

export interface RecentPlace {
  id: string
  name: string
}

const keyOf = (product: string, person: string) => `byre.recent.${product}.${person}`

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
