import { isOffBy } from './doses.ts'
import type { Fraction } from './quantities.ts'

/** What a label says of one use of a product. */
export interface LabelUse {
  species: string
  /** The classes it may be used in; absent where it says nothing of classes. */
  classes?: readonly string[]
  route: string
  /** Of the drug or the product for a weight, in one unit; both ends are allowed. */
  dose?: { least: Fraction; most: Fraction }
  /** Hours between doses; absent where one dose is all. */
  everyHours?: number
  days?: number
  /** What it is for; absent where any reason is. */
  reasons?: readonly string[]
  /** A use that may not be extra-label at all (medicated feed, fluoroquinolones, ceftiofur beyond narrow cases). */
  isBannedOtherwise?: boolean
}

/** What was done. What is not known departs from the label, unless somebody says that it was given as the label says. */
export interface Use {
  species: string
  class?: string
  route?: string
  dose?: Fraction
  everyHours?: number
  days?: number
  reason?: string
  isSaidToBeAsLabel?: boolean
}

export type Departure = 'species' | 'class' | 'route' | 'dose' | 'frequency' | 'duration' | 'reason'

/**
 * The ways in which a use departs from its label; any one of them makes it extra-label (21 CFR 530.3). A dose within a tenth
 * of the label's is not a departure.
 */
export function departures(label: LabelUse, use: Use): Departure[] {
  const isTrusted = use.isSaidToBeAsLabel === true
  const differs = <T>(said: T | undefined, done: T | undefined) =>
    said !== undefined && (done === undefined ? !isTrusted : done !== said)
  const isNoneOf = (said: readonly string[] | undefined, done: string | undefined) =>
    said !== undefined && (done === undefined ? !isTrusted : !said.includes(done))
  const checks: [Departure, boolean][] = [
    ['species', label.species !== use.species],
    ['class', isNoneOf(label.classes, use.class)],
    ['route', differs(label.route, use.route)],
    [
      'dose',
      label.dose !== undefined && (use.dose === undefined ? !isTrusted : isOffLabel(use.dose, label.dose)),
    ],
    ['frequency', differs(label.everyHours, use.everyHours)],
    ['duration', differs(label.days, use.days)],
    ['reason', isNoneOf(label.reasons, use.reason)],
  ]
  return checks.filter(([, is]) => is).map(([departure]) => departure)
}

const isOffLabel = (given: Fraction, { least, most }: { least: Fraction; most: Fraction }) =>
  isOffBy(given, least, 10n) && isOffBy(given, most, 10n) && !isBetween(given, least, most)

const isBetween = (given: Fraction, least: Fraction, most: Fraction) =>
  given.of * least.over >= least.of * given.over && given.of * most.over <= most.of * given.over

export function useOf(label: LabelUse, use: Use): 'label' | 'extra-label' | 'banned' {
  if (departures(label, use).length === 0) return 'label'
  return label.isBannedOtherwise ? 'banned' : 'extra-label'
}
