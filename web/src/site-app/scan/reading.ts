import { readIdentifier } from '@byre/rules/identifiers'
import { readLine } from '@byre/rules/readers'

/* What was typed, or sent by a reader that types, as a tag. */

export interface ScannedTag {
  kind: 'eid' | 'visual'
  /** As it is compared. */
  value: string
  /** As it is kept and shown. */
  typed: string
}

const refusals = {
  'industrial tag': 'This is an industrial tag, not an animal’s.',
  'set the reader to decimal': 'The reader sends letters. Please set it to decimal.',
  'not 15 digits': 'An electronic tag has 15 digits.',
  'no tag': 'No tag was read.',
} as const

/** As readers begin a line: letters and zeros of theirs, or as many digits as only an electronic tag has. */
const isFromReader = (text: string) =>
  /^(L?A|L?R)\s?\d{4}/i.test(text) || text.replaceAll(/[\s-]/g, '').length >= 14

export function readScan(text: string): { tag: ScannedTag } | { refused: string } {
  const trimmed = text.normalize('NFC').trim()
  if (!isFromReader(trimmed)) {
    const read = readIdentifier('visual', trimmed)
    if ('refused' in read || read.value === '')
      return { refused: trimmed === '' ? refusals['no tag'] : 'A tag has 40 letters and digits at most.' }
    return { tag: { kind: 'visual', value: read.value, typed: read.typed } }
  }
  const read = readLine(trimmed)
  if ('refused' in read) return { refused: refusals[read.refused] }
  const kind = read.kind === 'eid' ? 'eid' : 'visual'
  return { tag: { kind, value: read.value, typed: read.value } }
}
