import type { User } from '@byre/contract/users'
import type { Texts } from '../ui/form-shell.tsx'

const names = ['email', 'first_name', 'last_name', 'city', 'country', 'region', 'phone'] as const

/** The profile as its form holds it. */
export type Profile = Record<(typeof names)[number], string>

export function profileOf(user: User): Profile {
  return Object.fromEntries(names.map((name) => [name, user[name] ?? ''])) as Profile
}

type Typed = { readonly [K in keyof Profile]?: string | undefined }

/** What was edited; a region is right or wrong by its country, so the two travel together. */
export function changesOf(saved: User, values: Typed): Texts {
  const before = profileOf(saved)
  const changed = names.filter((name) => (values[name] ?? '') !== before[name])
  const isPlaced = changed.includes('country') || changed.includes('region')
  const sent = names.filter(
    (name) => changed.includes(name) || (isPlaced && (name === 'country' || name === 'region')),
  )
  return Object.fromEntries(sent.map((name) => [name, values[name] ?? '']))
}
