import { brands } from '@byre/contract/brands'
import { randomBytes } from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { leastSecretBytes, secretsIn, type AppSecrets } from './platform/start/app-secret.ts'
import { readBounds, type Bounds } from './platform/http/bounds.ts'
import {
  Environment,
  isAddressOrNetwork,
  isAddressWithPort,
  isHostName,
  parseUrl,
} from './platform/environment.ts'
import { isLoopbackHost, isLocalHost } from './platform/http/local-addresses.ts'

const products = ['sites', 'clinics'] as const
type Product = (typeof products)[number]

/** The environment, parsed once. `CONTRIBUTING.md` lists the variables. */
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

  brand: Product
  products: readonly Product[]
  services: { auth: string; customers: string; payments: string; species: string }

  /** Not set: the portal starts its own PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
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

  /** Where whoever finds a weakness writes to: `mailto:`, `https:` or `tel:`; none: nothing is said. */
  securityContacts: readonly string[]

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

const port = { min: 1, max: 65_535 }
const repository = resolve(import.meta.dirname, '../..')

/** `mayBePublic` is for tests: they are no server, whatever their address. */
export function readConfig(values: NodeJS.ProcessEnv, { mayBePublic = false } = {}): Config {
  const env = new Environment(values)
  const nodeEnv = env.choice('NODE_ENV', ['development', 'production', 'test'])
  const listensOn = env.wholeNumber('PORT', 4000, port)
  const publicUrl = env.baseUrl('PUBLIC_URL', `http://localhost:${listensOn}`, { path: false })
  const baseDomain = env.checked('BASE_DOMAIN', isHostName, 'give a domain such as example.com')
  const brand = env.choice('BYRE_BRAND', products)
  const appSecret = env.text('APP_SECRET')
  const dataDir = env.text('DATA_DIR')
  const limitFactor = env.factor('LIMIT_FACTOR', 1)
  const service = (name: string) => env.baseUrl(name, publicUrl, { path: true })

  const config: Config = {
    nodeEnv,
    host: readHost(env, 'HOST', 'loopback'),
    port: listensOn,
    opsHost: readHost(env, 'OPS_HOST', '127.0.0.1'),
    opsPort: env.wholeNumber('OPS_PORT', 4001, { ...port, min: 0 }),
    publicUrl,
    baseDomain: baseDomain ?? 'localhost',
    trustedProxies: env.list('TRUSTED_PROXIES'),
    limitFactor,
    bounds: readBounds(env, limitFactor),
    brand,
    products: env.choices('BYRE_PRODUCTS', products),
    services: {
      auth: service('BYRE_AUTH_URL'),
      customers: service('BYRE_CUSTOMERS_URL'),
      payments: service('BYRE_PAYMENTS_URL'),
      species: service('BYRE_SPECIES_URL'),
    },
    databaseUrl: env.checked(
      'DATABASE_URL',
      (value) => /^postgres(?:ql)?:\/\/\S+$/.test(value),
      'give an address such as postgres://user:password@host:5432/database',
      'secret',
    ),
    pgPool: env.wholeNumber('PG_POOL', 20, { min: 2, max: 500 }),
    dataDir: dataDir === undefined ? resolve(repository, 'data') : resolve(dataDir),
    dataDirIsGiven: dataDir !== undefined,
    appSecrets: secretsIn(appSecret ?? randomBytes(leastSecretBytes).toString('base64url')),
    appSecretIsGiven: appSecret !== undefined,
    smtpUrl: env.checked(
      'SMTP_URL',
      (value) => parseUrl(value, ['smtp:', 'smtps:']) !== undefined,
      'give an address such as smtps://user:password@mail.example.com',
      'secret',
    ),
    mailFrom:
      env.checked('MAIL_FROM', isMailbox, 'give an address such as Byre <no-reply@example.com>') ??
      `${brands[brand].name} <no-reply@${baseDomain ?? 'localhost'}>`,
    paymentGateway: env.choice('PAYMENT_GATEWAY', ['sandbox', 'stripe']),
    allowSandbox: env.flag('ALLOW_SANDBOX'),
    stripe: readStripe(env),
    seller: { name: env.text('SELLER_NAME') ?? 'Byre', address: env.text('SELLER_ADDRESS') ?? '' },
    taxNumbers: readTaxNumbers(env),
    tenantARecord:
      env.checked('TENANT_A_RECORD', isIPv4, 'give the IPv4 address that tenants are served from') ??
      '127.0.0.1',
    dnsServer: env.checked('DNS_SERVER', isAddressWithPort, 'give an address such as 9.9.9.9'),
    securityContacts: readContacts(env),
    serveOnMs: nodeEnv === 'production' ? 5_000 : 0,
  }

  const stranger = config.trustedProxies.find((proxy) => !isAddressOrNetwork(proxy))
  if (stranger !== undefined)
    env.refuse('TRUSTED_PROXIES', `has "${stranger}"`, 'give addresses or networks such as 10.0.0.0/8')
  if (config.opsPort === config.port)
    env.refuse('OPS_PORT', `is ${config.port}, as PORT is`, 'give the two different ports')
  if (nodeEnv === 'production') refuseUnsafe(config, env)
  else if (!mayBePublic) refusePublic(config, env)
  if (env.problems.length > 0) throw new ConfigError(env.problems)
  return config
}

/** What works on a laptop and must not meet customers. */
function refuseUnsafe(config: Config, env: Environment): void {
  const make = 'make one with "openssl rand -base64 48"'
  if (!config.appSecretIsGiven) env.refuse('APP_SECRET', 'is not set', `production needs one, ${make}`)
  else if (config.appSecrets.some((secret) => Buffer.byteLength(secret) < leastSecretBytes))
    env.refuse('APP_SECRET', `is shorter than ${leastSecretBytes} bytes`, make)
  else if (config.appSecrets.some((secret) => new Set(secret).size < 12))
    env.refuse('APP_SECRET', 'looks like a placeholder', make)

  for (const [name, url] of [
    ['PUBLIC_URL', config.publicUrl],
    ['STRIPE_API_BASE', config.stripe?.apiBase],
  ] as const)
    if (url !== undefined && isPlainAbroad(url))
      env.refuse(name, `is ${url}`, 'production needs https unless it is localhost')
  if (config.paymentGateway === 'sandbox' && !config.allowSandbox)
    env.refuse('PAYMENT_GATEWAY', 'is sandbox', 'give stripe, or ALLOW_SANDBOX=1 to take no real money')
  if (env.text('SMTP_URL') === undefined)
    env.refuse('SMTP_URL', 'is not set', 'production needs a mail server, such as smtps://user:password@host')
}

/** Whether what is sent there can be read on its way. */
function isPlainAbroad(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !isLoopbackHost(hostname)
}

/** Outside production codes are shown, cards are not real and the secret is in a file: never to the world. */
function refusePublic({ nodeEnv, publicUrl }: Config, env: Environment): void {
  if (isLocalHost(new URL(publicUrl).hostname)) return
  env.refuse(
    'NODE_ENV',
    `is ${nodeEnv} while PUBLIC_URL is ${publicUrl}`,
    'set NODE_ENV=production to serve others, or a PUBLIC_URL such as http://localhost:4000 to try it out',
  )
}

function readHost(env: Environment, name: string, fallback: string): string {
  const isHost = (value: string) => isIP(value) !== 0 || isHostName(value)
  const host = env.checked(name, isHost, 'give an address to listen on, such as 0.0.0.0') ?? fallback
  return host === 'localhost' ? fallback : host
}

/** As RFC 9116 wants them: addresses of a scheme, a bare e-mail address is one of `mailto:`. */
function readContacts(env: Environment): string[] {
  return env.list('SECURITY_CONTACT').map((given) => {
    const contact = isMailbox(given) && !given.includes(':') ? `mailto:${given}` : given
    if (!/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]+\S*|tel:\+?[\d-]+)$/.test(contact))
      env.refuse(
        'SECURITY_CONTACT',
        `has "${given}"`,
        'give addresses such as security@example.com or https://…',
      )
    return contact
  })
}

/** All or nothing, and only with the stripe gateway: a key alone does not switch it on. */
function readStripe(env: Environment): Stripe | undefined {
  if (env.text('PAYMENT_GATEWAY') !== 'stripe') return undefined
  const needed = (name: string) => {
    const value = env.text(name)
    if (value === undefined) env.refuse(name, 'is not set', 'PAYMENT_GATEWAY=stripe needs it')
    return value ?? ''
  }
  return {
    secretKey: needed('STRIPE_SECRET_KEY'),
    publishableKey: needed('STRIPE_PUBLISHABLE_KEY'),
    webhookSecret: needed('STRIPE_WEBHOOK_SECRET'),
    apiBase: env.baseUrl('STRIPE_API_BASE', 'https://api.stripe.com', { path: true }),
  }
}

function readTaxNumbers(env: Environment): Record<string, string> {
  const pairs = env.list('TAX_NUMBERS').map((pair) => {
    const [, tax, number] = /^([A-Z]{2,4}(?:-[A-Z]{2})?)\s*=\s*(\S.*)$/.exec(pair) ?? []
    if (tax === undefined || number === undefined)
      env.refuse(
        'TAX_NUMBERS',
        `has "${pair}"`,
        'give pairs such as GST=123456789RT0001,QST=1234567890TQ0001',
      )
    return [tax ?? '', number ?? ''] as const
  })
  return Object.fromEntries(pairs)
}

/** `someone@example.com` or `Name <someone@example.com>`, with nothing that could end a mail header. */
function isMailbox(value: string): boolean {
  const address = /^[^<>@\p{Cc}]*<([^<>]+)>$/u.exec(value)?.[1] ?? value
  return /^[^\s@<>\p{Cc}]+@[^\s@<>\p{Cc}]+$/u.test(address)
}
