import type { Product } from '@byre/contract/herd/products'
import type { TreatedBody } from '@byre/rules/fold-events'
import { exactly, rounded, type Fraction } from '@byre/rules/quantities'
import type { Given } from '@byre/rules/withdrawal'
import {
  measured,
  numberMissing,
  problemsOf,
  said,
  wholeOf,
  withKnown,
  type Draft,
  type Drafted,
  type Problems,
} from './drafts.ts'
import type { FormInput } from './form-input.ts'
import { weightUnits } from './small-forms.tsx'
import {
  doseOf,
  foresee,
  labelUseOf,
  meanWeight,
  millilitres,
  rateOf,
  weightIn,
  weightOf,
} from './treatment.ts'
import { ticked } from './fields.tsx'
import { treatedNames } from './treated-names.ts'
import type { Where } from './where.ts'
import type { Subject } from './subjects.ts'
import { vetOf } from './vet-figures.ts'
import { firstDoseAt } from './when.ts'

/* What a treatment's form amounts to. */

export interface TreatmentInput extends FormInput {
  products: readonly Product[]
  where: Where
  given: Given
}

/** What follows from what is filled in, for the form to show and to send. */
export function readTreatment(input: TreatmentInput) {
  const { values, subjects, unit, products, where } = input
  const name = said(values['product'])
  const product = products.find((one) => one.name.toLowerCase() === name?.toLowerCase())
  const species = subjects.find(({ card }) => card)?.card?.species
  const firstUse = labelUseOf(product, { home: where.home, species, route: undefined })
  const route = values['route'] ?? firstUse?.route ?? ''
  const use = labelUseOf(product, { home: where.home, species, route: route || undefined })
  const rate = rateOf(use?.dose)
  const known = subjects.filter((subject) => weightOf(subject)).length
  const isOwn =
    subjects.length > 1 &&
    rate !== undefined &&
    known > 0 &&
    (values['dosing'] ?? (known === subjects.length ? 'own' : 'one')) === 'own'
  const siteUnit = weightUnits[unit].unit
  const typedWeight = values['weight'] ?? suggestedWeight(subjects, siteUnit)
  const grams = exactlyOf(typedWeight, siteUnit)
  const step = values['step'] ? BigInt(values['step']) : undefined
  const drawn = rate && grams && grams.of > 0n ? doseOf(grams, rate, step) : undefined
  const typedDose = values['dose'] ?? (drawn ? millilitres(drawn.microlitres) : '')
  const every = values['every_hours'] ?? (use?.every_hours === undefined ? '' : String(use.every_hours))
  const days = values['days'] ?? (use?.days === undefined ? '' : String(use.days))
  return {
    name,
    product,
    use,
    route,
    rate,
    known,
    isOwn,
    siteUnit,
    typedWeight,
    step,
    drawn,
    typedDose,
    every,
    days,
  }
}

export type Reading = ReturnType<typeof readTreatment>

const exactlyOf = (typed: string, unit: 'kg' | 'lb'): Fraction | undefined => exactly(typed, unit)

function suggestedWeight(subjects: readonly Subject[], unit: 'kg' | 'lb'): string {
  const only = subjects.length === 1 ? weightOf(subjects[0]!) : undefined
  if (only && only.unit === unit) return only.typed
  const mean = meanWeight(subjects)
  return mean ? weightIn(mean, unit) : ''
}

/** How the weight that stands there came about, where nobody says it. */
export function sourceOf({ values, subjects }: FormInput): string {
  if (subjects.length > 1) return 'lot_average'
  const last = weightOf(subjects[0]!)
  return values['weight'] === undefined && last ? last.source : 'estimated'
}

const hourMs = 3_600_000

/** Of a course: when the doses after the first are due. */
function plannedDoses(
  first: number,
  every: number | undefined,
  days: number | undefined,
): string[] | undefined {
  if (every === undefined || days === undefined) return undefined
  const count = Math.min(30, Math.ceil((days * 24) / every) - 1)
  if (count < 1) return undefined
  return Array.from({ length: count }, (_, at) => new Date(first + (at + 1) * every * hourMs).toISOString())
}

/** What is the same of every animal that gets it. */
function common(
  input: TreatmentInput,
  reading: Reading,
): { problems: Problems } | { body: Record<string, unknown> } {
  const { values, where, given } = input
  const { name, product, route } = reading
  if (name === undefined) return { problems: { product: 'What was it treated with?' } }
  const every = said(reading.every) === undefined ? undefined : wholeOf(reading.every)
  if (said(reading.every) !== undefined && !every)
    return { problems: { every_hours: 'Must be a whole number.' } }
  const days = said(reading.days) === undefined ? undefined : wholeOf(reading.days)
  if (said(reading.days) !== undefined && !days) return { problems: { days: 'Must be a whole number.' } }
  const vet = vetOf(values)
  if (vet.problems) return { problems: vet.problems }
  const stockLot = product?.stock_lots.find(({ id }) => id === values['stock_lot'])
  const places = ticked(values['sites'])
  return {
    body: withKnown({
      product: product?.version_id,
      product_name: product?.name ?? name,
      reason: said(values['treated_for']),
      route: said(route),
      sites: places.length > 0 ? places : undefined,
      stock_lot: stockLot?.id,
      batch: stockLot?.batch ?? said(values['batch']),
      every_hours: every,
      days,
      planned: plannedDoses(firstDoseAt(given, where.zone), every, days),
      ...vet.body,
    }),
  }
}

/** The body of each animal's treatment, and the events they make. */
export function treated(input: TreatmentInput): Drafted {
  const reading = readTreatment(input)
  const shared = common(input, reading)
  if ('problems' in shared) return shared
  const drafts = reading.isOwn
    ? byOwnWeight(input, reading, shared.body)
    : oneForAll(input, reading, shared.body)
  if ('problems' in drafts) return drafts
  for (const { kind, body } of drafts.drafts) {
    const problems = problemsOf(kind, body, treatedNames)
    if (Object.keys(problems).length > 0) return { problems }
  }
  return drafts
}

/** Whether a dose that was typed is more than a tenth off the label's for any of these animals. */
export function isDoseFarOff(input: TreatmentInput, drafts: readonly Draft[]): boolean {
  const { subjects, where, given } = input
  const { isOwn, product } = readTreatment(input)
  const dosed = plannedOf(drafts, subjects).filter(({ body }) => body.dose && body.weight)
  return !isOwn && foresee(dosed, product, given, where).departs.includes('dose')
}

/** As it is to be sent: a dose far off the label's is asked about once. */
export function treatedAsMeant(input: TreatmentInput): Drafted {
  const drafted = treated(input)
  if ('problems' in drafted || input.values['dose_meant'] === 'yes') return drafted
  return isDoseFarOff(input, drafted.drafts)
    ? {
        problems: {
          dose: 'This is more than a tenth off the label’s dose. Correct it, or say below that it was really given.',
        },
      }
    : drafted
}

function oneForAll(input: TreatmentInput, reading: Reading, body: Record<string, unknown>): Drafted {
  const { values, subjects } = input
  const weight = measured(reading.typedWeight, reading.siteUnit)
  if (said(reading.typedWeight) !== undefined && !weight) return { problems: { weight: numberMissing } }
  const dose = measured(reading.typedDose, 'mL')
  if (said(reading.typedDose) !== undefined && !dose) return { problems: { dose: numberMissing } }
  const whole = withKnown({
    ...body,
    dose,
    weight,
    weight_source: weight && (values['weight_source'] ?? sourceOf(input)),
  })
  if (subjects.length === 1) return { drafts: [{ kind: 'treated', animals: [subjects[0]!.id], body: whole }] }
  const unread = said(values['unread']) === undefined ? 0 : wholeOf(values['unread']!)
  if (unread === undefined) return { problems: { unread: 'Must be a whole number.' } }
  const drafts: Draft[] = []
  for (let from = 0; from < subjects.length; from += 500)
    drafts.push({
      kind: 'group_treated',
      animals: subjects.slice(from, from + 500).map(({ id }) => id),
      // Of all of them once.
      body: from === 0 && unread > 0 ? { ...whole, unread } : whole,
    })
  return { drafts }
}

function byOwnWeight(input: TreatmentInput, reading: Reading, body: Record<string, unknown>): Drafted {
  const drafts: Draft[] = []
  for (const subject of input.subjects) {
    const last = weightOf(subject)
    const other = last ? undefined : measured(reading.typedWeight, reading.siteUnit)
    const weight = last ? { typed: last.typed, unit: last.unit, base: last.base } : other
    const grams = weight && exactly(weight.typed, weight.unit)
    if (!weight || !grams || grams.of <= 0n || rounded(grams) <= 0n)
      return { problems: { weight: 'Not every animal has a weight: please give one for the others.' } }
    const { microlitres } = doseOf(grams, reading.rate!, reading.step)
    const dose = { typed: millilitres(microlitres), unit: 'mL', base: Number(microlitres) }
    drafts.push({
      kind: 'treated',
      animals: [subject.id],
      body: { ...body, dose, weight, weight_source: last?.source ?? 'estimated' },
    })
  }
  return { drafts }
}

/** What the drafts say of each animal, for what is shown before they are sent. */
export const plannedOf = (drafts: readonly Draft[], subjects: readonly Subject[]) => {
  const byId = new Map(subjects.map((subject) => [subject.id, subject]))
  return drafts.flatMap(({ animals, body }) =>
    animals.flatMap((id) => {
      const subject = byId.get(id)
      return subject ? [{ subject, body: body as unknown as TreatedBody }] : []
    }),
  )
}
