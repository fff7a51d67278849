import * as z from 'zod/mini'
import type { FieldError } from '../errors.ts'
import { regionNamed } from '../regions.ts'
import { spokenHere, t } from '../words.ts'

/**
 * A payer's own tax numbers, as its accountant wants them on what it paid. Checked by form alone: whether a number was
 * given out, and to whom, only the tax office knows.
 */

export const taxNumberKeys = ['gst_hst_number', 'qst_number', 'ein'] as const
export type TaxNumberKey = (typeof taxNumberKeys)[number]

/** What each is called on invoices. */
const taxNumberNames = { gst_hst_number: 'GST/HST', qst_number: 'QST', ein: 'EIN' } as const

/** As fields are called: 'GST/HST number', but 'EIN', which says so itself. */
export const taxNumberLabels = {
  gst_hst_number: t`GST/HST number`,
  qst_number: t`QST number`,
  ein: t`EIN`,
} as const

const examples = { gst_hst_number: '123456782 RT0001', qst_number: '1234567890 TQ0001', ein: '12-3456789' }

/** Every second digit counts twice, and all come to a multiple of ten: what the CRA checks its nine digits by. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** A number as it is written, of any spelling of it; null where it has not the form. */
const readers: Record<TaxNumberKey, (bare: string) => string | null> = {
  gst_hst_number: (bare) => {
    const [, digits, account] = /^(\d{9})RT(?!0000)(\d{4})$/.exec(bare) ?? []
    return digits && passesLuhn(digits) ? `${digits} RT${account}` : null
  },
  qst_number: (bare) => {
    const [, digits, account] = /^(\d{10})TQ(?!0000)(\d{4})$/.exec(bare) ?? []
    return digits ? `${digits} TQ${account}` : null
  },
  ein: (bare) => {
    // Which other first digits are given out, the IRS adds to from time to time.
    const [, begins, rest] = /^(?!00)(\d{2})(\d{7})$/.exec(bare) ?? []
    return begins ? `${begins}-${rest}` : null
  },
}

/** `123456782rt0001` as `123456782 RT0001`; null where it is no such number. */
export const readTaxNumber = (key: TaxNumberKey, text: string) =>
  readers[key](text.toUpperCase().replace(/[\s-]/g, ''))

/** Optional: an empty text empties it. */
const taxNumber = (key: TaxNumberKey) => {
  const error = t`${taxNumberLabels[key]} should look like ${examples[key]}.`
  return z.optional(
    z.pipe(
      z.string().check(
        z.maxLength(60, { error, abort: true }),
        z.refine((text) => text.trim() === '' || readTaxNumber(key, text) !== null, error),
      ),
      z.transform((text) => (text.trim() === '' ? null : readTaxNumber(key, text))),
    ),
  )
}

export const taxNumberFields = {
  gst_hst_number: taxNumber('gst_hst_number'),
  qst_number: taxNumber('qst_number'),
  ein: taxNumber('ein'),
}

interface Where {
  country?: string | null | undefined
  region?: string | null | undefined
}
type TaxNumbers = { [Key in TaxNumberKey]?: string | null | undefined }

/** Those that a payer there can have. */
export function taxNumbersAsked({ country, region }: Where): readonly TaxNumberKey[] {
  if (country === 'USA') return ['ein']
  if (country !== 'Canada') return []
  return region && regionNamed(country, region) === 'QC'
    ? ['gst_hst_number', 'qst_number']
    : ['gst_hst_number']
}

const whose = {
  gst_hst_number: t`A GST/HST number is for payers in Canada.`,
  qst_number: t`A QST number is for payers in Quebec.`,
  ein: t`An EIN is for payers in the USA.`,
}

/** What is sent and is not for where the payer is. */
export function taxNumberProblems(entity: Where & TaxNumbers): FieldError[] {
  const fitting = taxNumbersAsked(entity)
  return taxNumberKeys
    .filter((key) => entity[key] && !fitting.includes(key))
    .map((key) => ({ field: key, message: whose[key] }))
}

/** The numbers a payer has, by the names they have on invoices. */
export const taxNumbersOf = (entity: TaxNumbers) =>
  taxNumberKeys.flatMap((key) => {
    const number = entity[key]
    return number ? [{ name: taxNumberNames[key], number }] : []
  })

/** 'QST no. 1234567890 TQ0001', 'EIN 12-3456789'. */
export function taxNumberInWords(
  { name, number }: { name: string; number: string },
  { t } = spokenHere(),
): string {
  if (name === taxNumberNames.gst_hst_number) return t`GST/HST no. ${number}`
  return name === taxNumberNames.qst_number ? t`QST no. ${number}` : `${name} ${number}`
}

/** A tax as it is called in French, too: the law has both names. */
export function taxName(name: string, { t } = spokenHere()): string {
  const names: Readonly<Record<string, string>> = {
    GST: t`GST`,
    HST: t`HST`,
    QST: t`QST`,
    'GST/HST': t`GST/HST`,
  }
  return names[name] ?? name
}

/** Adds to a schema that tax numbers must be for where the payer is. */
export function withTaxNumbers<S extends z.ZodMiniObject<z.core.$ZodShape>>(schema: S) {
  return schema.check((payload: z.core.ParsePayload<z.output<S>>) => {
    for (const { field, message } of taxNumberProblems(payload.value as Where & TaxNumbers))
      payload.issues.push({ code: 'custom', message, path: [field], input: payload.value })
  })
}
