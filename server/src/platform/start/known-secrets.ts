import { sql, type Kysely } from 'kysely'
import type pg from 'pg'
import { leastSecretBytes, type AppSecrets } from './app-secret.ts'
import { openDatabase, type DB, type PlatformDb } from '../database/db.ts'
import { transaction } from '../database/transactions.ts'
import { Secrets } from '../secrets.ts'
import { StartError } from '../start-error.ts'

/*
 * A database remembers by fingerprints which secrets its values were written under. A process that writes
 * under one nobody else could read, or cannot read what is there, does not start.
 */

const anotherSecret = `APP_SECRET is another than this database was written under: give that one, or, to \
exchange it, the new one and that one with a comma between, each of ${leastSecretBytes} bytes or more and with no comma in it.`
const olderSecretMissing = `Values in this database are still under an older APP_SECRET: \
keep it behind the new one, "npm run byre -- secrets rewrite" says when it may go.`
const notNotedYet = `This database has not noted its APP_SECRET yet, and several are given: \
start once with the present one alone.`

/** Refuses secrets that cannot read what is in the database. */
export async function requireSecrets(db: PlatformDb, secrets: Secrets): Promise<void> {
  requireAll(await listNeeded(db), secrets.fingerprints())
}

/** Refuses a process whose secrets do not fit the database, and notes under which one it writes. */
export async function settleSecrets(connection: pg.PoolConfig, given: AppSecrets): Promise<void> {
  const database = openDatabase(connection, { max: 1 })
  try {
    await noteSecrets(database.db, new Secrets(given).fingerprints())
  } finally {
    await database.close()
  }
}

async function noteSecrets(
  db: Kysely<DB>,
  [writing, ...older]: readonly [string, ...string[]],
): Promise<void> {
  const own = [writing, ...older]
  await transaction(db as unknown as PlatformDb, async (db) => {
    // Of several processes that start at once each sees what the others noted.
    await sql`lock table platform.secrets in share row exclusive mode`.execute(db)
    const needed = await listNeeded(db)
    requireAll(needed, own)
    if (needed.length === 0 && older.length > 0 && (await isUsed(db)))
      throw new StartError('secret', notNotedYet)

    await db
      .insertInto('platform.secrets')
      .values({ fingerprint: writing, retired_at: null })
      .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ retired_at: null }))
      .execute()
  })
}

/** By their fingerprints those without which something here could not be read. */
async function listNeeded(db: PlatformDb): Promise<string[]> {
  const needed = await db
    .selectFrom('platform.secrets')
    .select('fingerprint')
    .where('retired_at', 'is', null)
    .execute()
  return needed.map(({ fingerprint }) => fingerprint)
}

function requireAll(needed: readonly string[], own: readonly string[]): void {
  const missing = needed.filter((fingerprint) => !own.includes(fingerprint))
  if (missing.length === 0) return
  throw new StartError('secret', missing.length === needed.length ? anotherSecret : olderSecretMissing)
}

/** Whether anything was ever done here. */
async function isUsed(db: PlatformDb): Promise<boolean> {
  const { rows } = await sql`select from platform.audit limit 1`.execute(db)
  return rows.length > 0
}

const connectionPrefix = 'byre '

/** What a process is called at the database: by the secret it writes under. */
export const connectionName = (secrets: Secrets): string => `${connectionPrefix}${secrets.fingerprints()[0]}`

export interface KnownSecret {
  fingerprint: string
  began_at: string
  retired_at: string | null
  /** Connections of processes that write under it now. */
  connections: number
}

/** Every secret that wrote here, the latest first. */
export async function listKnownSecrets(db: PlatformDb): Promise<KnownSecret[]> {
  const { rows } = await sql<KnownSecret>`
    select fingerprint, began_at, retired_at, (
      select count(*)::int from pg_stat_activity
      where datname = current_database() and application_name = ${connectionPrefix} || fingerprint) as connections
    from platform.secrets order by began_at desc, fingerprint
  `.execute(db)
  return rows
}

/** Says of all secrets but one, or of a single one, that nothing under them must be kept. */
export async function retireSecrets(
  db: PlatformDb,
  which: { except: string } | { only: string },
): Promise<string[]> {
  const retired = await db
    .updateTable('platform.secrets')
    .set({ retired_at: sql<string>`coalesce(retired_at, now())` })
    .where('fingerprint', 'except' in which ? '!=' : '=', 'except' in which ? which.except : which.only)
    .returning('fingerprint')
    .execute()
  return retired.map(({ fingerprint }) => fingerprint)
}
