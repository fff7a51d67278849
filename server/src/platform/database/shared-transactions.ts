import { Batches, callersAtMost, type Statement } from './batches.ts'
import { connections, type TransactionClient } from './connections.ts'
import { within, type Db, type Module } from './db.ts'
import { isCollision } from './repeated.ts'
import { sqlState } from './sql-states.ts'
import { together } from './together.ts'
import { begin, commit, rollBack, transaction, type Begun, type Last } from './transactions.ts'

/*
 * Callers who begin a transaction in the same turn of the event loop may share one (decision 0191): each write that is made for it
 * (`sharedWrite`) is one statement for all of them, and one commit ends it.
 */

/** For how long all of them wait for what somebody else holds. */
const lockTimeoutMs = 200

/** The transaction of each handle that was begun last. */
const latest = new WeakMap<object, SharedTransaction>()

/**
 * Runs `command` like `transaction`, in one that others may share. All of it is committed or nothing: where one of several
 * is refused, fails or waits for long, each is done again in a transaction of its own, and judged there. `command` may see what the
 * others have done by then, as if they had committed.
 */
export async function sharedTransaction<M extends Module, T>(
  db: Db<M>,
  command: (db: Db<M>) => Promise<T>,
  last?: Last<M, T>,
): Promise<T> {
  const connect = connections.get(db)?.connect
  if (!connect) return command(db)
  let shared = latest.get(db)
  if (!shared?.isOpen) latest.set(db, (shared = new SharedTransaction(connect)))
  try {
    return await shared.run(command, last)
  } catch (error) {
    if (error instanceof Undone) return transaction(db, command, last)
    throw error
  }
}

/** Nothing of it was committed, and each caller may be done alone. */
class Undone extends Error {}

class SharedTransaction {
  /** Whether others may join: until the turn ends in which it has a connection. */
  isOpen = true
  #callers = 0
  #underWay = 0
  #failure: { error: unknown } | undefined
  readonly #lasts: (() => Promise<unknown> | undefined)[] = []
  readonly #begun: Promise<Begun & { batches: Batches }>
  readonly #end = Promise.withResolvers<void>()

  constructor(connect: () => Promise<TransactionClient>) {
    this.#begun = this.#begin(connect)
  }

  async #begin(connect: () => Promise<TransactionClient>) {
    const client = await connect().finally(() => setImmediate(() => (this.isOpen = false)))
    const batches = new Batches(async (statement) => (await client.query<object>(statement)).rows, {
      holdThisTurn: () => client.holdThisTurn(),
      isAllOrNone: true,
    })
    batches.gather()
    const send = (text: string | Statement, values?: unknown[]) => {
      batches.leave() // what was asked before comes first
      return client.query<object>(text as string, values)
    }
    const write = batches.rows.bind(batches)
    return { ...begin(client, { send, write, lockTimeoutMs }), batches }
  }

  /** Resolves once it is committed for all who take part; rejects with `Undone` or what became of it. */
  async run<M extends Module, T>(
    command: (db: Db<M>) => Promise<T>,
    last: Last<M, T> | undefined,
  ): Promise<T> {
    this.#callers += 1
    this.#underWay += 1
    this.isOpen = this.#callers < callersAtMost
    const inner = within<M>((await this.#begun).db)
    let result!: T
    try {
      result = await command(inner)
      this.#lasts.push(() => last?.(inner, result))
    } catch (error) {
      this.#failure ??= { error }
    }
    this.#underWay -= 1
    if (this.#underWay === 0) {
      this.isOpen = false
      this.#end.resolve(this.#commit())
    }
    await this.#end.promise
    return result
  }

  async #commit(): Promise<void> {
    const { batches, ...begun } = await this.#begun
    try {
      if (this.#failure) throw this.#failure.error
      const lasts = this.#lasts.map((last) => last())
      batches.leave()
      await commit(begun, together(...lasts))
    } catch (error) {
      await rollBack(begun)
      throw this.#isWorthAnother(error) ? new Undone() : error
    }
  }

  /** Whether it is certain that nothing was committed, and another try may end otherwise. */
  #isWorthAnother(error: unknown): boolean {
    const state = sqlState(error)
    if (isCollision(error) || state === lockTimedOut) return true
    return this.#callers > 1 && (this.#failure !== undefined || refusals.has(state?.slice(0, 2) ?? ''))
  }
}

const lockTimedOut = '55P03'

/** Classes of SQLSTATEs with which PostgreSQL refuses a statement or a commit and goes on. */
const refusals = new Set(['21', '22', '23', '25', '40', '55'])
