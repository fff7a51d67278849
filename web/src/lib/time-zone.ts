/*
 * The zone in which times are told: the one kept with the profile, else the browser's. Remembered here as
 * the theme is, so that the first times on screen are right.
 */

const zoneKey = 'byre.timeZone'

/** Undefined: the browser's own. */
export function readersTimeZone(): string | undefined {
  return globalThis.localStorage?.getItem(zoneKey) ?? undefined
}

export function keepTimeZone(zone: string | null) {
  if (zone === null) localStorage.removeItem(zoneKey)
  else localStorage.setItem(zoneKey, zone)
}
