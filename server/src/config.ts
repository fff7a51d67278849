import { brands } from '@byre/contract/brands'
import {
  publicLinks,
  readPublicLinks,
  type PublicLinkName,
  type PublicLinks,
} from '@byre/contract/public-links'
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import type * as z from 'zod/mini'
import type { EventCursor } from './platform/audit/trail-reading.ts'
import { leastSecretBytes, secretsIn, type AppSecrets } from './platform/start/app-secret.ts'
import { readEnvironment } from './platform/environment.ts'
import { boundsOf, type Bounds } from './platform/http/bounds.ts'
import { isLoopbackHost, isLocalHost } from './platform/local-addresses.ts'
import { withSecretFiles } from './platform/secret-files.ts'
import { asContact, stripeVariables, taxNumber, variables } from './variables.ts'

type Values = z.output<typeof variables>
type Product = Values['BYRE_BRAND']

/** The environment, parsed once. `docs/operators/settings.md` lists the variables. */
export interface Config {
  nodeEnv: 'development' | 'production' | 'test'
  /** An address to listen on; `loopback` is 127.0.0.1 and, where the machine has it, ::1. */
  host: string
  port: number
  opsHost: string
  opsPort: number
  /** The portal's own origin, without a slash at its end. */
  publicUrl: string
  /** Tenants answer on names below it. */
  baseDomain: string
  /** Addresses or networks whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[]
  /** Multiplies every rate limit. */
  limitFactor: number
  bounds: Bounds
  /** The least that is written to the log; not set: `info` in production, else `warn`. */
  logLevel: string | undefined
  /** Whether requests and jobs are told to a collector, which OpenTelemetry's own variables name, and which of them. */
  tracing: { isOn: boolean; sampler: string; share: number }

  brand: Product
  products: readonly Product[]
  /** Of which kinds of place the app is on; others answer with who is signed in there. */
  apps: readonly ('site' | 'clinic')[]
  services: { auth: string; customers: string; payments: string; species: string }

  /** Not set: the portal starts its own PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
  /** Of the role that owns the schema, for migrating; not set: `databaseUrl`'s does both. */
  migrateDatabaseUrl: string | undefined
  /** A standby of it that answers lists; not set: it does all. */
  databaseReadUrl: string | undefined
  /** By what it is known which lines of the audit trail are new: a database is begun with one and keeps it. */
  eventCursor: EventCursor
  /** How many connections this process has at most, of whatever kind. */
  pgPool: number
  dataDir: string
  /** False: `dataDir` is the default and may be moved to where the database can run. */
  dataDirIsGiven: boolean
  /** Key tokens and codes: the first writes, all read. */
  appSecrets: AppSecrets
  /** False: they are random and must be replaced by some that outlive this process. */
  appSecretIsGiven: boolean

  /** Not set: mails are kept and shown at `/dev/mail`. */
  smtpUrl: string | undefined
  mailFrom: string

  paymentGateway: 'sandbox' | 'stripe'
  allowSandbox: boolean
  /** Set when `paymentGateway` is `stripe`. */
  stripe: Stripe | undefined
  seller: { name: string; address: string }
  /** By tax, such as `GST`; a tax without a number is not charged. */
  taxNumbers: Readonly<Record<string, string>>

  /** The address that custom domains must point at. */
  tenantARecord: string
  /** The resolver to ask; not set: the system's. */
  dnsServer: string | undefined

  /** A certificate (PEM file) by which webhooks also reach this machine, for trying them out; never in production. */
  webhookTestCa: string | undefined

  /** Where whoever finds a weakness writes to: `mailto:`, `https:` or `tel:`; none: nothing is said. */
  securityContacts: readonly string[]

  /** Pages of whoever runs this installation. */
  links: PublicLinks

  /** How long a draining process still takes requests, so that balancers can notice. */
  serveOnMs: number
}

export interface Stripe {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  apiBase: string
}

/** Carries every problem of the environment, a line each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const repository = resolve(import.meta.dirname, '../..')

/** `mayBePublic` is for tests: they are no server, whatever their address. */
export function readConfig(given: NodeJS.ProcessEnv, { mayBePublic = false } = {}): Config {
  const { environment, problems: ofFiles } = withSecretFiles(given)
  const { values, problems } = readEnvironment(variables, environment)
  problems.push(...ofFiles)
  const refuse: Refuse = (name, isSo, remedy) => problems.push(`${name} ${isSo}: ${remedy}.`)
  const config = configOf(values)
  if (config.paymentGateway === 'stripe') {
    const stripe = readEnvironment(stripeVariables, environment)
    problems.push(...stripe.problems)
    config.stripe = stripeOf(stripe.values, refuse)
  }

  refuseHalfGiven(config, refuse)
  if (config.opsPort === config.port)
    refuse('OPS_PORT', `is ${config.port}, as PORT is`, 'give the two different ports')
  if (config.nodeEnv === 'production') refuseUnsafe(config, isSet(environment, 'SMTP_URL'), refuse)
  else if (!mayBePublic) refusePublic(config, refuse)
  if (!mayBePublic) refuseEndlessRedirect(config, refuse)
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

type Refuse = (name: string, isSo: string, remedy: string) => void

const isSet = (environment: NodeJS.ProcessEnv, name: string) => Boolean(environment[name]?.trim())

function configOf(values: Values): Config {
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const baseDomain = values.BASE_DOMAIN ?? 'localhost'
  const randomSecret = () => randomBytes(leastSecretBytes).toString('base64url')
  return {
    nodeEnv: values.NODE_ENV,
    host: hostOf(values.HOST, 'loopback'),
    port: values.PORT,
    opsHost: hostOf(values.OPS_HOST, '127.0.0.1'),
    opsPort: values.OPS_PORT,
    publicUrl,
    baseDomain,
    trustedProxies: values.TRUSTED_PROXIES,
    limitFactor: values.LIMIT_FACTOR,
    bounds: boundsOf(values, values.LIMIT_FACTOR),
    logLevel: values.LOG_LEVEL,
    tracing: {
      isOn:
        (values.OTEL_EXPORTER_OTLP_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
        values.OTEL_TRACES_EXPORTER !== 'none' &&
        values.OTEL_SDK_DISABLED !== 'true',
      sampler: values.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on',
      share: Number(values.OTEL_TRACES_SAMPLER_ARG ?? 1),
    },
    brand: values.BYRE_BRAND,
    products: values.BYRE_PRODUCTS,
    apps: values.BYRE_APPS,
    services: {
      auth: values.BYRE_AUTH_URL ?? publicUrl,
      customers: values.BYRE_CUSTOMERS_URL ?? publicUrl,
      payments: values.BYRE_PAYMENTS_URL ?? publicUrl,
      species: values.BYRE_SPECIES_URL ?? publicUrl,
    },
    databaseUrl: values.DATABASE_URL,
    migrateDatabaseUrl: values.MIGRATE_DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    eventCursor: values.EVENT_CURSOR,
    pgPool: values.PG_POOL,
    dataDir: resolve(values.DATA_DIR ?? resolve(repository, 'data')),
    dataDirIsGiven: values.DATA_DIR !== undefined,
    appSecrets: secretsIn(values.APP_SECRET ?? randomSecret()),
    appSecretIsGiven: values.APP_SECRET !== undefined,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `${brands[values.BYRE_BRAND].name} <no-reply@${baseDomain}>`,
    paymentGateway: values.PAYMENT_GATEWAY,
    allowSandbox: values.ALLOW_SANDBOX,
    stripe: undefined,
    seller: { name: values.SELLER_NAME ?? 'Byre', address: values.SELLER_ADDRESS ?? '' },
    taxNumbers: Object.fromEntries(
      values.TAX_NUMBERS.map((pair) => (taxNumber.exec(pair) ?? []).slice(1) as [string, string]),
    ),
    tenantARecord: values.TENANT_A_RECORD ?? '127.0.0.1',
    dnsServer: values.DNS_SERVER,
    webhookTestCa: values.WEBHOOK_TEST_CA,
    securityContacts: values.SECURITY_CONTACT.map(asContact),
    links: readPublicLinks({
      TERMS_URL: values.TERMS_URL,
      PRIVACY_URL: values.PRIVACY_URL,
      HELP_URL: values.HELP_URL,
      CONTACT_URL: values.CONTACT_URL,
    }),
    serveOnMs: values.NODE_ENV === 'production' ? 5_000 : 0,
  }
}

const hostOf = (given: string | undefined, fallback: string) =>
  given === undefined || given === 'localhost' ? fallback : given

/** All or nothing. */
function stripeOf(values: z.output<typeof stripeVariables>, refuse: Refuse): Stripe {
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)
    if (values[name] === undefined) refuse(name, 'is not set', 'PAYMENT_GATEWAY=stripe needs it')
  return {
    secretKey: values.STRIPE_SECRET_KEY ?? '',
    publishableKey: values.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecret: values.STRIPE_WEBHOOK_SECRET ?? '',
    apiBase: values.STRIPE_API_BASE ?? 'https://api.stripe.com',
  }
}

/** What works on a laptop and must not meet customers. */
function refuseUnsafe(config: Config, smtpIsGiven: boolean, refuse: Refuse): void {
  const make = 'make one with "openssl rand -base64 48"'
  if (!config.appSecretIsGiven) refuse('APP_SECRET', 'is not set', `production needs one, ${make}`)
  else if (config.appSecrets.some((secret) => Buffer.byteLength(secret) < leastSecretBytes))
    refuse('APP_SECRET', `is shorter than ${leastSecretBytes} bytes`, make)
  else if (config.appSecrets.some((secret) => new Set(secret).size < 12))
    refuse('APP_SECRET', 'looks like a placeholder', make)

  for (const [name, url] of [
    ['PUBLIC_URL', config.publicUrl],
    ['STRIPE_API_BASE', config.stripe?.apiBase],
    ...settingsOf(config.links),
  ] as const)
    if (url !== undefined && isPlainAbroad(url))
      refuse(name, `is ${url}`, 'production needs https unless it is localhost')
  if (!isLocalHost(new URL(config.publicUrl).hostname)) refuseUnreachablePlaces(config, refuse)
  if (config.paymentGateway === 'sandbox' && !config.allowSandbox)
    refuse('PAYMENT_GATEWAY', 'is sandbox', 'give stripe, or ALLOW_SANDBOX=1 to take no real money')
  if (config.webhookTestCa !== undefined)
    refuse('WEBHOOK_TEST_CA', 'is set', 'leave it out: with it webhooks could reach this machine')
  if (!smtpIsGiven)
    refuse('SMTP_URL', 'is not set', 'production needs a mail server, such as smtps://user:password@host')
}

/** Beside a public portal, places that nobody but this machine could open. */
function refuseUnreachablePlaces({ publicUrl, baseDomain, tenantARecord }: Config, refuse: Refuse): void {
  const beside = (value: string) => `is ${value} while PUBLIC_URL is ${publicUrl}`
  if (isLoopbackHost(baseDomain))
    refuse('BASE_DOMAIN', beside(baseDomain), 'give the domain below which sites and clinics answer')
  if (isLoopbackHost(tenantARecord))
    refuse(
      'TENANT_A_RECORD',
      beside(tenantARecord),
      'give the IPv4 address that custom domains must point at',
    )
}

/** TLS ends at a proxy: where its word that a visitor came by https is not believed, each page leads to itself. */
function refuseEndlessRedirect({ publicUrl, trustedProxies }: Config, refuse: Refuse): void {
  if (new URL(publicUrl).protocol === 'http:' || trustedProxies.length > 0) return
  refuse(
    'TRUSTED_PROXIES',
    `is not set while PUBLIC_URL is ${publicUrl}`,
    'give the address of the proxy that ends TLS, such as 127.0.0.1',
  )
}

/** Further addresses of a database whose own is not given, or is the same. */
function refuseHalfGiven({ databaseUrl, migrateDatabaseUrl, databaseReadUrl }: Config, refuse: Refuse): void {
  const further = { MIGRATE_DATABASE_URL: migrateDatabaseUrl, DATABASE_READ_URL: databaseReadUrl }
  for (const [name, url] of Object.entries(further))
    if (url !== undefined && databaseUrl === undefined)
      refuse('DATABASE_URL', `is not set beside ${name}`, 'give the address that the portal serves from')
  if (databaseReadUrl !== undefined && databaseReadUrl === databaseUrl)
    refuse('DATABASE_READ_URL', 'is what DATABASE_URL is', 'give the address of a standby, or leave it out')
}

const settingsOf = (links: PublicLinks) =>
  Object.entries(links).map(([name, url]) => [publicLinks[name as PublicLinkName].setting, url] as const)

/** Whether what is sent there can be read on its way. */
function isPlainAbroad(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !isLoopbackHost(hostname)
}

/** Outside production codes are shown, cards are not real and the secret is in a file: never to the world. */
function refusePublic({ nodeEnv, publicUrl }: Config, refuse: Refuse): void {
  if (isLocalHost(new URL(publicUrl).hostname)) return
  refuse(
    'NODE_ENV',
    `is ${nodeEnv} while PUBLIC_URL is ${publicUrl}`,
    'set NODE_ENV=production to serve others, or a PUBLIC_URL such as http://localhost:4000 to try it out',
  )
}
