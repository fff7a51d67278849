import type { Config } from '@byre/server/config'
import { openDatabase } from '@byre/server/platform/database/db'
import { refuseOtherStandby } from '@byre/server/platform/start/standby-database'
import { StartError } from '@byre/server/platform/start-error'
import { setTimeout as delay } from 'node:timers/promises'
import { parted } from './database.ts'
import { fine, look, type Finding } from './finding.ts'

const about = 'standby'
const waitMs = 4_000

/** Whether lists can be read from the standby, where one is given; the database answers them if not. */
export async function examineStandby({ databaseUrl, databaseReadUrl }: Config): Promise<Finding[]> {
  if (databaseUrl === undefined || databaseReadUrl === undefined) return []
  const connection = { connectionString: databaseUrl }
  try {
    await refuseOtherStandby(databaseReadUrl, connection)
  } catch (error) {
    // Of a database that is away another line tells.
    if (!(error instanceof StartError)) return []
    return [parted(about, error.message)]
  }
  const lines: string[] = []
  const database = openDatabase(connection, {
    max: 2,
    standby: { connection: { connectionString: databaseReadUrl }, tell: (line) => void lines.push(line) },
  })
  const standby = database.standby!
  try {
    const until = performance.now() + waitMs
    while (!standby.isUsed && lines.length === 0 && performance.now() < until) await delay(50)
    const { isUsed, behindBytes } = await standby.state()
    if (isUsed)
      return [fine(about, `It follows the database, ${behindBytes ?? 0} bytes behind, and answers lists.`)]
    const says = lines[0] ?? 'lists are not read from the standby: it does not answer'
    return [
      look(
        about,
        `${says.replace(/^./, (first) => first.toUpperCase())}.`,
        'See docs/operators/database.md, "Lists from a standby"; nothing is refused meanwhile.',
      ),
    ]
  } finally {
    await database.close()
  }
}
