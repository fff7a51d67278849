import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startLocalPostgres, type LocalPostgres } from '../../platform/start/local-postgres.ts'
import { migrate } from '../../platform/start/migrate.ts'
import { eventCursorOfRun } from '../database.ts'
import { startStandby } from './standby.ts'

/** Commits are told once they are written, as everywhere but in tests. */
const settings = { fsync: 'off', synchronous_commit: 'on', max_connections: '80' }

/** A PostgreSQL with the product's schema, and standbys of it; gone without a trace after `stop`. */
export class WithStandby {
  readonly #folder: string
  readonly primary: LocalPostgres
  readonly standby: LocalPostgres
  readonly #all: LocalPostgres[]

  private constructor(folder: string, primary: LocalPostgres, standby: LocalPostgres) {
    this.#folder = folder
    this.primary = primary
    this.standby = standby
    this.#all = [standby, primary]
  }

  static async start(): Promise<WithStandby> {
    const folder = fs.mkdtempSync(join(tmpdir(), 'byre-standby-'))
    // PostgreSQL may run as another account than root, who makes this folder.
    fs.chmodSync(folder, 0o711)
    const primary = await startLocalPostgres({ dataDir: join(folder, 'first'), settings })
    await migrate(primary.connection, { eventCursor: eventCursorOfRun() })
    const standby = await startStandby(primary, join(folder, 'second'), { name: 'second', settings })
    return new WithStandby(folder, primary, standby)
  }

  async addStandby(name: string): Promise<LocalPostgres> {
    const standby = await startStandby(this.primary, join(this.#folder, name), { name, settings })
    this.#all.unshift(standby)
    return standby
  }

  /** Waits until a standby has replayed all that is there now. */
  async inStep(standby = this.standby): Promise<void> {
    const [row] = await ask<{ log: string }>(this.primary, 'select pg_current_wal_lsn() as log')
    const isThere = async () =>
      (await ask(standby, 'select where pg_last_wal_replay_lsn() >= $1::pg_lsn', [row!.log])).length > 0
    while (!(await isThere())) await delay(10)
  }

  async stop(): Promise<void> {
    for (const server of this.#all) await server.stop()
    fs.rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** One statement as the superuser that no role of the product is. */
export async function ask<Row extends pg.QueryResultRow>(
  at: LocalPostgres,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(at.connection)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
