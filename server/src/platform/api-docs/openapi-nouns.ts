import { readdirSync } from 'node:fs'
import type { Endpoint } from '@byre/contract/endpoint'
import type { core } from 'zod/mini'

const folder = new URL('../../../../contract/src/', import.meta.url)

export interface Nouns {
  endpoints: Endpoint[]
  /** Exported schemas that have a name of their own: `Site`, `NewSite`. */
  named: Record<string, core.$ZodType>
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'reply' in value
const isSchema = (value: unknown): value is core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value

/** Everything the contract declares, from every one of its files; for scripts and tests. */
export async function contractNouns(): Promise<Nouns> {
  const nouns: Nouns = { endpoints: [], named: {} }
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const exports = (await import(new URL(file, folder).href)) as Record<string, unknown>
    for (const [name, value] of Object.entries(exports)) {
      if (isEndpoint(value)) nouns.endpoints.push(value)
      else if (isSchema(value) && /^[A-Z]/.test(name)) nouns.named[name] = value
    }
  }
  return nouns
}
