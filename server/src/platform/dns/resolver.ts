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

/** Asks one resolver, or the system's, over DNS alone; no answer within two seconds is none. */
export function dnsResolver(server: string | undefined): Resolver {
  return {
    addresses: (name) => look(server, (resolver) => resolver.resolve4(name)),
    wideAddresses: (name) => look(server, (resolver) => resolver.resolve6(name)),
    texts: (name) =>
      look(server, async (resolver) => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
  }
}

async function look(
  server: string | undefined,
  ask: (resolver: NodeResolver) => Promise<string[]>,
): Promise<Looked> {
  const resolver = new NodeResolver({ timeout: timeoutMs, tries: 1, maxTimeout: timeoutMs })
  if (server !== undefined) resolver.setServers([server])
  // A server that answers something else again and again would start the time-out anew.
  const tooLong = setTimeout(() => resolver.cancel(), timeoutMs)
  try {
    const values = await ask(resolver)
    return { isKnown: true, isName: true, values: values.slice(0, atMost.values).map(tidy) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return {
      isKnown: code === 'ENOTFOUND' || code === 'ENODATA',
      isName: code !== 'ENOTFOUND',
      values: [],
    }
  } finally {
    clearTimeout(tooLong)
  }
}

const tidy = (value: string) => oneLine(value.toWellFormed()).slice(0, atMost.characters)
