import type { Limit } from '../platform/limits.ts'

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

const uuidShape = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/

/** Whether nobody may have a name, though it is shaped like one. */
export function isReserved(name: string): boolean {
  return (
    reserved.has(name) ||
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
