import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { refuse } from '../platform/errors.ts'

/*
 * Argon2id, the one expensive thing an anonymous caller can ask for. One run takes 19 MiB and tens of
 * milliseconds of a core, so a process has two under way and a hundred waiting; more are told to return.
 */

const argon2id = 2
const strength = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const mostAtOnce = 2
const mostWaiting = 100

const waiting: (() => void)[] = []
let underWay = 0
let runs = 0

/** Argon2 runs since the start: known and unknown accounts must cost the same. */
export function hashRuns(): number {
  return runs
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (underWay < mostAtOnce) underWay += 1
  else if (waiting.length >= mostWaiting) refuse('server.busy')
  // Whoever ends hands its turn over, so that nobody who comes later can slip in between.
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    runs += 1
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else underWay -= 1
  }
}

/** A new salted hash of a password, with its parameters; refuses 503 when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, strength))
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Of no password at all; checked for people who are not there, so that they cost as much. */
const nobodys = `$argon2id$v=19$m=${strength.memoryCost},t=${strength.timeCost},p=1$${unpadded(randomBytes(16))}$${unpadded(randomBytes(32))}`

/** Whether a password is the hashed one; false for nobody (null) after the same work. */
export function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  return inTurn(async () => (await verify(passwordHash ?? nobodys, password)) && passwordHash !== null)
}

/** Whether a hash was made with less than today's strength, and should be made anew at sign-in. */
export function isWeakHash(passwordHash: string): boolean {
  const [, kind, , memory, passes] =
    /^\$([a-z0-9]+)\$v=(\d+)\$m=(\d+),t=(\d+),p=\d+\$/.exec(passwordHash) ?? []
  return kind !== 'argon2id' || Number(memory) < strength.memoryCost || Number(passes) < strength.timeCost
}
