import {
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'

/** SHA-256 of a random token: all of it that is ever stored. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A fresh random token of `bytes` bytes in URL-safe text. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** Keyed hashes under APP_SECRET, one key a purpose, so that no hash can stand in for another. */
export class Secrets {
  readonly #keys = new Map<string, KeyObject>()
  readonly #secret: string

  constructor(appSecret: string) {
    this.#secret = appSecret
  }

  /** HMAC-SHA-256 of the parts (joined unambiguously) under the purpose's own key. */
  mac(purpose: string, ...parts: (string | Buffer)[]): Buffer {
    let key = this.#keys.get(purpose)
    if (!key) {
      // A key object is prepared once; a buffer would be again for each hash.
      key = createSecretKey(createHmac('sha256', this.#secret).update(`byre:${purpose}`).digest())
      this.#keys.set(purpose, key)
    }
    const hash = createHmac('sha256', key)
    for (const part of parts) {
      hash.update(`${Buffer.byteLength(part)}:`).update(part)
    }
    return hash.digest()
  }
}

/** Compares two hashes in constant time; false when their lengths differ. */
export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
