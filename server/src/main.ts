import { ConfigError, readConfig } from './config.ts'
import { buildApp } from './app.ts'
import { startOps } from './ops.ts'
import { keepAppSecret } from './platform/app-secret.ts'
import { reachDatabase, settleSchema } from './platform/chosen-database.ts'
import { prepareDataDir } from './platform/data-dir.ts'
import { openDatabase } from './platform/db.ts'
import { listen, serverOptions } from './platform/http-server.ts'
import { letterheadOf } from './platform/letterhead.ts'
import { openLog } from './platform/log.ts'
import { StartError, exitCodes } from './platform/start-error.ts'

/** Counted from the signal; what is not finished by then is cut. */
const finishMs = 15_000
/** Past this something does not end: better to be gone, since nothing acknowledged can be lost. */
const giveUpMs = 25_000

type Close = () => Promise<void>

/** Starts everything, in order; what was opened goes to `opened`, so that a failure can close it again. */
async function start(opened: Close[]): Promise<void> {
  const given = readConfig(process.env)
  const { log, flush } = openLog(given.nodeEnv)
  opened.push(async () => flush())

  const chosen = await reachDatabase(given)
  opened.push(() => chosen.stop())
  await settleSchema(chosen)
  const { dataDir } = chosen
  if (!given.appSecretIsGiven || given.smtpUrl === undefined) prepareDataDir(dataDir)
  const appSecret = given.appSecretIsGiven ? given.appSecret : keepAppSecret(dataDir, given.appSecret)
  const config = { ...given, dataDir, appSecret }

  const database = openDatabase(chosen.connection, {
    max: config.pgPool,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  opened.push(() => database.close())
  const app = await buildApp({ config, database, works: true, log, http: serverOptions })
  opened.push(() => app.close())
  const listening = await listen(app.fastify, config)

  let isDraining = false
  const ops = await startOps({
    host: config.opsHost,
    port: config.opsPort,
    about: chosen.about,
    isReady: async () => !isDraining && (await database.pool.query('select 1')).rowCount === 1,
    mayHaveCertificate: (domain) => app.mayHaveCertificate(domain),
  })

  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nothing handled')
    flush()
    process.exit(exitCodes.failed)
  })
  onceToldToStop(async () => {
    isDraining = true
    // Someone at a terminal has no balancer that must notice first.
    const serveOnMs = process.stdin.isTTY ? 0 : config.serveOnMs
    await listening.drain({ serveOnMs, finishMs, close: () => app.close() })
    await ops.close()
    await database.close()
    await chosen.stop()
    log.info('stopped')
    flush()
  })

  log.info({ portal: config.publicUrl, database: chosen.about, dataDir }, 'started')
  if (config.nodeEnv === 'production') return
  const mailPage = config.smtpUrl === undefined ? `${config.publicUrl}/dev/mail` : 'sent through SMTP_URL'
  process.stdout.write(`
  ${letterheadOf(config).brandName} is running.

    Portal     ${config.publicUrl}
    Mail       ${mailPage}
    Data       ${dataDir}
    Database   ${chosen.about}
    Stop       Ctrl-C

`)
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
  if (process.connected) process.on('disconnect', onTold)
}

/** One clear line for each cause that is known; anything else is a fault of ours and shows itself whole. */
function fail(error: unknown): never {
  if (error instanceof ConfigError) {
    console.error(error.message)
    process.exit(exitCodes.environment)
  }
  if (error instanceof StartError) {
    console.error(error.message)
    process.exit(error.exitCode)
  }
  console.error(error)
  process.exit(exitCodes.failed)
}

// A reader that went away, such as a closed terminal or `| head`, is no reason to stop serving.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

const opened: Close[] = []
try {
  await start(opened)
} catch (error) {
  for (const close of opened.toReversed()) await close().catch(() => undefined)
  fail(error)
}
