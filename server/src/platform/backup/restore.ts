import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { readArchive } from './archive.ts'
import { Contents, type Header, type Sums } from './contents.ts'
import { inOneLine, inOneTransaction } from './own-connection.ts'
import { listTables, ourSchemas, quoted, withColumns } from './table-shapes.ts'
import type { EventCursor } from '../audit/trail-reading.ts'
import { sqlState } from '../database/sql-states.ts'
import { beginQuietSpell } from '../database/quiet.ts'
import { migrate, migrationFiles, ours, type MigrateOptions } from '../start/migrate.ts'
import { giveOwner } from '../start/row-rights.ts'
import { StartError } from '../start-error.ts'

const notPermitted = '42501'

export interface BackupFile {
  file: string
  passphrase?: string | undefined
}

/** Reads a file from end to end; throws one line unless it is whole and of a schema that this program knows. */
export async function readThrough(backup: BackupFile): Promise<{ header: Header; sums: Sums }> {
  const read = await reading(backup, async (contents) => {
    const header = await contents.header()
    for await (const { rows } of contents.tables(header)) for await (const _ of rows);
    return { header, sums: await contents.sums() }
  })
  await refuseNewer(backup, read.header)
  return read
}

async function reading<T>(
  { file, passphrase }: BackupFile,
  work: (contents: Contents) => Promise<T>,
): Promise<T> {
  const contents = new Contents(file, readArchive(file, passphrase))
  try {
    return await work(contents)
  } finally {
    await contents.close()
  }
}

async function refuseNewer({ file }: BackupFile, { migrations }: Header): Promise<void> {
  const known = new Map((await migrationFiles(ours)).map(({ name, checksum }) => [name, checksum]))
  const unknown = Object.entries(migrations).find(([name, checksum]) => known.get(name) !== checksum)
  if (unknown)
    throw new StartError(
      'schema',
      `${file} has a newer schema than this program (${unknown[0]}): restore it with the version that made it.`,
    )
}

/**
 * Runs `command` while no other restore has to do with this database: each would take the other's schema for its own. The lock goes
 * with its connection.
 */
async function alone<T>(connection: pg.PoolConfig, command: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: 'byre restore', keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_lock(hashtext('byre restore')) as "isOurs"`,
    )
    if (rows[0]?.isOurs) return await command()
    throw new StartError('failed', 'Another restore into this database is under way. Nothing was changed.')
  } finally {
    await client.end()
  }
}

/** A restore that was killed leaves tables and a book of migrations without a line, on which no process starts. */
async function clearCutShort(connection: pg.PoolConfig): Promise<void> {
  const [{ hasBook } = {}] = await ask<{ hasBook: boolean }>(
    connection,
    `select to_regclass('platform_migrations.checksums') is not null as "hasBook"`,
  )
  if (!hasBook) return
  const [line] = await ask(connection, 'select from platform_migrations.checksums limit 1')
  if (line === undefined) await ask(connection, dropAll)
}

const dropAll = `drop schema if exists ${ourSchemas.join(', ')} cascade`

/** Refuses a database in which anybody has made a table. */
async function refuseUsed(connection: pg.PoolConfig): Promise<void> {
  const [{ name } = {}] = await ask<{ name: string }>(
    connection,
    `select n.nspname || '.' || c.relname as name from pg_catalog.pg_class as c
     join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname !~ '^(pg_|information_schema$)' order by 1 limit 1`,
  )
  if (name !== undefined)
    throw new StartError(
      'failed',
      `The database is not empty (it has ${name}): restore into an empty one. Nothing was changed.`,
    )
}

/**
 * Fills an empty database from a file that was read through: the schema by our own migrations, as it was there, then
 * all rows in one transaction. Whatever fails, the database is empty again.
 */
export async function fill(
  connection: pg.PoolConfig,
  backup: BackupFile,
  header: Header,
  { isQuiet, eventCursor = 'snapshots' }: { isQuiet: boolean; eventCursor?: EventCursor },
): Promise<void> {
  try {
    await makeSchema(connection, header, eventCursor)
    await inOneTransaction(connection, '', async (client) => {
      await refuseOther(client, backup, header)
      const names = header.tables.map(({ name }) => quoted(name))
      const numbering = eventCursor === 'numbers' ? numberingOf(client) : null
      await numbering?.rest()
      await client.query(`truncate ${names.join(', ')}`)
      // Rows that were right when they were written are not judged again.
      for (const name of names) await client.query(`alter table ${name} disable trigger user`)
      await reading(backup, async (contents) => {
        for await (const { table, rows } of contents.tables(await contents.header()))
          await pipeline(rows, client.query(copyFrom(`copy ${withColumns(table)} from stdin`)))
        await contents.sums()
      })
      await numbering?.goOn()
      await client.query('set constraints all immediate')
      for (const name of names) await client.query(`alter table ${name} enable trigger user`)
      for (const [name, last] of Object.entries(header.sequences))
        await client.query('select setval($1::regclass, $2)', [name, last])
      if (isQuiet) await beginQuietSpell(client, `restored from a backup of ${header.taken_at}`)
    })
  } catch (error) {
    const isCleared = await ask(connection, dropAll).then(
      () => true,
      () => false,
    )
    const what = isCleared
      ? 'the database is empty again'
      : 'what was made of it is cleared by the next restore'
    const refusal = inOneLine(`It could not be restored, and ${what}`, error)
    if (sqlState(error) !== notPermitted) throw refusal
    throw new StartError('failed', `${refusal.message.replace(/\.$/, '')}: ${giveOwner}.`)
  }
}

/**
 * By the migrations that had run there. Until the rows are in, the database knows of none, so that no process starts on a
 * restore that was cut short.
 */
async function makeSchema(
  connection: pg.PoolConfig,
  { migrations }: Header,
  eventCursor: EventCursor,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'byre-migrations-'))
  try {
    for (const name of Object.keys(migrations))
      await cp(new URL(`${name}.sql`, ours), join(folder, `${name}.sql`))
    await cp(new URL('numbers/', ours), join(folder, 'numbers'), { recursive: true })
    await migrate(connection, { folder: pathToFileURL(`${folder}/`), eventCursor })
  } finally {
    await rm(folder, { recursive: true })
  }
  await ask(connection, 'truncate platform_migrations.checksums')
}

/** Lines that come with a backup are not told again; only those that webhooks had not been told of get numbers. */
const numberingOf = (client: pg.Client) => ({
  rest: () => client.query('alter table platform.audit alter column written_in drop default'),
  async goOn() {
    await client.query('alter table platform.audit alter column written_in set default 0')
    await client.query(
      'update platform.audit set written_in = 0 where id > (select line_id from customers.webhook_reader)',
    )
  },
})

/** The schema there must be the one that the rows come from, and its queue, whose tables are its library's. */
async function refuseOther(client: pg.Client, { file }: BackupFile, header: Header): Promise<void> {
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
  const shapes = (tables: Header['tables']) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, ...columns]).toSorted())
  if (rows[0]?.version === header.queue && shapes(await listTables(client)) === shapes(header.tables)) return
  throw new StartError(
    'schema',
    `${file} is of another version of the queue's tables: restore it with the version that made it, then upgrade.`,
  )
}

async function ask<R extends pg.QueryResultRow>(connection: pg.PoolConfig, text: string): Promise<R[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}

/** The whole of it: a database that was empty is a copy of the one the file was made of, and quiet. */
export async function restore(
  connection: pg.PoolConfig,
  backup: BackupFile,
  { eventCursor, servedBy }: Pick<MigrateOptions, 'eventCursor' | 'servedBy'> = {},
): Promise<{ header: Header; sums: Sums }> {
  return alone(connection, async () => {
    await clearCutShort(connection)
    await refuseUsed(connection)
    const read = await readThrough(backup)
    // To read a large file takes minutes, in which something may have been started on the database.
    await refuseUsed(connection)
    await fill(connection, backup, read.header, { isQuiet: true, eventCursor })
    await migrate(connection, { eventCursor, servedBy })
    return read
  })
}
