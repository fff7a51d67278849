import { isProfileIncomplete, type User } from '@byre/contract/people/users'

/* The step of the welcome flow at which someone left, in this browser: there they go on. */

export type Step = 1 | 2 | 3

const keyOf = (person: string) => `byre.welcome.${person}`

export const keepStep = ({ id }: User, step: Step) => localStorage.setItem(keyOf(id), String(step))

export const dropStep = ({ id }: User) => localStorage.removeItem(keyOf(id))

/** Elsewhere they begin, or choose what they came for where their account is complete. */
export function stepOf(me: User): Step {
  const left = Number(localStorage.getItem(keyOf(me.id)))
  if (left === 1 || left === 2 || left === 3) return left
  return isProfileIncomplete(me) ? 1 : 3
}
