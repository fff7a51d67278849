import type { Commodity, EndingFigure, Figure, Market } from './figures.ts'
import { isEndless, leastInUk, lengthOf } from './figures.ts'
import type { Copied, CopiedDose, CopiedUse, TreatedBody } from './fold-events.ts'
import { dividedBy, exactly, times, type Fraction, type Unit } from './quantities.ts'
import { departures, type Departure, type LabelUse } from './uses.ts'
import type { Treatment } from './withdrawal.ts'

/* Which of a label's uses a treatment was: by what was copied onto it, and what its animal was then. */

/** What an animal was when it was treated. */
export interface Treated {
  species: string
  class?: string
}

type Judged = Pick<Treatment, 'use' | 'label' | 'vet' | 'least'>

/**
 * The label's figures for home and each other market. At home a use that departs from every use of the label is extra-label;
 * its floor is then the longest that the label gives anywhere at home.
 */
export function judged(body: TreatedBody, copied: Copied | undefined, animal: Treated, home: Market): Judged {
  const uses = copied?.uses ?? []
  const fits = (use: CopiedUse) => departuresFrom(use, body, animal).length === 0
  const markets = [...new Set(uses.map(({ country }) => country))].toSorted()
  const atHome = uses.filter(({ country }) => country === home)
  const isAsLabel = atHome.length === 0 || atHome.some(fits)
  const label = Object.fromEntries(
    markets.map((market) => {
      const there = uses.filter(({ country }) => country === market)
      const fitting = there.filter(fits)
      // A use that another market's label does not know has no figure there.
      return [market, market === home && !isAsLabel ? longest(there) : longest(fitting)]
    }),
  )
  const isBanned = atHome.some(({ banned_otherwise }) => banned_otherwise === 'yes')
  const vet = body.vet_figures && { figures: byCommodity(body.vet_figures), markets: body.vet?.markets }
  if (isAsLabel) return { use: 'label', label, vet }
  const least = home === 'UK' ? { UK: leastOfUk(uses) } : undefined
  return { use: isBanned ? 'banned' : 'extra-label', label, vet, least }
}

const departuresFrom = (use: CopiedUse, body: TreatedBody, animal: Treated): Departure[] =>
  departures(labelOf(use), {
    species: animal.species,
    class: animal.class,
    route: body.route,
    dose: use.dose && doseOf(body, use.dose),
    everyHours: body.every_hours,
    days: body.days,
    reason: body.reason,
    isSaidToBeAsLabel: body.as_label === 'yes',
  })

/** In what a treatment departs from the use of the label at home that it is nearest to; of no use there, in nothing. */
export function departuresAtHome(
  body: TreatedBody,
  copied: Copied | undefined,
  animal: Treated,
  home: Market,
): Departure[] {
  const [nearest = []] = (copied?.uses ?? [])
    .filter(({ country }) => country === home)
    .map((use) => departuresFrom(use, body, animal))
    .toSorted((one, other) => one.length - other.length)
  return nearest
}

const byCommodity = <F extends { commodity: Commodity }>(figures: readonly F[]) =>
  Object.fromEntries(figures.map((figure) => [figure.commodity, figure])) as Partial<Record<Commodity, F>>

const commodities = ['meat', 'milk', 'eggs'] as const

/** Of several uses that fit, the strictest figure of each commodity; one that a use does not name is unknown. */
function longest(uses: readonly CopiedUse[]): Partial<Record<Commodity, Figure>> {
  const pairs = commodities.flatMap((commodity): [Commodity, Figure][] => {
    const all = uses.map((use) => use.figures.find((figure) => figure.commodity === commodity))
    if (all.every((figure) => figure === undefined)) return []
    return [
      [
        commodity,
        all.reduce<Figure>((worst, one) => stricter(worst, one ?? { kind: 'unknown' }), { kind: 'zero' }),
      ],
    ]
  })
  return Object.fromEntries(pairs)
}

const weightOfFigure = (figure: Figure) =>
  isEndless(figure)
    ? Infinity
    : figure.kind === 'milkings' || figure.kind === 'after_calving'
      ? Number.MAX_SAFE_INTEGER
      : lengthOf(figure)

const stricter = (one: Figure, other: Figure) => (weightOfFigure(other) > weightOfFigure(one) ? other : one)

function leastOfUk(uses: readonly CopiedUse[]): Partial<Record<Commodity, EndingFigure>> {
  const all = uses.filter(({ country }) => country === 'UK').flatMap(({ figures }) => figures)
  return Object.fromEntries(
    commodities.map((commodity) => [
      commodity,
      leastInUk(commodity, all.filter((figure) => figure.commodity === commodity).filter(isEnding)),
    ]),
  )
}

const isEnding = <F extends Figure>(figure: F): figure is F & EndingFigure =>
  figure.kind === 'days' || figure.kind === 'hours' || figure.kind === 'zero'

function labelOf({
  species,
  classes,
  route,
  dose,
  every_hours,
  days,
  reasons,
  banned_otherwise,
}: CopiedUse): LabelUse {
  return {
    species,
    classes,
    route,
    dose: dose && rangeOf(dose),
    everyHours: every_hours,
    days,
    reasons,
    isBannedOtherwise: banned_otherwise === 'yes',
  }
}

/** Micrograms a gram, or microlitres a gram, as the label counts. */
function rangeOf(dose: CopiedDose): { least: Fraction; most: Fraction } | undefined {
  if (dose.kind === 'by strength') {
    // Milligrams a kilogram are micrograms a gram.
    const [least, most] = [exactly(dose.least, 'mcg'), exactly(dose.most, 'mcg')]
    return least && most && { least, most }
  }
  const [volume, weight] = [exactly(dose.volume, 'mL'), exactly(dose.per, dose.unit)]
  if (!volume || !weight || weight.of <= 0n) return undefined
  const rate = dividedBy(volume, weight)
  return { least: rate, most: rate }
}

/** What was given, counted as the label counts; undefined where dose or weight is not known. */
function doseOf({ dose, weight }: TreatedBody, label: CopiedDose): Fraction | undefined {
  const volume = dose && exactly(dose.typed, dose.unit as Unit)
  const grams = weight && exactly(weight.typed, weight.unit as Unit)
  if (!volume || !grams || grams.of <= 0n) return undefined
  const rate = dividedBy(volume, grams)
  if (label.kind === 'by volume') return rate
  // Milligrams a millilitre are micrograms a microlitre.
  const strength = exactly(label.strength, 'mcg')
  return strength && times(rate, strength)
}
