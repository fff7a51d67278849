import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/*
 * An API key's text: a prefix by which whoever scans for lost secrets knows it, 256 random bits, and a checksum of both,
 * so that what only looks like a key is told from one without asking anybody. As one line: `byre_live_[0-9A-Za-z]{49}`.
 */

const prefix = 'byre_live_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^43 is just above 2^256. */
const secretDigits = 43
/** 62^6 is above 2^32. */
const checksumDigits = 6
const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${secretDigits + checksumDigits}}$`)

export function newKeyText(): string {
  const body = prefix + inDigits(BigInt(`0x${randomBytes(32).toString('hex')}`), secretDigits)
  return body + checksumOf(body)
}

/** Whether a bearer's token means to be a key; a session's never begins so. */
export const meansKey = (token: string) => token.startsWith(prefix)

const visitPrefix = 'byre_view_'

/** The token of a visit: a prefix of its own and 256 random bits. */
export const newVisitToken = () => visitPrefix + randomBytes(32).toString('base64url')

/** Whether a bearer's token means to be that of a visit. */
export const meansVisit = (token: string) => token.startsWith(visitPrefix)

/** Whether a text could be a key: its shape and its checksum are right. */
export function isKeyText(token: string): boolean {
  return shape.test(token) && checksumOf(token.slice(0, -checksumDigits)) === token.slice(-checksumDigits)
}

const checksumOf = (body: string) => inDigits(BigInt(crc32(body)), checksumDigits)

function inDigits(value: bigint, length: number): string {
  let [text, rest] = ['', value]
  for (let at = 0; at < length; at++) {
    text = digits[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text
}
