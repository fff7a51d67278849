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
  return inOneTransaction(connection, oneSnapshot, async (client) => {
    const header = await headerOf(client)
    let sums: Sums = {}
    const entries = entriesOf(
      header,
      (table) => rowsOf(client, table),
      (told) => (sums = told),
    )
    const bytes = await writeArchive(file, entries, passphrase)
    return { header, sums, bytes }
  }).catch((error: unknown) => {
    throw inOneLine('No backup was made', error)
  })
}

async function headerOf(client: pg.Client): Promise<Header> {
  const tables = await listTables(client)
  if (!tables.some(({ name }) => name === 'platform.backups'))
    throw new StartError('schema', 'There is no Byre of this version in the database: no backup was made.')
  // No migration changes a table while it is read.
  await client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
  const { rows } = await client.query<Pick<Header, 'taken_at' | 'migrations' | 'queue'>>(`
    select to_json(now()) #>> '{}' as taken_at, (select version from pgboss.version) as queue,
      (select json_object_agg(name, checksum order by name) from platform_migrations.checksums) as migrations`)
  return { format, ...rows[0]!, tables, sequences: await listSequences(client) }
}

/** A table's rows as COPY writes them. */
export const rowsOf = (client: pg.Client, table: TableShape): AsyncIterable<Buffer> =>
  client.query(copyTo(`copy ${withColumns(table)} to stdout`))
