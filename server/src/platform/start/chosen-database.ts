import { join } from 'node:path'
import pg from 'pg'
import type { EventCursor } from '../audit/trail-reading.ts'
import { placeDataDir } from '../data-dir.ts'
import { lostSettings, sessionSettings } from '../database/session-settings.ts'
import { startLocalPostgres } from './local-postgres.ts'
import type { MigrateOptions } from './migrate.ts'
import { giveOwner } from './row-rights.ts'
import { sharingOf } from './shared-sessions.ts'
import { StartError, codeOf } from '../start-error.ts'

/*
 * What a start that is refused does not need is loaded where it is used: a second process must know
 * within moments that it is one.
 */

/** The database that the environment chose: `DATABASE_URL`'s, or our own in the data folder. */
export interface ChosenDatabase {
  connection: pg.PoolConfig
  isOurOwn: boolean
  dataDir: string
  eventCursor: EventCursor
  /** Which database it is and where its data is, for a person. */
  about: string
  stop(): Promise<void>
}

export interface DatabaseChoice {
  databaseUrl: string | undefined
  /** Which setting that is; `DATABASE_URL` unless told. */
  setting?: 'MIGRATE_DATABASE_URL'
  /** Whether what is to be done there needs one session throughout, as migrating does. */
  needsOneSession?: boolean
  dataDir: string
  dataDirIsGiven: boolean
  eventCursor: EventCursor
  pgPool: number
}

const oldestVersion = 15

/**
 * Starts our own or reaches the given one; throws a `StartError` where that cannot be. `tell` hears later that our own was
 * started again.
 */
export async function reachDatabase(
  choice: DatabaseChoice,
  tell: (line: string) => void = console.error,
): Promise<ChosenDatabase> {
  if (choice.databaseUrl !== undefined) {
    const connection = { connectionString: choice.databaseUrl }
    const about = `PostgreSQL ${await versionOf(connection, choice)} at ${placeOf(connection)}`
    return {
      connection,
      isOurOwn: false,
      dataDir: choice.dataDir,
      eventCursor: choice.eventCursor,
      about,
      stop: async () => undefined,
    }
  }

  // At most 80 % of the server's connections belong to one process's pool.
  const max_connections = String(Math.max(40, Math.ceil(choice.pgPool / 0.8)))
  const dataDir = placeDataDir(choice)
  const { connection, stop } = await startLocalPostgres({
    dataDir,
    settings: { max_connections },
    onRestart: tell,
  })
  const about = `PostgreSQL ${await versionOf(connection)}, its own, in ${join(dataDir, 'pg')}`
  return { connection, isOurOwn: true, dataDir, eventCursor: choice.eventCursor, about, stop }
}

/** Brings our own database to this code's schema; any other must have been brought there before. */
export async function settleSchema({ connection, isOurOwn, eventCursor }: ChosenDatabase): Promise<void> {
  if (isOurOwn) return migrateOrSay(connection, { eventCursor })
  const [{ openDatabase }, { schemaState }] = await Promise.all([
    import('../database/db.ts'),
    import('./migrate.ts'),
  ])
  const database = openDatabase(connection, { max: 1 })
  try {
    if ((await schemaState(database, eventCursor).catch(refuseWithoutRights)) === 'current') return
    throw new StartError(
      'schema',
      'The schema at DATABASE_URL is older than this program: run "npm run migrate", then start again.',
    )
  } finally {
    await database.close()
  }
}

function refuseWithoutRights(error: unknown): never {
  if (!(error instanceof pg.DatabaseError && error.code === notPermitted)) throw error
  throw new StartError(
    'schema',
    'The role of DATABASE_URL may not read the schema there: run "npm run migrate" with MIGRATE_DATABASE_URL, which lets it.',
  )
}

const notPermitted = '42501'

export async function migrateOrSay(connection: pg.PoolConfig, options: MigrateOptions): Promise<void> {
  const { migrate } = await import('./migrate.ts')
  try {
    await migrate(connection, options)
  } catch (error) {
    if (error instanceof StartError) throw error
    if (error instanceof pg.DatabaseError && error.code === notPermitted)
      throw new StartError(
        'schema',
        `The role that migrates may not change what is there (${error.message}): ${giveOwner}.`,
      )
    throw new StartError('schema', `The database could not be migrated: ${reasonOf(error)}`)
  }
}

/** Which PostgreSQL answers, if it is new enough and a session there is as ours must be. */
async function versionOf(
  connection: pg.PoolConfig,
  { setting: given, needsOneSession = false }: Pick<DatabaseChoice, 'setting' | 'needsOneSession'> = {},
): Promise<string> {
  const setting = given ?? 'DATABASE_URL'
  const client = new pg.Client({ ...connection, ...sessionSettings(), connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; is_read_only: 'on' | 'off'; encoding: string }>(
      `select current_setting('server_version') as version, current_setting('transaction_read_only') as is_read_only,
        current_setting('server_encoding') as encoding`,
    )
    const version = rows[0]?.version.split(' ')[0] ?? ''
    if (Number.parseInt(version) < oldestVersion)
      throw new StartError(
        'database',
        `The PostgreSQL at ${setting} is version ${version}: set it to one of version ${oldestVersion} or newer.`,
      )
    if (rows[0]?.is_read_only === 'on')
      throw new StartError(
        'database',
        `The PostgreSQL at ${setting} takes no changes, as a standby does: set it to the one that does, or wait until this one has taken over.`,
      )
    if (rows[0]?.encoding !== 'UTF8')
      throw new StartError(
        'database',
        `The database at ${setting} keeps text as ${rows[0]?.encoding}: set it to one that was created with template template0 encoding 'UTF8'.`,
      )
    const sharing = await sharingOf(connection)
    if (sharing.isShared && needsOneSession)
      throw new StartError(
        'database',
        `${setting} leads to a proxy that gives each transaction another session, and this needs one throughout: set MIGRATE_DATABASE_URL to the address of PostgreSQL itself.`,
      )
    const lost = await lostSettings(client)
    if (lost.length > 0)
      throw new StartError(
        'database',
        `${setting} leads to sessions without our ${lost.join(', ')}, which a proxy such as PgBouncer drops: ${giveToRole}.`,
      )
    if (sharing.isForgetful)
      throw new StartError(
        'database',
        `${setting} leads to a proxy that does not keep prepared statements: take PgBouncer 1.21 or newer with max_prepared_statements above 0, as docs/operators/database.md says.`,
      )
    return version
  } catch (error) {
    if (error instanceof StartError) throw error
    const isRefusedByProxy =
      error instanceof Error && error.message.startsWith('unsupported startup parameter')
    throw new StartError(
      'database',
      isRefusedByProxy
        ? `${setting} leads to a PgBouncer that refuses our settings (${error.message}): name them in its ignore_startup_parameters, and ${giveToRole}.`
        : `${setting} cannot be reached, ${placeOf(connection)} says ${reasonOf(error)}: ${remedyOf(error)}.`,
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

const giveToRole = 'give the settings to its role by "alter role", as docs/operators/database.md says'

/** What to do where PostgreSQL answers and lets nobody in, by its codes. */
const remedies: Readonly<Record<string, string>> = {
  '28P01': 'correct the user and the password in it',
  '28000': 'correct the user in it, or let that one in by pg_hba.conf',
  '3D000': 'create that database, or correct its name',
  '53300': 'end what else is connected, lower PG_POOL, or raise max_connections',
  '57P03': 'wait until it has started',
}
const remedyOf = (error: unknown) =>
  remedies[codeOf(error) ?? ''] ?? 'start that PostgreSQL, or correct the address'

/** Host, port and database; never the user or the password. */
function placeOf(connection: pg.ClientConfig): string {
  const { host, port, database } = new pg.Client(connection)
  return `${host}${host.startsWith('/') ? '' : `:${port}`}/${database}`
}

function reasonOf(error: unknown): string {
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  const code = codeOf(inner)
  // Of a failed connection the code says it shortest; PostgreSQL's own codes are numbers, its words say more.
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return code
  return inner instanceof Error ? inner.message : String(inner)
}
