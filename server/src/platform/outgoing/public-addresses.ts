import { isIP } from 'node:net'
import { networkList } from '../network.ts'

/**
 * What IANA's registries of special-purpose addresses keep from the internet (RFC 6890 and those that add to it), and the
 * networks of multicast (RFC 5771) and of name servers and relays that anybody may run (RFC 7450, 7526, 7534, 7535).
 */
const special = networkList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
])

/** The part of IPv6 that is given out for the internet (RFC 4291): all else is special, or nobody's yet. */
const globalUnicast = networkList(['2000::/3'])

/**
 * Whether an address belongs to the internet, and to nobody's own network: no loopback, private, link-local, shared,
 * multicast or reserved one, and none that hides an IPv4 address in one of IPv6.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0 || special.has(address)) return false
  return family === 4 || globalUnicast.has(address)
}
