import { roles, type Role } from '@byre/contract/people/members'
import type { PlaceKind } from './tables.ts'

/*
 * Who may do what, whole and in one place (specification 4). A role is one that somebody really
 * has there. Whoever has none is a stranger, to whom the place does not exist: people of other places,
 * the platform's own staff and whoever is not signed in alike.
 */

const everyone = roles
const managers: readonly Role[] = ['Owner', 'Admin']
const owners: readonly Role[] = ['Owner']
const nobody: readonly Role[] = []

const rights = {
  /** Of a billing entity a User sees what it is called, its currency and its card's last digits. */
  see: { place: everyone, billing_entity: everyone },
  seeAll: { place: everyone, billing_entity: managers },
  launch: { place: everyone, billing_entity: nobody },
  listMembers: { place: everyone, billing_entity: managers },
  seeActivity: { place: managers, billing_entity: managers },

  edit: { place: managers, billing_entity: managers },
  changeAddress: { place: owners, billing_entity: nobody },
  /** Also needs `payWith` at the present payer. */
  changePlan: { place: owners, billing_entity: nobody },
  /** Also needs `payWith` at the new payer. */
  changePayer: { place: owners, billing_entity: nobody },
  payWith: { place: nobody, billing_entity: managers },
  keepCard: { place: nobody, billing_entity: managers },
  stopPaying: { place: owners, billing_entity: managers },
  delete: { place: owners, billing_entity: owners },
  restore: { place: owners, billing_entity: nobody },

  invite: { place: managers, billing_entity: managers },
  /** Someone the caller shares a place with already, without an invite. */
  addMember: { place: nobody, billing_entity: managers },
  /** People without an address of their own. */
  keepHands: { place: managers, billing_entity: nobody },
  /** Of Users and Admins; what concerns an Owner is `makeOwner`. */
  changeRole: { place: managers, billing_entity: managers },
  removeMember: { place: managers, billing_entity: managers },
  makeOwner: { place: owners, billing_entity: owners },
  handOver: { place: owners, billing_entity: owners },
  leave: { place: everyone, billing_entity: everyone },
} as const satisfies Record<string, { place: readonly Role[]; billing_entity: readonly Role[] }>

export type Action = keyof typeof rights

/** The roles that may, for statements that ask for them. */
export function rolesFor(action: Action, kind: PlaceKind): readonly Role[] {
  return rights[action][kind === 'billing_entity' ? 'billing_entity' : 'place']
}

/** Whether someone with this role there may; null is a stranger. */
export function may(role: Role | null, action: Action, kind: PlaceKind): boolean {
  return role !== null && rolesFor(action, kind).includes(role)
}

/** An Admin never touches an Owner. */
export function mayRemove(role: Role | null, removed: Role, kind: PlaceKind): boolean {
  return may(role, removed === 'Owner' ? 'makeOwner' : 'removeMember', kind)
}

/** Making an Owner, or something else of one, is an Owner's. */
export function mayGiveRole(role: Role | null, present: Role, wanted: Role, kind: PlaceKind): boolean {
  const concernsOwner = present === 'Owner' || wanted === 'Owner'
  return may(role, concernsOwner ? 'makeOwner' : 'changeRole', kind)
}
