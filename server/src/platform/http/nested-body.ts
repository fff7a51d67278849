import { requestLimits } from '@byre/contract/limits'
import { checkText, forbiddenKeys, malformed } from './form-body.ts'

/** What an app's call may send: texts and whole numbers, in lists and objects. What is not known is left out. */
export type Nested = string | number | Nested[] | { [name: string]: Nested }

const { depth: deepest } = requestLimits.appBody
// In valid JSON: a text, with the colon of a key behind it, or a number.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)|-?\d[\d.eE+-]*/g

/** The object in a body of nested JSON. */
export function readNested(text: string): Nested {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return malformed('The request is not valid JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return malformed('Please send one JSON object.')
  const keys = countKeys(value, 1)
  // Most of what is sent is written as we would write it: with no number that is not whole, and no key twice.
  if (JSON.stringify(value) !== text && keys !== writtenKeys(text)) malformed('A field was sent twice.')
  return value as Nested
}

/** How many keys there are in all; refuses what may not be sent, wherever it stands. */
function countKeys(value: unknown, depth: number): number {
  if (typeof value === 'string') {
    checkText(value)
    return 0
  }
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) malformed('A number is too large; please send it as text.')
    return 0
  }
  if (typeof value !== 'object' || value === null)
    return malformed('Please send texts and whole numbers alone; what is not known is left out.')
  if (depth > deepest) malformed(`What is sent may be ${deepest} levels deep.`)
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + countKeys(one, depth + 1), 0)
  let count = 0
  for (const [key, one] of Object.entries(value)) {
    if (key.length > requestLimits.body.keyLength) malformed('A field’s name is too long.')
    if (forbiddenKeys.has(checkText(key))) malformed('A field’s name is not allowed.')
    count += 1 + countKeys(one, depth + 1)
  }
  return count
}

/** How many keys are written there, one written twice counted twice; refuses numbers that are no whole ones. */
function writtenKeys(json: string): number {
  let count = 0
  for (const [written, colon] of json.matchAll(token)) {
    if (colon === ':') count += 1
    if (!written.startsWith('"') && /[.eE]|^-0$/.test(written)) malformed('Please send whole numbers alone.')
  }
  return count
}
