import { isIP, isIPv4 } from 'node:net'
import * as z from 'zod/mini'
import {
  baseUrl,
  choice,
  factor,
  flag,
  isAddressOrNetwork,
  isAddressWithPort,
  isHostName,
  list,
  parseUrl,
  someOf,
  text,
  wholeNumber,
} from './platform/environment.ts'
import { boundsVariables } from './platform/http/bounds.ts'

/* Every environment variable that the server reads, with its rule; `docs/operators/settings.md` says what they are for. */

const port = { min: 1, max: 65_535 }
const products = ['sites', 'clinics'] as const
const apps = ['site', 'clinic'] as const

const logLevels = ['debug', 'info', 'warn', 'error', 'fatal']

const samplers = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`])

const host = () =>
  text((value) => isIP(value) !== 0 || isHostName(value), 'give an address to listen on, such as 0.0.0.0')

/** Something that a browser opens, with nothing in it that only some may know. */
function isPage(value: string): boolean {
  const url = parseUrl(value, ['http:', 'https:'])
  return url?.username === '' && url.password === ''
}

const page = () => text(isPage, 'give an https address such as https://example.com/terms')

const databaseUrl = () =>
  text(
    isDatabaseUrl,
    'give an address such as postgres://user:password@host:5432/database, of one host',
    'secret',
  )

export const variables = z.object({
  NODE_ENV: choice(['development', 'production', 'test']),
  HOST: host(),
  PORT: wholeNumber(4000, port),
  OPS_HOST: host(),
  OPS_PORT: wholeNumber(4001, { ...port, min: 0 }),
  PUBLIC_URL: baseUrl({ path: false }),
  BASE_DOMAIN: text(isHostName, 'give a domain such as example.com'),
  TRUSTED_PROXIES: list(isAddressOrNetwork, 'give addresses or networks such as 10.0.0.0/8'),
  LIMIT_FACTOR: factor(1),
  LOG_LEVEL: text((value) => logLevels.includes(value), `give one of ${logLevels.join(', ')}`),
  ...boundsVariables,

  // OpenTelemetry's own; its library reads them, and whatever else it knows, by itself.
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl({ path: true }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: baseUrl({ path: true }),
  OTEL_EXPORTER_OTLP_HEADERS: text(),
  OTEL_EXPORTER_OTLP_PROTOCOL: choice(['http/protobuf']),
  OTEL_TRACES_EXPORTER: choice(['otlp', 'none']),
  OTEL_TRACES_SAMPLER: text((value) => samplers.includes(value), `give one of ${samplers.join(', ')}`),
  OTEL_TRACES_SAMPLER_ARG: text(
    (value) => /^(?:0|1|0?\.\d{1,9}|1\.0+)$/.test(value),
    'give a share from 0 to 1, such as 0.1',
  ),
  OTEL_SERVICE_NAME: text(),
  OTEL_RESOURCE_ATTRIBUTES: text(),
  OTEL_SDK_DISABLED: text((value) => ['true', 'false'].includes(value), 'give true or false'),

  BYRE_BRAND: choice(products),
  BYRE_PRODUCTS: someOf(products),
  BYRE_APPS: someOf(apps),
  BYRE_AUTH_URL: baseUrl({ path: true }),
  BYRE_CUSTOMERS_URL: baseUrl({ path: true }),
  BYRE_PAYMENTS_URL: baseUrl({ path: true }),
  BYRE_SPECIES_URL: baseUrl({ path: true }),

  DATABASE_URL: databaseUrl(),
  MIGRATE_DATABASE_URL: databaseUrl(),
  DATABASE_READ_URL: databaseUrl(),
  EVENT_CURSOR: choice(['snapshots', 'numbers']),
  PG_POOL: wholeNumber(20, { min: 2, max: 500 }),
  DATA_DIR: text(),
  APP_SECRET: text(),

  SMTP_URL: text(
    (value) => parseUrl(value, ['smtp:', 'smtps:']) !== undefined,
    'give an address such as smtps://user:password@mail.example.com',
    'secret',
  ),
  MAIL_FROM: text(isMailbox, 'give an address such as Byre <no-reply@example.com>'),

  PAYMENT_GATEWAY: choice(['sandbox', 'stripe']),
  ALLOW_SANDBOX: flag(),
  SELLER_NAME: text(),
  SELLER_ADDRESS: text(),
  TAX_NUMBERS: list(
    (pair) => taxNumber.test(pair),
    'give pairs such as GST=123456789RT0001,QST=1234567890TQ0001',
  ),

  TERMS_URL: page(),
  PRIVACY_URL: page(),
  HELP_URL: page(),
  CONTACT_URL: text(
    (value) => isMailbox(value.replace(/^mailto:/, '')) || isPage(value),
    'give an address such as help@example.com or https://example.com/contact',
  ),

  TENANT_A_RECORD: text(isIPv4, 'give the IPv4 address that tenants are served from'),
  DNS_SERVER: text(isAddressWithPort, 'give an address such as 9.9.9.9'),
  WEBHOOK_TEST_CA: text(),
  SECURITY_CONTACT: list(
    (given) => /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]+\S*|tel:\+?[\d-]+)$/.test(asContact(given)),
    'give addresses such as security@example.com or https://…',
  ),
})

/** By these the clients are built: a release has them in its pages. */
export const builtIn = [
  'BYRE_BRAND',
  'BYRE_PRODUCTS',
  'BYRE_AUTH_URL',
  'BYRE_CUSTOMERS_URL',
  'BYRE_PAYMENTS_URL',
  'BYRE_SPECIES_URL',
  'TERMS_URL',
  'PRIVACY_URL',
  'HELP_URL',
  'CONTACT_URL',
] as const

/** Read only where `PAYMENT_GATEWAY` is `stripe`: a key alone does not switch it on. */
export const stripeVariables = z.object({
  STRIPE_SECRET_KEY: text(),
  STRIPE_PUBLISHABLE_KEY: text(),
  STRIPE_WEBHOOK_SECRET: text(),
  STRIPE_API_BASE: baseUrl({ path: true }),
})

/** The driver reads one host; an address that follows the primary, or a proxy, stands for several. */
function isDatabaseUrl(value: string): boolean {
  if (!/^postgres(?:ql)?:\/\/\S+$/.test(value)) return false
  // As the driver reads it, which takes an address without a host where `?host=` names a socket.
  const url = URL.parse(value) ?? URL.parse(value.replace('@/', '@localhost/'))
  if (!url) return false
  return ![url.hostname, ...url.searchParams.getAll('host')].some((host) => /,|%2c/i.test(host))
}

/** `GST=123456789RT0001`, `PST-BC=PST-1234-5678` */
export const taxNumber = /^([A-Z]{2,4}(?:-[A-Z]{2})?)\s*=\s*(\S.*)$/

/** As RFC 9116 wants them: addresses of a scheme, a bare e-mail address is one of `mailto:`. */
export function asContact(given: string): string {
  return isMailbox(given) && !given.includes(':') ? `mailto:${given}` : given
}

/** `someone@example.com` or `Name <someone@example.com>`, with nothing that could end a mail header. */
function isMailbox(value: string): boolean {
  const address = /^[^<>@\p{Cc}]*<([^<>]+)>$/u.exec(value)?.[1] ?? value
  return /^[^\s@<>\p{Cc}]+@[^\s@<>\p{Cc}]+$/u.test(address)
}
