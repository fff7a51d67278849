import { callsOf, dataIn, schemaIn, type Api, type Call, type Parameter, type Schema } from './document.ts'

/*
 * The TypeScript of the client package, written from the OpenAPI document: the types of what calls take, carry and refuse
 * with, each schema once, and a line a call for sending it.
 */

const head = '/* Written by `npm run openapi` from docs/openapi.json; what is changed here is lost. */\n'

/** `client/src/api.ts`: schemas by name, and the calls. */
export function clientTypes(api: Api): string {
  const calls = callsOf(api)
  const schemas = Object.entries(api.components.schemas).map(([name, schema]) => declared(name, schema))
  return [
    head,
    ...schemas,
    ...codeGroups(calls).map(([name, codes]) => `type ${name} =${unionOf(codes.map(quoted))}\n`),
    `/** Every call by its name: what it takes, what a success carries, and the codes it may be refused with. */`,
    `export interface Calls {`,
    ...calls.map((call) => indented(memberOf(api, call, codeGroups(calls)))),
    `}\n`,
  ].join('\n')
}

/** `client/src/calls.ts`: each call's method and path; `key` where it takes an `Idempotency-Key`. */
export function clientCalls(api: Api): string {
  const lines = callsOf(api).map(({ name, method, path, parameters }) => {
    const takesKey = parameters.some((parameter) => parameter.name === 'Idempotency-Key')
    return `  ${name}: [${[method, path, ...(takesKey ? ['key'] : [])].map(quoted).join(', ')}],`
  })
  return [head, 'export const calls = {', ...lines, '} as const\n'].join('\n')
}

const declared = (name: string, schema: Schema) =>
  schema.type === 'object' && schema.properties
    ? `export interface ${name} ${typeOf(schema)}\n`
    : `export type ${name} = ${typeOf(schema)}\n`

function memberOf(api: Api, call: Call, groups: readonly CodeGroup[]): string {
  const sent = [
    partOf('path', call.parameters.filter(isIn('path'))),
    partOf('query', call.parameters.filter(isIn('query'))),
    ...(call.body ? [bodyOf(api, call.body)] : []),
  ].filter((line) => line !== '')
  return [
    `/** ${call.summary}. ${call.whoMay}${call.host === '' ? '' : ' On a place’s own host.'} \`${call.method} ${call.path}\` */`,
    `${call.name}: {`,
    sent.length === 0 ? '  input: object' : `  input: {\n${indented(indented(sent.join('\n')))}\n  }`,
    `  data: ${inside(dataTypeOf(api, call))}`,
    `  refusals: ${refusalsOf(call, groups)}`,
    `}`,
  ].join('\n')
}

const isIn = (place: string) => (parameter: Parameter) => parameter.in === place

/** `query?: { … }`, which may be left out where all that is in it may. */
function partOf(name: string, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return ''
  const mark = parameters.some(({ required }) => required) ? '' : '?'
  const fields = parameters.map((one) => fieldOf(one.name, one.required, sentOf(one.schema)))
  return `${name}${mark}: {\n${indented(fields.join('\n'))}\n}`
}

function bodyOf(api: Api, body: Schema): string {
  const { required = [] } = schemaIn(api, body)
  return `body${required.length > 0 ? '' : '?'}: ${typeOf(body)}`
}

/** A number may be given as one, though it is sent as text. */
function sentOf(schema: Schema): string {
  const isWhole = schema.type === 'string' && /^\^\\d\{\d,\d\}\$$/.test(schema.pattern ?? '')
  return isWhole ? 'string | number' : typeOf(schema)
}

function dataTypeOf(api: Api, { answers }: Call): string {
  const { 'application/json': json } = answers
  return json ? typeOf(dataIn(api, json)) : 'Blob'
}

const fieldOf = (name: string, required: boolean, type: string) =>
  `${/^[a-z_$][\w$]*$/i.test(name) ? name : quoted(name)}${required ? '' : '?'}: ${type}`

/** What a schema allows, as a type. */
function typeOf(schema: Schema): string {
  const { $ref, const: only, enum: choices, anyOf, allOf, items } = schema
  if ($ref !== undefined) return $ref.split('/').at(-1)!
  if (only !== undefined) return literal(only)
  if (choices) return choices.map(literal).join(' | ')
  if (anyOf) return [...new Set(anyOf.map((one) => inUnion(typeOf(one))))].join(' | ')
  if (allOf) return allOf.map((one) => inUnion(typeOf(one))).join(' & ')
  const types = [schema.type ?? []].flat()
  if (types.length > 1) return types.map((type) => typeOf({ ...schema, type })).join(' | ')
  const [type] = types
  if (type === 'array') return `${inUnion(items ? typeOf(items) : 'unknown')}[]`
  if (type === 'object') return objectOf(schema)
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'string' || type === 'boolean' || type === 'null') return type
  return 'unknown'
}

function objectOf({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties || Object.keys(properties).length === 0)
    return typeof additionalProperties === 'object'
      ? `Record<string, ${typeOf(additionalProperties)}>`
      : 'Record<string, unknown>'
  const fields = Object.entries(properties).map(([name, field]) =>
    fieldOf(name, required.includes(name), typeOf(field)),
  )
  return `{\n${indented(fields.join('\n'))}\n}`
}

type CodeGroup = readonly [name: string, codes: string[]]

/** Codes that calls have together: all of them, those that are sent something, and so on; each code is in one group at most. */
function codeGroups(calls: readonly Call[]): CodeGroup[] {
  const sets = calls.map(codesIn)
  const every = [...sets[0]!].filter((code) => sets.every((codes) => codes.has(code)))
  const groups: [string, string[]][] = [
    ['OfEveryCall', every],
    ['OfKeys', ['api_key.scope_missing', 'api_key.wrong_network']],
    ['OfSignedIn', ['session.required', 'api_key.not_allowed']],
    ['OfCommands', ['request.too_large', 'request.unsupported_type']],
    ['OfKeyed', ['request.in_progress', 'request.key_reused']],
  ]
  return groups.filter(([, codes]) => sets.some((set) => codes.every((code) => set.has(code))))
}

const codesIn = ({ refusals }: Call) => new Set([...refusals.values()].flat())

function refusalsOf(call: Call, groups: readonly CodeGroup[]): string {
  const codes = codesIn(call)
  const whole = groups.filter(([, group]) => group.every((code) => codes.has(code)))
  const grouped = new Set(whole.flatMap(([, group]) => group))
  const own = [...codes].filter((code) => !grouped.has(code))
  return [...whole.map(([name]) => name), ...own.map(quoted)].join(' | ')
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const literal = (value: unknown) => (typeof value === 'string' ? quoted(value) : JSON.stringify(value))
const inUnion = (type: string) => (/[|&]/.test(type) && !type.startsWith('{') ? `(${type})` : type)
const unionOf = (types: readonly string[]) => types.map((type) => `\n  | ${type}`).join('')
const indented = (text: string) => text.replace(/^(?=.)/gm, '  ')
const inside = (type: string) => indented(type).trimStart()
