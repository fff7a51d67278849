import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { EventCursor } from '../platform/audit/trail-reading.ts'
import { startLocalPostgres } from '../platform/start/local-postgres.ts'
import { migrate } from '../platform/start/migrate.ts'

/*
 * A database for each test file: a copy of a template, which is migrated once a run. `npm test`
 * starts the server and names it in TEST_PG; a file run by hand starts one for itself.
 */

/** By how the run tells what is new in the audit trail: `EVENT_CURSOR`, as everywhere. */
export const eventCursorOfRun = (): EventCursor =>
  process.env['EVENT_CURSOR'] === 'numbers' ? 'numbers' : 'snapshots'
/** The same for whatever a test starts as a process of its own. */
export const cursorOfRun = (): Record<string, string> =>
  eventCursorOfRun() === 'numbers' ? { EVENT_CURSOR: 'numbers' } : {}
const templateOf = (by: EventCursor) => (by === 'numbers' ? 'template_byre_numbers' : 'template_byre')

/** What nobody needs from a database that lives for seconds. */
const fast = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // For all lanes, and the products that their files start.
  max_connections: '300',
  max_wal_size: '256MB',
}

export interface TestServer {
  /** To the server, for those who make databases on it. */
  options: pg.PoolConfig
  stop(): Promise<void>
}

/** A PostgreSQL with a migrated template, gone without a trace after `stop`. */
export async function startTestServer(settings: Record<string, string> = {}): Promise<TestServer> {
  const folder = fs.mkdtempSync(join(tmpdir(), 'byre-test-pg-'))
  // PostgreSQL may run as another account than root, who makes this folder.
  fs.chmodSync(folder, 0o711)
  // Also where a run is cut short.
  const remove = () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  process.once('exit', remove)
  const { connection, stop } = await startLocalPostgres({
    dataDir: join(folder, 'data'),
    settings: { ...fast, ...settings },
  })
  const options = { ...connection, database: 'postgres' }
  await makeTemplate(options)
  return {
    options,
    async stop() {
      await stop()
      remove()
      process.off('exit', remove)
    },
  }
}

/** Migrates a new template on a server; the one of an earlier run is dropped. */
export async function makeTemplate(options: pg.PoolConfig, by = eventCursorOfRun()): Promise<void> {
  const template = templateOf(by)
  await onServer(options, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount)
      await client.query(`alter database ${template} with is_template false allow_connections true`)
    await client.query(`drop database if exists ${template} with (force)`)
    await client.query(`create database ${template} template template0 encoding 'UTF8'`)
  })
  await migrate(at(options, template), { eventCursor: by })
  await onServer(options, async (client) => {
    await client.query(`alter database ${template} with is_template true allow_connections false`)
  })
}

/** Drops what killed test files left behind; `run` is the mark of their names. */
export async function dropTestDatabases(options: pg.PoolConfig, run: string): Promise<void> {
  await onServer(options, async (client) => {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database')
    for (const { datname } of rows)
      if (datname.startsWith(`byre_test_${run}_`)) await client.query(`drop database ${datname} with (force)`)
  })
}

let ownServer: Promise<TestServer> | undefined
let usersOfOwn = 0

export interface TestDatabase {
  options: pg.PoolConfig
  drop(): Promise<void>
}

/** A database beside those of tests in which there is nothing at all. */
export const createEmptyDatabase = (): Promise<TestDatabase> =>
  createTestDatabase("template0 encoding 'UTF8'")

type Asking = (text: string) => Promise<Record<string, unknown>[]>

/** Tells a story of an empty database, which is gone after it; `ask` gives the rows that are there. */
export async function inEmptyDatabase<T>(
  story: (target: pg.PoolConfig, ask: Asking) => Promise<T>,
): Promise<T> {
  const empty = await createEmptyDatabase()
  const pool = new pg.Pool({ ...empty.options, max: 1 })
  try {
    return await story(empty.options, async (text) => (await pool.query(text)).rows)
  } finally {
    await pool.end()
    await empty.drop()
  }
}

export async function createTestDatabase(
  copied = `${templateOf(eventCursorOfRun())} strategy file_copy`,
): Promise<TestDatabase> {
  const given = process.env['TEST_PG']
  if (given === undefined) usersOfOwn += 1
  const server = given === undefined ? await (ownServer ??= startTestServer()) : undefined
  const options = server?.options ?? (JSON.parse(given ?? '{}') as pg.PoolConfig)

  const name = `byre_test_${process.env['TEST_RUN'] ?? 'own'}_${randomBytes(6).toString('hex')}`
  await onServer(options, async (client) => {
    await client.query(`create database ${name} template ${copied}`)
  })
  return {
    options: at(options, name),
    async drop() {
      await onServer(options, async (client) => {
        await untilLeft(client, name)
        await client.query(`drop database ${name} with (force)`)
      })
      if (server === undefined || --usersOfOwn > 0) return
      ownServer = undefined
      await server.stop()
    },
  }
}

/**
 * A pool has ended before its last connection has: one that were thrown out while it takes its leave would fail the test that had
 * it. Whoever stays for longer is thrown out.
 */
async function untilLeft(client: pg.Client, name: string): Promise<void> {
  for (let looks = 0; looks < 50; looks++) {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name])
    if (rowCount === 0) return
    await setTimeout(10)
  }
}

/** Of a pool's settings, what leads to its database. */
export const connectionOf = ({
  connectionString,
  host,
  port,
  user,
  database,
}: pg.PoolConfig): pg.PoolConfig =>
  connectionString === undefined ? { host, port, user, database } : { connectionString }

/** A database as `DATABASE_URL` names it. */
export function urlOf({ connectionString, host, user, database: name }: pg.PoolConfig): string {
  return connectionString ?? `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host ?? '')}`
}

function at(options: pg.PoolConfig, database: string): pg.PoolConfig {
  if (options.connectionString === undefined) return { ...options, database }
  const url = new URL(options.connectionString)
  url.pathname = `/${database}`
  return { ...options, connectionString: url.href }
}

async function onServer(
  options: pg.PoolConfig,
  command: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(options)
  await client.connect()
  try {
    await command(client)
  } finally {
    await client.end()
  }
}
