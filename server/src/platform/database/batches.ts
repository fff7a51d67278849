import pg from 'pg'
import { nameOf } from './pipelined-client.ts'

/*
 * Callers who ask the same read in one turn of the event loop are answered by one statement (decision 0189). Most of what a
 * read of a few rows costs PostgreSQL is beginning it, and most of what it costs here is sending it and reading that it is done.
 */

/** Of so many callers; of more, some are answered while others are asked. */
const callersAtMost = 16

export interface Statement extends pg.QueryConfig {
  name: string
  values: unknown[]
}

/** Types in PostgreSQL of values in which callers may differ. */
export type EachType = 'bytea' | 'uuid' | 'text'

/** A read as it is asked for many callers. */
export interface BatchedRead {
  readonly name: string
  readonly text: string
  /** Where in the statement for one caller those values stand in which callers differ. */
  readonly each: readonly number[]
  /** Where those stand that are the same for all. */
  readonly shared: readonly number[]
}

/**
 * Makes of `text`, which answers one caller, the statement that answers many: it takes an array of each value in which they
 * differ, in the order of `types`, and then the other values. Each row has the caller's number as `nth`, from 1.
 * `names` tells of each parameter of `text` which of `types` it is; null: it is the same for all.
 */
export function batchedRead(
  text: string,
  names: readonly (string | null)[],
  types: Readonly<Record<string, EachType>>,
): BatchedRead {
  const columns = Object.keys(types)
  const shared = names.flatMap((name, place) => (name === null ? place : []))
  const forEach = text.replace(/\$(\d+)/g, (_, number) => {
    const place = Number(number) - 1
    const name = names[place]
    return name ? `callers.${name}` : `$${columns.length + shared.indexOf(place) + 1}`
  })
  const arrays = columns.map((column, i) => `$${i + 1}::${types[column]}[]`)
  const batched = `select answer.*, callers.nth
    from unnest(${arrays.join(', ')}) with ordinality as callers(${columns.join(', ')}, nth)
    cross join lateral (${forEach}) as answer`
  return {
    name: nameOf(batched),
    text: batched,
    each: columns.map((column) => names.indexOf(column)),
    shared,
  }
}

interface Call {
  statement: Statement
  rows: object[]
  answer(rows: object[] | Promise<object[]>): void
  fail(error: unknown): void
}
interface Batch {
  read: BatchedRead
  calls: Call[]
}

/** The reads of one turn of the event loop, until they leave at its end. */
export class Batches {
  readonly #ask: (statement: Statement) => Promise<object[]>
  readonly #holdThisTurn: () => void
  #batches = new Map<string, Batch>()

  /** `holdThisTurn` has what is asked by `ask` leave together at the end of the turn. */
  constructor(ask: (statement: Statement) => Promise<object[]>, holdThisTurn: () => void) {
    this.#ask = ask
    this.#holdThisTurn = holdThisTurn
  }

  /** The rows of `statement`, which is `read` for one caller. */
  rows(statement: Statement, read: BatchedRead): Promise<object[]> {
    return new Promise((answer, fail) => {
      this.#batchOf(statement, read).calls.push({ statement, rows: [], answer, fail })
    })
  }

  #batchOf({ values }: Statement, read: BatchedRead): Batch {
    if (this.#batches.size === 0) {
      // First of all that ends the turn, so that the connection still holds what is asked then.
      setImmediate(() => this.#leave())
      this.#holdThisTurn()
    }
    const key = read.name + JSON.stringify(read.shared.map((place) => values[place]))
    const batch = this.#batches.get(key)
    if (batch && batch.calls.length < callersAtMost) return batch
    if (batch) void this.#send(batch)
    const next: Batch = { read, calls: [] }
    this.#batches.set(key, next)
    return next
  }

  #leave(): void {
    const batches = this.#batches
    this.#batches = new Map()
    for (const batch of batches.values()) void this.#send(batch)
  }

  async #send({ read, calls }: Batch): Promise<void> {
    const alone = ({ statement, answer }: Call) => answer(this.#ask(statement))
    if (calls.length === 1) return calls.forEach(alone)
    try {
      shareOut(calls, await this.#ask(forAll(read, calls)))
      for (const { rows, answer } of calls) answer(rows)
    } catch (error) {
      // A value that PostgreSQL refuses is one caller's, and no matter of the others.
      const isOfValues = error instanceof pg.DatabaseError && error.code?.startsWith(dataException)
      if (isOfValues) calls.forEach(alone)
      else for (const { fail } of calls) fail(error)
    }
  }
}

/** The class of SQLSTATEs that a statement's values lead to. */
const dataException = '22'

function forAll({ name, text, each, shared }: BatchedRead, calls: readonly Call[]): Statement {
  const valuesAt = (place: number) => calls.map(({ statement }) => statement.values[place])
  const [first] = calls
  const alike = shared.map((place) => first!.statement.values[place])
  return { name, text, values: [...each.map(valuesAt), ...alike] }
}

/** Gives each call its rows, in their order. */
function shareOut(calls: readonly Call[], rows: object[]): void {
  for (const row of rows as { nth?: number }[]) {
    const call = calls[row.nth! - 1]!
    delete row.nth
    call.rows.push(row)
  }
}
