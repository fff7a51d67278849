import type pg from 'pg'
import type { Batched, Statement } from './batches.ts'
import type { Standby } from './standby.ts'

/** Where the prepared queries of a handle go, without the builder's driver between. */
export interface Connections {
  query(statement: Statement): Promise<object[]>
  /** What callers may ask together is given as `batched`, too. */
  quick(statement: Statement, batched?: Batched): Promise<object[]>
  /** What callers may do together; a transaction of one caller does its own. */
  write?: (values: unknown[], batched: Batched) => Promise<object[]>
  /** One of its own for a transaction; a transaction has no other. */
  connect?: () => Promise<TransactionClient>
  standby?: Standby | undefined
}

export interface TransactionClient extends pg.PoolClient {
  /** What is sent from now on leaves at the end of this turn of the event loop, together. */
  holdThisTurn(): void
}

/** Those of each handle that this room made. */
export const connections = new WeakMap<object, Connections>()
