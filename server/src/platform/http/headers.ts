import { requestLimits } from '@byre/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import { canonicalHost, namesOneHost, sideOf, tenantLabel, tenantName, type HostConfig } from '../hosts.ts'
import { matchedRoute } from '../matched-route.ts'

const oneStep = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
const features = [
  'accelerometer=()',
  'autoplay=()',
  'camera=()',
  'display-capture=()',
  'fullscreen=()',
  'geolocation=()',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'usb=()',
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
  'clipboard-write=(self)',
].join(', ')

/** Hosts of others that a page may load from, in the terms of a content security policy. */
export interface ForeignSources {
  scripts: readonly string[]
  frames: readonly string[]
  calls: readonly string[]
  /** Names of the trusted-types policies that let their scripts through. */
  trustedTypes: readonly string[]
}

export const noForeignSources: ForeignSources = { scripts: [], frames: [], calls: [], trustedTypes: [] }

export interface PageConfig extends HostConfig {
  /** Where the services answer; empty: at the portal. */
  services: Readonly<Record<string, string>>
}

/** The policy of the portal's own pages (docs/security.md, H01): our own files, and what `foreign` names. */
export function pagePolicy(config: PageConfig, foreign: ForeignSources): string {
  const url = new URL(config.publicUrl)
  const port = url.port ? `:${url.port}` : ''
  const services = Object.values(config.services).filter(
    (base) => base !== '' && new URL(base).origin !== url.origin,
  )
  const calls = [
    "'self'",
    `${url.protocol}//*.${config.baseDomain}${port}`,
    ...new Set(services.map((base) => new URL(base).origin)),
    ...foreign.calls,
  ]
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...foreign.scripts].join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src ${calls.join(' ')}`,
    ...(foreign.frames.length > 0 ? [`frame-src ${foreign.frames.join(' ')}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // A page may make these policies, by name, and no other.
    `trusted-types ${foreign.trustedTypes.join(' ') || "'none'"}`,
    'report-to csp',
    'report-uri /csp-reports',
  ].join('; ')
}

/** The policy of a tenant's page, which needs no script at all. */
export const tenantPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * The policy of an app's page on its place's host: its own files and calls alone, forms to itself and to the portal, where
 * whoever is not signed in is sent on to.
 */
export const appPolicy = ({ publicUrl }: HostConfig): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action 'self' ${publicUrl}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types byre-worker',
    'report-to csp',
    'report-uri /csp-reports',
  ].join('; ')

/** Says that a reply is a document with this policy, not an answer of the API. */
export function asPage(reply: FastifyReply, policy: string): FastifyReply {
  if (policy.includes('report-to csp')) reply.header('reporting-endpoints', 'csp="/csp-reports"')
  return reply.headers({
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
  })
}

const unsafe = new Set(['POST', 'PUT', 'DELETE', 'PATCH'])
const corsHeaders = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-Match',
  'access-control-max-age': '600',
}

/** What every answer carries, whoever it is for. */
export const sharedHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': features,
  'content-security-policy': oneStep,
  'cache-control': 'no-store',
}

/** With them, and the id of its request. */
export function withSharedHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.headers(sharedHeaders).header('x-request-id', request.id)
}

/**
 * Headers that every answer carries (docs/security.md, H02–H05) and the check of origins: the portal's page
 * may call the portal and its tenants' hosts; nobody else may, and no cookie ever opens the API.
 */
export function addHeaders(app: FastifyInstance, config: HostConfig): void {
  const portal = new URL(config.publicUrl)
  const isHttps = portal.protocol === 'https:'

  app.addHook('onRequest', (request, reply, done) => {
    withSharedHeaders(request, reply)
    const { host } = request.headers
    if (!namesOneHost(request.raw)) refuse('request.host_invalid')
    if (request.url.length > requestLimits.addressBytes) refuse('request.address_too_long')
    if (isHttps && request.protocol === 'http') return plainHttp(request, reply, config) ? done() : undefined
    if (isHttps) {
      const isOurs = sideOf(host, config) === 'portal' || tenantLabel(host, config) !== null
      reply.header('strict-transport-security', `max-age=63072000${isOurs ? '; includeSubDomains' : ''}`)
    }
    // A target that names another authority than the Host would be judged by one and served by the other.
    if (request.url[0] !== '/') refuse('request.host_invalid')
    if (isOfApi(request) && isAnswered(request, reply, config, portal.origin)) return
    done()
  })
}

/** By the route that matched, since `/%61pi/` is matched like `/api/`. */
function isOfApi(request: FastifyRequest): boolean {
  const route = matchedRoute(request).url
  const path = route === undefined || route.includes('*') ? request.url : route
  return path.startsWith('/api/')
}

/** True where only the database knows whether it is a place's own domain; its pages then send on to https. */
function plainHttp(request: FastifyRequest, reply: FastifyReply, config: HostConfig): boolean {
  const host = canonicalHost(request.headers.host, config)?.replace(/:\d+$/, '')
  const portal = new URL(config.publicUrl)
  const isOurs = host === portal.hostname || host?.endsWith(`.${config.baseDomain}`)
  const isUnsafe = isOfApi(request) || unsafe.has(request.method) || request.url[0] !== '/'
  if (!isOurs && (isUnsafe || tenantName(request.headers.host, config) === null))
    refuse('request.misdirected')
  if (!isOurs) return true
  if (isUnsafe) refuse('request.cross_site', { message: 'Please use https.' })
  reply.redirect(`https://${host}${portal.port && `:${portal.port}`}${request.url}`, 308)
  return false
}

/**
 * Checks where a call comes from; true when it was a preflight to the portal, which is answered here. A
 * tenant's is answered where it is known whether there is such a tenant.
 */
function isAnswered(
  request: FastifyRequest,
  reply: FastifyReply,
  config: HostConfig,
  portalOrigin: string,
): boolean {
  const { origin } = request.headers
  const isAllowed = origin === portalOrigin
  reply.header('vary', 'Origin')
  if (isAllowed) {
    reply.headers({
      'access-control-allow-origin': portalOrigin,
      'access-control-expose-headers': 'ETag, Retry-After, X-Request-Id',
      'cross-origin-resource-policy': 'cross-origin',
    })
  } else if (unsafe.has(request.method) || request.method === 'OPTIONS') {
    // Browsers name the page a write comes from; what names none is no browser, or has another way to say it.
    if (origin !== undefined || request.headers['sec-fetch-site'] === 'cross-site')
      refuse('request.cross_site')
  }
  if (request.method !== 'OPTIONS' || origin === undefined) return false
  reply.headers(corsHeaders)
  if (sideOf(request.headers.host, config) === 'tenant') return false
  reply.code(204).send()
  return true
}
