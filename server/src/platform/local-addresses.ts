import { BlockList, isIP } from 'node:net'

/* Which addresses are this machine's alone, and which at least no stranger's. */

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const inside = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  inside.addSubnet(network, prefix)
inside.addSubnet('fc00::', 7, 'ipv6')
inside.addSubnet('fe80::', 10, 'ipv6')

const holds = (list: BlockList, address: string) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** `127.0.0.1` and its like, also as IPv6 writes it. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && holds(loopback, address)
}

/** A host name, or an address that may be in brackets, that no other machine is reached by. */
export function isLoopbackHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return bare === 'localhost' || bare.endsWith('.localhost') || isLoopbackAddress(bare)
}

// Reserved by RFC 2606, 6761, 6762, 8375 and ICANN: no public name ends so.
const neverPublic = /(?:^|\.)(?:local|internal|home\.arpa|test|example|invalid)$/

/** The same of names and addresses that at most a local network knows, such as `192.168.1.20` or `byre.local`. */
export function isLocalHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (isLoopbackHost(bare)) return true
  if (isIP(bare) !== 0) return holds(inside, bare)
  return !bare.includes('.') || neverPublic.test(bare)
}
