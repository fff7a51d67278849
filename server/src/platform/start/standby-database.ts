import pg from 'pg'
import { askIdentity, isCopy, type Identity } from '../database/log-position.ts'
import { lostSettings, sessionSettings } from '../database/session-settings.ts'
import { codeOf, StartError } from '../start-error.ts'
import { sharingOf } from './shared-sessions.ts'

/** What only an operator mends: another user, password or database. */
const isGivenWrong = new Set(['28P01', '28000', '3D000'])

/**
 * Refuses a `DATABASE_READ_URL` that leads to what could never answer for the database. One that is away, behind or has taken over
 * keeps no process from starting: the database answers meanwhile.
 */
export async function refuseOtherStandby(readUrl: string, database: pg.PoolConfig): Promise<void> {
  const connection = { connectionString: readUrl }
  const client = new pg.Client({ ...connection, ...sessionSettings(), connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const theirs = await identityAt(client)
    if (!isCopy(await identityOf(database), theirs))
      refuse('leads to another database than DATABASE_URL', 'name a streaming standby of that one')
    const lost = await lostSettings(client)
    if (lost.length > 0)
      refuse(
        `leads to sessions without our ${lost.join(', ')}, which a proxy such as PgBouncer drops`,
        'name PostgreSQL itself',
      )
    if ((await sharingOf(connection)).isShared)
      refuse(
        'leads to a proxy that gives each transaction another session, perhaps of another server',
        'name PostgreSQL itself',
      )
  } catch (error) {
    if (error instanceof StartError) throw error
    const says = error instanceof Error ? error.message : String(error)
    if (says.startsWith('unsupported startup parameter'))
      refuse(`leads to a proxy that refuses our settings (${says})`, 'name PostgreSQL itself')
    if (isGivenWrong.has(codeOf(error) ?? ''))
      refuse(`lets nobody in (${says})`, 'correct the user, the password and the database in it')
  } finally {
    await client.end().catch(() => undefined)
  }
}

function refuse(isSo: string, remedy: string): never {
  throw new StartError('database', `DATABASE_READ_URL ${isSo}: ${remedy}, or leave it out.`)
}

async function identityOf(database: pg.PoolConfig): Promise<Identity> {
  const client = new pg.Client({ ...database, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await identityAt(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function identityAt(client: pg.Client): Promise<Identity> {
  return (await client.query<Identity>(askIdentity)).rows[0]!
}
