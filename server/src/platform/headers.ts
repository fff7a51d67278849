import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { refuse } from './errors.ts'

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

/** The policy of the portal's own pages (security.md H01): scripts and styles from our files only. */
export function pagePolicy(config: Config): string {
  const url = new URL(config.publicUrl)
  const port = url.port ? `:${url.port}` : ''
  const services = Object.values(config.services).filter(
    (base) => base !== '' && new URL(base).origin !== url.origin,
  )
  const connect = [
    "'self'",
    `${url.protocol}//*.${config.baseDomain}${port}`,
    ...new Set(services.map((base) => new URL(base).origin)),
  ]
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src ${connect.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'report-to csp',
    'report-uri /csp-reports',
  ].join('; ')
}

/** The policy of a tenant's page, which needs no script at all. */
export const tenantPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Says that a reply is a document with this policy, not an answer of the API. */
export function asPage(reply: FastifyReply, policy: string): FastifyReply {
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

/**
 * Headers that every answer carries (security.md H02–H05) and the check of origins: the portal's page
 * may call the portal and its tenants' hosts; nobody else may, and no cookie ever opens the API.
 */
export function addHeaders(app: FastifyInstance, config: Config): void {
  const portal = new URL(config.publicUrl)
  const isHttps = portal.protocol === 'https:'
  const ours = (host: string) => host === portal.hostname || host.endsWith(`.${config.baseDomain}`)

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': features,
      'content-security-policy': oneStep,
      'cache-control': 'no-store',
      'reporting-endpoints': 'csp="/csp-reports"',
      ...(isHttps
        ? {
            'strict-transport-security': `max-age=63072000${ours(request.hostname) ? '; includeSubDomains' : ''}`,
          }
        : {}),
    })
    if (isHttps && request.protocol === 'http') return plainHttp(request, reply, portal)
    return checkOrigin(request, reply, portal.origin)
  })
}

function plainHttp(request: FastifyRequest, reply: FastifyReply, portal: URL) {
  if (request.url.startsWith('/api/') || unsafe.has(request.method)) {
    refuse('request.cross_site', { message: 'Please use https.' })
  }
  const host = request.hostname === portal.hostname ? portal.host : request.hostname
  return reply.redirect(`https://${host}${request.url}`, 308)
}

function checkOrigin(request: FastifyRequest, reply: FastifyReply, portalOrigin: string) {
  const { origin } = request.headers
  const isAllowed = origin === portalOrigin
  if (request.url.startsWith('/api/')) {
    reply.header('vary', 'Origin')
    if (isAllowed) {
      reply.headers({
        'access-control-allow-origin': portalOrigin,
        'access-control-expose-headers': 'ETag, Retry-After, X-Request-Id',
        'cross-origin-resource-policy': 'cross-origin',
      })
    }
    if (request.method === 'OPTIONS') {
      if (!isAllowed) refuse('request.cross_site')
      return reply.headers(corsHeaders).code(204).send()
    }
    const isCrossSite = request.headers['sec-fetch-site'] === 'cross-site'
    if (unsafe.has(request.method) && !isAllowed && (isCrossSite || origin === 'null'))
      refuse('request.cross_site')
  }
  return undefined
}
