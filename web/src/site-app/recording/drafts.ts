import { bodies, type EventKind } from '@byre/contract/herd/event-bodies'
import { readQuantity, type Unit } from '@byre/rules/quantities'
import { safeParse } from 'zod/mini'
import type { Subject } from './subjects.ts'

/** What stands in a form's fields. What nobody has touched is left out. */
export type Values = Readonly<Record<string, string | undefined>>
/** A sentence for each field that is wrong. */
export type Problems = Readonly<Record<string, string>>

/** What is to be recorded of some animals, without its name and time. */
export interface Draft {
  kind: EventKind
  animals: readonly string[]
  body: Record<string, unknown>
}

export type Drafted = { problems: Problems } | { drafts: Draft[] }

/** Of the texts, those that say something. */
export const said = (text: string | undefined) => {
  const trimmed = (text ?? '').normalize('NFC').trim()
  return trimmed === '' ? undefined : trimmed
}

/** Without fields of which nothing is known. */
export const withKnown = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))

/** A quantity as the ledger keeps it; undefined where it is no number. */
export function measured(text: string | undefined, unit: Unit) {
  const typed = said(text)
  const quantity = typed === undefined ? undefined : readQuantity(typed, unit)
  if (!quantity || quantity.base > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
  return { typed: typed!, unit, base: Number(quantity.base) }
}

/** A whole number of four digits at most; undefined where it is none. */
export const wholeOf = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined)

export const numberMissing = 'Must be a number such as 1,234.5.'

/** What the contract has against a body, by the names of the form's fields; what is named otherwise there is in `names`. */
export function problemsOf(
  kind: EventKind,
  body: unknown,
  names: Readonly<Record<string, string>> = {},
): Problems {
  const judged = safeParse(bodies[kind], body)
  if (judged.success) return {}
  const problems: Record<string, string> = {}
  for (const { path, message } of judged.error.issues) {
    const field = fieldOf(path.map(String), names)
    problems[field] ??= message
  }
  return problems
}

/** `vet.name` may be called `vet_name` in a form; else the first part is the field. */
export const fieldOf = (path: readonly string[], names: Readonly<Record<string, string>>) =>
  names[path.join('.')] ?? names[path[0] ?? ''] ?? path[0] ?? 'form'

const namingMany: ReadonlySet<EventKind> = new Set(['moved', 'lot_joined', 'milked', 'group_treated'])

/** The same for all, in as many events as the animals of one event ask for. */
export function forAll(
  kind: EventKind,
  subjects: readonly Subject[],
  body: Record<string, unknown>,
  names: Readonly<Record<string, string>> = {},
): Drafted {
  const problems = problemsOf(kind, body, names)
  if (Object.keys(problems).length > 0) return { problems }
  const atOnce = namingMany.has(kind) ? 500 : 1
  const drafts: Draft[] = []
  for (let from = 0; from < subjects.length; from += atOnce)
    drafts.push({ kind, animals: subjects.slice(from, from + atOnce).map(({ id }) => id), body })
  return { drafts }
}
