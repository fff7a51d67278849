import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { oneSnapshot, rowsOf } from './backup.ts'
import { differences, type Header, type Sums } from './contents.ts'
import { inOneTransaction } from './own-connection.ts'
import { fill, readThrough, type BackupFile } from './restore.ts'
import { RowSummer } from './row-sums.ts'
import { listTables } from './table-shapes.ts'
import { startLocalPostgres } from '../start/local-postgres.ts'
import { migrate } from '../start/migrate.ts'
import { codeOf, StartError } from '../start-error.ts'

/**
 * Restores a file into a PostgreSQL of its own, made for this and gone afterwards, and compares each table's rows with those that
 * the file was made of. It needs nothing of the installation.
 */
export async function checkBackup(backup: BackupFile): Promise<{ header: Header; sums: Sums }> {
  const read = await readThrough(backup)
  await aside(async (connection) => {
    await fill(connection, backup, read.header, { isQuiet: false })
    const restored = await sumsOf(connection)
    const differing = differences(read.sums, restored)
    if (differing.length > 0)
      throw new StartError(
        'failed',
        `Restored, the rows of ${differing.join(', ')} are not those of the backup.`,
      )
    await migrate(connection)
  })
  return read
}

/** The sums of all tables of ours in a database as it is now. */
export async function sumsOf(connection: pg.PoolConfig): Promise<Sums> {
  return inOneTransaction(connection, oneSnapshot, async (client) => {
    const sums: Record<string, ReturnType<RowSummer['sum']>> = {}
    for (const table of await listTables(client)) {
      const summer = new RowSummer()
      for await (const chunk of rowsOf(client, table)) summer.add(chunk)
      sums[table.name] = summer.sum()
    }
    return sums
  })
}

/** For data that is thrown away there is nothing to wait for. */
const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

async function aside(work: (connection: pg.PoolConfig) => Promise<void>): Promise<void> {
  const folder = makeFolder()
  // PostgreSQL may run as another account than root, who makes this folder.
  fs.chmodSync(folder, 0o711)
  try {
    const server = await startLocalPostgres({ dataDir: join(folder, 'data'), settings: careless })
    try {
      await work(server.connection)
    } finally {
      await server.stop()
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function makeFolder(): string {
  try {
    return fs.mkdtempSync(join(tmpdir(), 'byre-check-'))
  } catch (error) {
    const why = codeOf(error) ?? String(error)
    throw new StartError(
      'environment',
      `Nothing can be checked in ${tmpdir()} (${why}): set TMPDIR to another folder.`,
    )
  }
}
