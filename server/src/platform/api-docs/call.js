import { code, element, sample, table } from './dom.js'
import { curlOf, typescriptOf } from './samples.js'
import { fieldsOf, resolve, rulesOf, typeOf } from './schema.js'
import { tryForm } from './try.js'

/**
 * @typedef {{ method: string, path: string, operation: import('./schema.js').Operation }} Call
 */

/**
 * One call, closed at first; what is inside is made when it is opened.
 * @param {Call} call
 * @param {object} api
 */
export function callView(call, api) {
  const { method, path, operation } = call
  const details = element(
    'details',
    { id: operation.operationId, class: 'call' },
    element(
      'summary',
      {},
      element('span', { class: 'method' }, method),
      element('span', { class: 'path' }, path),
      element('span', { class: 'words' }, operation.summary),
    ),
  )
  details.addEventListener(
    'toggle',
    () => details.append(element('div', { class: 'inside' }, ...insideOf(call, api))),
    { once: true },
  )
  return details
}

/**
 * @param {Call} call
 * @param {object} api
 */
function insideOf(call, api) {
  const { operation } = call
  const body = operation.requestBody?.content['application/json']
  const [status, success] = Object.entries(operation.responses).find(([one]) => one.startsWith('2')) ?? []
  const answer = success?.content['application/json']
  return [
    element('p', {}, operation.description.replaceAll('`', '')),
    ...parametersOf(operation),
    ...(body ? [fieldTable('Body, as a form or JSON', body.schema, api)] : []),
    ...(answer
      ? [
          ...answersOf(answer.schema).map((schema) => fieldTable(`Answer ${status}`, schema, api)),
          ...examplesOf(answer).map((example) => sample(`Answer ${status}, for example`, example)),
        ]
      : []),
    refusalsOf(operation, api),
    sample('With curl', curlOf(call, { portal: location.origin, place: placeOf(location) })),
    sample('With the client package', typescriptOf(call)),
    isOfPortal(operation)
      ? tryForm(call, api)
      : element('p', {}, 'This is asked on a place’s own host, and cannot be tried from here.'),
  ]
}

/**
 * A call may answer in two ways, as signing in does where a second factor is asked for.
 *
 * @param {import('./schema.js').Schema} schema
 * @returns {import('./schema.js').Schema[]}
 */
const answersOf = (schema) => schema.anyOf ?? [schema]

/** @param {import('./schema.js').Content} content */
const examplesOf = ({ example, examples }) =>
  examples ? Object.values(examples).map(({ value }) => value) : [example]

/**
 * Where a place's own host is beside this portal.
 * @param {Location} location
 */
const placeOf = ({ protocol, host }) => `${protocol}//north-ranch.${host}`

/** @param {import('./schema.js').Operation} operation */
const isOfPortal = ({ servers }) => !servers || servers.some(({ url }) => url === '/')

/** @param {import('./schema.js').Operation} operation */
function parametersOf({ parameters }) {
  if (parameters.length === 0) return []
  const rows = parameters.map(({ name, in: place, required, schema, description }) => [
    code(name),
    place,
    typeOf(schema),
    required ? 'yes' : 'no',
    [description, rulesOf(schema)].filter(Boolean).join(' '),
  ])
  return [table('Parameters', ['Name', 'In', 'Type', 'Needed', 'Rules'], rows)]
}

/**
 * @param {string} caption
 * @param {import('./schema.js').Schema} schema
 * @param {object} api
 */
function fieldTable(caption, schema, api) {
  const rows = fieldsOf(schema, api).map(({ name, type, rules, required }) => [
    code(name),
    type,
    required ? 'yes' : 'no',
    rules,
  ])
  return table(caption, ['Field', 'Type', 'Needed', 'Rules'], rows)
}

/**
 * @param {import('./schema.js').Operation} operation
 * @param {object} api
 */
function refusalsOf({ responses }, api) {
  const rows = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .flatMap(([status, response]) =>
      Object.entries(response.content['application/json'].examples ?? {}).map(([name, example]) => {
        const { value } = resolve(example, api)
        return [status, code(name), value?.message ?? value?.error ?? '']
      }),
    )
  return table('Refusals', ['Status', 'Code', 'Words'], rows)
}
