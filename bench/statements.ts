import type pg from 'pg'

/** How many statements PostgreSQL ran for its callers meanwhile; begin and commit, jobs and the count itself are left out. */
export async function statementsDuring(client: pg.Client, calls: () => Promise<unknown>): Promise<number> {
  await client.query('select public.pg_stat_statements_reset()')
  await calls()
  const { rows } = await client.query<{ calls: number }>(
    `select coalesce(sum(calls), 0)::int as calls from public.pg_stat_statements
     where toplevel and query !~* '^(begin|commit|rollback)|pgboss|pg_stat_statements'`,
  )
  return rows[0]!.calls
}
