import { readIdentifier, type IdentifierKind } from '@byre/rules/identifiers'
import { readQuantity, type Unit } from '@byre/rules/quantities'
import * as z from 'zod/mini'
import { firstOnly, plain } from '../fields.ts'

/*
 * What an event may say of animals and medicines: whole numbers and text alone, for the hash of an event is taken of
 * nothing else. What is not known is left out.
 */

const lowerUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** Made where it happened, or of what it says (version 8). */
const eventUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** As it is written down: lower case, for another spelling would be another event. */
export const recordId = z.string('Must be an id.').check(z.regex(lowerUuid, 'Must be an id in lower case.'))
export const eventId = z
  .string('Must be an id.')
  .check(z.regex(eventUuid, 'Must be a UUID of version 7 or 8.'))

function text(most: number, label: string) {
  const isPlain = plain(most, label, true)
  return z.string(`${label} must be text.`).check(
    z.refine((value) => value.trim() === value && value !== '', firstOnly(`${label} is empty.`)),
    z.refine((value) => value.normalize('NFC') === value, firstOnly(`${label} must be in normal form.`)),
    z.refine((value) => isPlain.safeParse(value).success, {
      error: `${label} must be plain text of ${most} characters at most.`,
    }),
  )
}
export const word = (label: string) => text(60, label)
export const line = (label: string) => text(200, label)
export const words = (label: string) => text(2000, label)

export const wholeNumber = (least: number, most: number, label: string) =>
  z.number(`${label} must be a whole number.`).check(
    z.refine(Number.isSafeInteger, firstOnly(`${label} must be a whole number.`)),
    z.refine((value) => value >= least && value <= most, `${label} must be ${least} to ${most}.`),
  )

const isoOf = (value: string) => {
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}
/** A time as it is written everywhere, of a day that there is. */
export const isTime = (value: string) => isoOf(value) === value

/** `2026-11-23T07:32:26.000Z`, of this century or the last. */
export const moment = z
  .string('Must be a time.')
  .check(
    z.regex(/^(?:19|20)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, firstOnly('Must be a time in UTC.')),
    z.refine(isTime, 'There is no such time.'),
  )

export const day = z.string('Must be a day.').check(
  z.regex(/^(?:19|20)\d\d-\d\d-\d\d$/, firstOnly('Must be a day such as 2026-11-23.')),
  z.refine((value) => isoOf(value).slice(0, 10) === value, 'There is no such day.'),
)

export const market = z
  .string('Must be a country.')
  .check(z.regex(/^[A-Z]{2}$/, 'Must be a country of two letters.'))
export const commodity = z.enum(['meat', 'milk', 'eggs'], 'Must be meat, milk or eggs.')
export const yes = z.literal('yes', 'Is yes or left out.')

const identifierKinds = [
  'eid',
  'nues',
  'eu_bovine',
  'uk_tag',
  'nlis_visual',
  'nait_visual',
  'visual',
  'premises',
] as const satisfies readonly IdentifierKind[]

const refusedIdentifiers = {
  'not 15 digits': 'An electronic tag has 15 digits.',
  'ruined by a spreadsheet': 'A spreadsheet has ruined this number.',
  'not of this form': 'That kind of tag has no such number.',
  empty: 'A tag is not empty.',
  'too long': 'A tag has 40 characters at most.',
} as const

/** What is typed or read; how it is compared and searched follows from it. */
export const Tag = z
  .strictObject({
    kind: z.enum(identifierKinds, 'There is no such kind of tag.'),
    value: text(60, 'A tag'),
  })
  .check((checked) => {
    const read = readIdentifier(checked.value.kind, checked.value.value)
    if (!('refused' in read) && read.value !== '') return
    const why = 'refused' in read ? read.refused : 'empty'
    checked.issues.push({
      code: 'custom',
      input: checked.value.value,
      path: ['value'],
      message: refusedIdentifiers[why],
    })
  })

/** A quantity as it was typed, and in its base unit, which must be what the typed says. */
function measured<const U extends Unit>(units: readonly U[], name: string, least: number, most: number) {
  return z
    .strictObject({
      typed: z.string('Must be text.').check(z.maxLength(20, 'Must be a number.')),
      unit: z.enum(units as unknown as [U, ...U[]], `${name} has no such unit.`),
      base: wholeNumber(least, most, name),
    })
    .check((checked) => {
      const { typed, unit, base } = checked.value
      const quantity = readQuantity(typed, unit)
      const message = !quantity
        ? `${name} must be a number such as 1,234.5.`
        : quantity.base !== BigInt(base)
          ? `${name} is not what was typed.`
          : undefined
      if (message) checked.issues.push({ code: 'custom', input: typed, path: ['typed'], message })
    })
}

/** In grams: of a mouse's weight to three tonnes. */
export const Weight = measured(['kg', 'g', 'lb', 'cwt'], 'A weight', 10, 3_000_000)
/** In microlitres: to twenty litres. */
export const Volume = measured(['mL', 'uL', 'L', 'fl oz'], 'A dose', 1, 20_000_000)
/** In thousandths of a degree Celsius, of something that lives. */
export const Temperature = measured(['Cel', 'degF'], 'A temperature', 20_000, 47_000)
export const weightSource = z.enum(['measured', 'estimated', 'lot_average'], 'Must say how it was weighed.')

/** What a label or a veterinarian says of one commodity. */
const figures = {
  days: z.strictObject({ kind: z.literal('days'), commodity, days: wholeNumber(1, 730, 'Days') }),
  hours: z.strictObject({ kind: z.literal('hours'), commodity, hours: wholeNumber(1, 17_520, 'Hours') }),
  zero: z.strictObject({ kind: z.literal('zero'), commodity }),
}
export const EndingFigure = z.discriminatedUnion('kind', [figures.days, figures.hours, figures.zero])
export const LabelFigure = z.discriminatedUnion('kind', [
  figures.days,
  figures.hours,
  figures.zero,
  z.strictObject({ kind: z.literal('milkings'), commodity, milkings: wholeNumber(1, 200, 'Milkings') }),
  z.strictObject({
    kind: z.literal('after_calving'),
    commodity,
    hours: wholeNumber(0, 17_520, 'Hours'),
    dryDays: wholeNumber(0, 730, 'Days'),
  }),
  z.strictObject({ kind: z.literal('not_established'), commodity }),
  z.strictObject({ kind: z.literal('prohibited'), commodity }),
  z.strictObject({ kind: z.literal('unknown'), commodity }),
])

/** At most one figure a commodity. */
export const ofEachCommodity = <F extends { commodity: string }>(list: readonly F[]) =>
  new Set(list.map((figure) => figure.commodity)).size === list.length
