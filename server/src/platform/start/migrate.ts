import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { EventCursor } from '../audit/trail-reading.ts'
import { openDatabase, type Database, type DB } from '../database/db.ts'
import { sqlState } from '../database/sql-states.ts'
import { installQueue } from '../jobs/boss.ts'
import { lockTimeoutMs, whenFree } from './patience.ts'
import { grantRows } from './row-rights.ts'
import { StartError } from '../start-error.ts'
import type pg from 'pg'

export const ours = new URL('../../../migrations/', import.meta.url)

interface MigrationFile {
  name: string
  text: string
  checksum: string
}

/** As they are noted in the database, in their order. */
export async function migrationNames(folder: URL = ours): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()
  return files.map((name) => name.slice(0, -4))
}

/** Read at once, before anything is served: to ask for each by itself takes a start ten times as long. */
export async function migrationFiles(folder: URL): Promise<MigrationFile[]> {
  const names = await migrationNames(folder)
  return names.map((name) => {
    const text = readFileSync(new URL(`${name}.sql`, folder), 'utf8')
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

const makeBook = sql`create schema if not exists platform_migrations`
const makeChecksums = sql`
  create table if not exists platform_migrations.checksums (name text primary key, checksum text not null)
`

async function appliedChecksums(db: Kysely<DB>): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from platform_migrations.checksums
  `.execute(db)
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

export interface MigrateOptions {
  folder?: URL
  /** How lines of the audit trail are found anew: files of the folder `numbers` are run instead of those of the same name. */
  eventCursor?: EventCursor
  /** Hears what is waited for. */
  tell?: ((line: string) => void) | undefined
  /** A role other than ours that is to read and write rows. */
  servedBy?: string | undefined
}

/**
 * Brings the database to this code's schema, forward only. Two processes at once: one migrates, the
 * other waits. Refuses when a migration that was applied has since been edited.
 */
export async function migrate(
  connection: pg.PoolConfig,
  { folder = ours, eventCursor = 'snapshots', tell, servedBy }: MigrateOptions = {},
): Promise<void> {
  // No request waits here, and after a crash a slow machine may take its time to answer.
  const patient = { connectionTimeoutMs: 30_000, statementTimeoutMs: 0, lockTimeoutMs }
  const database = openDatabase(connection, { max: 3, ...patient })
  const patiently = (what: string, step: () => Promise<void>) =>
    whenFree(step, () => tell?.(`${what} waits for a lock that others hold.`))
  try {
    await alone(database, async () => {
      await patiently('The book of migrations', async () => {
        await makeBook.execute(database.db)
        await makeChecksums.execute(database.db)
      })
      const files = await migrationFiles(folder)
      const applied = await appliedChecksums(database.db)
      refuseEdited(files, applied)
      for (const file of files.filter(({ name }) => !applied.has(name)))
        await patiently(file.name, async () => applyFile(database, await inForm(file, folder, eventCursor)))
      await refuseOtherCursor(database, eventCursor)
      await patiently('The queue', () => installQueue(database))
      if (servedBy !== undefined) await patiently('What a role may', () => grantRows(database, servedBy))
    })
  } finally {
    await database.close()
  }
}

/** Runs `command` while no other process migrates this database; the lock goes with its connection. */
async function alone(database: Database, command: () => Promise<void>): Promise<void> {
  const client = await database.pool.connect()
  try {
    // Not by waiting in a statement: an index that is made concurrently would wait for that one to end.
    for (;;) {
      const { rows } = await client.query<{ isOurs: boolean }>(
        `select pg_try_advisory_lock(hashtext('byre migrations')) as "isOurs"`,
      )
      if (rows[0]?.isOurs) break
      await delay(200)
    }
    await command()
  } finally {
    client.release(true)
  }
}

/** What is run for a file; it is noted as the file itself, since it stands for it. */
async function inForm(file: MigrationFile, folder: URL, eventCursor: EventCursor): Promise<MigrationFile> {
  const instead = new URL(`numbers/${file.name}.sql`, folder)
  if (eventCursor === 'snapshots' || !existsSync(instead)) return file
  return { ...file, text: await readFile(instead, 'utf8') }
}

async function applyFile(database: Database, file: MigrationFile): Promise<void> {
  const client = await database.pool.connect()
  try {
    if (isByStatement(file)) {
      const statements = statementsOf(file.text)
      refuseUnrepeatable(file, statements)
      for (const statement of statements) await applyStatement(client, statement)
      await note(client, file)
    } else {
      await client.query('begin')
      await client.query(file.text)
      await note(client, file)
      await client.query('commit')
    }
    client.release()
  } catch (error) {
    // Whatever is under way ends with it.
    client.release(true)
    throw error
  }
}

/** Files that begin so are not one transaction, since a statement of theirs cannot be in any: they must be repeatable. */
const isByStatement = ({ text }: MigrationFile) => text.startsWith('-- no transaction\n')

/** Parted where a line ends with a semicolon. */
const statementsOf = (text: string) =>
  text.split(/;[ \t]*\n/).filter((part) => /^(?!\s*(?:--.*)?$)/m.test(part))

/** An index whose making was cut short stays, takes writes and is never read: the next try must drop it first. */
function refuseUnrepeatable({ name }: MigrationFile, statements: string[]): void {
  const isDrop = (statement = '') => /\bdrop\s+index\s+concurrently\s+if\s+exists\b/i.test(statement)
  const isMade = (statement: string) => /\bcreate\s+(?:unique\s+)?index\s+concurrently\b/i.test(statement)
  if (statements.every((statement, n) => !isMade(statement) || isDrop(statements[n - 1]))) return
  throw new Error(`${name} must drop each index (concurrently, if it exists) right before it makes it.`)
}

/** What is made concurrently holds nobody up while it waits for others, and would begin anew after each wait. */
async function applyStatement(client: pg.PoolClient, statement: string): Promise<void> {
  const isConcurrent = /\bconcurrently\b/i.test(statement)
  await client.query(`set lock_timeout = ${isConcurrent ? 0 : lockTimeoutMs}`)
  await client.query(statement)
  await client.query(`set lock_timeout = ${lockTimeoutMs}`)
}

async function note(client: pg.PoolClient, { name, checksum }: MigrationFile): Promise<void> {
  const text = 'insert into platform_migrations.checksums (name, checksum) values ($1, $2)'
  await client.query(text, [name, checksum])
}

function refuseEdited(files: MigrationFile[], checksums: Map<string, string>): void {
  const edited = files.filter((file) => (checksums.get(file.name) ?? file.checksum) !== file.checksum)
  if (edited.length > 0) {
    throw new Error(
      `These migrations were changed after they had been applied: ${edited.map((file) => file.name).join(', ')}.`,
    )
  }
}

/** A database keeps the form in which it was begun. */
async function refuseOtherCursor({ db }: Database, eventCursor: EventCursor): Promise<void> {
  const { rows } = await sql<{ isNumbered: boolean }>`
    select data_type = 'bigint' as "isNumbered" from information_schema.columns
    where table_schema = 'platform' and table_name = 'audit' and column_name = 'written_in'`.execute(db)
  const begunWith = rows[0]?.isNumbered ? 'numbers' : 'snapshots'
  if (rows.length > 0 && begunWith !== eventCursor)
    throw new StartError(
      'schema',
      `EVENT_CURSOR is ${eventCursor}, and the database was begun with ${begunWith}: set it so, or restore a backup into a new database.`,
    )
}

/** `older`: migrations of this code are missing there. A newer schema is accepted. */
export async function schemaState(
  database: Database,
  eventCursor: EventCursor = 'snapshots',
): Promise<'current' | 'older'> {
  const files = await migrationFiles(ours)
  try {
    const checksums = await appliedChecksums(database.db)
    refuseEdited(files, checksums)
    await refuseOtherCursor(database, eventCursor)
    return files.every((file) => checksums.has(file.name)) ? 'current' : 'older'
  } catch (error) {
    if (['3F000', '42P01'].includes(sqlState(error) ?? '')) return 'older'
    throw error
  }
}
