/** A moment: milliseconds since 1970 in UTC, an integer. */
export type Instant = number

/** A day of a calendar, `2025-03-01`, of no zone by itself. */
export type Day = string

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
const fourCenturiesMs = 146_097 * dayMs

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What a clock on the wall shows in an IANA zone. Throws RangeError for a zone that does not exist. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US-u-ca-iso8601', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  clocks.set(zone, clock)
  return clock
}

/** The time on the wall as if it were UTC. */
function wallOf(at: Instant, zone: string): number {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
  const { year, month, day, hour, minute, second } = parts
  // `Date.UTC` takes the years 0 to 99 for those of the last century: reckoned as 400 years on, which are as long as any other.
  return Date.UTC(year + 400, month - 1, day, hour, minute, second) - fourCenturiesMs
}

const offsetOf = (at: Instant, zone: string) => wallOf(at, zone) - Math.floor(at / 1000) * 1000

/**
 * The moments at which the wall shows `wall`, in order: two of an hour that comes twice. One that is skipped is read as the
 * clock would have shown it without the change, an hour on (02:30 as 03:30).
 */
function momentsOf(wall: number, zone: string): Instant[] {
  const before = offsetOf(wall - dayMs, zone)
  const offsets = new Set([before, offsetOf(wall + dayMs, zone)])
  const moments = [...offsets].map((offset) => wall - offset).filter((at) => wallOf(at, zone) === wall)
  return moments.length > 0 ? moments.toSorted((one, other) => one - other) : [wall - before]
}

function momentsIn(text: string, zone: string): Instant[] {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  if (Number.isNaN(wall)) throw new RangeError(`no local time: ${text}`)
  return momentsOf(wall, zone)
}

/**
 * A time as a person gives it, `2025-03-01T10:00` or with seconds, in the zone of the place. In an hour that comes twice it is
 * the later one.
 */
export const atLocal = (text: string, zone: string): Instant => momentsIn(text, zone).at(-1)!

/** The same of what has been: the later one that is no later than `now`. */
export const pastLocal = (text: string, zone: string, now: Instant): Instant =>
  momentsIn(text, zone).findLast((at) => at <= now) ?? atLocal(text, zone)

/** `2025-03-19T11:00` of a moment, as the wall shows it in the zone. */
export function localOf(at: Instant, zone: string): string {
  return new Date(wallOf(at, zone)).toISOString().slice(0, 16)
}

export function addDays(day: Day, days: number): Day {
  const at = Date.parse(`${day}T00:00Z`)
  if (Number.isNaN(at)) throw new RangeError(`no day: ${day}`)
  return new Date(at + days * dayMs).toISOString().slice(0, 10)
}

/** By zone and day. The same few are wanted over and over, and finding one asks the clock of its zone four times. */
const starts = new Map<string, Instant>()
const startsKept = 10_000

/** The first moment of a day: not midnight where the clock skips that, and the first where midnight comes twice. */
export function startOfDay(day: Day, zone: string): Instant {
  const key = `${zone} ${day}`
  const known = starts.get(key)
  if (known !== undefined) return known
  const start = momentsIn(`${day}T00:00`, zone)[0]!
  if (starts.size === startsKept) starts.clear()
  starts.set(key, start)
  return start
}

export function endOfDay(day: Day, zone: string): Instant {
  return startOfDay(addDays(day, 1), zone)
}
