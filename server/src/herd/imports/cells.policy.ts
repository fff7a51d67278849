import { Tag, Volume, Weight } from '@byre/contract/herd/fields'
import type { ImportOptions } from '@byre/contract/herd/imports'
import { addDays } from '@byre/rules/dates'
import { readQuantity, type Unit } from '@byre/rules/quantities'
import type * as z from 'zod/mini'
import { notComeYet } from '../days.policy.ts'

/* What one cell says, by what its column holds. What a spreadsheet has ruined is refused in words. */

export type Read<T> = { value: T } | { fault: string }

/** A cell as it was meant: without the marks by which spreadsheets keep a text a text. */
export function meant(cell: string): string {
  const trimmed = cell.normalize('NFC').trim()
  const [, formula] = /^="([^"]*)"$/.exec(trimmed) ?? []
  return (formula ?? trimmed.replace(/^'/, '')).trim()
}

export function parsed<S extends z.ZodMiniType>(schema: S, value: unknown): Read<z.output<S>> {
  const result = schema.safeParse(value)
  return result.success
    ? { value: result.data }
    : { fault: result.error.issues[0]?.message ?? 'This cannot be read.' }
}

export type TagColumn = z.infer<typeof Tag>['kind']

/** `1.24E+14`; a short tag such as `12E5` is one. */
const isRuined = (text: string) => /^\d([.,]\d+)?e\+\d+$/i.test(text)

export function tagOf(kind: TagColumn, text: string): Read<z.infer<typeof Tag>> {
  if (isRuined(text))
    return {
      fault:
        'A spreadsheet has ruined this number: its last digits are lost. Take it from where it was first written down, and make the column text.',
    }
  const read = parsed(Tag, { kind, value: text })
  if ('value' in read || kind !== 'eid') return read
  const digits = text.replaceAll(/[\s-]/g, '')
  if (!/^\d+$/.test(digits)) return { fault: `${read.fault} This one has something else in it.` }
  const zeros =
    digits.length < 15
      ? ' A spreadsheet may have dropped the zeros it began with.'
      : ' A spreadsheet cannot keep more than 15.'
  return { fault: `An electronic tag has 15 digits; this one has ${digits.length}.${zeros}` }
}

const orders = { ymd: [0, 1, 2], mdy: [2, 0, 1], dmy: [2, 1, 0] } as const
const written = { ymd: '2026-11-23', mdy: '11/23/2026', dmy: '23/11/2026' } as const
/** The time of day behind a date, which is not used: the whole day counts. */
const timeBehind = /[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[ap]m)?$/i

/** A day that is not after `today`, as `2026-11-23`, in the file's form or that of ISO 8601. */
export function dayOf(text: string, form: ImportOptions['dates'], today: string): Read<string> {
  const read = anyDayOf(text, form)
  return 'value' in read && read.value > today ? { fault: notComeYet } : read
}

/** The day until which an animal is held, which may be to come, but not by more than two years. */
export function lastDayOf(text: string, form: ImportOptions['dates'], today: string): Read<string> {
  const read = anyDayOf(text, form)
  return 'value' in read && read.value > addDays(today, 730)
    ? { fault: 'This is more than two years ahead.' }
    : read
}

function anyDayOf(text: string, form: ImportOptions['dates']): Read<string> {
  const bare = text.replace(timeBehind, '')
  const parts = bare.split(/[-/.]/).map((part) => part.trim())
  if (/^\d{5}(\.\d+)?$/.test(bare))
    return {
      fault: 'A spreadsheet has turned this date into a number. Show the column as dates, and save it again.',
    }
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part)))
    return { fault: `This is no date such as ${written[form]}.` }
  const [year = '', month = '', day = ''] = orders[parts[0]!.length === 4 ? 'ymd' : form].map(
    (at) => parts[at]!,
  )
  if (year.length !== 4) return { fault: 'Please write the year with four digits.' }
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!isDay(iso)) return { fault: `There is no such day; dates are read as ${written[form]}.` }
  if (iso < '1980-01-01') return { fault: 'This is too long ago.' }
  return { value: iso }
}

function isDay(iso: string): boolean {
  try {
    return addDays(iso, 0) === iso
  } catch {
    return false
  }
}

/** `1.234,5` where a comma stands before the fraction, as `1234.5`. */
function pointed(text: string, decimals: ImportOptions['decimals']): string {
  if (decimals === 'point') return text
  // A point parts thousands there: one that stands elsewhere is the fraction of another form, and no number of this one.
  return /^\d{1,3}(\.\d{3})+(,\d+)?$|^\d+(,\d+)?$/.test(text.trim())
    ? text.replaceAll('.', '').replace(',', '.')
    : 'not of this form'
}

const weightUnits: Readonly<Record<string, 'kg' | 'lb' | 'cwt'>> = {
  kg: 'kg',
  kgs: 'kg',
  lb: 'lb',
  lbs: 'lb',
  cwt: 'cwt',
}

const numberForms = { point: '1,234.5', comma: '1.234,5' } as const

interface Measuring {
  decimals: ImportOptions['decimals']
  unit: Unit
  /** What is said of a number that cannot be. */
  outside: string
}

function measured<S extends z.ZodMiniType>(
  schema: S,
  number: string,
  { decimals, unit, outside }: Measuring,
): Read<z.output<S>> {
  const typed = pointed(number, decimals)
  const quantity = readQuantity(typed, unit)
  if (!quantity) return { fault: `This is not a number such as ${numberForms[decimals]}.` }
  const result = parsed(schema, { typed, unit, base: Number(quantity.base) })
  return 'value' in result ? result : { fault: outside }
}

export function weightOf(
  text: string,
  { decimals, unit }: Pick<ImportOptions, 'decimals' | 'unit'>,
): Read<z.output<typeof Weight>> {
  const [, number = text, suffix = ''] = /^(.*?)\s*([a-z]*)$/i.exec(text) ?? []
  const written = suffix === '' ? unit : weightUnits[suffix.toLowerCase()]
  if (!written) return { fault: 'A weight is in kg, lb or cwt.' }
  return measured(Weight, number, {
    decimals,
    unit: written,
    outside: 'No animal weighs that: 3,000 kg is the most.',
  })
}

export function doseOf(text: string, decimals: ImportOptions['decimals']): Read<z.output<typeof Volume>> {
  const [, number = text, suffix = ''] = /^(.*?)\s*([a-z]*)$/i.exec(text) ?? []
  if (!['', 'ml', 'cc'].includes(suffix.toLowerCase())) return { fault: 'A dose is in mL or cc.' }
  return measured(Volume, number, {
    decimals,
    unit: 'mL',
    outside: 'No dose is that: 20,000 mL is the most.',
  })
}

const sexes: Readonly<Record<string, string>> = {
  ...spelt('female', 'f female heifer cow ewe doe sow gilt mare hen'),
  ...spelt('male', 'm male bull ram buck boar stallion rooster'),
  ...spelt('steer', 's steer ox castrated wether barrow gelding'),
  ...spelt('spayed', 'spayed'),
  ...spelt('unknown', 'u unknown ?'),
}

function spelt(said: string, words: string): Record<string, string> {
  return Object.fromEntries(words.split(' ').map((word) => [word, said]))
}

export function sexOf(text: string): Read<string> {
  const value = sexes[text.toLowerCase()]
  return value ? { value } : { fault: 'Please write female, male, steer, spayed or unknown.' }
}

const routes: Readonly<Record<string, string>> = {
  ...spelt('SC', 'sc sq subq subcut subcutaneous'),
  ...spelt('IM', 'im intramuscular'),
  ...spelt('IV', 'iv intravenous'),
  ...spelt('topical', 'topical pour-on pouron pour'),
}

/** As labels call it, where it is one of the common ones. */
export const routeOf = (text: string): string => routes[text.toLowerCase()] ?? text
