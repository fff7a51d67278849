import type { Random } from './random.ts'

/** Ids that flow from answers to later calls, by what they are ids of, by who was told, and by what they belong to. */
export class KnownThings {
  readonly #ids = new Map<string, Set<string>>()
  readonly #people = new Set<string>()

  /** Keeps every id in an answer: of what the path names, of a list's members, and of `…_id` fields. */
  learn(person: string, path: string, reply: unknown, owner: string | null): void {
    this.#people.add(person)
    this.#walk(person, nounOf(path), reply, owner)
  }

  /** An id for a field: mostly one of the person's own, sometimes a stranger's, another thing's or nobody's. */
  choose(random: Random, person: string, noun: string, owner: string | null): string {
    const others = [...this.#people].filter((other) => other !== person)
    const isForeign = others.length > 0 && random.percent(12)
    const who = isForeign ? random.pick(others) : person
    const below = owner === null ? [] : this.#of(who, noun, owner)
    const from = below.length > 0 && random.percent(85) ? below : this.#of(who, noun)
    // Mostly a new one: much of what is old is deleted or answered.
    if (from.length > 0 && !random.percent(6))
      return random.percent(60) ? random.pick(from.slice(-4)) : random.pick(from)
    const anything = random.pick([...this.#ids.values()].map((ids) => [...ids]))
    return anything !== undefined && random.percent(30) ? random.pick(anything) : random.uuid()
  }

  #of(person: string, noun: string, owner = ''): string[] {
    return [...(this.#ids.get(`${person} ${noun} ${owner}`) ?? [])]
  }

  #walk(person: string, noun: string, value: unknown, owner: string | null): void {
    if (Array.isArray(value)) for (const one of value) this.#walk(person, noun, one, owner)
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        if (typeof inner !== 'string') this.#walk(person, isPlural(key) ? dashed(key) : noun, inner, owner)
        else if (key === 'id') this.#add(person, noun, inner, owner)
        else if (key.endsWith('_id')) this.#add(person, nounOfField(key, ''), inner, owner)
      }
  }

  #add(person: string, noun: string, id: string, owner: string | null): void {
    for (const key of [`${person} ${noun} `, ...(owner === null ? [] : [`${person} ${noun} ${owner}`])]) {
      const ids = this.#ids.get(key) ?? new Set<string>()
      this.#ids.set(key, ids)
      ids.add(id)
    }
  }
}

const dashed = (name: string) => name.replaceAll('_', '-')
const isPlural = (name: string) => name.endsWith('s') || name === 'billing_entities'

/** What a path is about: its last part that is no parameter. */
function nounOf(path: string): string {
  return path.split('/').findLast((part) => part !== '' && !part.startsWith(':')) ?? ''
}

/** What a field holds the id of: `site_id` and `userId` by their name, a bare `id` by the path before it. */
export function nounOfField(name: string, path: string): string {
  if (name === 'who' || name === 'uuid') return 'users'
  if (name === 'id') return /([^/]+)\/:id\b/.exec(path)?.[1] ?? nounOf(path)
  const singular = dashed(name.replace(/_?[iI]d$/, '').replace(/([A-Z])/g, '-$1')).toLowerCase()
  return singular.endsWith('y') ? `${singular.slice(0, -1)}ies` : `${singular}s`
}
