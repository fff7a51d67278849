import { Secret, TOTP } from 'otpauth'
import { randomBytes } from 'node:crypto'

/* RFC 6238 as every authenticator app knows it: SHA-1, six digits, half a minute. */

const secretBytes = 20
const period = 30
/** Steps before and after the present one whose code is taken, for clocks that differ. */
const window = 1

export const newTotpSecret = (): Buffer => randomBytes(secretBytes)

const totpOf = (secret: Buffer, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...names,
    secret: Secret.fromHex(secret.toString('hex')),
    algorithm: 'SHA1',
    digits: 6,
    period,
  })

/** The secret as an app takes it: typed in, or as the address that a QR picture carries. */
export function totpWords(
  secret: Buffer,
  names: { issuer: string; label: string },
): { secret: string; uri: string } {
  const totp = totpOf(secret, names)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The half minute that a code is for, counted from 1970; null when it is for none around `seconds`. */
export function stepOfCode(secret: Buffer, code: string, seconds: number): number | null {
  const totp = totpOf(secret)
  const timestamp = seconds * 1000
  const delta = totp.validate({ token: code, timestamp, window })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
