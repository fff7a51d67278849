import { createHash } from 'node:crypto'
import pg from 'pg'

const int8 = 20
const timestamptz = 1184

/** Money and counts are int8; beyond 2^53 is refused instead of rounded. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe whole number: ${text}`)
  return value
}

/** `2026-11-21 05:12:33.1+00` as ISO 8601 UTC with milliseconds; connections run in UTC. */
function isoTime(text: string): string {
  const end = text.indexOf('+', 19)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, end).slice(0, 3).padEnd(3, '0')}Z`
}

const parsers: Record<number, (text: string) => unknown> = {
  [int8]: wholeNumber,
  [timestamptz]: isoTime,
}
/** How values come out of PostgreSQL: the one place where int8 and times are read. */
export const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format as 'text')
  },
}

const names = new Map<string, string>()

/** A statement's name is a hash of its text, so the text must be a constant. */
export function nameOf(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    names.set(text, name)
  }
  return name
}

let sent = 0

/** Statements this process sent since its start, BEGIN and COMMIT not counted. */
export const statementsSent = (): number => sent

/**
 * Sends every statement with values as a named one, planned once a connection, and all statements of one
 * turn of the event loop in one packet.
 */
export class NamedClient extends pg.Client {
  #isHeld = false

  #holdThisTurn(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    const { stream } = this.connection
    stream.cork()
    setImmediate(() => {
      this.#isHeld = false
      stream.uncork()
    })
  }

  // @ts-expect-error -- the overloads of pg's query collapse into the one shape Kysely and we use
  override query(text: unknown, values?: unknown[], done?: unknown) {
    this.#holdThisTurn()
    const inner = super.query.bind(this) as (...args: unknown[]) => unknown
    if (typeof text === 'string' && !values?.length) return inner(text, values, done)
    sent += 1
    return inner(typeof text === 'string' ? { name: nameOf(text), text, values } : text, values, done)
  }
}
