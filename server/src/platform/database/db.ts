import { Kysely, PostgresDialect, type Compilable, type QueryCreator } from 'kysely'
import type pg from 'pg'
import { Batches, callersAtMost, forAll, listCallersAtMost, shareOut, type Statement } from './batches.ts'
import { connections, type TransactionClient } from './connections.ts'
import {
  compiler,
  fixedQuery,
  fixedWrite,
  type ColumnTypes,
  type Each,
  type FixedQuery,
  type Numbered,
} from './fixed-query.ts'
import type { Position } from './log-position.ts'
import { statementsSent } from './pipelined-client.ts'
import { byStatement, repeated } from './repeated.ts'
import {
  countsOf,
  openConnections,
  type ConnectionCounts,
  type ConnectionOptions,
} from './server-connections.ts'
import { Standby, type StandbyOptions } from './standby.ts'
import type { PlatformTables } from '../tables.ts'

/*
 * The one way into PostgreSQL. Each module sees its own tables and the platform's; this is the only
 * file that casts between the narrowed handles.
 */

export type Module = 'auth' | 'customers' | 'payments' | 'species' | 'tenants' | 'herd' | 'staff'

/** Every table, by its full name; each module's tables.ts adds its own by declaration merging. */
export interface DB extends PlatformTables {}

/** One module's tables out of all. */
export type Of<M extends string> = { [K in keyof DB as K extends `${M}.${string}` ? K : never]: DB[K] }

/** A handle that knows the tables of one module, and the platform's. */
export type Db<M extends Module> = Kysely<Of<M> & PlatformTables>

/** Any module's handle, seen as one that knows the platform's tables only. */
export type PlatformDb = Kysely<PlatformTables>

/** The same connection or transaction, seen as another module sees it. For front doors only. */
export function within<M extends Module>(db: PlatformDb): Db<M> {
  return db as unknown as Db<M>
}

/** The platform's view of a handle whose module is a type parameter. */
export function platformOf<M extends Module>(db: Db<M>): PlatformDb {
  return db as unknown as PlatformDb
}

export interface Database {
  /** The full handle; a module's function takes it as its own narrowed one. */
  db: Kysely<DB>
  pool: pg.Pool
  /** What answers lists where it can. */
  standby: Standby | undefined
  /** Statements this process sent since its start, BEGIN and COMMIT not counted; for the benchmark. */
  statements(): number
  /** To the database itself, and not to a standby of it. */
  connections(): ConnectionCounts
  close(): Promise<void>
}

/**
 * Opens a pool with the time-outs of every query. Connection errors of idle and of checked-out
 * clients go to `onError`; without a listener a database restart would end the process.
 */
export function openDatabase(
  connection: pg.PoolConfig,
  options: ConnectionOptions & { standby?: StandbyOptions } = {},
): Database {
  const { pool, readers } = openConnections(connection, options)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: byStatement(pool) }) })
  const standby = options.standby && new Standby(pool, { ...options, ...options.standby })
  const query = async (statement: Statement) => (await pool.query<object>(statement)).rows
  const quick = readers
    ? async (statement: Statement) =>
        (await repeated(() => readers.use((client) => client.query<object>(statement)))).rows
    : query
  const reads = new Batches(quick, {
    holdThisTurn: () => readers?.holdThisTurn(),
    takeAnotherConnection: () => readers?.takeAnother(),
  })
  const writes = new Batches(query)
  connections.set(db, {
    query,
    quick: (statement, batched) => (batched ? reads.rows(statement.values, batched) : quick(statement)),
    write: (values, batched) => writes.rows(values, batched),
    connect: () => pool.connect() as Promise<TransactionClient>,
    standby,
  })
  return {
    db,
    pool,
    standby,
    statements: statementsSent,
    connections: () => countsOf({ pool, readers }),
    close: async () => {
      await standby?.close()
      await readers?.close()
      await db.destroy()
      // The builder ends a pool only if it has used it.
      if (!pool.ended) await pool.end()
    },
  }
}

type Handle<M extends Module | 'platform'> = M extends Module ? Db<M> : PlatformDb

/**
 * A query of fixed shape, built and compiled once and run again with new values. `build` must use
 * each `p.name` only as a value (never branch on it): a marker stands there while it is built.
 */
export function prepared<M extends Module | 'platform'>() {
  return <P extends object, Row>(build: (db: Handle<M>, p: P) => Compilable<Row>) => query(build)
}

/**
 * The same for a read that finds a few rows by index and takes no lock: it shares a connection with
 * others under way, which would have to wait for it. Callers who ask it in one turn of the event loop, and differ in
 * nothing but `each`, are answered by one statement.
 */
export function quickRead<M extends Module | 'platform'>() {
  return <P extends object, Row>(build: (db: Handle<M>, p: P) => Compilable<Row>, each?: Each<NoInfer<P>>) =>
    query(build, { isQuick: true, each })
}

/** Whether whoever asks is somebody, as the primary knows it, and where its log stands; no row: nobody. */
type Prove<Proof> = (db: PlatformDb, proof: Proof) => Promise<Position[]>

/**
 * The same for a list, quick or not, that a standby may answer where there is one: once it has replayed all that was committed
 * when `prove` was asked. Answers no rows where that finds nobody; no rows of a standby are believed.
 */
export function listRead<M extends Module, Proof extends object>(
  prove: Prove<Proof>,
  { isQuick = false } = {},
) {
  return <P extends Proof, Row>(build: (db: Handle<M>, p: P) => Compilable<Row>, each?: Each<NoInfer<P>>) =>
    query(build, { isQuick, each, prove: prove as Prove<object> })
}

function query<M extends Module | 'platform', P extends object, Row>(
  build: (db: Handle<M>, p: P) => Compilable<Row>,
  {
    isQuick = false,
    each,
    prove,
  }: { isQuick?: boolean; each?: Each<P> | undefined; prove?: Prove<object> } = {},
) {
  let query: FixedQuery<P, Row> | undefined
  return async (db: Handle<M>, values: P): Promise<Row[]> => {
    query ??= fixedQuery(
      (p) => build(compiler as unknown as Handle<M>, p),
      each,
      prove ? listCallersAtMost : callersAtMost,
    )
    const { compiled, name, batched } = query
    const parameters = query.parametersOf(values)
    const open = connections.get(db)
    // A handle of the builder's own.
    if (!open) return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
    const statement = { name, text: compiled.sql, values: parameters }
    if (prove && open.standby) {
      const rows = await open.standby.rows(statement, isQuick, () => prove(db as PlatformDb, values))
      if (rows) return rows as Row[]
    }
    return (await (isQuick ? open.quick(statement, batched) : open.query(statement))) as Row[]
  }
}

/**
 * A write of fixed shape that callers share who ask it in one turn of the event loop: one statement does it for all of them, or for none.
 * `build` makes it from the table `callers`, of which each row has one caller's values and `nth`, and gives the `nth` of whom a row is for. Where a value is
 * refused or forbidden each is done alone. It must not wait for a row that somebody holds, since all would wait (`skipLocked`); in a
 * `sharedTransaction`, whose callers share it too, it may for a moment.
 */
export function sharedWrite<M extends Module | 'platform'>() {
  return <P extends object, Row>(
    types: ColumnTypes<P>,
    build: (db: QueryCreator<Of<M> & PlatformTables & { callers: Numbered<P> }>) => Compilable<Numbered<Row>>,
  ) => {
    let write: ReturnType<typeof fixedWrite<P, Numbered<Row>>> | undefined
    return async (db: Handle<M>, values: P): Promise<Row[]> => {
      write ??= fixedWrite(types, (callers) => build(compiler.with('callers', () => callers) as never))
      const { compiled, batched } = write
      const parameters = write.parametersOf(values)
      const open = connections.get(db)
      if (open?.write) return (await open.write(parameters, batched)) as Row[]
      const alone = forAll(batched, [parameters])
      const ofBuilder = () => db.executeQuery<object>({ ...compiled, parameters: alone.values })
      const rows = open ? await open.query(alone) : (await ofBuilder()).rows
      return shareOut(rows, 1)[0] as Row[]
    }
  }
}
