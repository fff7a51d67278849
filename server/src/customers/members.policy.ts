import { roles, type Role } from '@byre/contract/members'
import { billingEntitySeers } from './billing-entities.policy.ts'

/** Who may see who belongs to a place (decisions.md section 5). */
export const memberSeers: Record<'site' | 'billing_entity', readonly Role[]> = {
  site: roles,
  billing_entity: billingEntitySeers,
}
