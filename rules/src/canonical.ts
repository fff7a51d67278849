/** What an event may be made of: objects, lists, text and whole numbers. */
export type Canonical = string | number | readonly Canonical[] | { readonly [name: string]: Canonical }

/**
 * The one way to write a value down (RFC 8785), of which a hash is taken: names in the order of their UTF-16 units, no
 * spaces. Throws TypeError for what would not be the same everywhere: fractions, numbers past 2^53, halves of a
 * character, and all that is neither text nor number, `null` and `undefined` too: what is not known is left out.
 */
export function canonical(value: Canonical): string {
  if (typeof value === 'string') return canonicalText(value)
  if (typeof value === 'number') return canonicalNumber(value)
  let members = ''
  if (Array.isArray(value)) {
    for (const one of value as readonly Canonical[])
      members += `${members === '' ? '' : ','}${canonical(one)}`
    return `[${members}]`
  }
  if (!isPlainObject(value)) throw new TypeError(`cannot be written down: ${String(value)}`)
  for (const name of inOrder(Object.keys(value)))
    members += `${members === '' ? '' : ','}${canonicalText(name)}:${canonical(value[name]!)}`
  return `{${members}}`
}

/** By UTF-16 units, as texts are compared. */
function inOrder(names: string[]): string[] {
  const isInOrder = names.every((name, at) => at === 0 || names[at - 1]! < name)
  return isInOrder ? names : names.toSorted()
}

/** What JSON writes as it is, and is most of what is written: nothing of it has to be looked at twice. */
const plainText = /^[ !#-[\]-~]*$/

function canonicalText(text: string): string {
  if (plainText.test(text)) return `"${text}"`
  if (!text.isWellFormed()) throw new TypeError('a text holds half of a character')
  return JSON.stringify(text)
}

function canonicalNumber(number: number): string {
  if (!Number.isSafeInteger(number)) throw new TypeError(`no whole number: ${number}`)
  return String(number === 0 ? 0 : number)
}

function isPlainObject(value: unknown): value is Record<string, Canonical> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value) as unknown
  return prototype === Object.prototype || prototype === null
}

/** An id made of a name: version 8 of RFC 9562, of the first 16 bytes of a SHA-256. */
export function nameBasedId(sha256: Uint8Array): string {
  if (sha256.length < 16) throw new RangeError('16 bytes at least')
  const bytes = sha256.slice(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
