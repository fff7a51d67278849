import { createHash } from 'node:crypto'
import pg from 'pg'
import { countDamage } from './damage.ts'
import { repeated } from './repeated.ts'
import { noteLackOfRoom } from './room.ts'

/*
 * The driver with every statement named, described once a connection and sent with all others of its turn in one packet;
 * the only file that touches the driver's private parts.
 */

const int8 = 20
const timestamptz = 1184

/** Money and counts are int8; beyond 2^53 is refused instead of rounded. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe whole number: ${text}`)
  return value
}

/** `2026-11-21 05:12:33.1+00`, in JSON with a T, as ISO 8601 UTC with milliseconds; connections run in UTC. */
export function isoTime(text: string): string {
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

/** The parts of the driver that its types do not tell; the driver's version is pinned. */
interface Wire {
  stream: { write(buffer: Buffer): boolean; writable: boolean; destroy(why: Error): void }
  describe(what: { type: string; name?: string }): void
  _send(buffer: Buffer): boolean
}
interface Columns {
  fields: pg.FieldDef[]
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}
interface DriverQuery {
  name: string
  callback?: Done
  _result: Columns
  _accumulateRows: boolean
  prepare(wire: Wire): void
  handleRowDescription(message: unknown): void
}
type Done = (error: Error | null, result: pg.QueryResult) => void
const DriverQuery = pg.Query as unknown as new (text: string, values?: unknown[]) => DriverQuery

/** Which columns each named statement answers with, as told when it first ran on a connection. */
type Shapes = Map<string, Columns>

interface Named {
  name: string
  text: string
  values: unknown[]
}

/** A named statement that asks for the description of its columns only the first time. */
class NamedQuery extends DriverQuery {
  readonly #shapes: Shapes

  constructor(shapes: Shapes, { name, text, values }: Named, done: Done) {
    super(text, values)
    this.#shapes = shapes
    this.name = name
    this.callback = done
  }

  override prepare(wire: Wire): void {
    const columns = this.#shapes.get(this.name)
    if (!columns) return super.prepare(wire)
    Object.assign(this._result, columns)
    this._accumulateRows = true
    const { describe } = wire
    wire.describe = leaveOut
    super.prepare(wire)
    wire.describe = describe
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}
const leaveOut = () => undefined

/**
 * Sends every statement with values as a named one, planned and described once a connection, and all
 * statements of one turn of the event loop in one packet. `query_timeout` is how long the database may answer nothing while a
 * statement waits; then the connection is closed, and whatever waits on it fails.
 */
export class PipelinedClient extends pg.Client {
  readonly #shapes: Shapes = new Map()
  readonly #wire: Wire
  readonly #send = super.query.bind(this) as (...args: unknown[]) => unknown
  #parts: Buffer[] | null = null
  #unanswered = 0
  #heardAt = 0

  constructor({ query_timeout: silentAtMostMs, ...config }: pg.ClientConfig) {
    super(config)
    this.#wire = this.connection as unknown as Wire
    const { _send } = this.#wire
    this.#wire._send = (part) => {
      if (!this.#parts) return _send.call(this.#wire, part)
      this.#parts.push(part)
      return true
    }
    if (silentAtMostMs) this.#closeOnceSilent(silentAtMostMs)
  }

  /** Instead of the driver's timer for each statement, which keeps what the statement held until memory is collected as a whole. */
  #closeOnceSilent(ms: number): void {
    const look = () => {
      if (this.#unanswered > 0 && performance.now() - this.#heardAt > ms)
        this.#wire.stream.destroy(new Error('the database answers nothing'))
    }
    const timer = setInterval(look, Math.min(1_000, ms / 4)).unref()
    this.once('end', () => clearInterval(timer))
  }

  /**
   * A database that takes no changes any more is a standby, or a primary that was put aside: the connection is closed, since
   * the next one may find the new primary.
   */
  #seen(error: Error): Error {
    if (error instanceof pg.DatabaseError && error.code === readOnly) this.end(() => undefined)
    countDamage(error)
    noteLackOfRoom(error)
    return asAway(error)
  }

  /** What is sent from now on leaves at the end of this turn of the event loop, together. */
  holdThisTurn(): void {
    if (this.#parts) return
    this.#parts = []
    setImmediate(() => {
      const parts = this.#parts!
      this.#parts = null
      if (parts.length > 0 && this.#wire.stream.writable) this.#wire.stream.write(Buffer.concat(parts))
    })
  }

  #ask(text: string | pg.QueryConfig, values: unknown[] | undefined, done: Done): unknown {
    this.holdThisTurn()
    if (this.#unanswered === 0) this.#heardAt = performance.now()
    this.#unanswered += 1
    const answer: Done = (error, result) => {
      this.#unanswered -= 1
      this.#heardAt = performance.now()
      done(error, result)
    }
    if (typeof text === 'string' && !values?.length) return this.#send(text, values, answer)
    sent += 1
    const named =
      typeof text === 'string'
        ? { name: nameOf(text), text, values: values! }
        : { name: text.name!, text: text.text, values: text.values ?? [] }
    return this.#send(new NamedQuery(this.#shapes, named, answer))
  }

  // @ts-expect-error -- the overloads of pg's query collapse into the one shape Kysely and we use
  override query(text: string | pg.QueryConfig, values?: unknown[], done?: Done) {
    if (done) return this.#ask(text, values, (error, result) => done(error && this.#seen(error), result))
    const fail = (error: Error): never => {
      // An error of the driver tells where bytes arrived; this tells who asked.
      Error.captureStackTrace(error, fail)
      throw this.#seen(error)
    }
    return new Promise((resolve, reject) => {
      this.#ask(text, values, (error, result) => (error ? reject(error) : resolve(result)))
    }).catch(fail)
  }
}

/** The database did not answer: it cannot be reached or found, was lost meanwhile, or took too long. */
export class DatabaseAway extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause })
  }
}

const readOnly = '25006'

/**
 * What went wrong between us and the database. The driver gives most of these errors no code, but all that it throws is
 * either PostgreSQL's own answer, a mistake in a value, or this.
 */
export function asAway(error: Error): Error {
  const isOther = [pg.DatabaseError, DatabaseAway, TypeError, RangeError].some(
    (kind) => error instanceof kind,
  )
  return isOther ? error : new DatabaseAway(error)
}

/** A pool whose connections are told of by `asAway`, too. What is sent to it is alone, and repeated where others got in the way. */
export class Pool extends pg.Pool {
  // @ts-expect-error -- the overloads of pg's query collapse into the one shape that is used
  override query(text: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    // Of a connection that is lost meanwhile the pool may hear before the statement does.
    return repeated(() => super.query(text as string, values)).catch((error: Error) => {
      throw asAway(error)
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(done: Connected): void
  override connect(done?: Connected): Promise<pg.PoolClient> | undefined {
    if (!done)
      return super.connect().catch((error: Error) => {
        throw asAway(error)
      })
    super.connect((error, client, release) => done(error && asAway(error), client, release))
    return undefined
  }
}
type Connected = Parameters<pg.Pool['connect']>[0]
