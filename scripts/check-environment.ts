import { ConfigError, readConfig } from '../server/src/config.ts'
import { exitCodes } from '../server/src/platform/start-error.ts'

/* Says what is wrong in the environment, all of it at once: before the web client is built by it. */

try {
  readConfig(process.env)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(exitCodes.environment)
}
