import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { writeArchive } from './archive.ts'
import { entriesOf, format, type Header, type Sums, type TableShape } from './contents.ts'
import { inOneLine, inOneTransaction } from './own-connection.ts'
import { listSequences, listTables, quoted, withColumns } from './table-shapes.ts'
import { StartError } from '../start-error.ts'

export interface Backup {
  header: Header
  sums: Sums
  bytes: number
}

/** One moment of a whole database while others go on writing. */
export const oneSnapshot = 'isolation level repeatable read, read only'

/** Writes a file of all that is ours in a database, as it is at one moment. */
export async function takeBackup(
  connection: pg.PoolConfig,
  file: string,
  passphrase?: string,
): Promise<Backup> {
  try {
    const known = await inOneTransaction(connection, oneSnapshot, listTables)
    return await inOneTransaction(connection, oneSnapshot, async (client) => {
      const header = await headerOf(client, await holdAgainstMigrations(client, known))
      let sums: Sums = {}
      const entries = entriesOf(
        header,
        (table) => rowsOf(client, table),
        (told) => (sums = told),
      )
      const bytes = await writeArchive(file, entries, passphrase)
      return { header, sums, bytes }
    })
  } catch (error) {
    throw inOneLine('No backup was made', error)
  }
}

/**
 * No migration changes a table while it is read. A transaction sees what there was at its first query, and taking the locks is none:
 * a table that a migration was making anew would else be seen without its rows.
 */
async function holdAgainstMigrations(client: pg.Client, tables: TableShape[]): Promise<TableShape[]> {
  if (!tables.some(({ name }) => name === 'platform.backups'))
    throw new StartError('schema', 'There is no Byre of this version in the database: no backup was made.')
  await client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
  const held = await listTables(client)
  if (JSON.stringify(held) === JSON.stringify(tables)) return held
  throw new StartError('failed', 'The tables were changed just now: no backup was made. Try again.')
}

async function headerOf(client: pg.Client, tables: TableShape[]): Promise<Header> {
  const { rows } = await client.query<Pick<Header, 'taken_at' | 'migrations' | 'queue'>>(`
    select to_json(now()) #>> '{}' as taken_at, (select version from pgboss.version) as queue,
      (select json_object_agg(name, checksum order by name) from platform_migrations.checksums) as migrations`)
  return { format, ...rows[0]!, tables, sequences: await listSequences(client) }
}

/** A table's rows as COPY writes them. */
export const rowsOf = (client: pg.Client, table: TableShape): AsyncIterable<Buffer> =>
  client.query(copyTo(`copy ${withColumns(table)} to stdout`))
