import type { SubjectKind } from '@byre/contract/subject-kinds'
import { may, type Right, type Role } from '@byre/contract/rights'
import { refuse } from '../platform/errors.ts'
import { prove, type Proven } from '../platform/proven.ts'

/*
 * The proof of a right that this module's queries ask for, and the check that makes it from what a query found of the
 * actor in the caller's transaction. What one room alone checks stands in that room's policy.
 */

/** Beside the table of rights: what a check of another person's role, too, proves. */
type ProvenRight = Right | 'giveRole'

/** What somebody may do, where, and who that is. Only checks make one. */
export interface Access<R extends ProvenRight, K extends SubjectKind = SubjectKind> {
  kind: K
  place_id: Proven<R, string>
  /** The actor. */
  user_id: string
}

/** Whoever wants something, and where. */
export interface Wanting<K extends SubjectKind> {
  kind: K
  place_id: string
  user_id: string
}

/** Of what the product does by itself, or copies from another of its modules. */
export type ByProduct<Value = string> = Proven<'by product', Value>

/**
 * For a sweep, a look at name servers, or a copy that follows what payments keeps: no person acts, or the module that
 * asks has checked what they may, so that no right is asked here.
 */
export const byProduct = <Value>(id: Value): ByProduct<Value> => prove('by product', id)

/** To what the actor sets up in this transaction: they are its Owner. */
export const accessToNew = <R extends Right, K extends SubjectKind>(
  right: R,
  wanting: Wanting<K>,
): Access<R, K> => accessTo(right, wanting, { role: 'Owner' })

/**
 * For what the platform's own staff do at a place, asked by somebody whom they know: no right there is checked. `user_id`
 * is an Owner's for whom it is done, where there is one.
 */
export const accessOfStaff = <K extends SubjectKind>({
  kind,
  place_id,
  user_id,
}: Wanting<K>): Access<'changeAddress', K> => ({ kind, place_id: prove('changeAddress', place_id), user_id })

/** Someone's own membership there, or a row that has their role; undefined for a stranger. */
type Own = { role: Role } | undefined

/** Refuses 404 to strangers and 403 to a role that has not this right there. */
export function accessTo<R extends Right, K extends SubjectKind>(
  right: R,
  { kind, place_id, user_id }: Wanting<K>,
  own: Own,
): Access<R, K> {
  if (!own) refuse('not_found')
  if (!may(own.role, right, kind)) refuse('role.insufficient')
  return { kind, place_id: prove(right, place_id), user_id }
}
