/**
 * @typedef {{ $ref?: string, type?: string | string[], const?: unknown, enum?: unknown[], default?: unknown,
 *   properties?: Record<string, Schema>, required?: string[], items?: Schema, anyOf?: Schema[],
 *   minLength?: number, maxLength?: number, pattern?: string }} Schema
 *
 * @typedef {{ $ref?: string, value?: { message?: string, error?: string } }} Refusal
 * @typedef {{ schema: Schema, example?: Record<string, string>, examples?: Record<string, Refusal> }} Content
 * @typedef {{ content: { 'application/json': Content } }} Body
 * @typedef {{ name: string, in: string, required: boolean, schema: Schema, description?: string, example?: string }} Parameter
 * @typedef {{ operationId: string, summary: string, description: string, tags: string[], parameters: Parameter[],
 *   requestBody?: Body, responses: Record<string, Body>, servers?: { url: string }[], security: object[] }} Operation
 * @typedef {{ info: { description: string }, tags: { name: string }[],
 *   paths: Record<string, Record<string, Operation>> }} Api
 */

/**
 * What a reference in the document stands for; anything else as it is.
 * @template {{ $ref?: string }} T
 * @param {T} given
 * @param {object} api
 * @returns {T}
 */
export function resolve(given, api) {
  if (given.$ref === undefined) return given
  const { $ref, ...beside } = given
  const target = $ref
    .slice(2)
    .split('/')
    .reduce((at, name) => Reflect.get(at, name), api)
  return /** @type {T} */ ({ ...target, ...beside })
}

/**
 * The operation with its parameters and answers themselves, where it only refers to what others have, too.
 * @param {Operation} operation
 * @param {object} api
 * @returns {Operation}
 */
export function withoutReferences(operation, api) {
  const responses = Object.entries(operation.responses).map(([status, given]) => [
    status,
    resolve(/** @type {Body & { $ref?: string }} */ (given), api),
  ])
  return {
    ...operation,
    parameters: operation.parameters.map((given) =>
      resolve(/** @type {Parameter & { $ref?: string }} */ (given), api),
    ),
    responses: Object.fromEntries(responses),
  }
}

/**
 * The fields of a schema as rows, those of things inside it by their path: `billing.name`, `sites[].id`.
 * @param {Schema} given
 * @param {object} api
 * @param {string} [path]
 * @returns {{ name: string, type: string, rules: string, required: boolean }[]}
 */
export function fieldsOf(given, api, path = '') {
  const schema = resolve(given, api)
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const field = withoutNull(resolve(/** @type {Schema} */ (inner), api), api)
    const here = path + name
    const required = (schema.required ?? []).includes(name)
    const row = { name: here, type: typeOf(field), rules: rulesOf(field), required }
    if (field.items) return [row, ...fieldsOf(field.items, api, `${here}[].`)]
    return [row, ...fieldsOf(field, api, `${here}.`)]
  })
}

/**
 * @param {Schema} schema
 * @param {object} api
 */
function withoutNull(schema, api) {
  const other = schema.anyOf?.find((choice) => resolve(choice, api).type !== 'null')
  return other ? { ...resolve(other, api), isNullable: true } : schema
}

/** @param {Schema & { isNullable?: boolean }} schema */
export function typeOf(schema) {
  const types = [schema.type ?? (schema.const === undefined ? 'any' : typeof schema.const)].flat()
  return [...types, ...(schema.isNullable ? ['null'] : [])].join(' or ')
}

/** @param {Schema} schema */
export function rulesOf({ enum: choices, const: only, minLength, maxLength, pattern, default: usual }) {
  return [
    ...(choices ? [`one of ${choices.join(', ')}`] : []),
    ...(only === undefined ? [] : [`always ${only}`]),
    ...(minLength ? [`at least ${minLength} characters`] : []),
    ...(maxLength ? [`at most ${maxLength} characters`] : []),
    ...(pattern ? [`like ${pattern}`] : []),
    ...(usual === undefined ? [] : [`${usual} when absent`]),
  ].join('; ')
}
