import { readConfig } from '@byre/server/config'
import { openDatabase } from '@byre/server/platform/database/db'
import { openLog } from '@byre/server/platform/log'
import { migrateOrSay, settleSchema } from '@byre/server/platform/start/chosen-database'
import { reachOwning, type OwningDatabase } from '@byre/server/platform/start/owning-database'
import { rightsBeyondRows } from '@byre/server/platform/start/row-rights'
import { logNodesWarnings, modeOf, tellFailure } from '@byre/server/start-failures'

/*
 * `npm run migrate`: brings the database of DATABASE_URL, or our own, to this program's schema. With MIGRATE_DATABASE_URL the
 * role of that owns the schema, and DATABASE_URL's is let read and write rows. In production each line is one of the log.
 */

const mode = modeOf(process.env)
const { log } = openLog(mode)
logNodesWarnings(log)

function say(line: string): void {
  if (mode === 'production') log.info(line)
  else console.log(line)
}
function warn(line: string): void {
  if (mode === 'production') log.warn(line)
  else console.error(line)
}

/** What was made and granted must be seen by the role that serves: another database would be found out. */
async function judge({ chosen, role }: NonNullable<OwningDatabase['serving']>): Promise<void> {
  await settleSchema(chosen)
  const database = openDatabase(chosen.connection, { max: 1 })
  try {
    for (const right of await rightsBeyondRows(database, role))
      warn(`The role of DATABASE_URL, ${role}, ${right}: take that from it, or it may do more than serve.`)
  } finally {
    await database.close()
  }
}

try {
  const { owning, serving } = await reachOwning(readConfig(process.env))
  try {
    await migrateOrSay(owning.connection, {
      eventCursor: owning.eventCursor,
      tell: warn,
      servedBy: serving?.role,
    })
    if (serving) await judge(serving)
    const served = serving ? ` ${serving.role} may read and write rows.` : ''
    say(`The schema is current: ${owning.about}.${served}`)
  } finally {
    await owning.stop()
  }
} catch (error) {
  process.exitCode = tellFailure(error, log)
}
process.disconnect?.()
