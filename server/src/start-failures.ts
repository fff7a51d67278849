import type { Logger } from 'pino'
import { ConfigError } from './config.ts'
import { StartError, exitCodes } from './platform/start-error.ts'

interface Failure {
  exitCode: number
  /** One for each cause that is known. */
  lines: readonly string[]
}

function failureOf(error: unknown): Failure {
  if (error instanceof ConfigError) return { exitCode: exitCodes.environment, lines: error.problems }
  if (error instanceof StartError) return { exitCode: error.exitCode, lines: [error.message] }
  return { exitCode: exitCodes.failed, lines: [] }
}

/** Asked before the environment is known to be right: in production programs read each line, also of a start that fails. */
export const modeOf = (environment: NodeJS.ProcessEnv) =>
  environment['NODE_ENV']?.trim() === 'production' ? 'production' : 'development'

/**
 * Tells why the process ends, in one clear line for each cause that is known; anything else is a fault of ours and shows
 * itself whole. In production each is a line of the log. Gives what to exit with.
 */
export function tellFailure(error: unknown, log: Logger): number {
  const { exitCode, lines } = failureOf(error)
  if (modeOf(process.env) !== 'production') console.error(lines.length > 0 ? lines.join('\n') : error)
  else if (lines.length === 0) log.fatal({ err: error, exit_code: exitCode }, 'an error that nothing handled')
  else for (const line of lines) log.fatal({ exit_code: exitCode }, line)
  return exitCode
}

/** In production also what Node itself has to say, such as that something will not be there for long, is a line of the log. */
export function logNodesWarnings(log: Logger): void {
  if (modeOf(process.env) !== 'production') return
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'a warning of Node'))
}
