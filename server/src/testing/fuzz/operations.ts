import type { Endpoint } from '@byre/contract/endpoint'
import { readFileSync } from 'node:fs'
import { contractNouns } from '../../platform/api-docs/openapi-nouns.ts'

/** A field's rule, as far as the published document tells it. */
export interface Rule {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  anyOf?: Rule[]
  $ref?: string
  properties?: Record<string, Rule>
  required?: string[]
}

interface Described {
  operationId: string
  parameters?: { name: string; in: string; required: boolean; schema: Rule }[]
  requestBody?: { content: Record<string, { schema: Rule; example?: Record<string, unknown> }> }
  responses: Record<
    string,
    { content?: Record<string, { schema?: { properties?: { code?: { enum?: string[] } } } }> }
  >
}
interface Document {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Rule> }
}

export interface Field {
  name: string
  in: 'path' | 'query' | 'body'
  required: boolean
  rule: Rule
  example: unknown
}

/** One operation of the published document, with its declaration for what the document cannot check. */
export interface Operation {
  name: string
  endpoint: Endpoint
  fields: Field[]
  takesBody: boolean
  /** The codes it may refuse with, by status. */
  codes: Map<number, Set<string>>
}

/** Every operation of docs/openapi.json. */
export async function documentedOperations(): Promise<Operation[]> {
  const url = new URL('../../../../docs/openapi.json', import.meta.url)
  const document = JSON.parse(readFileSync(url, 'utf8')) as Document
  const { endpoints } = await contractNouns()
  const inTheDocument = new Set<Described>()
  const operations = endpoints.map((endpoint) => {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const described = document.paths[path]?.[endpoint.method.toLowerCase()]
    if (!described) throw new Error(`the contract has ${endpoint.name}, the document does not`)
    inTheDocument.add(described)
    return {
      name: endpoint.name,
      endpoint,
      fields: [...parametersOf(described, endpoint), ...bodyFieldsOf(described, document)],
      takesBody: described.requestBody !== undefined,
      codes: codesOf(described),
    }
  })
  const unknown = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .find((described) => !inTheDocument.has(described))
  if (unknown) throw new Error(`the document has ${unknown.operationId}, the contract does not`)
  return operations
}

/** What an endpoint reads of a description, which where two hosts share an address is that of both. */
function parametersOf({ parameters = [] }: Described, { params, query }: Endpoint): Field[] {
  const own = { path: params.shape, query: query.shape }
  return parameters.flatMap(({ name, in: place, required, schema }) =>
    (place === 'path' || place === 'query') && name in own[place]
      ? [{ name, in: place, required, rule: schema, example: undefined }]
      : [],
  )
}

function bodyFieldsOf({ requestBody }: Described, { components }: Document): Field[] {
  const content = requestBody?.content['application/x-www-form-urlencoded']
  if (!content) return []
  const { schema, example = {} } = content
  const whole = schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)!]! : schema
  return Object.entries(whole.properties ?? {}).map(([name, rule]) => ({
    name,
    in: 'body' as const,
    required: whole.required?.includes(name) ?? false,
    rule: rule.$ref ? components.schemas[rule.$ref.split('/').at(-1)!]! : rule,
    example: example[name],
  }))
}

function codesOf({ responses }: Described): Map<number, Set<string>> {
  return new Map(
    Object.entries(responses).map(([status, { content = {} }]) => [
      Number(status),
      new Set(content['application/json']?.schema?.properties?.code?.enum ?? []),
    ]),
  )
}
