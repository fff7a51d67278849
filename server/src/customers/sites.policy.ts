import type { Role } from '@byre/contract/members'
import { readInstallPreference } from '@byre/contract/sites'
import { speciesName } from '@byre/contract/species'
import { may, rolesFor } from './roles.policy.ts'

/* Who may do what to a site, as its deeds ask; the table is `roles.policy.ts`. */

export const siteEditors = rolesFor('edit', 'site')

export const mayEditSite = (role: Role) => may(role, 'edit', 'site')

export const mayChangeSubdomain = (role: Role) => may(role, 'changeAddress', 'site')

/** `payerRole` is the caller's role in whoever pays from then on; null for a stranger there. */
export function mayChangePlanOrPayer(role: Role, payerRole: Role | null): boolean {
  return may(role, 'changePlan', 'site') && may(payerRole, 'payWith', 'billing_entity')
}

export const mayDeleteSite = (role: Role) => may(role, 'delete', 'site')

/** Whether what is raised stands in the species library; nothing sent or cleared is fine. */
export function isKnownPreference(installPreference: string | null | undefined): boolean {
  if (!installPreference) return true
  const preference = readInstallPreference(installPreference)
  return preference !== null && speciesName(preference.operation_type) !== null
}
