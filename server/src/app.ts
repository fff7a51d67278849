import { signInByPasskey } from '@byre/contract/accounts/passkey-sign-ins'
import { proveSecondFactor } from '@byre/contract/accounts/second-factors'
import { logIn } from '@byre/contract/accounts/sign-ins'
import { screens } from '@byre/contract/screens'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
} from 'fastify'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { admitStaff, auth } from './auth/index.ts'
import { brandingOf } from './branding.ts'
import type { Config } from './config.ts'
import { customers, type PlaceOperations } from './customers/index.ts'
import { forgetHerd, herd } from './herd/index.ts'
import { gatewaySources, payments, type Payments } from './payments/index.ts'
import { addDocs } from './platform/api-docs/api-docs.ts'
import { Bearers } from './platform/http/meter.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import { contextOf, type Platform } from './context.ts'
import type { Database } from './platform/database/db.ts'
import { addDeadlines } from './platform/http/deadlines.ts'
import { startDevDns } from './platform/dns/dev-dns.ts'
import { hasDevPages } from './platform/http/dev-page.ts'
import { addChangePassword } from './platform/http/change-password.ts'
import { addSecurityContact } from './platform/http/security-contact.ts'
import { addBodyParsers } from './platform/http/form-body.ts'
import { addHeaders } from './platform/http/headers.ts'
import { hostConstraint } from './platform/hosts.ts'
import { GeneralLimits } from './platform/limits/limits.ts'
import { addLeavingPage } from './platform/mail/leaving-page.ts'
import { MailLeaving } from './platform/mail/mail-leaving.ts'
import { limitedMailer } from './platform/mail/mail-limits.ts'
import { addMailPage } from './platform/mail/mail-page.ts'
import { countedMailer, keptMailer, smtpMailer, unlessQuiet } from './platform/mail/mail.ts'
import { installationGauges } from './platform/backup/gauges.ts'
import { Metrics } from './platform/metrics/metrics.ts'
import { Quiet, quietAdvice } from './platform/database/quiet.ts'
import { Outbox } from './platform/jobs/outbox.ts'
import { addOverload } from './platform/http/overload.ts'
import { ClientFiles } from './platform/http/client-files.ts'
import { builtClients } from './platform/http/built-client.ts'
import { addPages } from './platform/http/pages.ts'
import { addPolicyReports } from './platform/http/policy-reports.ts'
import { addRefusals, KnownPaths, refuseUnreadable } from './platform/http/refusals.ts'
import { RefusedAccess } from './platform/audit/refused-access.ts'
import { dnsResolver } from './platform/dns/resolver.ts'
import { addSweeps } from './platform/jobs/sweeps.ts'
import { newId } from './platform/ids.ts'
import { callerFacts } from './platform/request-trace.ts'
import { traceRequests } from './platform/tracing.ts'
import { Secrets } from './platform/secrets.ts'
import { addServerRefusals, parserOptions, refuseUnparsed } from './platform/http/socket-refusals.ts'
import { species } from './species/index.ts'
import { staff, watchVisits } from './staff/index.ts'
import { tenants } from './tenants/index.ts'
import { requestLimits } from '@byre/contract/limits'

/** Calls whose refusals operators watch. */
const signIns = [logIn.name, signInByPasskey.name, proveSecondFactor.name]

export interface AppOptions {
  config: Config
  database: Database
  /** Whether this process also does jobs; tests drain them by hand. */
  works: boolean
  /** Whether it tells workers in other processes of the jobs that it sends. */
  tells?: boolean
  log: FastifyBaseLogger
  metrics?: Metrics
  /** Whether requests are told to OpenTelemetry, which has been started. */
  isTraced?: boolean
  /** The system's unless a test has its own. */
  clock?: Clock
  /** Node's server options (time-outs, header sizes). */
  http?: FastifyHttpOptions<Server>
}

/** `billing` is for commands; the rest of what payments and customers offer is for operators and tests. */
export interface App extends Omit<Payments, 'billing'>, PlaceOperations {
  fastify: FastifyInstance
  outbox: Outbox
  quiet: Quiet
  /** Whether a custom domain or tenant host may have a certificate (the ops port's `/tls/allow`). */
  mayHaveCertificate(host: string): Promise<boolean>
  /** Lets other processes serve the files of this one's client; before it serves. */
  keepClientFiles(): Promise<void>
  close(): Promise<void>
}

/** Puts the modules on one Fastify; does not listen. */
export async function buildApp({
  config,
  database,
  works,
  tells,
  log,
  metrics = new Metrics(),
  isTraced = false,
  clock,
  http,
}: AppOptions): Promise<App> {
  const fastify = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (error, request, reply) => refuseUnreadable(error, request, reply, paths),
    clientErrorHandler: (error, socket) => refuseUnparsed(error, socket, log, paths),
    genReqId: () => newId(),
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: requestLimits.body.bytes,
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: requestLimits.headerBytes,
      constraints: hostConstraint(config) as object,
    } as object,
    ...http,
    http: { ...parserOptions, ...http?.http },
  }) as unknown as FastifyInstance

  if (isTraced) traceRequests(fastify, callerFacts)
  const paths = new KnownPaths(fastify)
  addServerRefusals(fastify, paths)
  const quiet = new Quiet(database.db)
  if (await quiet.look()) log.warn(quietAdvice)
  const outbox = new Outbox(database, {
    work: works,
    tells,
    quiet,
    onError(error, queue, ids) {
      metrics.countFailedJob(queue)
      log.error({ err: error, queue, ...ids }, 'a job failed')
    },
  })
  const general = new GeneralLimits(database.db, config.limitFactor)
  const mailFolder = join(config.dataDir, 'mail')
  const mailer = config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : keptMailer(mailFolder)
  const hasOwnNames = config.dnsServer === undefined && config.nodeEnv !== 'production'
  const ownNames = hasOwnNames ? await startDevDns(config.dataDir) : null
  const nameServer = ownNames?.address ?? config.dnsServer
  const secrets = new Secrets(config.appSecrets)
  const files = new ClientFiles(
    database.db,
    ['portal/', 'site/'].map((name) => new URL(name, builtClients)),
  )
  const leaving = countedMailer(unlessQuiet(mailer, quiet), (outcome) => metrics.countMail(outcome))
  const platform: Platform = {
    app: fastify,
    database,
    config,
    clock: clock ?? systemClock,
    outbox,
    quiet,
    metrics,
    secrets,
    general,
    bearers: new Bearers(),
    mailer: limitedMailer(leaving, database.db, { secrets, limitFactor: config.limitFactor }),
    mailLeaving: new MailLeaving(config.publicUrl, secrets),
    resolver: dnsResolver(
      nameServer,
      (code) => log.warn({ nameServer, code }, 'the name server does not answer'),
      (outcome) => metrics.countLookup(outcome),
    ),
    branding: brandingOf(config),
    files,
    paths,
    refusedAccess: new RefusedAccess(database.db, log),
    log,
  }

  addBodyParsers(fastify)
  addHeaders(fastify, config)
  addOverload(fastify, config.bounds.overloadDelayMs)
  addDeadlines(fastify, config.bounds.answerWithinMs)
  addRefusals(fastify, paths)
  metrics.watch(fastify, signIns)
  metrics.addPart({ name: 'jobs', read: () => outbox.waiting() })
  metrics.addPart({ name: 'backup', read: () => installationGauges(database.db, quiet) })
  platform.refusedAccess.watch(fastify)

  const ofStaff = contextOf<'staff'>(platform)
  watchVisits(fastify, ofStaff.db)
  species(contextOf<'species'>(platform))
  const { billing, ...forOperators } = await payments(contextOf<'payments'>(platform))
  const accounts = auth(contextOf<'auth'>(platform))
  const ofPlaces = customers(contextOf<'customers'>(platform), {
    billing,
    accounts,
    apps: { forget: forgetHerd },
  })
  const { mayHaveCertificate } = tenants(contextOf<'tenants'>(platform))
  herd(contextOf<'herd'>(platform))
  const gated = contextOf<'staff'>(platform, (caller) => admitStaff(database.db, general, caller))
  staff({ gated, context: ofStaff }, { database, places: ofPlaces, payments: forOperators })
  addSweeps(platform)
  addSecurityContact(fastify, config)
  addChangePassword(fastify)
  addDocs(fastify, platform)
  if (!config.smtpUrl && hasDevPages(config)) addMailPage(fastify, mailFolder, platform.branding)
  const makeReady = async () => {
    await fastify.register(async (app) => addPolicyReports(app, general))
    await fastify.register(async (app) => addLeavingPage(app, platform))
    await addPages(fastify, { config, foreign: gatewaySources(config), paths, screens, files })
    await fastify.ready()
  }
  // The one waits for the database, the other for nobody.
  await Promise.all([outbox.start(), makeReady()])
  general.start((error) => log.warn({ err: error }, 'shared limits could not be settled'))
  return {
    fastify,
    outbox,
    quiet,
    mayHaveCertificate,
    keepClientFiles: () =>
      files.keep((error) =>
        log.warn({ err: error }, 'that the client’s files are served could not be noted'),
      ),
    ...forOperators,
    ...ofPlaces,
    async close() {
      await general.stop()
      files.stop()
      await fastify.close()
      await platform.refusedAccess.stop()
      await outbox.stop()
      await ownNames?.close()
      mailer.close()
    },
  }
}
