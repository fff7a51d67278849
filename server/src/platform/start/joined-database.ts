import * as fs from 'node:fs'
import { join } from 'node:path'
import { reachDatabase, type ChosenDatabase, type DatabaseChoice } from './chosen-database.ts'
import { placeDataDir } from '../data-dir.ts'
import { exitCodes, StartError } from '../start-error.ts'

/**
 * The database that the environment chose, for a command that may run beside the product: where that holds
 * our own, the command goes through the same socket.
 */
export async function joinDatabase(choice: DatabaseChoice): Promise<ChosenDatabase> {
  try {
    return await reachDatabase(choice)
  } catch (error) {
    if (!(error instanceof StartError) || error.exitCode !== exitCodes.dataDirHeld) throw error
    const dataDir = placeDataDir(choice)
    const connection = runningPostgres(dataDir)
    if (!connection) throw error
    const about = `PostgreSQL of the running portal, in ${join(dataDir, 'pg')}`
    return {
      connection,
      isOurOwn: false,
      dataDir,
      eventCursor: choice.eventCursor,
      about,
      stop: async () => undefined,
    }
  }
}

/** How the PostgreSQL that runs in a data folder is reached, by its own lock file; null when none does. */
function runningPostgres(dataDir: string) {
  const file = join(fs.realpathSync(dataDir), 'pg', 'postmaster.pid')
  if (!fs.existsSync(file)) return null
  const [, , , port, host] = fs.readFileSync(file, 'utf8').split('\n')
  return host ? { host, port: Number(port), user: 'byre', database: 'byre' } : null
}
