import { may, type Role } from '@byre/contract/rights'
import type { SubjectKind } from './tables.ts'

/* Rights that depend on whose role it is; every other stands in the contract's table of rights. */

/** An Admin never touches an Owner. */
export function mayRemove(role: Role | null, removed: Role, kind: SubjectKind): boolean {
  return may(role, removed === 'Owner' ? 'makeOwner' : 'removeMember', kind)
}

/** Making an Owner, or something else of one, is an Owner's. */
export function mayGiveRole(role: Role | null, present: Role, wanted: Role, kind: SubjectKind): boolean {
  const concernsOwner = present === 'Owner' || wanted === 'Owner'
  return may(role, concernsOwner ? 'makeOwner' : 'changeRole', kind)
}
