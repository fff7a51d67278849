import { readConfig } from './config.ts'
import { keepAppSecrets } from './platform/start/app-secret.ts'
import { reachDatabase, settleSchema } from './platform/start/chosen-database.ts'
import { prepareDataDir } from './platform/data-dir.ts'
import { refuseTaken } from './platform/http/http-server.ts'
import { openLog } from './platform/log.ts'
import { exitCodes } from './platform/start-error.ts'
import { refuseOtherThanBuilt } from './release.ts'
import { refuseAlone, roleIn } from './role.ts'
import { logNodesWarnings, modeOf, tellFailure } from './start-failures.ts'

/** Past this something does not end: better to be gone, since nothing acknowledged can be lost. */
const giveUpMs = 25_000

/** `npm start` keeps a channel to us, which closes when it is killed. */
const hasStarter = process.connected

type Close = () => Promise<void>

/** What was opened goes to `opened`, so that a failure can close it again. */
async function start(opened: Close[]): Promise<void> {
  const role = roleIn(process.argv.slice(2))
  const given = readConfig(process.env)
  refuseOtherThanBuilt(process.env)
  if (given.logLevel !== undefined) logging.log.level = given.logLevel
  refuseAlone(role, given)
  const chosen = await reachDatabase(given, (line) => logging.log.warn(line))
  opened.push(() => chosen.stop())
  if (role !== 'worker') await refuseTaken(given, 'HOST', 'PORT')
  await refuseTaken({ host: given.opsHost, port: given.opsPort }, 'OPS_HOST', 'OPS_PORT')

  const { dataDir } = chosen
  if (!given.appSecretIsGiven || given.smtpUrl === undefined) prepareDataDir(dataDir)
  const appSecrets = given.appSecretIsGiven ? given.appSecrets : keepAppSecrets(dataDir, given.appSecrets)

  // Loaded only now: most refusals are known before, and need not wait for the whole product.
  const settle = async () => {
    await settleSchema(chosen)
    const { settleSecrets } = await import('./platform/start/known-secrets.ts')
    await settleSecrets(chosen.connection, appSecrets)
    if (given.databaseReadUrl === undefined || role === 'worker') return
    const { refuseOtherStandby } = await import('./platform/start/standby-database.ts')
    await refuseOtherStandby(given.databaseReadUrl, chosen.connection)
  }
  const [{ serve }] = await Promise.all([import('./serve.ts'), settle()])
  const { stop, tell } = await serve({ ...given, dataDir, appSecrets }, { role, chosen, opened, logging })
  // First, since whoever reads that it has started may end it at once.
  onceToldToStop(stop)
  tell()
}

/** Runs `stop` at the first signal, or when what started us is gone; a second one ends the process at once. */
function onceToldToStop(stop: Close): void {
  let isStopping = false
  const onTold = () => {
    if (isStopping) process.exit(exitCodes.failed)
    isStopping = true
    setTimeout(() => process.exit(exitCodes.failed), giveUpMs).unref()
    stop().then(() => process.exit(0), fail)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onTold)
  process.on('disconnect', onTold)
  if (hasStarter && !process.connected) onTold()
}

function fail(error: unknown): never {
  process.exit(tellFailure(error, logging.log))
}

// A reader that went away, such as a closed terminal or `| head`, is no reason to stop serving.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

const logging = openLog(modeOf(process.env))
logNodesWarnings(logging.log)
process.on('uncaughtException', fail)

const opened: Close[] = [logging.close]
try {
  await start(opened)
} catch (error) {
  for (const close of opened.toReversed()) await close().catch(() => undefined)
  fail(error)
}
