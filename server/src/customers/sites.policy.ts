import type { Role } from '@byre/contract/members'
import { readInstallPreference } from '@byre/contract/sites'
import { speciesName } from '@byre/contract/species'
import { mayPayWith } from './billing-entities.policy.ts'

/* Who may do what to a site: decisions.md section 5. Everyone who belongs to it may see it. */

export const siteEditors: readonly Role[] = ['Owner', 'Admin']

export const mayEditSite = (role: Role): boolean => siteEditors.includes(role)

export const mayChangeSubdomain = (role: Role): boolean => role === 'Owner'

/** `payerRole` is the caller's role in whoever pays from then on; null for a stranger there. */
export function mayChangePlanOrPayer(role: Role, payerRole: Role | null): boolean {
  return role === 'Owner' && payerRole !== null && mayPayWith(payerRole)
}

export const mayDeleteSite = (role: Role): boolean => role === 'Owner'

/** Whether what is raised stands in the species library; nothing sent or cleared is fine. */
export function isKnownPreference(installPreference: string | null | undefined): boolean {
  if (!installPreference) return true
  const preference = readInstallPreference(installPreference)
  return preference !== null && speciesName(preference.operation_type) !== null
}
