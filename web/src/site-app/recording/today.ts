import { localOf } from '@byre/rules/dates'
import { clock } from '../../lib/clock.ts'
import { useZone } from '../times.ts'

/** Today as `2026-11-23`, by the site's clock: anew each time that something is drawn, for a tablet lies open over night. */
export const useToday = (): string => localOf(clock.now(), useZone()).slice(0, 10)
