import type { Role } from '@byre/contract/members'

/* Who may do what with a billing entity: decisions.md section 5. */

/** All of its fields and who belongs to it; others see what it is called and its card's last digits. */
export const billingEntitySeers: readonly Role[] = ['Owner', 'Admin']

export const maySeeAllOfBillingEntity = (role: Role): boolean => billingEntitySeers.includes(role)

export const billingEntityEditors: readonly Role[] = ['Owner', 'Admin']

export const mayEditBillingEntity = (role: Role): boolean => billingEntityEditors.includes(role)

export const payingRoles: readonly Role[] = ['Owner', 'Admin']

export const mayPayWith = (role: Role): boolean => payingRoles.includes(role)

export const mayDeleteBillingEntity = (role: Role): boolean => role === 'Owner'
