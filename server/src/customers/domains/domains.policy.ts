import { domainProblem, hostOfDomain } from '@byre/contract/places/domains'
import { errors } from '@byre/contract/errors'
import { topLevelDomains } from '@byre/contract/places/top-level-domains'
import { domainToUnicode } from 'node:url'
import { parse } from 'tldts'
import type { HostConfig } from '../../platform/hosts.ts'

/** Why no place can have a domain. */
export interface DomainFault {
  code: 'domain.invalid' | 'domain.unavailable'
  message: string
}

/** What the contract's rules leave to the server: the public suffix list, and names that are the product's. */
export function domainFault(domain: string, hosts: HostConfig): DomainFault | null {
  const host = hostOfDomain(domain)
  const problem = domainProblem(host, { isNew: false, topLevelDomains })
  if (problem !== null) return { code: 'domain.invalid', message: problem }
  if (isOwnHost(host, hosts)) return fault('domain.unavailable')
  return isRegistrable(host) ? null : fault('domain.invalid')
}

const fault = (code: DomainFault['code']): DomainFault => ({ code, message: errors[code][1] })

/** Somebody can own it: more than a public suffix, and what is marked as punycode is. */
function isRegistrable(host: string): boolean {
  const isEncoded = (label: string) => label.startsWith('xn--')
  return (
    parse(host, { allowPrivateDomains: true }).domain !== null &&
    !domainToUnicode(host).split('.').some(isEncoded)
  )
}

function isOwnHost(host: string, { publicUrl, baseDomain }: HostConfig): boolean {
  return [baseDomain, new URL(publicUrl).hostname].some((own) => host === own || host.endsWith(`.${own}`))
}
