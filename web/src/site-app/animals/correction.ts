import type { TimelineEvent } from '@byre/contract/herd/animals'
import { bodies, type EventKind } from '@byre/contract/herd/event-bodies'
import { localOf, pastLocal } from '@byre/rules/dates'
import { readQuantity, type Unit } from '@byre/rules/quantities'
import { safeParse } from 'zod/mini'
import { whenOf, type When } from './again.ts'
import { correctableFields, type CorrectableField } from './correctable.ts'

/* A correction as it is typed, and as it is sent. */

/** By the names of the fields, with `day` and `time` of the site's clock. */
export type Texts = Readonly<Record<string, string>>
/** A sentence for each field that is wrong. */
export type Problems = Readonly<Record<string, string>>

interface Typed {
  typed: string
  unit: string
}

export const isMeasured = ({ is }: Pick<CorrectableField, 'is'>): boolean => is === 'kg' || is === 'mL'

export const unitOf = (event: TimelineEvent, { name, is }: CorrectableField): string =>
  (event.body[name] as Typed | undefined)?.unit ?? is

/** What an event says now. */
export function textsOf(event: TimelineEvent, zone: string): Texts {
  const textOf = ({ name, is }: CorrectableField) => {
    const value = event.body[name]
    if (value === undefined) return ''
    if (is === 'tag') return (value as { value: string }).value
    return isMeasured({ is }) ? (value as Typed).typed : String(value as string | number)
  }
  const local = localOf(Date.parse(event.at), zone)
  const isDay = event.precision === 'day' && event.day !== undefined
  return {
    ...Object.fromEntries(correctableFields(event.kind).map((field) => [field.name, textOf(field)])),
    day: isDay ? event.day! : local.slice(0, 10),
    time: isDay ? '' : local.slice(11),
  }
}

/** What is to be recorded instead. */
export function correctionOf(
  event: TimelineEvent,
  texts: Texts,
  { zone, now }: { zone: string; now: number },
): { problems: Problems } | { body: TimelineEvent['body']; when: When } {
  const problems: Record<string, string> = {}
  const body = { ...event.body }
  for (const field of correctableFields(event.kind)) {
    const text = (texts[field.name] ?? '').normalize('NFC').trim()
    const value = valueOf(event, field, text)
    if (isMeasured(field) && text !== '' && !readQuantity(text, unitOf(event, field) as Unit))
      problems[field.name] = 'Must be a number such as 1,234.5.'
    if (value === undefined) delete body[field.name]
    else body[field.name] = value
  }
  const judged = safeParse(bodies[event.kind as EventKind], body)
  for (const { path, message } of judged.error?.issues ?? []) problems[String(path[0] ?? 'form')] ??= message
  const when = whenIn(event, texts, { zone, now })
  if ('problem' in when) problems['day'] = when.problem
  return 'problem' in when || Object.keys(problems).length > 0 ? { problems } : { body, when }
}

function valueOf(event: TimelineEvent, field: CorrectableField, text: string): unknown {
  if (text === '') return undefined
  if (field.is === 'number') return Number(text)
  if (field.is === 'tag') return { ...(event.body[field.name] as object), value: text }
  if (!isMeasured(field)) return text
  const unit = unitOf(event, field)
  const quantity = readQuantity(text, unit as Unit)
  const base = quantity && quantity.base <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(quantity.base) : 0
  return { typed: text, unit, base }
}

/** What nobody has changed stays to the millisecond. */
function whenIn(
  event: TimelineEvent,
  { day = '', time = '' }: Texts,
  { zone, now }: { zone: string; now: number },
): When | { problem: string } {
  const before = textsOf(event, zone)
  if (day === before['day'] && time === before['time']) return whenOf(event)
  if (!/^(?:19|20)\d\d-\d\d-\d\d$/.test(day)) return { problem: 'On which day was it?' }
  if (day > localOf(now, zone).slice(0, 10)) return { problem: 'That day has not come yet.' }
  if (time === '') return { precision: 'day', day }
  const at = pastLocal(`${day}T${time.slice(0, 5)}`, zone, now)
  return at > now
    ? { problem: 'That time has not come yet.' }
    : { precision: 'instant', at: new Date(at).toISOString() }
}
