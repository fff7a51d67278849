/* An OpenAPI document as scripts read it: each call with its parts themselves, where the document only refers to them. */

export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

export interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Schema
}

interface Answer {
  content?: Record<string, { schema?: Schema }>
}

type Referred<Part> = Part | { $ref: string }

interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  'x-api-key-scope'?: string
  parameters: Referred<Parameter>[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Referred<Answer>>
  servers?: { url: string }[]
}

export interface Api {
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    parameters?: Record<string, Parameter>
    responses?: Record<string, Answer>
  }
}

/** A call as it is described, its references followed but for those of schemas. */
export interface Call {
  name: string
  method: string
  path: string
  /** '' at the portal; else the address of a place's own host, of either where there are both. */
  host: string
  summary: string
  /** Who may make it. */
  whoMay: string
  tag: string
  /** By what it may be made, as `bearer` and `apiKey places:read`; nothing where anyone may. */
  security: string[]
  parameters: Parameter[]
  body: Schema | undefined
  /** The status of a success, what it carries by type, and the codes of each refusal by status. */
  status: string
  answers: Record<string, Schema>
  refusals: Map<string, string[]>
}

export function callsOf({ paths, components }: Api): Call[] {
  const parameterOf = follow(components.parameters)
  const answerOf = follow(components.responses)
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const answers = Object.entries(operation.responses).map(
        ([status, given]) => [status, contentOf(answerOf(given))] as const,
      )
      const [status, success] = answers.find(([one]) => one.startsWith('2')) ?? ['', {}]
      return {
        name: operation.operationId,
        method: method.toUpperCase(),
        path,
        host: (operation.servers ?? [])
          .map(({ url }) => url)
          .filter((url) => url !== '/')
          .join(' '),
        summary: operation.summary,
        whoMay: operation.description,
        tag: operation.tags[0] ?? '',
        security: operation.security
          .flatMap((one) => Object.keys(one))
          .map((scheme) => (scheme === 'apiKey' ? `apiKey ${operation['x-api-key-scope']}` : scheme)),
        parameters: operation.parameters.map(parameterOf),
        body: operation.requestBody?.content['application/json']?.schema,
        status,
        answers: success,
        refusals: new Map(
          answers.flatMap(([one, { 'application/json': schema = {} }]) =>
            one.startsWith('2') ? [] : [[one, codesIn(schema)] as const],
          ),
        ),
      }
    }),
  )
}

const follow =
  <Part extends object>(shelf: Record<string, Part> = {}) =>
  (given: Referred<Part>): Part => {
    if (!('$ref' in given)) return given
    const part = shelf[given.$ref.split('/').at(-1)!]
    if (!part) throw new Error(`${given.$ref} leads nowhere`)
    return part
  }

const contentOf = ({ content = {} }: Answer): Record<string, Schema> =>
  Object.fromEntries(Object.entries(content).map(([type, { schema = {} }]) => [type, schema]))

/** The codes of a refusal, whose schema is its envelope and these, or was the envelope with these beside the reference. */
const codesIn = ({ allOf = [], properties }: Schema): string[] =>
  [properties, ...allOf.map((part) => part.properties)].flatMap(
    (part) => (part?.['code']?.enum ?? []) as string[],
  )

/** The schema that a reference names; any other as it is. */
export function schemaIn({ components }: Pick<Api, 'components'>, given: Schema): Schema {
  if (given.$ref === undefined) return given
  const { $ref, ...beside } = given
  const schema = components.schemas[$ref.split('/').at(-1)!]
  if (!schema) throw new Error(`${$ref} leads nowhere`)
  return schemaIn({ components }, { ...schema, ...beside })
}

/** What a success carries: without the envelope `{ success, data }`, where it has one. */
export function dataIn(api: Api, answer: Schema): Schema {
  const schema = schemaIn(api, answer)
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map((one) => dataIn(api, one)) }
  const { success, data } = schema.properties ?? {}
  return success?.const === true && data ? data : answer
}
