import { t } from '@byre/contract/words'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { refuse } from './errors.ts'

/** An address as limits and records know it: IPv4 as it is, IPv6 as its /64 network. */
export function networkOf(address: string): string {
  // Each IPv6 has a colon, which is quicker to see than the rest of its rules. Of a caller who has gone there is no address.
  if (!address?.includes(':') || !isIPv6(address)) return address
  const groups = groupsOf(address.split('%')[0]!)
  const [high = 0, low = 0] = groups.slice(6)
  const isMappedIpv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMappedIpv4) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an IPv6 address, however it is shortened or mixed with IPv4. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const [before, after] = [head, tail ?? ''].map((part) =>
    part
      .split(':')
      .filter(Boolean)
      .flatMap((group) => (group.includes('.') ? pairOf(group) : [parseInt(group, 16)])),
  ) as [number[], number[]]
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<number>(missing).fill(0), ...after]
}

function pairOf(ipv4: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}

const bitsOf = { 4: 32, 6: 128 } as const

/** Whether a text is an address or a network: `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/48`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsOf[family as 4 | 6])
}

const networkWrong = t`Please write addresses or networks, such as 192.0.2.7 or 192.0.2.0/24.`

/** Refuses on `networks` what is no address or network, and more than so many. */
export function requireNetworks(networks: readonly string[], atMost: number): void {
  const refuseWith = (message: string) => refuse('request.invalid', { field: 'networks', message })
  if (!networks.every(isNetwork)) refuseWith(networkWrong)
  if (networks.length > atMost) refuseWith(t`Please list at most ${atMost}.`)
}

/** Addresses and networks, and whether an address is among them; IPv4 also in its IPv6 spelling. */
export function networkList(networks: readonly string[]): { has(address: string | undefined): boolean } {
  const list = new BlockList()
  for (const one of networks) {
    const [address = '', bits] = one.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return {
    has: (address) =>
      address !== undefined && list.check(address.split('%')[0]!, isIPv6(address) ? 'ipv6' : 'ipv4'),
  }
}
