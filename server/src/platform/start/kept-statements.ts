import pg from 'pg'
import { sessionSettings } from '../database/session-settings.ts'
import { codeOf } from '../start-error.ts'

/** What PostgreSQL says of a statement that was prepared in another session. */
const notPrepared = '26000'
/** A proxy that has one session to give makes the second connection wait. */
const waitMs = 2_000

const whichSession = { name: 'byre_kept_statement', text: 'select pg_backend_pid() as pid' }

/**
 * Whether a proxy gives the transactions of one connection to different sessions, as PgBouncer's `pool_mode = transaction` does,
 * and forgets there what was prepared. Found by keeping the first session busy from a second connection; where that gets
 * another one, which says nothing, or has to wait, the answer is no.
 */
export async function forgetsStatements(connection: pg.PoolConfig): Promise<boolean> {
  const options = {
    ...connection,
    ...sessionSettings(),
    connectionTimeoutMillis: waitMs,
    query_timeout: waitMs,
  }
  const [asking, holding] = [new pg.Client(options), new pg.Client(options)]
  for (const client of [asking, holding]) client.on('error', () => undefined)
  try {
    await asking.connect()
    await holding.connect()
    const first = await asking.query<{ pid: number }>(whichSession)
    await holding.query('begin')
    const held = await holding.query<{ pid: number }>(whichSession.text)
    if (held.rows[0]?.pid !== first.rows[0]?.pid) return false
    await asking.query(whichSession)
    return false
  } catch (error) {
    return codeOf(error) === notPrepared
  } finally {
    for (const client of [holding, asking]) await client.end().catch(() => undefined)
  }
}
