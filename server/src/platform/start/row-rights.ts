import pg from 'pg'
import type { Database } from '../database/db.ts'

/*
 * Two roles: one owns the schema and migrates it, one serves, and reads and writes rows alone.
 */

/** Whose rows are served; every schema that migrations make stands here. */
const schemas = ['auth', 'customers', 'herd', 'payments', 'pgboss', 'platform', 'species', 'tenants']
/** Read by each start, written by migrating alone. */
const book = 'platform_migrations'

/** What is to be done where a role may not make or change tables. */
export const giveOwner = 'set MIGRATE_DATABASE_URL to the same address with the role that owns the schema'

/** Gives a role rows to read and write: of all tables there are, and of those that whoever asks for it here makes later. */
export async function grantRows({ pool }: Database, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role)
  const all = schemas.join(', ')
  const rows = 'select, insert, update, delete'
  for (const statement of [
    `grant usage on schema ${all}, ${book} to ${name}`,
    `grant ${rows} on all tables in schema ${all} to ${name}`,
    `grant usage, select on all sequences in schema ${all} to ${name}`,
    `grant execute on all functions in schema ${all} to ${name}`,
    `grant select on all tables in schema ${book} to ${name}`,
    `alter default privileges in schema ${all} grant ${rows} on tables to ${name}`,
    `alter default privileges in schema ${all} grant usage, select on sequences to ${name}`,
    `alter default privileges in schema ${all} grant execute on functions to ${name}`,
  ])
    await pool.query(statement)
}

/** What a role may beyond rows, in words; nothing where it is as it should be. */
export async function rightsBeyondRows({ pool }: Database, role: string): Promise<string[]> {
  const { rows } = await pool.query<{ right: string }>(
    `select what as right from (values
      ('is a superuser', (select rolsuper from pg_catalog.pg_roles where rolname = $1)),
      ('may make schemas', has_database_privilege($1, current_database(), 'create')),
      ('may make tables in ' || (select min(nspname) from pg_catalog.pg_namespace
        where nspname = any($2) and has_schema_privilege($1, oid, 'create')), true),
      ('owns ' || (select min(c.oid::regclass::text) from pg_catalog.pg_class as c
        join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
        where n.nspname = any($2) and c.relkind in ('r', 'p') and pg_has_role($1, c.relowner, 'usage')), true)
    ) as t (what, is_so) where what is not null and is_so`,
    [role, [...schemas, book]],
  )
  return rows.map(({ right }) => right)
}
