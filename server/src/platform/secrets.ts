import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'

/** SHA-256 of a random token: all of it that is ever stored. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** A fresh random token of `bytes` bytes in URL-safe text. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

const sealing = 'aes-256-gcm'
const nonceBytes = 12
const sealBytes = 16

/** Keyed hashes and encryption under APP_SECRET, one key a purpose, so that nothing can stand in for another. */
export class Secrets {
  readonly #keys = new Map<string, KeyObject>()
  readonly #secret: string

  constructor(appSecret: string) {
    this.#secret = appSecret
  }

  /** HMAC-SHA-256 of the parts (joined unambiguously) under the purpose's own key. */
  mac(purpose: string, ...parts: (string | Buffer)[]): Buffer {
    const mac = createHmac('sha256', this.#keyOf(purpose))
    const led = parts.map((part) =>
      typeof part === 'string' ? `${Buffer.byteLength(part)}:${part}` : [`${part.length}:`, part],
    )
    // Texts go in at once: each call costs more than what it hashes.
    if (led.every((part) => typeof part === 'string')) mac.update(led.join(''))
    else for (const part of led.flat()) mac.update(part)
    return mac.digest()
  }

  /** Encrypts what must be read again, for one `owner`: nobody else's seal opens in its place. */
  seal(purpose: string, owner: string, plain: Buffer): Buffer {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(sealing, this.#keyOf(purpose), nonce).setAAD(Buffer.from(owner))
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  }

  /** What was sealed for this purpose and owner; throws for anything else. */
  open(purpose: string, owner: string, sealed: Buffer): Buffer {
    const nonce = sealed.subarray(0, nonceBytes)
    const tag = sealed.subarray(nonceBytes, nonceBytes + sealBytes)
    const cipher = createDecipheriv(sealing, this.#keyOf(purpose), nonce, { authTagLength: sealBytes })
    cipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
    return Buffer.concat([cipher.update(sealed.subarray(nonceBytes + sealBytes)), cipher.final()])
  }

  #keyOf(purpose: string): KeyObject {
    let key = this.#keys.get(purpose)
    if (!key) {
      // A key object is prepared once; a buffer would be again for each hash.
      key = createSecretKey(createHmac('sha256', this.#secret).update(`byre:${purpose}`).digest())
      this.#keys.set(purpose, key)
    }
    return key
  }
}

/** Compares two hashes in constant time; false when their lengths differ. */
export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
