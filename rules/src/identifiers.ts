/** What an animal is told apart by. Values are text, never numbers; none is ever given to a second animal. */
export type IdentifierKind =
  'eid' | 'nues' | 'eu_bovine' | 'uk_tag' | 'nlis_visual' | 'nait_visual' | 'visual' | 'premises'

type IdentifierFinding = 'test tag' | 'cannot be a transponder' | 'check digit' | 'Greece is EL'

type IdentifierRefusal =
  'not 15 digits' | 'ruined by a spreadsheet' | 'not of this form' | 'empty' | 'too long'

export type ReadIdentifier =
  | {
      kind: IdentifierKind
      /** What is searched and compared: capitals, letters and digits alone. */
      value: string
      /** What was typed, which is what is shown. */
      typed: string
      findings: IdentifierFinding[]
      /** Of a UK tag whose check digit is another: the one it should have. */
      checkDigit?: number
    }
  | { refused: IdentifierRefusal }

const longestVisual = 40
/** 38 bits: the largest number of an animal that a transponder can hold (ISO 11784). */
const mostNational = 274_877_906_943n

/** Capitals, letters and digits alone. */
const normalIdentifier = (typed: string) => typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Reads what was typed as an identifier of a kind. Sources of the forms: ICAR ADE, 9 CFR 55.1, (EU) 2021/520 art. 12. */
export function readIdentifier(kind: IdentifierKind, typed: string): ReadIdentifier {
  if (typed.trim() === '') return { refused: 'empty' }
  if (kind === 'eid') return readEid(typed)
  if (kind === 'uk_tag') return readUkTag(typed)
  if (kind === 'eu_bovine') return readEuBovine(typed)
  const value = normalIdentifier(typed)
  if (kind === 'visual' || kind === 'premises')
    return [...typed.trim()].length > longestVisual ? { refused: 'too long' } : identified(kind, value, typed)
  return patterns[kind].test(value) ? identified(kind, value, typed) : { refused: 'not of this form' }
}

const patterns = {
  /** Two digits of the state, three letters and four digits, or two letters and four digits. */
  nues: /^\d{2}[A-Z]{2,3}\d{4}$/,
  /** The PIC of 8 characters, maker and device type, year letter, serial number. */
  nlis_visual: /^[A-Z][A-Z0-9]{7}[A-Z0-9]{2}[A-Z]\d{4,5}$/,
  nait_visual: /^\d{12}$/,
}

const identified = (
  kind: IdentifierKind,
  value: string,
  typed: string,
  findings: IdentifierFinding[] = [],
): ReadIdentifier => ({ kind, value, typed: typed.trim(), findings })

/** ISO 11784: three digits of a country (ISO 3166-1) or maker (900 to 998) and twelve of the animal; no check digit. */
function readEid(typed: string): ReadIdentifier {
  if (/^\s*\d+([.,]\d+)?e\+?\d+\s*$/i.test(typed)) return { refused: 'ruined by a spreadsheet' }
  const bare = typed.replaceAll(/[\s-]/g, '')
  const digits = /^0\d{15}$/.test(bare) ? bare.slice(1) : bare
  if (!/^\d{15}$/.test(digits)) return { refused: 'not 15 digits' }
  if (BigInt(digits.slice(3)) > mostNational)
    return identified('visual', digits, typed, ['cannot be a transponder'])
  if (digits.startsWith('000')) return identified('visual', digits, typed, ['cannot be a transponder'])
  return identified('eid', digits, typed, digits.startsWith('999') ? ['test tag'] : [])
}

/** `UK`, the herd's six digits, a check digit from 1 to 7, the animal's five. */
function readUkTag(typed: string): ReadIdentifier {
  const [, herd, check, animal] = /^(?:UK)?(\d{6})(\d)(\d{5})$/.exec(normalIdentifier(typed)) ?? []
  if (!herd || !check || !animal) return { refused: 'not of this form' }
  const checkDigit = ukCheckDigit(herd, animal)
  const tag = identified(
    'uk_tag',
    `UK${herd}${check}${animal}`,
    typed,
    checkDigit === Number(check) ? [] : ['check digit'],
  )
  return checkDigit === Number(check) ? tag : { ...tag, checkDigit }
}

/** Herd and animal as one number of eleven digits, modulo 7, and one. */
export const ukCheckDigit = (herd: string, animal: string) => (Number(herd + animal) % 7) + 1

/** Two letters of a country, `EL` for Greece and `XI` for Northern Ireland, or its three digits; then at most twelve digits. */
function readEuBovine(typed: string): ReadIdentifier {
  const value = normalIdentifier(typed)
  const [, country] = /^([A-Z]{2}|\d{3})\d{1,12}$/.exec(value) ?? []
  if (!country) return { refused: 'not of this form' }
  return identified('eu_bovine', value, typed, country === 'GR' ? ['Greece is EL'] : [])
}

/** Where a transponder's number comes from: three digits of a country or a maker. */
export function originOf(eid: string): { country: string } | { maker: string } {
  const code = eid.slice(0, 3)
  return Number(code) >= 900 ? { maker: code } : { country: code }
}

/** The 64 bits of a transponder as 16 hexadecimal digits: an animal's bit, 14 reserved, a data bit, 10 country, 38 national. */
export function hexOfEid(eid: string): string {
  const bits = (1n << 63n) | (BigInt(eid.slice(0, 3)) << 38n) | BigInt(eid.slice(3))
  return bits.toString(16).toUpperCase().padStart(16, '0')
}

/** Undefined where the bits are no animal's. */
export function eidOfHex(hex: string): string | undefined {
  if (!/^[0-9A-F]{16}$/i.test(hex)) return undefined
  const bits = BigInt(`0x${hex}`)
  if (bits >> 63n !== 1n) return undefined
  const country = (bits >> 38n) & 0x3ffn
  const national = bits & mostNational
  return country > 999n
    ? undefined
    : `${String(country).padStart(3, '0')}${String(national).padStart(12, '0')}`
}
