import { Transaction, type CompiledQuery, type DatabaseConnection } from 'kysely'
import type pg from 'pg'
import type { Statement } from './batches.ts'
import { connections, type Connections, type TransactionClient } from './connections.ts'
import { within, type Db, type Module, type PlatformDb } from './db.ts'
import { compiler, compilerOnly } from './fixed-query.ts'
import { repeated } from './repeated.ts'
import { together } from './together.ts'
import type { PlatformTables } from '../tables.ts'

/** What is to be done once a transaction that is under way has committed. */
const afterwards = new WeakMap<object, Set<() => void>>()

/** Calls `then` once what this handle does is committed: at once where it is no transaction; once, however often it is asked. */
export function afterCommit(db: PlatformDb, then: () => void): void {
  const waiting = afterwards.get(db)
  if (waiting) waiting.add(then)
  else then()
}

/**
 * Sends what leaves together with COMMIT: if it fails, nothing was committed; what it answers comes too late to decide
 * anything.
 */
export type Last<M extends Module, T> = (db: Db<M>, result: T) => Promise<unknown>

/**
 * Runs `command` in one transaction and repeats the whole of it on a serialization failure or deadlock,
 * as often as `repeated` says. Nothing in it may leave the process. A connection lost during COMMIT is not
 * repeated: its outcome is unknown, and the idempotency key answers it.
 */
export async function transaction<M extends Module, T>(
  db: Db<M>,
  command: (db: Db<M>) => Promise<T>,
  last?: Last<M, T>,
): Promise<T> {
  const connect = connections.get(db)?.connect
  if (!connect) return command(db)
  return repeated(async () => {
    const client = await connect()
    const begun = begin(client, { send: (text, values) => client.query(text as string, values) })
    const inner = within<M>(begun.db)
    try {
      const result = await command(inner)
      await commit(begun, last?.(inner, result))
      return result
    } catch (error) {
      await rollBack(begun)
      throw error
    }
  })
}

/** A transaction that is under way. */
export interface Begun {
  client: TransactionClient
  db: PlatformDb
}
type Send = (text: string | Statement, values?: unknown[]) => Promise<pg.QueryResult<object>>

interface Beginning {
  send: Send
  write?: Connections['write']
  /** For how long it waits for what others hold; without it as long as any statement. */
  lockTimeoutMs?: number
}

/** BEGIN leaves with the first statement and COMMIT with the last, so that neither costs a wait of its own. */
export function begin(client: TransactionClient, { send, write, lockTimeoutMs }: Beginning): Begun {
  const wait = lockTimeoutMs === undefined ? '' : `; set local lock_timeout = ${lockTimeoutMs}`
  // One that fails makes the next statement fail too, which is where it is reported.
  client.query(`begin${wait}`).catch(() => undefined)
  const query = async (statement: Statement) => (await send(statement)).rows
  const handle = handleOn(send)
  connections.set(handle, { query, quick: query, ...(write && { write }) })
  afterwards.set(handle, new Set())
  return { client, db: handle }
}

/** Commits after these, and gives the connection back. */
export async function commit({ client, db }: Begun, last: Promise<unknown> | undefined): Promise<void> {
  const [, { command }] = await together(last, client.query('commit'))
  // What PostgreSQL answers where a statement has failed and nobody said so.
  if (command !== 'COMMIT') throw new Error('a transaction was to be committed after a failed statement')
  client.release()
  for (const then of afterwards.get(db) ?? []) then()
}

/** Gives the connection back after what failed. */
export async function rollBack({ client }: Begun): Promise<void> {
  await client.query('rollback').then(
    () => client.release(),
    (lost: Error) => client.release(lost),
  )
}

/** The handle of a transaction, on which a statement leaves at once and waits for none before it. */
function handleOn(send: Send): Transaction<PlatformTables> {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
      const { rows, rowCount } = await send(sql, [...parameters])
      return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) }
    },
    streamQuery: () => {
      throw new Error('no statement is streamed')
    },
  }
  return new Transaction({
    config: { dialect: compilerOnly },
    dialect: compilerOnly,
    driver: compilerOnly.createDriver(),
    executor: compiler
      .getExecutor()
      .withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
  })
}
