import pg from 'pg'
import { StartError } from '../start-error.ts'

/**
 * One connection in one transaction that may take as long as it must. What a copied row looks like is set here, so that it is the
 * same at every server.
 */
export async function inOneTransaction<T>(
  connection: pg.PoolConfig,
  mode: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: 'byre backup', keepAlive: true })
  // Whoever asks something then is told.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`begin ${mode}`)
    await client.query(`
      set local statement_timeout = 0; set local lock_timeout = 0;
      set local idle_in_transaction_session_timeout = 0; set local search_path = ''; set local timezone = 'UTC';
      set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1;
      set local bytea_output = 'hex'; set local client_encoding = 'UTF8'`)
    const done = await work(client)
    await client.query('commit')
    return done
  } finally {
    await client.end()
  }
}

/** What a person is told of a failure; nothing of a row, which PostgreSQL's `detail` would hold. */
export function inOneLine(what: string, error: unknown): StartError {
  if (error instanceof StartError) return error
  const why = error instanceof Error ? error.message : String(error)
  return new StartError('failed', `${what}: ${why.split('\n')[0]?.replace(/\.$/, '')}.`)
}
