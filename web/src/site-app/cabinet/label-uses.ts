import type { LabelUse } from '@byre/contract/herd/products'
import { said, type Problems, type Values } from '../recording/drafts.ts'

/* The uses of a label as a form holds them: each field with its use's number before it, `0.route`. */

const commodities = ['meat', 'milk', 'eggs'] as const
export type Commodity = (typeof commodities)[number]

export const nameIn = (at: number, field: string) => `${at}.${field}`

/** What is filled in at first. */
export function valuesOf(uses: readonly LabelUse[]): Values {
  const values: Record<string, string> = {}
  uses.forEach((use, at) => {
    const put = (field: string, value: string | number | undefined) => {
      if (value !== undefined) values[nameIn(at, field)] = String(value)
    }
    put('country', use.country)
    put('species', use.species)
    put('classes', use.classes?.join(', '))
    put('route', use.route)
    put('reasons', use.reasons?.join(', '))
    put('every_hours', use.every_hours)
    put('days', use.days)
    put('banned', use.banned_otherwise)
    put('source', use.source)
    put('read_on', use.read_on)
    put('dose', use.dose?.kind)
    if (use.dose?.kind === 'by strength') {
      put('least', use.dose.least)
      put('most', use.dose.most)
      put('strength', use.dose.strength)
    }
    if (use.dose?.kind === 'by volume') {
      put('volume', use.dose.volume)
      put('per', use.dose.per)
      put('unit', use.dose.unit)
    }
    for (const figure of use.figures) {
      put(figure.commodity, figure.kind)
      if (figure.kind === 'days') put(`${figure.commodity}_days`, figure.days)
      if (figure.kind === 'hours' || figure.kind === 'after_calving')
        put(`${figure.commodity}_hours`, figure.hours)
      if (figure.kind === 'milkings') put(`${figure.commodity}_milkings`, figure.milkings)
      if (figure.kind === 'after_calving') put(`${figure.commodity}_dry`, figure.dryDays)
    }
  })
  return values
}

const numberOf = (text: string | undefined) => (/^\d{1,5}$/.test(text ?? '') ? Number(text) : undefined)
const listOf = (text: string | undefined) => {
  const words = (text ?? '')
    .split(',')
    .map((word) => said(word))
    .filter((word) => word !== undefined)
  return words.length > 0 ? words : undefined
}

/** What stands in the form as the contract wants it; the contract judges it. A number that is none stands as NaN. */
export function readUse(values: Values, at: number): Record<string, unknown> {
  const value = (field: string) => said(values[nameIn(at, field)])
  const number = (field: string) =>
    value(field) === undefined ? undefined : (numberOf(value(field)) ?? Number.NaN)
  return known({
    country: value('country') ?? '',
    species: value('species') ?? '',
    classes: listOf(value('classes')),
    route: value('route') ?? '',
    dose: doseIn(value),
    every_hours: number('every_hours'),
    days: number('days'),
    reasons: listOf(value('reasons')),
    banned_otherwise: value('banned'),
    figures: commodities.flatMap((commodity) => {
      const kind = value(commodity)
      return kind === undefined ? [] : [figureIn(commodity, kind, (part) => number(`${commodity}_${part}`))]
    }),
    source: value('source') ?? '',
    read_on: value('read_on') ?? '',
  })
}

const known = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

function doseIn(value: (field: string) => string | undefined) {
  if (value('dose') === 'by strength')
    return {
      kind: 'by strength',
      least: value('least') ?? '',
      most: value('most') ?? value('least') ?? '',
      strength: value('strength') ?? '',
    }
  if (value('dose') === 'by volume')
    return {
      kind: 'by volume',
      volume: value('volume') ?? '',
      per: value('per') ?? '',
      unit: value('unit') ?? 'lb',
    }
  return undefined
}

function figureIn(commodity: Commodity, kind: string, number: (part: string) => number | undefined) {
  if (kind === 'days') return { kind, commodity, days: number('days') ?? Number.NaN }
  if (kind === 'hours') return { kind, commodity, hours: number('hours') ?? Number.NaN }
  if (kind === 'milkings') return { kind, commodity, milkings: number('milkings') ?? Number.NaN }
  if (kind === 'after_calving')
    return { kind, commodity, hours: number('hours') ?? Number.NaN, dryDays: number('dry') ?? 0 }
  return { kind, commodity }
}

/** `uses.0.dose.least` as the form calls it: `0.least`; of a figure its own number. */
export function fieldIn(path: readonly PropertyKey[], uses: readonly Record<string, unknown>[]): string {
  const [first, at = 0, field = 'country', ...rest] = path.map(String)
  if (first !== 'uses') return first ?? 'name'
  if (field === 'dose') return `${at}.${rest[0] ?? 'dose'}`
  if (field === 'banned_otherwise') return `${at}.banned`
  if (field !== 'figures') return `${at}.${field}`
  const figures = uses[Number(at)]?.['figures'] as { commodity: string }[] | undefined
  const commodity = figures?.[Number(rest[0])]?.commodity ?? 'meat'
  const part = rest[1] === 'dryDays' ? 'dry' : rest[1]
  return part === undefined || part === 'kind' ? `${at}.${commodity}` : `${at}.${commodity}_${part}`
}

export const problemsIn = (
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
  uses: readonly Record<string, unknown>[],
): Problems => {
  const problems: Record<string, string> = {}
  for (const { path, message } of issues) problems[fieldIn(path, uses)] ??= message
  return problems
}
