import { payersPlaceProblems } from '@byre/contract/addresses'
import type { FieldError } from '@byre/contract/errors'
import type { Role } from '@byre/contract/people/members'
import { changedFields } from '../changes.policy.ts'
import { may, rolesFor } from '../roles.policy.ts'

/* Who may do what with a billing entity, as its commands ask; the table is `roles.policy.ts`. */

/** All of its fields and who belongs to it; others see what it is called and its card's last digits. */
export const billingEntitySeers = rolesFor('seeAll', 'billing_entity')

export const maySeeAllOfBillingEntity = (role: Role) => may(role, 'seeAll', 'billing_entity')

export const billingEntityEditors = rolesFor('edit', 'billing_entity')

export const mayEditBillingEntity = (role: Role) => may(role, 'edit', 'billing_entity')

export const payingRoles = rolesFor('payWith', 'billing_entity')

export const mayPayWith = (role: Role) => may(role, 'payWith', 'billing_entity')

export const mayDeleteBillingEntity = (role: Role) => may(role, 'delete', 'billing_entity')

interface Place {
  country?: string | null | undefined
  region?: string | null | undefined
}

/** Whether a change empties a part of what taxes go by, which a payer with a card needs. */
export const emptiesPlace = ({ country, region }: Place) => country === null || region === null

/** What is missing where a change of a payer with a card leaves open where it is; taxes go by that. */
export function placeMissing(stored: Place & { last_four: string | null }, sent: Place): FieldError[] {
  const { country = stored.country, region = stored.region } = sent
  const isMoved = changedFields(stored, { country, region }).length > 0
  return stored.last_four !== null && isMoved ? payersPlaceProblems({ country, region }) : []
}
