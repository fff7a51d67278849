import type { IncomingMessage } from 'node:http'
import { isLoopbackAddress } from './local-addresses.ts'

export type Side = 'portal' | 'tenant'
export interface HostConfig {
  /** Of the portal: scheme, host and port. */
  publicUrl: string
  /** Tenants answer below it, and below nothing else. */
  baseDomain: string
}

interface Names {
  portal: string
  /** `http:` or `https:`, as the portal's. */
  protocol: string
  /** `:4000`, or nothing where the scheme's own port is used. */
  port: string
  schemePort: string
  /** `.localhost:4000`: what stands behind a tenant's label. */
  below: string
}

const known = new WeakMap<HostConfig, Names>()

function namesOf(config: HostConfig): Names {
  let names = known.get(config)
  if (!names) {
    const { host, port: given, protocol } = new URL(config.publicUrl)
    const port = given ? `:${given}` : ''
    names = {
      portal: host,
      protocol,
      port,
      schemePort: protocol === 'https:' ? ':443' : ':80',
      below: `.${config.baseDomain}${port}`,
    }
    known.set(config, names)
  }
  return names
}

// A name or a bracketed address and perhaps a port: nothing that a URL parser would have to make sense of.
const hostShape = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/

// What RFC 3986 takes for a host and its port; nobody may be known by it (421), but it can be read.
const readableHost = /^(?:\[[0-9a-z:.~!$&'()*+,;=_-]+\]|(?:[0-9a-z.~!$&'()*+,;=_-]|%[0-9a-f]{2})+)(?::\d*)?$/i

/** Whether a request has one Host header that can be read, and no second one (RFC 9112, section 3.2). */
export function namesOneHost({ headers, rawHeaders }: IncomingMessage): boolean {
  let count = 0
  // Names and values in turn. In `headers` only the first of several is left.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count === 1 && readableHost.test(headers.host ?? '')
}

/** A Host header in its one spelling, lower case and without the scheme's own port; null when it is none. */
export function canonicalHost(host: string | undefined, config: HostConfig): string | null {
  const { schemePort } = namesOf(config)
  const lower = host?.toLowerCase() ?? ''
  if (!hostShape.test(lower)) return null
  return lower.endsWith(schemePort) ? lower.slice(0, -schemePort.length) : lower
}

/** Whether a Host header names the portal; everything else is a tenant's host, or nobody's (421). */
export function sideOf(host: string | undefined, config: HostConfig): Side {
  const { portal } = namesOf(config)
  return host === portal || canonicalHost(host, config) === portal ? 'portal' : 'tenant'
}

/** `north` for `north.{BASE_DOMAIN}` on the portal's port, be it a subdomain or an id; else null. */
export function tenantLabel(host: string | undefined, config: HostConfig): string | null {
  const { portal, below } = namesOf(config)
  const name = canonicalHost(host, config)
  if (name === null || name === portal || !name.endsWith(below)) return null
  const label = name.slice(0, -below.length)
  return label === '' || label.includes('.') ? null : label
}

/**
 * What a place may be known by under a host that is not the portal's: its label, or a whole domain of its
 * own, on the portal's port. Null where nobody can answer.
 */
export function tenantName(host: string | undefined, config: HostConfig): string | null {
  const label = tenantLabel(host, config)
  const name = canonicalHost(host, config)
  if (label !== null || name === null) return label
  const { portal, port } = namesOf(config)
  if (name === portal || !name.endsWith(port)) return null
  const domain = name.slice(0, name.length - port.length)
  const isOwn = domain !== config.baseDomain && !domain.endsWith(`.${config.baseDomain}`)
  return isOwn && domain.includes('.') && !domain.includes(':') ? domain : null
}

/** The same for a bare name without a port, such as certificates are made for. */
export function tenantNameOfBare(name: string, config: HostConfig): string | null {
  return name.includes(':') ? null : tenantName(`${name}${namesOf(config).port}`, config)
}

/** Where a tenant answers, with the portal's own scheme and port: `http://north.localhost:4000`. */
export function tenantOrigin(label: string, config: HostConfig): string {
  const { protocol, below } = namesOf(config)
  return `${protocol}//${label}${below}`
}

/** The pages of development, where there are any, answer at each address of this machine, by whatever name the portal goes. */
function isOfThisMachine({ url, headers: { host } }: IncomingMessage): boolean {
  return (
    url?.startsWith('/dev/') === true &&
    isLoopbackAddress((host ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, ''))
  )
}

/**
 * Routes carry `constraints: { side }`; the Host header alone decides. Forwarded headers never name a
 * tenant: a proxy passes the Host on.
 */
export function hostConstraint(config: HostConfig) {
  return {
    side: {
      name: 'side',
      mustMatchWhenDerived: true,
      storage: () => {
        const handlers = new Map<unknown, unknown>()
        return {
          get: (side: unknown) => handlers.get(side) ?? null,
          set: (side: unknown, handler: unknown) => void handlers.set(side, handler),
        }
      },
      deriveConstraint: (request: IncomingMessage) =>
        isOfThisMachine(request) ? 'portal' : sideOf(request.headers.host, config),
      validate: (side: unknown) => {
        if (side !== 'portal' && side !== 'tenant') throw new Error('a route is the portal’s or a tenant’s')
      },
    },
  }
}
