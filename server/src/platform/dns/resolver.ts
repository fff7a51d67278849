import { Resolver as NodeResolver } from 'node:dns/promises'
import { oneLine } from '../text.ts'

/** What a name server said of one record. */
export interface Looked {
  /** False: it did not answer, or not sensibly; then nothing follows. */
  isKnown: boolean
  /** Whether there is such a name at all. */
  isName: boolean
  values: string[]
}

export interface Resolver {
  addresses(name: string): Promise<Looked>
  /** Those of IPv6. */
  wideAddresses(name: string): Promise<Looked>
  texts(name: string): Promise<Looked>
}

const timeoutMs = 2000
// What strangers keep in their zones is stored and shown.
const atMost = { values: 10, characters: 255 }
/** That the name server itself does not answer; a broken zone is its owner's affair. */
const unreachable = new Set(['ETIMEOUT', 'ECANCELLED', 'ECONNREFUSED'])
const toldEveryMs = 60_000

/**
 * Asks one resolver, or the system's, over DNS alone; no answer within two seconds is none. `tell` hears, once a minute at
 * most, that it does not answer; `count` what became of each question.
 */
export function dnsResolver(
  server: string | undefined,
  tell: (code: string) => void,
  count: (outcome: 'answered' | 'silent') => void = () => undefined,
): Resolver {
  let toldAt = -Infinity
  const onSilence = (code: string) => {
    if (performance.now() - toldAt < toldEveryMs) return
    toldAt = performance.now()
    tell(code)
  }
  const look = async (ask: (resolver: NodeResolver) => Promise<string[]>): Promise<Looked> => {
    const { code = '', ...looked } = await lookAt(server, ask)
    const isSilent = unreachable.has(code)
    count(isSilent ? 'silent' : 'answered')
    if (isSilent) onSilence(code)
    return looked
  }
  return {
    addresses: (name) => look((resolver) => resolver.resolve4(name)),
    wideAddresses: (name) => look((resolver) => resolver.resolve6(name)),
    texts: (name) =>
      look(async (resolver) => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
  }
}

async function lookAt(
  server: string | undefined,
  ask: (resolver: NodeResolver) => Promise<string[]>,
): Promise<Looked & { code?: string }> {
  const resolver = new NodeResolver({ timeout: timeoutMs, tries: 1, maxTimeout: timeoutMs })
  if (server !== undefined) resolver.setServers([server])
  // A server that answers something else again and again would start the time-out anew.
  const tooLong = setTimeout(() => resolver.cancel(), timeoutMs)
  try {
    const values = await ask(resolver)
    return { isKnown: true, isName: true, values: values.slice(0, atMost.values).map(tidy) }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    return {
      isKnown: code === 'ENOTFOUND' || code === 'ENODATA',
      isName: code !== 'ENOTFOUND',
      values: [],
      code,
    }
  } finally {
    clearTimeout(tooLong)
  }
}

const tidy = (value: string) => oneLine(value.toWellFormed()).slice(0, atMost.characters)
