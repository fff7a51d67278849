import pg from 'pg'
import { daysOfQueue, type TableShape } from './contents.ts'

/** The schemas that are ours; what else an operator keeps in the database is theirs to keep. */
export const ourSchemas = [
  'auth',
  'customers',
  'payments',
  'species',
  'tenants',
  'herd',
  'platform',
  'platform_migrations',
  'pgboss',
] as const

const shapes = `
  select n.nspname || '.' || c.relname as name,
    array_agg(a.attname::text order by a.attname) as columns,
    array(select fn.nspname || '.' || f.relname from pg_catalog.pg_constraint as k
      join pg_catalog.pg_class as f on f.oid = k.confrelid
      join pg_catalog.pg_namespace as fn on fn.oid = f.relnamespace
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
  from pg_catalog.pg_class as c
  join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
  join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind = 'r' and n.nspname = any($1)
    -- The number of a transaction, or of a line, means something in its own database alone; what is generated is generated again.
    and a.attgenerated = '' and a.attname <> 'written_in' and (n.nspname, c.relname) <> ('platform', 'audit_numbers')
    and n.nspname || '.' || c.relname !~ $2
  group by c.oid, n.nspname, c.relname order by 1`

/** Every table of ours with the columns that are kept, in an order in which no row comes before one that it refers to. */
export async function listTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { needs: string[] }>(shapes, [
    ourSchemas,
    daysOfQueue.source,
  ])
  const ordered: TableShape[] = []
  const waiting = new Map(rows.map((row) => [row.name, row]))
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ needs }) => needs.every((name) => !waiting.has(name)))
    if (free.length === 0)
      throw new Error(`these tables refer to each other: ${[...waiting.keys()].join(', ')}`)
    for (const { name, columns } of free) {
      ordered.push({ name, columns })
      waiting.delete(name)
    }
  }
  return ordered
}

/** Where each sequence stands; the product makes none, its libraries might. */
export async function listSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last_value: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text
     from pg_catalog.pg_sequences where schemaname = any($1) and last_value is not null order by 1`,
    [ourSchemas],
  )
  return Object.fromEntries(rows.map(({ name, last_value }) => [name, last_value]))
}

/** As SQL names it. */
export const quoted = (name: string) => name.split('.').map(pg.escapeIdentifier).join('.')

export const withColumns = ({ name, columns }: TableShape) =>
  `${quoted(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`
