import { ConfigError, readConfig, type Config } from '@byre/server/config'
import { openDatabase } from '@byre/server/platform/database/db'
import { migrateOrSay, reachDatabase, settleSchema } from '@byre/server/platform/start/chosen-database'
import { rightsBeyondRows } from '@byre/server/platform/start/row-rights'
import { StartError, exitCodes } from '@byre/server/platform/start-error'

/*
 * `npm run migrate`: brings the database of DATABASE_URL, or our own, to this program's schema. With MIGRATE_DATABASE_URL the
 * role of that owns the schema, and DATABASE_URL's is let read and write rows.
 */

async function migrateByOne(config: Config): Promise<void> {
  const chosen = await reachDatabase(config)
  try {
    await migrateOrSay(chosen.connection, console.error)
    console.log(`The schema is current: ${chosen.about}.`)
  } finally {
    await chosen.stop()
  }
}

async function migrateFor(config: Config, databaseUrl: string): Promise<void> {
  const serving = await reachDatabase(config)
  const owning = await reachDatabase({ ...config, databaseUrl, setting: 'MIGRATE_DATABASE_URL' })
  const asServing = openDatabase(serving.connection, { max: 1 })
  try {
    const { rows } = await asServing.pool.query<{ role: string }>('select current_user as role')
    const { role } = rows[0]!
    await migrateOrSay(owning.connection, console.error, role)
    // Nothing but what was just made there, and what was granted: another database would be found out.
    await settleSchema(serving)
    const beyond = await rightsBeyondRows(asServing, role)
    for (const right of beyond)
      console.error(
        `The role of DATABASE_URL, ${role}, ${right}: take that from it, or it may do more than serve.`,
      )
    console.log(`The schema is current: ${owning.about}. ${role} may read and write rows.`)
  } finally {
    await asServing.close()
  }
}

try {
  const config = readConfig(process.env)
  const { migrateDatabaseUrl } = config
  await (migrateDatabaseUrl === undefined ? migrateByOne(config) : migrateFor(config, migrateDatabaseUrl))
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = error instanceof StartError ? error.exitCode : exitCodes.environment
}
process.disconnect?.()
