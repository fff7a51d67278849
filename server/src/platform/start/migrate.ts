import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { openDatabase, sqlState, type Database, type DB } from '../database/db.ts'
import { installQueue } from '../jobs/boss.ts'
import type pg from 'pg'

const ours = new URL('../../../migrations/', import.meta.url)

interface MigrationFile {
  name: string
  text: string
  checksum: string
}

async function migrationFiles(folder: URL): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name: name.slice(0, -4), text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
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

function asMigration(file: MigrationFile): Migration {
  return {
    async up(db) {
      await sql.raw(file.text).execute(db)
      await sql`insert into platform_migrations.checksums (name, checksum) values (${file.name}, ${file.checksum})`.execute(
        db,
      )
    },
  }
}

/**
 * Brings the database to this code's schema, forward only. Two processes at once: one migrates, the
 * other waits. Refuses when a migration that was applied has since been edited.
 */
export async function migrate(connection: pg.PoolConfig, folder = ours): Promise<void> {
  // No request waits here, and after a crash a slow machine may take its time to answer.
  const patient = { connectionTimeoutMs: 30_000, statementTimeoutMs: 0 }
  const database = openDatabase(connection, { max: 3, ...patient })
  try {
    await alone(database, async () => {
      await makeBook.execute(database.db)
      await makeChecksums.execute(database.db)
      const files = await migrationFiles(folder)
      refuseEdited(files, await appliedChecksums(database.db))
      await apply(database, files)
      await installQueue(database)
    })
  } finally {
    await database.close()
  }
}

/** Runs `command` while no other process migrates this database; the lock goes with its connection. */
async function alone(database: Database, command: () => Promise<void>): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query('set lock_timeout = 0')
    await client.query(`select pg_advisory_lock(hashtext('byre migrations'))`)
    await command()
  } finally {
    client.release(true)
  }
}

async function apply(database: Database, files: MigrationFile[]): Promise<void> {
  const migrator = new Migrator({
    db: database.db,
    migrationTableSchema: 'platform_migrations',
    provider: {
      getMigrations: async () => Object.fromEntries(files.map((file) => [file.name, asMigration(file)])),
    },
    allowUnorderedMigrations: false,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

function refuseEdited(files: MigrationFile[], checksums: Map<string, string>): void {
  const edited = files.filter((file) => (checksums.get(file.name) ?? file.checksum) !== file.checksum)
  if (edited.length > 0) {
    throw new Error(
      `These migrations were changed after they had been applied: ${edited.map((file) => file.name).join(', ')}.`,
    )
  }
}

/** `older`: migrations of this code are missing there. A newer schema is accepted. */
export async function schemaState(database: Database): Promise<'current' | 'older'> {
  const files = await migrationFiles(ours)
  try {
    const checksums = await appliedChecksums(database.db)
    refuseEdited(files, checksums)
    return files.every((file) => checksums.has(file.name)) ? 'current' : 'older'
  } catch (error) {
    if (['3F000', '42P01'].includes(sqlState(error) ?? '')) return 'older'
    throw error
  }
}
