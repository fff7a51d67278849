import { billingAddressProblems } from '@byre/contract/addresses'
import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { FieldError } from '@byre/contract/errors'
import { may, type Right, type Role, rolesFor } from '@byre/contract/rights'
import { refuse } from '../../platform/errors.ts'
import { prove, type Proven } from '../../platform/proven.ts'
import { changedFields } from '../changes.policy.ts'

/* Who may do what with a billing entity, as its commands ask; the table is the contract's `rights.ts`. */

/** All of its fields and who belongs to it; others see what it is called and its card's last digits. */
export const billingEntitySeers = rolesFor('seeAll', 'billing_entity')

export const maySeeAllOfBillingEntity = (role: Role) => may(role, 'seeAll', 'billing_entity')

export const billingEntityEditors = rolesFor('edit', 'billing_entity')

export const mayEditBillingEntity = (role: Role) => may(role, 'edit', 'billing_entity')

export const payingRoles = rolesFor('payWith', 'billing_entity')

export const mayPayWith = (role: Role) => may(role, 'payWith', 'billing_entity')

/** The id of billing information at which somebody has a right. */
export type ProvenBillingEntityId<R extends Right> = Proven<R, BillingEntityId>

/** A payer at which somebody has a right, with their role. Only `billingEntityAccess` makes one. */
export interface BillingEntityAccess<R extends Right = Right> {
  id: ProvenBillingEntityId<R>
  name: string
  email: string
  country: string | null
  region: string | null
  postal_code: string | null
  /** Fixed by the first thing it pays for; null before. */
  currency: 'cad' | 'usd' | null
  role: Role
}

/** Refuses 404 to strangers, for whom a query found no payer, and 403 to a role that has not this right. */
export function billingEntityAccess<R extends Right, Row extends { id: BillingEntityId; role: Role }>(
  right: R,
  billingEntity: Row | undefined,
): Row & { id: ProvenBillingEntityId<R> } {
  if (!billingEntity) refuse('not_found')
  if (!may(billingEntity.role, right, 'billing_entity')) refuse('role.insufficient')
  return { ...billingEntity, id: prove(right, billingEntity.id) }
}

/** The payer, where this role lets somebody pay with it; null where not, which callers refuse in their own words. */
export const chargeable = <Row extends { id: BillingEntityId; role: Role }>(
  billingEntity: Row | undefined,
) =>
  billingEntity && mayPayWith(billingEntity.role)
    ? { ...billingEntity, id: prove('payWith', billingEntity.id) }
    : null

interface BillingAddress {
  country?: string | null | undefined
  region?: string | null | undefined
}

/** Whether a change empties a part of what taxes go by, which a payer with a card needs. */
export const emptiesBillingAddress = ({ country, region }: BillingAddress) =>
  country === null || region === null

/** What is missing where a change of a payer with a card leaves open where it is; taxes go by that. */
export function billingAddressMissing(
  stored: BillingAddress & { last_four: string | null },
  sent: BillingAddress,
): FieldError[] {
  const { country = stored.country, region = stored.region } = sent
  const isMoved = changedFields(stored, { country, region }).length > 0
  return stored.last_four !== null && isMoved ? billingAddressProblems({ country, region }) : []
}
