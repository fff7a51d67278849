import type { LabelUse, Product } from '@byre/contract/herd/products'
import { dose, type Dose, type DoseRate } from '@byre/rules/doses'
import type { Commodity, Market } from '@byre/rules/figures'
import type { Copied, TreatedBody } from '@byre/rules/fold-events'
import { departuresAtHome, judged } from '@byre/rules/fold-uses'
import { exactly, fraction, shown, type Fraction, type Unit } from '@byre/rules/quantities'
import type { Departure } from '@byre/rules/uses'
import { holds, type DoseRow, type Given } from '@byre/rules/withdrawal'
import type { Subject } from './subjects.ts'
import type { Where } from './where.ts'

/* What a label says of a treatment before it is recorded, by the same rules that the server folds it with. */

/** What the label of this product says of animals like these at home, for this route where one is chosen. */
export function labelUseOf(
  product: Product | undefined,
  { home, species, route }: { home: Market; species: string | undefined; route: string | undefined },
): LabelUse | undefined {
  const uses = (product?.uses ?? []).filter(
    (use) => use.country === home && (species === undefined || use.species === species),
  )
  return uses.find((use) => use.route === route) ?? (route === undefined ? uses[0] : undefined)
}

/** The label's rate, its least where it gives a range. */
export function rateOf(label: LabelUse['dose'], end: 'least' | 'most' = 'least'): DoseRate | undefined {
  if (!label) return undefined
  if (label.kind === 'by volume') {
    const [volume, perWeight] = [exactly(label.volume, 'mL'), exactly(label.per, label.unit)]
    return volume && perWeight && { kind: 'by volume', volume, perWeight }
  }
  // Milligrams a kilogram are micrograms a gram, and milligrams a millilitre micrograms a microlitre.
  const [perGram, strength] = [exactly(label[end], 'mcg'), exactly(label.strength, 'mcg')]
  return perGram && strength && { kind: 'by strength', perGram, strength }
}

export const steps = [
  { value: '100', label: '0.1 mL' },
  { value: '500', label: '0.5 mL' },
  { value: '1000', label: '1 mL' },
]

/** What is drawn up for this weight; without a step, one that fits the dose, and always a finer one than is off the label. */
export function doseOf(weight: Fraction, rate: DoseRate, step: bigint | undefined): Dose & { step: bigint } {
  if (step !== undefined) return { ...dose(weight, rate, step), step }
  const fine = dose(weight, rate, 100n)
  if (fine.microlitres < 10_000n) return { ...fine, step: 100n }
  const coarse = dose(weight, rate, 500n)
  return coarse.isChanged ? { ...fine, step: 100n } : { ...coarse, step: 500n }
}

export const millilitres = (microlitres: bigint) => shown(fraction(microlitres, 1000n), 3)

/** Grams as a weight in the site's unit, to a tenth. */
export function weightIn(grams: Fraction, unit: 'kg' | 'lb'): string {
  const one = exactly('1', unit)!
  return shown({ of: grams.of * one.over, over: grams.over * one.of }, 1)
}

/** The weight an animal had last, as it was typed. */
export function weightOf({ card }: Subject) {
  const last = card?.weight
  return last && { typed: last.typed, unit: last.unit as Unit, base: last.grams, source: last.source }
}

/** The mean of what is known, in grams. */
export function meanWeight(subjects: readonly Subject[]): Fraction | undefined {
  const known = subjects.flatMap((subject) => weightOf(subject)?.base ?? [])
  if (known.length === 0) return undefined
  return fraction(BigInt(known.reduce((sum, grams) => sum + grams, 0)), BigInt(known.length))
}

interface Foreseen {
  market: Market
  commodity: Commodity
  /** Null has no end; 0 holds nothing. */
  clearAt: number | null
}

export interface Foresight {
  holds: Foreseen[]
  use: 'label' | 'extra-label' | 'banned'
  departs: readonly Departure[]
  /** How many of the animals this treatment is off the label of. */
  off: number
  /** Whether the label says anything at home. */
  isKnown: boolean
}

interface Planned {
  subject: Subject
  body: TreatedBody
}

const worse = { label: 0, 'extra-label': 1, banned: 2 } as const

/** What will hold of these animals, the worst of each market and commodity; each kind of animal and dose is judged once. */
export function foresee(
  planned: readonly Planned[],
  product: Product | undefined,
  given: Given,
  where: Where,
): Foresight {
  const copied: Copied | undefined = product && { version: product.version_id, uses: product.uses }
  const alike = new Map<string, { count: number; one: Planned }>()
  for (const one of planned) {
    const { species, class: of } = one.subject.card ?? {}
    const key = `${species} ${of} ${one.body.dose?.base} ${one.body.weight?.base}`
    alike.set(key, { count: (alike.get(key)?.count ?? 0) + 1, one })
  }
  const worst = new Map<string, Foreseen>()
  let [use, off]: [Foresight['use'], number] = ['label', 0]
  const departs = new Set<Departure>()
  for (const { count, one } of alike.values()) {
    const { body } = one
    const animal = kindOf(one.subject, planned)
    const judgement = judged(body, copied, animal, where.home)
    if (judgement.use !== 'label') {
      off += count
      for (const departure of departuresAtHome(body, copied, animal, where.home)) departs.add(departure)
    }
    if (worse[judgement.use] > worse[use]) use = judgement.use
    const doses: DoseRow[] = [
      { given, state: 'given' },
      ...(body.planned ?? []).map((at): DoseRow => ({
        given: { precision: 'instant', at: Date.parse(at) },
        state: 'planned',
      })),
    ]
    const treatment = { id: 'new', doses, isOpen: body.open === 'yes', ...judgement }
    for (const destination of where.markets)
      for (const { commodity, clearAt } of holds([treatment], { ...where, destination, now: 0 })) {
        const key = `${destination} ${commodity}`
        const ends = clearAt === -Infinity ? 0 : clearAt
        const before = worst.get(key)?.clearAt ?? 0
        const isHeld = worst.has(key) && worst.get(key)!.clearAt === null
        worst.set(key, {
          market: destination,
          commodity,
          clearAt: isHeld || ends === null ? null : Math.max(before, ends),
        })
      }
  }
  const isKnown = product?.uses.some(({ country }) => country === where.home) ?? false
  return { holds: [...worst.values()], use, departs: [...departs], off, isKnown }
}

/** An animal that was not read is taken for one of the others. */
function kindOf({ card }: Subject, planned: readonly Planned[]) {
  const known = card ?? planned.find(({ subject }) => subject.card)?.subject.card
  return { species: known?.species ?? 'unknown', ...(known?.class !== undefined && { class: known.class }) }
}
