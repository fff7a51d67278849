import { readConfig } from '../server/src/config.ts'
import { openLog } from '../server/src/platform/log.ts'
import { modeOf, tellFailure } from '../server/src/start-failures.ts'

/* Says what is wrong in the environment, all of it at once: before the web client is built by it. */

try {
  readConfig(process.env)
} catch (error) {
  process.exit(tellFailure(error, openLog(modeOf(process.env)).log))
}
