import { atLocal, localOf } from '../dates.ts'
import type { Commodity, EndingFigure, Figure } from '../figures.ts'
import { holds, type Circumstances, type DoseRow, type Given, type Treatment } from '../withdrawal.ts'

export const days = (days: number): EndingFigure => ({ kind: 'days', days })
export const hours = (hours: number): EndingFigure => ({ kind: 'hours', hours })
export const zones: Record<string, string> = {
  Denver: 'America/Denver',
  Regina: 'America/Regina',
  'New York': 'America/New_York',
  Phoenix: 'America/Phoenix',
  'St Johns': 'America/St_Johns',
  Sydney: 'Australia/Sydney',
  Chicago: 'America/Chicago',
  London: 'Europe/London',
}
export const edmonton = 'America/Edmonton'

/** `03-01 10:00` or `03-01`, of 2025 where no year is said. */
function given(text: string, zone: string): Given {
  const [day = '', time] = text.split(' ')
  const whole = day.length === 5 ? `2025-${day}` : day
  return time === undefined
    ? { precision: 'day', day: whole }
    : { precision: 'instant', at: atLocal(`${whole}T${time}`, zone) }
}

export const doses = (zone: string, ...texts: string[]): DoseRow[] =>
  texts.map((text) => ({ given: given(text, zone), state: 'given' }))

export const treatment = (
  doses: readonly DoseRow[],
  meat: Figure | null,
  more: Partial<Treatment> = {},
): Treatment => ({
  id: 't1',
  doses,
  use: 'label',
  label: { CA: meat ? { meat } : {} },
  ...more,
})

export const where = (zone: string, more: Partial<Circumstances> = {}): Circumstances => ({
  zone,
  home: 'CA',
  now: 0,
  commodities: ['meat'],
  ...more,
})

/** Local time of the end, `held` without one, `clear` where nothing ever held. */
export function ends(
  treatments: readonly Treatment[],
  circumstances: Circumstances,
  commodity: Commodity = 'meat',
): string {
  const hold = holds(treatments, circumstances).find((one) => one.commodity === commodity)!
  if (hold.clearAt === null) return 'held'
  return hold.clearAt === -Infinity ? 'clear' : localOf(hold.clearAt, circumstances.zone).replace('T', ' ')
}
