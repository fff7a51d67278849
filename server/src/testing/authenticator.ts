import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

interface Question {
  challenge: string
}

/** What a browser is asked to make. */
interface Plan extends Question {
  user?: { id: string }
}

/** What is wrong with an answer, for tests about answers that are refused. */
interface Twist {
  origin?: string
  /** Whose key this is, instead of the portal's. */
  rpId?: string
  /** Whether its owner unlocked it. */
  isVerified?: boolean
  counter?: number
  /** Signs something else than what is sent. */
  forged?: boolean
  /** Whose passkey it says it is, instead of whose it was made for; null: it does not say. */
  userHandle?: string | null
}

const present = 0x01
const verified = 0x04
const attested = 0x40

/** A passkey as a browser would use it: one ES256 key of its own, for tests without a browser. */
export class Authenticator {
  readonly #id = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' }) as {
    publicKey: KeyObject
    privateKey: KeyObject
  }
  readonly #origin: string
  #counter = 0
  #userHandle: string | null = null

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Answers a plan for a new passkey, as JSON in one text. */
  make({ challenge, user }: Plan, twist: Twist = {}): string {
    this.#userHandle = user?.id ?? null
    const client = this.#clientData('webauthn.create', challenge, twist)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const aaguid = Buffer.alloc(16)
    const data = Buffer.concat([this.#facts(attested, twist), aaguid, length, this.#id, this.#publicKey()])
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]),
    )
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** Answers a question for this passkey, as JSON in one text. */
  use({ challenge }: Question, twist: Twist = {}): string {
    const client = this.#clientData('webauthn.get', challenge, twist)
    const data = this.#facts(0, twist)
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    if (twist.forged) signed[0]! ^= 1
    const { userHandle = this.#userHandle } = twist
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      userHandle: userHandle ?? undefined,
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    })
  }

  #answer(response: object): string {
    const id = this.#id.toString('base64url')
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Twist): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #facts(flags: number, { rpId, isVerified = true, counter }: Twist): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? ++this.#counter)
    const host = rpId ?? new URL(this.#origin).hostname
    const flag = Buffer.from([flags | present | (isVerified ? verified : 0)])
    return Buffer.concat([createHash('sha256').update(host).digest(), flag, count])
  }

  /** The key as COSE has it. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    return cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
  }
}

type Cbor = string | number | Buffer | Map<string | number, Cbor>

/** The little of CBOR that a passkey needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)])
}

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  if (size < 256) return Buffer.from([(kind << 5) | 24, size])
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 0xff])
}
