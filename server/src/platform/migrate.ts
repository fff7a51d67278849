import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { openDatabase, type Database, type DB } from './db.ts'
import { installQueue } from './outbox.ts'
import type pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)

interface MigrationFile {
  name: string
  text: string
  checksum: string
}

async function migrationFiles(): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name: name.slice(0, -4), text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

const applied = sql`create schema if not exists platform_migrations`

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
export async function migrate(connection: pg.PoolConfig): Promise<void> {
  const database = openDatabase(connection, { max: 2, statementTimeoutMs: 0 })
  try {
    await prepareBook(database)
    const files = await migrationFiles()
    refuseEdited(files, await appliedChecksums(database.db))
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
    await installQueue(database)
  } finally {
    await database.close()
  }
}

async function prepareBook(database: Database): Promise<void> {
  try {
    await applied.execute(database.db)
    await sql`create table if not exists platform_migrations.checksums (name text primary key, checksum text not null)`.execute(
      database.db,
    )
  } catch (error) {
    // Two processes that start at once may both try; the loser finds it there.
    if (!(error instanceof Error && /already exists|duplicate key/.test(error.message))) throw error
  }
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
  const files = await migrationFiles()
  try {
    const checksums = await appliedChecksums(database.db)
    refuseEdited(files, checksums)
    return files.every((file) => checksums.has(file.name)) ? 'current' : 'older'
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return 'older'
    throw error
  }
}
