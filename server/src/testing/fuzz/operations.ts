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

type Reference = { $ref: string }
interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Rule
}
interface Response {
  content?: Record<string, { schema?: { allOf?: { properties?: { code?: { enum?: string[] } } }[] } }>
}
interface Described {
  operationId: string
  parameters?: (Parameter | Reference)[]
  requestBody?: { content: Record<string, { schema: Rule; example?: Record<string, unknown> }> }
  responses: Record<string, Response | Reference>
}
interface Document {
  paths: Record<string, Record<string, Described>>
  components: {
    schemas: Record<string, Rule>
    parameters: Record<string, Parameter>
    responses: Record<string, Response>
  }
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
      fields: [...parametersOf(described, document, endpoint), ...bodyFieldsOf(described, document)],
      takesBody: described.requestBody !== undefined,
      codes: codesOf(described, document),
    }
  })
  const unknown = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .find((described) => !inTheDocument.has(described))
  if (unknown) throw new Error(`the document has ${unknown.operationId}, the contract does not`)
  return operations
}

/** What an endpoint reads of a description, which where two hosts share an address is that of both. */
function parametersOf(
  { parameters = [] }: Described,
  { components }: Document,
  { params, query }: Endpoint,
): Field[] {
  const own = { path: params.shape, query: query.shape }
  const whole = parameters.map((given) => referredTo(given, components.parameters))
  return whole.flatMap(({ name, in: place, required, schema }) =>
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

function codesOf({ responses }: Described, { components }: Document): Map<number, Set<string>> {
  return new Map(
    Object.entries(responses).map(([status, given]) => {
      const { content = {} } = referredTo(given, components.responses)
      const schemas = content['application/json']?.schema?.allOf ?? []
      return [Number(status), new Set(schemas.flatMap(({ properties }) => properties?.code?.enum ?? []))]
    }),
  )
}

const referredTo = <Part extends object>(given: Part | Reference, shelf: Record<string, Part>): Part =>
  '$ref' in given ? shelf[given.$ref.split('/').at(-1)!]! : given
