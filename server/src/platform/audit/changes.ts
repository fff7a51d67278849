import type { Change } from '@byre/contract/activity'

/** What a line of the trail holds, field by field; a list of words by commas, what else is no text as JSON. */
export function changesIn({ before, after }: { before: unknown; after: unknown }): Change[] {
  const [from, to] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].map((field) => ({
    field,
    before: textOf(from[field]),
    after: textOf(to[field]),
  }))
}

const fieldsOf = (values: unknown) => (values ?? {}) as Readonly<Record<string, unknown>>

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
