import { ConfigError, readConfig } from '@byre/server/config'
import { migrateOrSay, reachDatabase } from '@byre/server/platform/start/chosen-database'
import { StartError, exitCodes } from '@byre/server/platform/start-error'

/* `npm run migrate`: brings the database of DATABASE_URL, or our own, to this program's schema. */

try {
  const chosen = await reachDatabase(readConfig(process.env))
  try {
    await migrateOrSay(chosen.connection, console.error)
    console.log(`The schema is current: ${chosen.about}.`)
  } finally {
    await chosen.stop()
  }
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = error instanceof StartError ? error.exitCode : exitCodes.environment
}
process.disconnect?.()
