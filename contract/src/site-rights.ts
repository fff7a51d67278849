import type { Role } from './rights.ts'

/*
 * Who may do what in the site app, whole and in one place. A role there is what the role at the place makes of
 * somebody, or a viewer's; whoever has none is a stranger, to whom the place does not exist.
 */

export const siteRoles = ['owner', 'manager', 'crew', 'viewer'] as const
export type SiteRole = (typeof siteRoles)[number]

const everyone = siteRoles
const workers = ['owner', 'manager', 'crew'] as const
const managers = ['owner', 'manager'] as const
const owners = ['owner'] as const

const rights = {
  see: everyone,
  /** What was done to animals, and how they are. */
  record: workers,
  /** What one recorded oneself within 24 hours. */
  voidOwn: workers,
  voidAny: managers,
  editProducts: managers,
  lockShipLists: managers,
  /** On one ship list, for a typed reason. */
  overrideHolds: managers,
  import: managers,
  export: managers,
  enrollDevices: managers,
  editPeople: managers,
  changeSettings: managers,
  linkClinics: owners,
} as const satisfies Record<string, readonly SiteRole[]>

export type SiteRight = keyof typeof rights
export const siteRights = Object.keys(rights) as SiteRight[]

/** What somebody comes with: their role at the place, but for whom its owner or managers made a viewer in the app. */
export type VisitorRole = Role | 'Viewer'

const fromVisitor: Record<VisitorRole, SiteRole> = {
  Owner: 'owner',
  Admin: 'manager',
  User: 'crew',
  Viewer: 'viewer',
}

export const siteRoleOf = (role: VisitorRole): SiteRole => fromVisitor[role]

export const mayAtSite = (role: SiteRole, right: SiteRight): boolean =>
  (rights[right] as readonly SiteRole[]).includes(role)

export const siteRightsOf = (role: SiteRole): SiteRight[] =>
  siteRights.filter((right) => mayAtSite(role, right))

/** The roles that may, for statements that ask for them. */
export const visitorRolesWith = (right: SiteRight): VisitorRole[] =>
  (Object.keys(fromVisitor) as VisitorRole[]).filter((role) => mayAtSite(fromVisitor[role], right))
