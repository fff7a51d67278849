import { ConfigError, readConfig } from '@byre/server/config'
import { openDatabase } from '@byre/server/platform/database/db'
import { migrateOrSay, settleSchema } from '@byre/server/platform/start/chosen-database'
import { reachOwning, type OwningDatabase } from '@byre/server/platform/start/owning-database'
import { rightsBeyondRows } from '@byre/server/platform/start/row-rights'
import { StartError, exitCodes } from '@byre/server/platform/start-error'

/*
 * `npm run migrate`: brings the database of DATABASE_URL, or our own, to this program's schema. With MIGRATE_DATABASE_URL the
 * role of that owns the schema, and DATABASE_URL's is let read and write rows.
 */

/** What was made and granted must be seen by the role that serves: another database would be found out. */
async function judge({ chosen, role }: NonNullable<OwningDatabase['serving']>): Promise<void> {
  await settleSchema(chosen)
  const database = openDatabase(chosen.connection, { max: 1 })
  try {
    for (const right of await rightsBeyondRows(database, role))
      console.error(
        `The role of DATABASE_URL, ${role}, ${right}: take that from it, or it may do more than serve.`,
      )
  } finally {
    await database.close()
  }
}

try {
  const { owning, serving } = await reachOwning(readConfig(process.env))
  try {
    await migrateOrSay(owning.connection, {
      eventCursor: owning.eventCursor,
      tell: console.error,
      servedBy: serving?.role,
    })
    if (serving) await judge(serving)
    const served = serving ? ` ${serving.role} may read and write rows.` : ''
    console.log(`The schema is current: ${owning.about}.${served}`)
  } finally {
    await owning.stop()
  }
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = error instanceof StartError ? error.exitCode : exitCodes.environment
}
process.disconnect?.()
