import type pg from 'pg'
import { nameOf } from './pipelined-client.ts'
import { sqlState } from './sql-states.ts'

/*
 * Callers who ask the same in one turn of the event loop are answered by one statement (decisions 0189, 0190). Most of what reading or
 * changing a few rows costs PostgreSQL is beginning and committing it, and most of what it costs here is sending it and reading that it is done.
 */

/** Of so many callers; of more, some are answered while others are asked. */
export const callersAtMost = 16
/** Of fewer where each is answered many rows: all of a statement's are answered in one go, and what is asked meanwhile waits. */
export const listCallersAtMost = 8

export interface Statement extends pg.QueryConfig {
  name: string
  values: unknown[]
}

/** A statement for many callers: it takes an array of each value in which they differ, and then the values that are the same for all. */
export interface Batched {
  readonly name: string
  readonly text: string
  /** Where among one caller's values those stand in which callers differ, in the order of the arrays. */
  readonly each: readonly number[]
  /** Where those stand that are the same for all. */
  readonly shared: readonly number[]
  readonly callersAtMost: number
  /** The statement that takes one caller's values as they are; null: it is this one, with arrays of one. */
  readonly alone: { name: string; text: string } | null
}

/** Types in PostgreSQL of values in which callers may differ. */
export type EachType = 'bytea' | 'int' | 'jsonb' | 'text' | 'timestamptz' | 'uuid'

/**
 * Makes of the read `text`, which answers one caller, the statement that answers many. Each row has the caller's number as
 * `nth`, from 1. `names` tells of each parameter of `text` which of `types` it is; null: it is the same for all.
 */
export function batchedRead(
  text: string,
  names: readonly (string | null)[],
  types: Readonly<Record<string, EachType>>,
  atMost = callersAtMost,
): Batched {
  const columns = Object.keys(types)
  const shared = names.flatMap((name, place) => (name === null ? place : []))
  const forEach = text.replace(/\$(\d+)/g, (_, number) => {
    const place = Number(number) - 1
    const name = names[place]
    return name ? `callers.${name}` : `$${columns.length + shared.indexOf(place) + 1}`
  })
  const arrays = columns.map((column, i) => `$${i + 1}::${types[column]}[]`)
  // With an offset it stays a query of its own, planned for one caller as `text` is. Else it would be joined to all callers, by
  // whatever plan: of a view that unites several tables PostgreSQL then reads all rows.
  const batched = `select answer.*, callers.nth
    from unnest(${arrays.join(', ')}) with ordinality as callers(${columns.join(', ')}, nth)
    cross join lateral (select * from (${forEach}) as one offset 0) as answer`
  return {
    name: nameOf(batched),
    text: batched,
    each: columns.map((column) => names.indexOf(column)),
    shared,
    callersAtMost: atMost,
    alone: { name: nameOf(text), text },
  }
}

/** The statement for all of these callers, of each of whom it takes the values. */
export function forAll({ name, text, each, shared }: Batched, callers: readonly unknown[][]): Statement {
  const [first = []] = callers
  return {
    name,
    text,
    values: [
      ...each.map((place) => callers.map((values) => values[place])),
      ...shared.map((place) => first[place]),
    ],
  }
}

/** Gives each of so many callers their rows, in their order. They keep `nth`: a row of which one field is deleted is three times as slow. */
export function shareOut(rows: object[], callers: number): object[][] {
  const shares = Array.from({ length: callers }, (): object[] => [])
  for (const row of rows as { nth: number }[]) shares[row.nth - 1]!.push(row)
  return shares
}

interface Call {
  values: unknown[]
  answer(rows: object[] | Promise<object[]>): void
  fail(error: unknown): void
}
interface Batch {
  batched: Batched
  calls: Call[]
}
type Ask = (statement: Statement) => Promise<object[]>

interface BatchOptions {
  /** Has what is asked leave together at the end of the turn. */
  holdThisTurn?: () => void
  /** Has what is asked from now on in this turn answered by another connection, while the database answers what was asked before. */
  takeAnotherConnection?: () => void
  /** What fails one caller fails all, as in a transaction, where no more can be done. */
  isAllOrNone?: boolean
}

/** What is asked in one turn of the event loop, until it leaves at its end. */
export class Batches {
  readonly #ask: Ask
  readonly #options: BatchOptions
  #batches = new Map<string, Batch>()
  #isGathering = false

  constructor(ask: Ask, options: BatchOptions = {}) {
    this.#ask = ask
    this.#options = options
  }

  /** The rows for one caller. */
  rows(values: unknown[], batched: Batched): Promise<object[]> {
    return new Promise((answer, fail) => {
      this.#batchOf(values, batched).calls.push({ values, answer, fail })
    })
  }

  #batchOf(values: unknown[], batched: Batched): Batch {
    this.gather()
    const key = batched.name + JSON.stringify(batched.shared.map((place) => values[place]))
    const batch = this.#batches.get(key)
    if (batch && batch.calls.length < batched.callersAtMost) return batch
    if (batch) {
      void this.#send(batch)
      this.#options.takeAnotherConnection?.()
    }
    const next: Batch = { batched, calls: [] }
    this.#batches.set(key, next)
    return next
  }

  /** What is asked from now on leaves at the end of this turn. */
  gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    // First of all that ends the turn, so that the connection still holds what is asked then.
    setImmediate(() => {
      this.#isGathering = false
      this.leave()
    })
    this.#options.holdThisTurn?.()
  }

  /** Sends what was asked until now. */
  leave(): void {
    const batches = this.#batches
    this.#batches = new Map()
    for (const batch of batches.values()) void this.#send(batch)
  }

  async #send({ batched, calls }: Batch): Promise<void> {
    const alone = ({ values, answer }: Call) => answer(this.#alone(batched, values))
    if (calls.length === 1) return calls.forEach(alone)
    try {
      const statement = forAll(
        batched,
        calls.map(({ values }) => values),
      )
      const shares = shareOut(await this.#ask(statement), calls.length)
      for (const [i, { answer }] of calls.entries()) answer(shares[i]!)
    } catch (error) {
      // What PostgreSQL refuses may be one caller's, and is no matter of the others. Nothing of it was done.
      if (!this.#options.isAllOrNone && ofValues.has(sqlState(error)?.slice(0, 2) ?? '')) calls.forEach(alone)
      else for (const { fail } of calls) fail(error)
    }
  }

  async #alone(batched: Batched, values: unknown[]): Promise<object[]> {
    if (batched.alone) return this.#ask({ ...batched.alone, values })
    return shareOut(await this.#ask(forAll(batched, [values])), 1)[0]!
  }
}

/** Classes of SQLSTATEs that a caller's values lead to: data that is none, and a constraint that forbids it. */
const ofValues = new Set(['22', '23'])
