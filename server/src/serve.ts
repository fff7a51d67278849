import { hostname } from 'node:os'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { startOps } from './ops.ts'
import type { ChosenDatabase } from './platform/start/chosen-database.ts'
import { openDatabase, type Database } from './platform/database/db.ts'
import { standbyReadings } from './platform/metrics/standby-readings.ts'
import { isReady } from './platform/database/readiness.ts'
import { hasDevPages } from './platform/http/dev-page.ts'
import { listen, serverOptions } from './platform/http/http-server.ts'
import { connectionName } from './platform/start/known-secrets.ts'
import { migrationNames } from './platform/start/migrate.ts'
import { brandingOf } from './branding.ts'
import { damagedAnswers } from './platform/database/damage.ts'
import { version, type Log } from './platform/log.ts'
import { Metrics, type Reading } from './platform/metrics/metrics.ts'
import type { Role } from './role.ts'
import { Secrets } from './platform/secrets.ts'

/** Counted from the signal; what is not finished by then is cut. */
const finishMs = 15_000

type Close = () => Promise<void>

interface Start {
  role: Role
  chosen: ChosenDatabase
  /** What is opened goes here, to be closed in turn where it cannot go on. */
  opened: Close[]
  logging: Log
}

/** Serves and works on jobs, or one of both, until `stop` is called, which drains; `tell` says where. */
export async function serve(
  config: Config,
  { role, chosen, opened, logging: { log, dropped, close } }: Start,
): Promise<{ stop: Close; tell: () => void }> {
  let isClosing = false
  const readsElsewhere = config.databaseReadUrl !== undefined && role !== 'worker'
  const database = openDatabase(chosen.connection, {
    max: config.pgPool,
    name: connectionName(new Secrets(config.appSecrets)),
    onError(error) {
      if (!isClosing) log.warn({ err: error }, 'a database connection was lost')
    },
    ...(readsElsewhere && {
      standby: {
        connection: { connectionString: config.databaseReadUrl },
        tell: (line: string) => log.warn(line),
      },
    }),
  })
  const closeDatabase = async () => {
    isClosing = true
    await database.close()
    // Kysely ends only a pool that it has used itself.
    if (!database.pool.ended) await database.pool.end()
  }
  opened.push(closeDatabase)
  const stopTracing = await beginTracing(config, log)
  opened.push(stopTracing)
  const metrics = new Metrics()
  metrics.addProcess(version)
  metrics.addPart({ name: 'process', read: () => processReadings(database, dropped()) })
  const { standby } = database
  if (standby) metrics.addPart({ name: 'standby', read: () => standbyReadings(standby) })
  const app = await buildApp({
    config,
    database,
    works: role !== 'web',
    tells: role === 'web',
    log,
    metrics,
    isTraced: config.tracing.isOn,
    http: serverOptions,
  })
  opened.push(() => app.close())
  if (role !== 'worker') await app.keepClientFiles()
  const listening = role === 'worker' ? null : await listen(app.fastify, config)

  const migrations = await migrationNames()
  let isDraining = false
  const ops = await startOps({
    host: config.opsHost,
    port: config.opsPort,
    about: chosen.about,
    isReady: async () => !isDraining && (await isReady(database, migrations)),
    async mayHaveCertificate(domain) {
      const may = await app.mayHaveCertificate(domain)
      metrics.countCertificateQuestion(may ? 'allowed' : 'refused')
      return may
    },
    metrics: () => metrics.text(),
  })

  return {
    tell: () => tellWhereItIs(config, { role, chosen, log }),
    async stop() {
      isDraining = true
      // Someone at a terminal has no balancer that must notice first.
      const serveOnMs = isatty(0) ? 0 : config.serveOnMs
      if (listening) await listening.drain({ serveOnMs, finishMs, close: () => app.close() })
      else await app.close()
      await ops.close()
      await closeDatabase()
      await chosen.stop()
      await stopTracing()
      log.info('stopped')
      await close()
    },
  }
}

/** Loads what tells of requests and jobs, where that is wanted; the answer ends it. */
async function beginTracing({ tracing }: Config, log: Log['log']): Promise<Close> {
  if (!tracing.isOn) return async () => undefined
  const { startTracing } = await import('./platform/tracing-sdk.ts')
  const onLoss = (error: unknown) => log.warn({ err: error }, 'traces could not be sent')
  return startTracing({ ...tracing, node: hostname(), version, onLoss })
}

/** What only this process knows, and costs nothing to say. */
const processReadings = ({ connections, statements }: Database, droppedLines: number): Reading[] => [
  {
    name: 'byre_database_connections',
    about: 'Connections of PG_POOL; waiting are callers for whom there is none.',
    label: 'state',
    counts: { ...connections() },
  },
  {
    name: 'byre_database_statements',
    about: 'Statements sent since the start, without begin and commit.',
    label: 'of',
    counts: { process: statements() },
  },
  {
    name: 'byre_log_lines_dropped',
    about: 'Log lines that could not be written since the start: the volume is full, or nobody reads.',
    label: 'of',
    counts: { process: droppedLines },
  },
  {
    name: 'byre_damaged_answers',
    about: 'Statements since the start that met something stored which PostgreSQL cannot read.',
    label: 'of',
    counts: { process: damagedAnswers() },
  },
]

const whatItDoes: Record<Role, string> = {
  all: 'is running',
  web: 'is running, and leaves its jobs to workers',
  worker: 'works on its jobs',
}

function tellWhereItIs(
  { nodeEnv, publicUrl, smtpUrl, dnsServer, brand, dataDir }: Config,
  { role, chosen: { about }, log }: Pick<Start, 'role' | 'chosen'> & Pick<Log, 'log'>,
): void {
  log.info({ portal: publicUrl, role, database: about, dataDir }, 'started')
  if (nodeEnv === 'production') return
  const { brandName } = brandingOf({ brand, publicUrl })
  // Codes are shown to this machine alone: on a network of others they stay in the data folder.
  const [keptMail, ownNames] = hasDevPages({ nodeEnv, publicUrl })
    ? [`${publicUrl}/dev/mail`, `${publicUrl}/dev/dns`]
    : [`kept in ${join(dataDir, 'mail')}`, `set in ${join(dataDir, 'dns.json')}`]
  process.stdout.write(`
  ${brandName} ${whatItDoes[role]}.

    Portal     ${publicUrl}
    Mail       ${smtpUrl === undefined ? keptMail : 'sent through SMTP_URL'}
    Domains    ${dnsServer === undefined ? ownNames : `looked up at ${dnsServer}`}
    Data       ${dataDir}
    Database   ${about}
    Stop       Ctrl-C

`)
}
