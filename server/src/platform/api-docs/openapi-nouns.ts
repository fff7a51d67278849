import { readdirSync } from 'node:fs'
import type { AppCall } from '@byre/contract/app-calls'
import { isOfPortalAlone } from '@byre/contract/calls/portal-calls'
import type { Endpoint } from '@byre/contract/endpoint'
import type { core } from 'zod/mini'

const folder = new URL('../../../../contract/src/', import.meta.url)

export interface Nouns {
  endpoints: Endpoint[]
  /** The calls of the portal's own pages, such as the back office's; no part of the API. */
  portalCalls: Endpoint[]
  /** The calls of apps on their places' hosts; no part of the API. */
  appCalls: AppCall[]
  /** Exported schemas that have a name of their own: `Site`, `NewSite`. */
  named: Record<string, core.$ZodType>
}

const isCall = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'reply' in value
const isEndpoint = (value: unknown): value is Endpoint => isCall(value) && !('app' in value)
const isAppCall = (value: unknown): value is AppCall => isCall(value) && 'app' in value
const isSchema = (value: unknown): value is core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value

/** Everything the contract declares, from every one of its files; for scripts and tests. */
export async function contractNouns(): Promise<Nouns> {
  const nouns: Nouns = { endpoints: [], portalCalls: [], appCalls: [], named: {} }
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const exports = (await import(new URL(file, folder).href)) as Record<string, unknown>
    for (const [name, value] of Object.entries(exports)) {
      if (isEndpoint(value)) (isOfPortalAlone(value) ? nouns.portalCalls : nouns.endpoints).push(value)
      else if (isAppCall(value)) nouns.appCalls.push(value)
      else if (isSchema(value) && /^[A-Z]/.test(name)) nouns.named[name] = value
    }
  }
  return nouns
}
