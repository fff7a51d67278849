import pg from 'pg'
import { sessionSettings } from '../database/session-settings.ts'
import { codeOf } from '../start-error.ts'

/** What PostgreSQL says of a statement that was prepared in another session. */
const notPrepared = '26000'
/** A proxy that has one session to give makes the second connection wait. */
const waitMs = 2_000

const whichSession = { name: 'byre_kept_statement', text: 'select pg_backend_pid() as pid' }

/** What a proxy that stands before the database does with the sessions there. */
interface Sharing {
  /** Whether a connection of ours has another one for each transaction, as with PgBouncer's `pool_mode = transaction`. */
  isShared: boolean
  /** Whether what was prepared for a connection is forgotten then. */
  isForgetful: boolean
}

/**
 * Found by keeping the first connection's session busy from a second one: where that gets a session of its own, there is no
 * such proxy, or it does not show. Where the first one has to wait for another, nothing was forgotten.
 */
export async function sharingOf(connection: pg.PoolConfig): Promise<Sharing> {
  const options = {
    ...connection,
    ...sessionSettings(),
    connectionTimeoutMillis: waitMs,
    query_timeout: waitMs,
  }
  const [asking, holding] = [new pg.Client(options), new pg.Client(options)]
  for (const client of [asking, holding]) client.on('error', () => undefined)
  let isShared = false
  try {
    await asking.connect()
    await holding.connect()
    const first = await asking.query<{ pid: number }>(whichSession)
    await holding.query('begin')
    const held = await holding.query<{ pid: number }>(whichSession.text)
    isShared = held.rows[0]?.pid === first.rows[0]?.pid
    if (isShared) await asking.query(whichSession)
    return { isShared, isForgetful: false }
  } catch (error) {
    return { isShared, isForgetful: codeOf(error) === notPrepared }
  } finally {
    for (const client of [holding, asking]) await client.end().catch(() => undefined)
  }
}
