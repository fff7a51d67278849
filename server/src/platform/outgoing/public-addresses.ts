import ipaddr from 'ipaddr.js'

/** The part of IPv6 that is given out for the internet (RFC 4291, IANA); all else is special or kept back. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * Whether an address belongs to the internet, and to nobody's own network: no loopback, private, link-local, shared,
 * multicast or reserved one, and none that hides an IPv4 address behind a translator.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast)
}
