import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { ClientFiles } from './platform/http/client-files.ts'
import type { Bearers } from './platform/http/meter.ts'
import type { Caller } from './platform/authentication/authenticate.ts'
import type { Clock } from './platform/clock.ts'
import { within, type Db, type Database, type Module } from './platform/database/db.ts'
import type { Branding } from './platform/branding.ts'
import type { GeneralLimits } from './platform/limits/limits.ts'
import type { MailLeaving } from './platform/mail/mail-leaving.ts'
import type { LimitedMailer } from './platform/mail/mail-limits.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { Outbox } from './platform/jobs/outbox.ts'
import type { KnownPaths } from './platform/http/refusals.ts'
import type { RefusedAccess } from './platform/audit/refused-access.ts'
import type { Resolver } from './platform/dns/resolver.ts'
import type { Quiet } from './platform/database/quiet.ts'
import { serveWith, type Serve } from './platform/http/route.ts'
import type { Secrets } from './platform/secrets.ts'

/** What the application gives to every module. */
export interface Platform {
  app: FastifyInstance
  database: Database
  config: Config
  clock: Clock
  outbox: Outbox
  quiet: Quiet
  metrics: Metrics
  secrets: Secrets
  general: GeneralLimits
  bearers: Bearers
  mailer: LimitedMailer
  mailLeaving: MailLeaving
  resolver: Resolver
  branding: Branding
  files: ClientFiles
  paths: KnownPaths
  refusedAccess: RefusedAccess
  log: FastifyBaseLogger
}

/** The platform as one module sees it: its own tables, its own `serve`. */
export interface Context<M extends Module> extends Omit<Platform, 'database'> {
  db: Db<M>
  serve: Serve<M>
}

export function contextOf<M extends Module>(
  platform: Platform,
  gate?: (caller: Caller) => Promise<void>,
): Context<M> {
  const db = within<M>(platform.database.db)
  const checksReplies = platform.config.nodeEnv !== 'production'
  return {
    ...platform,
    db,
    serve: serveWith<M>({ ...platform, db, checksReplies, ...(gate ? { gate } : {}) }),
  }
}
