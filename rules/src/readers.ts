import { readIdentifier, type ReadIdentifier } from './identifiers.ts'

export type ReadLine =
  | Extract<ReadIdentifier, { kind: unknown }>
  | { refused: 'industrial tag' | 'set the reader to decimal' | 'not 15 digits' | 'no tag' }

/** Where a line has other fields behind the number. */
const behind = String.raw`(?:[\s,;].*)?$`

/** The spellings of makers, most particular first; each holds three digits of a country or maker and twelve of the animal. */
const spellings = [
  // ISO 24631-6, long: `LA 00000 0 982 000001088420`; the country may have four digits.
  String.raw`^L?A\s*\d{5}\s*\d\s*0?(\d{3})\s*(\d{12})`,
  // Its bits without spaces: `A0000000964000000123456` and `10000000964000000123456`.
  String.raw`^A0{7}(\d{3})(\d{12})`,
  String.raw`^1\d{7}(\d{3})(\d{12})`,
  String.raw`^(?:LA\s*)?(\d{3})\s?(\d{12})`,
  String.raw`^0(\d{3})(\d{12})`,
].map((spelling) => new RegExp(spelling + behind))

/**
 * The number in a line that a reader has sent, whichever of the makers' spellings it is (ISO 24631-6, manuals); a time or
 * more fields may follow. What is no animal's number is refused in words that say what to do.
 */
export function readLine(sent: string): ReadLine {
  // oxlint-disable-next-line no-control-regex -- readers frame their lines with control characters.
  const line = sent.replaceAll(/[\u0000-\u001f\u007f]/g, '').trim()
  if (line === '') return { refused: 'no tag' }
  if (/^L?R\s/.test(line)) return { refused: 'industrial tag' }
  for (const spelling of spellings) {
    const [, country, national] = spelling.exec(line) ?? []
    if (!country || !national) continue
    const read = readIdentifier('eid', country + national)
    return 'kind' in read ? { ...read, typed: line } : { refused: 'not 15 digits' }
  }
  const [first = ''] = line.split(/[\s,;]/)
  if (/^[0-9A-F]{16}$/i.test(first) && /[A-F]/i.test(first)) return { refused: 'set the reader to decimal' }
  return { refused: 'not 15 digits' }
}

/** The same tag within three seconds is one read. Times are in milliseconds. */
export const isSameRead = (before: { value: string; at: number }, now: { value: string; at: number }) =>
  before.value === now.value && Math.abs(now.at - before.at) <= 3000
