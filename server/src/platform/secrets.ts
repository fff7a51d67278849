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

/** SHA-256. By way of text, a character a byte: a buffer that Node makes for a hash costs twice to three times as much. */
export const sha256 = (of: Part): Buffer => Buffer.from(hash('sha256', of, 'binary'), 'latin1')

/** SHA-256 of a random token: all of it that is ever stored. */
export const tokenHash = (token: string): Buffer => sha256(token)

/** A fresh random token of `bytes` bytes in URL-safe text. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** What one key is for; made by `keyPurpose` alone, so that all of them are known. */
export type KeyPurpose = string & { readonly isKeyPurpose: true }

const purposes = new Set<string>()

/** Declares what a key is for. Whoever adds one says in `secret-kinds.test.ts` how it outlives an exchange. */
export function keyPurpose(name: string): KeyPurpose {
  if (purposes.has(name)) throw new Error(`two keys are for ${name}`)
  purposes.add(name)
  return name as KeyPurpose
}

/** Everything that keys are for, once all modules are loaded. */
export const keyPurposes = (): readonly string[] => [...purposes]

const sealing = 'aes-256-gcm'
const nonceBytes = 12
const sealBytes = 16
const macBytes = 32

type Part = string | Buffer

/** Keyed hashes and encryption under one secret, one key a purpose, so that nothing can stand in for another. */
export class Secret {
  readonly #keys = new Map<string, KeyObject>()
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /** HMAC-SHA-256 of the parts (joined unambiguously) under the purpose's own key. */
  mac(purpose: KeyPurpose, ...parts: Part[]): Buffer {
    return macUnder(this.keyOf(purpose), parts)
  }

  /** Encrypts what must be read again, for one `owner`: nobody else's seal opens in its place. */
  seal(purpose: KeyPurpose, owner: string, plain: Buffer): Buffer {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(sealing, this.keyOf(purpose), nonce).setAAD(Buffer.from(owner))
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  }

  /** What was sealed for this purpose and owner under this secret; null for anything else. */
  open(purpose: KeyPurpose, owner: string, sealed: Buffer): Buffer | null {
    if (sealed.length < nonceBytes + sealBytes) return null
    const nonce = sealed.subarray(0, nonceBytes)
    const tag = sealed.subarray(nonceBytes, nonceBytes + sealBytes)
    const cipher = createDecipheriv(sealing, this.keyOf(purpose), nonce, { authTagLength: sealBytes })
    cipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
    try {
      return Buffer.concat([cipher.update(sealed.subarray(nonceBytes + sealBytes)), cipher.final()])
    } catch {
      return null
    }
  }

  keyOf(purpose: KeyPurpose): KeyObject {
    let key = this.#keys.get(purpose)
    if (!key) {
      // A key object is prepared once; a buffer would be again for each hash.
      key = createSecretKey(createHmac('sha256', this.#secret).update(`byre:${purpose}`).digest())
      this.#keys.set(purpose, key)
    }
    return key
  }
}

/** A keyed hash: `hash` by today's secret, to write; `hashes` by every secret still in use, to look up by. */
export interface KeyedHashes {
  hash: Buffer
  hashes: readonly Buffer[]
}

const fingerprinting = keyPurpose('fingerprint')
const keptMacs = keyPurpose('kept-mac')

/**
 * The secrets of an installation. The first writes; all of them read, so that one can be exchanged for
 * another while the product runs.
 */
export class Secrets {
  /** The one that writes is first. */
  readonly list: readonly [Secret, ...Secret[]]

  constructor(secrets: readonly [string, ...string[]]) {
    const [first, ...older] = secrets
    this.list = [new Secret(first), ...older.map((secret) => new Secret(secret))]
  }

  mac(purpose: KeyPurpose, ...parts: Part[]): Buffer {
    return this.list[0].mac(purpose, ...parts)
  }

  /** The same keyed hash under the secret that writes, and under each. */
  macs(purpose: KeyPurpose, ...parts: Part[]): KeyedHashes {
    const hash = this.mac(purpose, ...parts)
    const [, ...older] = this.list
    return { hash, hashes: [hash, ...older.map((secret) => secret.mac(purpose, ...parts))] }
  }

  /** Whether a keyed hash was made of these parts under any of the secrets. */
  isMac(given: Buffer, purpose: KeyPurpose, ...parts: Part[]): boolean {
    return this.list.some((secret) => sameBytes(secret.mac(purpose, ...parts), given))
  }

  seal(purpose: KeyPurpose, owner: string, plain: Buffer): Buffer {
    return this.list[0].seal(purpose, owner, plain)
  }

  /** What was sealed for this purpose and owner, and whether under an older secret; null for anything else. */
  open(purpose: KeyPurpose, owner: string, sealed: Buffer): { plain: Buffer; isOld: boolean } | null {
    for (const [at, secret] of this.list.entries()) {
      const plain = secret.open(purpose, owner, sealed)
      if (plain) return { plain, isOld: at > 0 }
    }
    return null
  }

  /**
   * A keyed hash of something that only its owner has, sealed together with the keys it may have been made
   * under: it can be checked (`isKeptMac`) when those secrets are gone.
   */
  keepMac(purpose: KeyPurpose, owner: string, mac: Buffer): Buffer {
    const keys = this.list.map((secret) => secret.keyOf(purpose).export())
    return this.seal(keptMacs, `${purpose}:${owner}`, Buffer.concat([mac, ...keys]))
  }

  isKeptMac(kept: Buffer, purpose: KeyPurpose, owner: string, ...parts: Part[]): boolean {
    const opened = this.open(keptMacs, `${purpose}:${owner}`, kept)
    if (!opened) return false
    const [mac, ...keys] = Array.from({ length: opened.plain.length / macBytes }, (_, at) =>
      opened.plain.subarray(at * macBytes, (at + 1) * macBytes),
    )
    return keys.some((key) => sameBytes(macUnder(createSecretKey(key), parts), mac!))
  }

  /** What was kept by `keepMac` sealed again under the first secret; null where it is, or cannot be opened. */
  renewKeptMac(kept: Buffer, purpose: KeyPurpose, owner: string): Buffer | null {
    const opened = this.open(keptMacs, `${purpose}:${owner}`, kept)
    return opened?.isOld ? this.seal(keptMacs, `${purpose}:${owner}`, opened.plain) : null
  }

  /** By which a database knows each secret, which it gives away to nobody. */
  fingerprints(): [string, ...string[]] {
    const of = (secret: Secret) => secret.mac(fingerprinting, 'byre').toString('hex', 0, 16)
    const [first, ...older] = this.list
    return [of(first), ...older.map(of)]
  }
}

/** What `Secrets.keepMac` makes is longer than any keyed hash. */
export const isKeptMac = (stored: Buffer) => stored.length > macBytes

function macUnder(key: KeyObject, parts: Part[]): Buffer {
  const mac = createHmac('sha256', key)
  const led = parts.map((part) =>
    typeof part === 'string' ? `${Buffer.byteLength(part)}:${part}` : [`${part.length}:`, part],
  )
  // Texts go in at once: each call costs more than what it hashes.
  if (led.every((part) => typeof part === 'string')) mac.update(led.join(''))
  else for (const part of led.flat()) mac.update(part)
  return mac.digest()
}

/** Compares two hashes in constant time; false when their lengths differ. */
export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
