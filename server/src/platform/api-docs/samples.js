/*
 * How a call is made by curl and by the client package, out of the document's own examples. Both are text to be copied:
 * `BYRE_KEY` is an API key, `BYRE_TOKEN` the token of somebody who is signed in, for what no key may do.
 */

/**
 * @typedef {{ path: Record<string, string>, query: Record<string, string>, body: Record<string, string> | undefined }} Values
 * @typedef {import('./schema.js').Operation} Operation
 * @typedef {{ method: string, path: string, operation: Operation }} Call
 */

/**
 * What the document's examples send.
 * @param {Call} call
 * @returns {Values}
 */
export function valuesOf({ operation }) {
  const fieldsIn = (/** @type {string} */ place) =>
    Object.fromEntries(
      operation.parameters
        .filter((parameter) => parameter.in === place && parameter.example !== undefined)
        .map(({ name, example }) => [name, example ?? '']),
    )
  const sent = operation.requestBody?.content['application/json'].example ?? {}
  const body = Object.keys(sent).length > 0 ? sent : undefined
  return { path: fieldsIn('path'), query: fieldsIn('query'), body }
}

/**
 * The call as a command of a shell, its fields as a form.
 * @param {Call} call
 * @param {{ portal: string, place: string }} bases where the portal is, and a place's own host
 * @param {Values} [values]
 */
export function curlOf(call, { portal, place }, values = valuesOf(call)) {
  const { method, path, operation } = call
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values.path[name] ?? ''))
  const query = new URLSearchParams(values.query).toString()
  const url = `${isOfPortal(operation) ? portal : place}${filled}${query === '' ? '' : `?${query}`}`
  const takesKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
  const file = extensionOf(operation)
  const options = [
    ...(operation.security.length > 0 ? [`-H "Authorization: Bearer ${credentialOf(operation)}"`] : []),
    ...(takesKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...Object.entries(values.body ?? {}).map(
      ([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`,
    ),
    ...(file ? [`-o ${operation.operationId}.${file}`] : []),
  ]
  const verb = method === 'GET' || (method === 'POST' && values.body) ? '' : `-X ${method} `
  const flow = isStream(operation) ? '-N ' : ''
  return [`curl ${flow}${verb}"${url}"`, ...options].join(' \\\n  ')
}

/**
 * The call by the client package, `byre` being a client of the portal and `place` one of a place's own host.
 * @param {Call} call
 * @param {Values} [values]
 */
export function typescriptOf({ operation, ...call }, values = valuesOf({ operation, ...call })) {
  const query = isStream(operation) ? { ...values.query, since: '…' } : values.query
  const parts = Object.entries({ path: values.path, query, body: values.body ?? {} })
    .filter(([, fields]) => Object.keys(fields).length > 0)
    .map(([name, fields]) => `  ${name}: ${literalOf(fields)},`)
  const client = isOfPortal(operation) ? 'byre' : 'place'
  const input = parts.length === 0 ? '' : `{\n${parts.join('\n')}\n}`
  return `const { data, error } = await ${client}.${operation.operationId}(${input})`
}

/** @param {Operation} operation */
const isOfPortal = ({ servers }) => !servers || servers.some(({ url }) => url === '/')

/** @param {Operation} operation */
const isStream = (operation) => 'text/event-stream' in contentOf(operation)

/**
 * A key where one may make the call, else somebody's token.
 * @param {Operation} operation
 */
const credentialOf = ({ security }) => (security.some((one) => 'apiKey' in one) ? '$BYRE_KEY' : '$BYRE_TOKEN')

/** @type {Record<string, string>} */
const extensions = { 'text/csv': 'csv', 'application/pdf': 'pdf', 'application/zip': 'zip' }

/**
 * What a file is called that the call answers with; undefined where it answers with JSON.
 * @param {Operation} operation
 */
function extensionOf(operation) {
  const [type = ''] = Object.keys(contentOf(operation))
  return extensions[type.split(';')[0] ?? '']
}

/** @param {Operation} operation */
const contentOf = ({ responses }) =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {}

/**
 * In single quotes of a shell, which mean everything literally but themselves.
 * @param {string} text
 */
const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/**
 * An object of texts in TypeScript, in one line where it is short.
 * @param {Record<string, string>} fields
 */
function literalOf(fields) {
  const entries = Object.entries(fields).map(([name, value]) => `${name}: ${textOf(value)}`)
  const line = `{ ${entries.join(', ')} }`
  return line.length <= 80 ? line : `{\n${entries.map((entry) => `    ${entry},`).join('\n')}\n  }`
}

/** @param {string} value */
const textOf = (value) =>
  value.includes("'")
    ? JSON.stringify(value)
    : `'${JSON.stringify(value)
        .slice(1, -1)
        .replaceAll(String.raw`\"`, '"')}'`
