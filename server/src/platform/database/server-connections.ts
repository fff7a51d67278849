import type pg from 'pg'
import { PipelinedClient, Pool, types } from './pipelined-client.ts'
import { Readers, type ReaderClient } from './readers.ts'
import { sessionSettings } from './session-settings.ts'

export interface ConnectionOptions {
  /** Of all connections, those that quick reads share too. */
  max?: number
  connectionTimeoutMs?: number
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  /** What the connections are called at the database. */
  name?: string
  onError?: (error: Error) => void
}

/** The connections to one server: those of the pool are alone with what they do, quick reads share the others. */
export interface ServerConnections {
  pool: pg.Pool
  /** None where there are too few connections to spare any. */
  readers: Readers | null
}

export function openConnections(connection: pg.PoolConfig, options: ConnectionOptions): ServerConnections {
  const { onError = () => undefined, statementTimeoutMs = 5000 } = options
  const settings = {
    ...connection,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 2000,
    ...sessionSettings({ statementTimeoutMs, lockTimeoutMs: options.lockTimeoutMs }),
    // A little later, for a database that does not even say that.
    query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + 1000,
    application_name: options.name ?? 'byre',
    keepAlive: true,
    types,
    pipeline: true,
  } as pg.ClientConfig
  const max = options.max ?? 20
  const shared = sharedOf(max)
  const connect = () => new PipelinedClient(settings) as unknown as ReaderClient
  const readers = shared > 0 ? new Readers(connect, shared, onError) : null
  const pool = new Pool({
    max: max - shared,
    ...settings,
    Client: PipelinedClient as unknown as typeof pg.Client,
    idleTimeoutMillis: 60_000,
  }) as unknown as pg.Pool
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return { pool, readers }
}

/** Of all connections to a server; waiting are callers for whom there is none. */
export interface ConnectionCounts {
  open: number
  idle: number
  waiting: number
}

export function countsOf({ pool, readers }: ServerConnections): ConnectionCounts {
  const { open, idle } = readers?.counts ?? { open: 0, idle: 0 }
  return { open: pool.totalCount + open, idle: pool.idleCount + idle, waiting: pool.waitingCount }
}

/** Of so many connections, how many the quick reads share: few cannot spare any. */
const sharedOf = (max: number) => Math.min(3, Math.floor(max / 4))
