import { once } from 'node:events'
import { connect } from 'node:tls'
import type { Config } from '@byre/server/config'
import { dnsResolver, type Resolver } from '@byre/server/platform/dns/resolver'
import { isLocalHost } from '@byre/server/platform/local-addresses'
import { fine, look, wrong, type Finding } from './finding.ts'

/** A place's name that nobody has, which a wildcard answers all the same. */
const anyPlace = ({ baseDomain }: Config) => `doctor-looks.${baseDomain}`

/** Whether the world finds the portal and the places below the base domain, and trusts them. */
export async function examineNames(config: Config): Promise<Finding[]> {
  const { hostname, protocol } = new URL(config.publicUrl)
  if (isLocalHost(hostname))
    return [fine('names', 'The portal is for this machine alone: no names and no certificates are needed.')]
  let isSilent = false
  const resolver = dnsResolver(config.dnsServer, () => (isSilent = true))
  const [portal, place] = await Promise.all([
    hasAddress(resolver, hostname),
    hasAddress(resolver, anyPlace(config)),
  ])
  if (isSilent) {
    const server = config.dnsServer ?? "The system's name server"
    return [wrong('names', `${server} does not answer.`, 'Correct DNS_SERVER, or open the firewall to it.')]
  }
  const names = [
    portal
      ? fine('names', `${hostname} has an address.`)
      : wrong('names', `${hostname} has no address.`, 'Make an A or AAAA record for it.'),
    place
      ? fine('names', `Places below ${config.baseDomain} have an address.`)
      : wrong(
          'names',
          `Places below ${config.baseDomain} have no address.`,
          `Make a record *.${config.baseDomain}.`,
        ),
  ]
  if (protocol !== 'https:') return names
  const { port } = new URL(config.publicUrl)
  const certificates = [...(portal ? [hostname] : []), ...(place ? [anyPlace(config)] : [])]
  return [
    ...names,
    ...(await Promise.all(certificates.map((host) => examineCertificate(host, Number(port || 443))))),
  ]
}

async function hasAddress(resolver: Resolver, name: string): Promise<boolean> {
  const [narrow, wide] = await Promise.all([resolver.addresses(name), resolver.wideAddresses(name)])
  return narrow.values.length + wide.values.length > 0
}

const fewDays = 14
const withinMs = 5000

/** As a browser sees it, authorities of `NODE_EXTRA_CA_CERTS` included. */
export async function examineCertificate(host: string, port: number, address = host): Promise<Finding> {
  const about = 'certificates'
  const socket = connect({ host: address, port, servername: host, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(withinMs) })
    const days = Math.floor(
      (Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / (24 * 3600 * 1000),
    )
    if (!socket.authorized)
      return wrong(
        about,
        `Browsers do not trust ${host}: ${String(socket.authorizationError)}.`,
        'Look at the log of the proxy that ends TLS: it says why there is no better certificate.',
      )
    if (days < fewDays)
      return look(
        about,
        `The certificate of ${host} ends in ${days} days.`,
        'See why the proxy has not renewed it.',
      )
    return fine(about, `The certificate of ${host} is good for ${days} days.`)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return wrong(
      about,
      `${host} does not answer at port ${port}: ${why}.`,
      'Start the proxy that ends TLS, or open the firewall to it.',
    )
  } finally {
    socket.destroy()
  }
}
