import type { Role } from '@byre/contract/members'
import { may, rolesFor } from './roles.policy.ts'

/* Who may do what with a billing entity, as its deeds ask; the table is `roles.policy.ts`. */

/** All of its fields and who belongs to it; others see what it is called and its card's last digits. */
export const billingEntitySeers = rolesFor('seeAll', 'billing_entity')

export const maySeeAllOfBillingEntity = (role: Role) => may(role, 'seeAll', 'billing_entity')

export const billingEntityEditors = rolesFor('edit', 'billing_entity')

export const mayEditBillingEntity = (role: Role) => may(role, 'edit', 'billing_entity')

export const payingRoles = rolesFor('payWith', 'billing_entity')

export const mayPayWith = (role: Role) => may(role, 'payWith', 'billing_entity')

export const mayDeleteBillingEntity = (role: Role) => may(role, 'delete', 'billing_entity')
