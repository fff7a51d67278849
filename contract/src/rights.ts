import type { SubjectKind } from './subject-kinds.ts'
import { t } from './words.ts'

/*
 * Who may do what, whole and in one place (specification 4). A role is one that somebody really has
 * there. Whoever has none is a stranger, to whom the place does not exist: people of other places, the platform's own
 * staff and whoever is not signed in alike.
 */

export const roles = ['Owner', 'Admin', 'User'] as const
export type Role = (typeof roles)[number]

/** What each is called where it stands alone. */
export const roleNames: Record<Role, string> = { Owner: t`Owner`, Admin: t`Admin`, User: t`User` }

const everyone = roles
const managers = ['Owner', 'Admin'] as const
const owners = ['Owner'] as const
const nobody = [] as const

const rights = {
  /** Of a billing entity a User sees what it is called, its currency and its card's last digits. */
  see: { place: everyone, billing_entity: everyone },
  seeAll: { place: everyone, billing_entity: managers },
  /** Of a plan; at a place, for those who cannot see its payer. */
  seeCost: { place: managers, billing_entity: managers },
  launch: { place: everyone, billing_entity: nobody },
  listMembers: { place: everyone, billing_entity: managers },
  seeActivity: { place: managers, billing_entity: managers },

  edit: { place: managers, billing_entity: managers },
  changeAddress: { place: owners, billing_entity: nobody },
  /** Has the records of its domain looked up. */
  checkDomain: { place: managers, billing_entity: nobody },
  /** And who pays for it. Also needs `payWith` at whoever is charged. */
  changePlan: { place: owners, billing_entity: nobody },
  payWith: { place: nobody, billing_entity: managers },
  keepCard: { place: nobody, billing_entity: managers },
  /** Those who pay may always stop, and think better of it. */
  stopPaying: { place: nobody, billing_entity: managers },
  /** Programs: keys by which they call, and addresses that are told what happens there. */
  connect: { place: managers, billing_entity: managers },
  delete: { place: owners, billing_entity: owners },
  restore: { place: owners, billing_entity: nobody },

  invite: { place: managers, billing_entity: managers },
  /** Someone the caller shares a place with already, without an invite. */
  addMember: { place: nobody, billing_entity: managers },
  /** People without an address of their own. */
  keepUnregisteredMembers: { place: managers, billing_entity: nobody },
  /** Of Users and Admins; what concerns an Owner is `makeOwner`. */
  changeRole: { place: managers, billing_entity: managers },
  removeMember: { place: managers, billing_entity: managers },
  makeOwner: { place: owners, billing_entity: owners },
  transferOwnership: { place: owners, billing_entity: owners },
  /** What was offered to oneself. */
  takeOver: { place: everyone, billing_entity: everyone },
  leave: { place: everyone, billing_entity: everyone },
} as const satisfies Record<string, { place: readonly Role[]; billing_entity: readonly Role[] }>

export type Right = keyof typeof rights

/** Of a call that is the same for sites and clinics, `place`. */
type Holder = SubjectKind | 'place'
type HolderOf<R extends Right> =
  | ((typeof rights)[R]['place'] extends readonly [] ? never : 'site' | 'clinic' | 'place')
  | ((typeof rights)[R]['billing_entity'] extends readonly [] ? never : 'billing_entity')

/** A right and where it is held; one that nobody has there is none. */
export type HeldRight = { [R in Right]: { readonly right: R; readonly of: HolderOf<R> } }[Right]

/** The roles that may, for statements that ask for them. */
export function rolesFor(right: Right, of: Holder): readonly Role[] {
  return rights[right][of === 'billing_entity' ? 'billing_entity' : 'place']
}

/** Whether someone with this role there may; null is a stranger. */
export function may(role: Role | null, right: Right, of: Holder): boolean {
  return role !== null && rolesFor(right, of).includes(role)
}
