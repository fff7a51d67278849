import { placeLimits } from '@byre/contract/limits'
import type { Limit } from '../../platform/limits/limits.ts'

/** Names that would pass for the product's own, for its mail or for somebody else's machinery. */
const reserved = new Set(
  `www api app apps admin administrator root system portal dashboard account accounts auth login logout
  signup register reset confirm oauth sso id billing pay payments plans card cards invoice support help
  docs status blog news mail email webmail smtp imap pop mx ns ns1 ns2 ns3 ns4 dns ftp sftp ssh vpn proxy
  gateway cdn static assets media img images files download uploads dev test testing stage staging demo
  sandbox beta alpha preview internal intranet local localhost localdomain broadcasthost autoconfig
  autodiscover wpad isatap mta-sts dmarc dkim spf postmaster hostmaster webmaster abuse security noc
  no-reply noreply info sales contact legal privacy terms ssl tls cert acme well-known metrics health
  livez readyz grafana prometheus kibana jenkins ci git gitlab github registry npm hooks webhook webhooks
  callback species sites site clinics clinic invites users me null undefined true false
  byre byre-sites byre-clinics byresites byreclinics`.split(/\s+/),
)

/** Not to be the first of several words, either: `support-north` would pass for the product's own support. */
const trusted =
  `www api app admin administrator account accounts auth login logout signin signup register reset
  confirm verify verification oauth sso password secure security billing pay payment payments invoice invoices
  support help official portal byre`.split(/\s+/)

const looksLike: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', i: 'l' }

/** What a name reads as at a glance: equal for `admin`, `adm1n` and `ad-min`. Digits at its end count something. */
const skeletonOf = (name: string) =>
  name
    .replaceAll('-', '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[0134578](?=.*[a-z])|i/g, (sign) => looksLike[sign]!)

/** Names of three characters are left alone: too many honest ones look like them. */
const reservedSkeletons = new Set([...reserved].filter((name) => name.length > 3).map(skeletonOf))
const trustedSkeletons = new Set(trusted.map(skeletonOf))

/** Whether a name says the product's own and nothing of anybody else's, as `byresupport` does. */
function isProducts(name: string): boolean {
  const others = skeletonOf(name).split('byre')
  const isOurs = (word: string) => word === '' || reservedSkeletons.has(word) || trustedSkeletons.has(word)
  return others.length > 1 && others.every(isOurs)
}

const uuidShape = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/

/** Whether nobody may have a name, though it is shaped like one. */
export function isReserved(name: string): boolean {
  return (
    reserved.has(name) ||
    reservedSkeletons.has(skeletonOf(name)) ||
    (name.includes('-') && trustedSkeletons.has(skeletonOf(name.split('-', 1)[0]!))) ||
    isProducts(name) ||
    /^\d+$/.test(name) ||
    uuidShape.test(name) || // answers for the place with that id
    name.startsWith('--', 2) // reads as the encoding of an international name
  )
}

/** How often one person may ask whether names can be used. */
export const domainChecks = (limitFactor: number): Limit => ({
  name: 'domain-checks',
  max: 10 * limitFactor,
  windowSeconds: 60,
})

/** How often a place's subdomain may change. */
export const renames = (limitFactor: number): Limit => ({
  name: 'renames',
  max: placeLimits.renames.perDay * limitFactor,
  windowSeconds: 24 * 3600,
})
