import {
  mayAtSite,
  siteRoleOf,
  visitorRolesWith,
  type SiteRight,
  type SiteRole,
} from '@byre/contract/site-rights'
import type { SiteId } from '@byre/contract/subject-kinds'
import type { Visitor, VisitorKey } from '../platform/authentication/visitors.ts'
import { refuse } from '../platform/errors.ts'
import { prove, type Proven } from '../platform/proven.ts'

/*
 * The proofs of a right in the site app that the herd's queries ask for: one that was checked before, and one that a read's
 * own statement checks.
 */

/** What somebody may do at a site, and who that is. Only checks make one. */
export interface SiteAccess<R extends SiteRight = SiteRight> {
  site_id: Proven<R, SiteId>
  user_id: string
  /** How that person is called, for what is signed with a name. */
  name: string
  role: SiteRole
  /** For want of payment: what a call does then is its own business, where it is served at all. */
  is_read_only: boolean
}

/** Whoever asks, not yet looked up; `withVisitor` finds nobody whose role has not this right. */
export interface SiteCaller<R extends SiteRight = SiteRight> extends VisitorKey {
  token_hash: Proven<R, Buffer>
}

export function siteAccess<R extends SiteRight>(right: R, visitor: Visitor): SiteAccess<R> {
  if (visitor.role === null || visitor.place_kind !== 'site') refuse('not_found')
  const role = siteRoleOf(visitor.role)
  if (!mayAtSite(role, right)) refuse('role.insufficient')
  return {
    site_id: prove(right, visitor.place_id as SiteId),
    user_id: visitor.user_id,
    name: visitor.person_name,
    role,
    is_read_only: visitor.standing === 'read_only',
  }
}

export const siteCaller = <R extends SiteRight>(right: R, key: VisitorKey): SiteCaller<R> => ({
  ...key,
  place_kind: 'site',
  roles: visitorRolesWith(right),
  token_hash: prove(right, key.token_hash),
})
