import type { Role } from '@byre/contract/rights'
import { refuse } from '../../platform/errors.ts'
import { prove } from '../../platform/proven.ts'
import type { Access, Wanting } from '../access.policy.ts'
import { mayGiveRole, mayRemove } from '../roles.policy.ts'
import type { SubjectKind } from '../tables.ts'

/** For how long a removal can be taken back, and then until its mail leaves: what was undone is told to nobody. */
export const undoableSeconds = 60
export const removalToldAfterSeconds = undoableSeconds + 30

/** From the right to change roles to that of giving this role to a member who has that one now. */
export function accessToGive<K extends SubjectKind>(
  { kind, place_id, user_id }: Access<'changeRole', K>,
  own: { role: Role },
  present: Role,
  wanted: Role,
): Access<'giveRole', K> {
  if (!mayGiveRole(own.role, present, wanted, kind)) refuse('role.insufficient')
  return { kind, place_id: prove('giveRole', place_id), user_id }
}

/** Whoever may remove members still leaves an Owner alone who is not one. */
export function requireRemovable(own: { role: Role }, member: { role: Role }, kind: SubjectKind): void {
  if (!mayRemove(own.role, member.role, kind)) refuse('role.insufficient')
}

/** To become Owner in place of whoever offered that and is one still; `taken` is the offer made to the actor. */
export function accessToTakeOver<K extends SubjectKind>(
  { kind, place_id, user_id }: Wanting<K>,
  taken: { from_user_id: string } | undefined,
  giver: { role: Role } | undefined,
): Access<'takeOver', K> & { from_user_id: string } {
  if (!taken || giver?.role !== 'Owner') refuse('hand_over.closed')
  return { kind, place_id: prove('takeOver', place_id), user_id, from_user_id: taken.from_user_id }
}
