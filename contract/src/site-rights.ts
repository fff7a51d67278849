import type { Role } from './rights.ts'

/*
 * Who may do what in the site app, whole and in one place. A role there is what the role at the place makes of
 * somebody; whoever has none is a stranger, to whom the place does not exist.
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

/** Nobody comes by `viewer` from the place yet. */
const fromPlace: Record<Role, SiteRole> = { Owner: 'owner', Admin: 'manager', User: 'crew' }

export const siteRoleOf = (role: Role): SiteRole => fromPlace[role]

export const mayAtSite = (role: SiteRole, right: SiteRight): boolean =>
  (rights[right] as readonly SiteRole[]).includes(role)

export const siteRightsOf = (role: SiteRole): SiteRight[] =>
  siteRights.filter((right) => mayAtSite(role, right))

/** The roles at the place that may, for statements that ask for them. */
export const placeRolesWith = (right: SiteRight): Role[] =>
  (Object.keys(fromPlace) as Role[]).filter((role) => mayAtSite(fromPlace[role], right))
