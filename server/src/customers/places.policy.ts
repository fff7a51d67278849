import type { Limit } from '../platform/limits.ts'
import type { Standing } from './tables.ts'

/* What holds for every kind of place. */

/** How many places of all kinds one person may create. */
export const creates = (limitFactor: number): Limit => ({
  name: 'creates',
  max: 200 * limitFactor,
  windowSeconds: 24 * 3600,
})

/** In every standing a place's plan and payer can be changed, and it can be deleted. */
export const isOpenForWrites = (standing: Standing): boolean => standing === 'ok'
