import { keyPurpose, type KeyedHashes, type Secret, type Secrets } from '../platform/secrets.ts'
import type { CodePurpose } from './tables.ts'

/*
 * A mail's code follows from the job's id under our secret, so that a mail that is tried again says the
 * same and nothing but keyed hashes is ever stored.
 */

const digiting = keyPurpose('code-digits')
const linking = keyPurpose('code-link')
const digitsHashing = keyPurpose('code-digits-hash')
const linkHashing = keyPurpose('code-link-hash')

/** The digits as they are stored: good for one purpose of one account, or of one change of address. */
export function digitsHashes(
  secrets: Secrets,
  purpose: CodePurpose,
  subject: string,
  digits: string,
): KeyedHashes {
  return secrets.macs(digitsHashing, purpose, subject, digits)
}

export function linkHashes(secrets: Secrets, linkToken: string): KeyedHashes {
  return secrets.macs(linkHashing, linkToken)
}

export interface MailCode {
  digits: string
  link_token: string
  digits_hash: Buffer
  link_hash: Buffer
}

/** The code of the mail with this id, as it is under one secret. */
export function mailCode(secret: Secret, id: string, purpose: CodePurpose, subject: string): MailCode {
  // 48 bits of a keyed hash: as even as makes no difference, and unforeseeable without the secret.
  const digits = String(secret.mac(digiting, id).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
  const link_token = secret.mac(linking, id).subarray(0, 16).toString('base64url')
  return {
    digits,
    link_token,
    digits_hash: secret.mac(digitsHashing, purpose, subject, digits),
    link_hash: secret.mac(linkHashing, link_token),
  }
}
