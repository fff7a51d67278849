import type { ActionOf } from '@byre/contract/activity'
import { readInstallPreference } from '@byre/contract/places/sites'
import { speciesName } from '@byre/contract/species'
import type { Limit } from '../platform/limits/limits.ts'
import type { AccessState } from './tables.ts'

/* What holds for every kind of place. */

/** What the trail calls what is done to a site or clinic itself. */
export const placeCommands = {
  site: { create: 'createSite', update: 'updateSite', delete: 'deleteSite', restore: 'restoreSite' },
  clinic: {
    create: 'createClinic',
    update: 'updateClinic',
    delete: 'deleteClinic',
    restore: 'restoreClinic',
  },
} as const satisfies { [K in 'site' | 'clinic']: Record<string, ActionOf<K>> }

/** How many places of all kinds one person may create. */
export const creates = (limitFactor: number): Limit => ({
  name: 'creates',
  max: 200 * limitFactor,
  windowSeconds: 24 * 3600,
})

/** In every standing a place's plan and payer can be changed, and it can be deleted. */
export const isOpenForWrites = (standing: AccessState): boolean => standing === 'ok'

/** Whether what is raised stands in the species library; nothing sent or cleared is fine. */
export function isKnownPreference(installPreference: string | null | undefined): boolean {
  if (!installPreference) return true
  const preference = readInstallPreference(installPreference)
  if (!preference) return false
  return preference.operation_type === undefined || speciesName(preference.operation_type) !== null
}
