import type pg from 'pg'

/** What our connections ask of PostgreSQL as they begin, as the driver takes it. */
export const sessionSettings = ({
  statementTimeoutMs = 5000,
  lockTimeoutMs = 3000,
}: {
  statementTimeoutMs?: number | undefined
  lockTimeoutMs?: number | undefined
} = {}) => ({
  statement_timeout: statementTimeoutMs,
  lock_timeout: lockTimeoutMs,
  idle_in_transaction_session_timeout: 10_000,
  // Every statement is of fixed shape and found by key: planned once, never again for each call.
  options: '-c timezone=UTC -c search_path= -c plan_cache_mode=force_generic_plan -c enable_seqscan=off',
})

/** The same as PostgreSQL tells it. */
export const wanted: Readonly<Record<string, string>> = {
  statement_timeout: '5000',
  lock_timeout: '3000',
  idle_in_transaction_session_timeout: '10000',
  TimeZone: 'UTC',
  search_path: '',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
}

/** Those settings that a connection asked for and does not have: something between drops them. */
export async function lostSettings(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [Object.keys(wanted)],
  )
  const there = new Map(rows.map(({ name, setting }) => [name, setting.replaceAll('"', '')]))
  return Object.keys(wanted).filter((name) => there.get(name) !== wanted[name])
}
