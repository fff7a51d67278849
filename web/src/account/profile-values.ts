import type { User } from '@byre/contract/people/users'
import type { Texts } from '../ui/forms/form-shell.tsx'

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
  const isChanged = (name: keyof Profile) => (values[name] ?? '') !== before[name]
  const isMoved = isChanged('country') || isChanged('region')
  const isSent = (name: keyof Profile) =>
    name === 'country' || name === 'region' ? isMoved : isChanged(name)
  return Object.fromEntries(names.filter(isSent).map((name) => [name, values[name] ?? '']))
}
