import type { Endpoint } from '@byre/contract/endpoint'
import { errors } from '@byre/contract/errors'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import * as z from 'zod/mini'
import { readJson } from '../http/form-body.ts'
import { contractNouns, type Nouns } from './openapi-nouns.ts'

type Reference = { $ref: string }
interface Parameter {
  name: string
  in: string
  required: boolean
}
interface Response {
  content: {
    'application/json': {
      example?: unknown
      examples?: Record<string, { $ref: string; value?: unknown }>
    }
  }
}
interface Operation {
  operationId: string
  servers?: { url: string }[]
  security: unknown[]
  parameters: (Parameter | Reference)[]
  requestBody?: { content: Record<string, { schema: unknown; example: Record<string, string> }> }
  responses: Record<string, Response | Reference>
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, unknown>
    parameters: Record<string, Parameter>
    headers: Record<string, unknown>
    responses: Record<string, Response>
    examples: Record<string, { value: Record<string, unknown> }>
  }
}

let api: Document
let nouns: Nouns
before(async () => {
  api = JSON.parse(
    readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'),
  ) as Document
  nouns = await contractNouns()
})

const operationOf = ({ path, method }: Endpoint) =>
  api.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

/** A parameter or an answer itself, where the document only refers to it. */
const referredTo = <Part extends object>(given: Part | Reference, shelf: Record<string, Part>): Part =>
  '$ref' in given ? shelf[given.$ref.split('/').at(-1)!]! : given
const responseOf = (endpoint: Endpoint, status: string | number): Response | undefined => {
  const given = operationOf(endpoint)?.responses[String(status)]
  return given && referredTo(given, api.components.responses)
}

test('every call of the contract is described at its path and method, under one server or two', () => {
  const described = new Map(
    Object.entries(api.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        { name: operation.operationId, servers: operation.servers?.map(({ url }) => url) ?? ['/'] },
      ]),
    ),
  )
  const declared = Map.groupBy(
    nouns.endpoints,
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  )
  assert.deepEqual([...described.keys()].toSorted(), [...declared.keys()].toSorted())
  for (const [call, endpoints] of declared) {
    const { name, servers = [] } = described.get(call) ?? {}
    const [first] = endpoints.toSorted((a, b) => (a.host < b.host ? -1 : 1))
    assert.equal(name, first?.name)
    const hosts = servers.map((url) => (url === '/' ? 'portal' : 'tenant'))
    assert.deepEqual(hosts, endpoints.map(({ host }) => host).toSorted(), call)
  }
  assert.equal(new Set(nouns.endpoints.map(({ name }) => name)).size, nouns.endpoints.length)
})

test('what every example sends is taken by the call it is for, as a form and as JSON', () => {
  for (const endpoint of nouns.endpoints) {
    const content = operationOf(endpoint)?.requestBody?.content
    assert.equal(
      content === undefined,
      endpoint.method === 'GET' || Object.keys(endpoint.body.shape).length === 0,
    )
    if (!content) continue
    assert.deepEqual(Object.keys(content), ['application/x-www-form-urlencoded', 'application/json'])
    for (const { example } of Object.values(content)) {
      const { success, error } = z.safeParse(endpoint.body, readJson(JSON.stringify(example)))
      assert.ok(success, `${endpoint.name}: ${error?.issues[0]?.path.join('.')} ${error?.issues[0]?.message}`)
    }
  }
})

test('what every example answers is what the contract declares', () => {
  for (const endpoint of nouns.endpoints) {
    const answer = responseOf(endpoint, endpoint.status)
    if (endpoint.produces !== 'application/json') {
      assert.deepEqual(Object.keys(answer?.content ?? {}), [endpoint.produces])
      continue
    }
    const content = answer?.content['application/json']
    const example = (content?.examples?.[endpoint.name]?.value ?? content?.example) as Record<string, unknown>
    const reply = endpoint.service === 'auth' ? example : example['data']
    const { success, error } = z.safeParse(endpoint.reply, reply)
    assert.ok(success, `${endpoint.name}: ${error?.issues[0]?.path.join('.')} ${error?.issues[0]?.message}`)
  }
})

test('every declared refusal stands under its status with its words', () => {
  for (const endpoint of nouns.endpoints) {
    const operation = operationOf(endpoint)
    assert.equal((operation?.security.length ?? 0) > 0, endpoint.who !== 'anyone')
    const codes = [
      ...endpoint.refusals,
      ...(endpoint.who === 'anyone' ? [] : (['session.required'] as const)),
    ]
    for (const code of codes) {
      const [status, words] = errors[code]
      const { $ref = '' } = responseOf(endpoint, status)?.content['application/json'].examples?.[code] ?? {}
      const { value } = api.components.examples[$ref.slice('#/components/examples/'.length)] ?? {}
      assert.equal(value?.['code'], code, `${endpoint.name} ${code}`)
      assert.equal(value?.['message'] ?? value?.['error'], words)
      assert.equal('state' in (value ?? {}), endpoint.service === 'auth')
    }
  }
})

test('every reference leads somewhere', () => {
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    for (const [key, value] of Object.entries(part)) {
      if (key === '$ref' && typeof value === 'string') {
        const [, shelf = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(value) ?? []
        assert.ok(api.components[shelf as keyof typeof api.components]?.[name], value)
      } else look(value)
    }
  }
  look(api)
  assert.equal(api.openapi, '3.1.0')
})

test('what two calls say alike stands once: refusals, parameters and schemas', () => {
  const operations = Object.values(api.paths).flatMap((path) => Object.values(path))
  const given = operations.flatMap(({ responses, parameters }) => [
    ...Object.entries(responses).flatMap(([status, response]) => (status.startsWith('2') ? [] : [response])),
    ...parameters,
  ])
  const written = given.filter((part) => !('$ref' in part)).map((part) => JSON.stringify(part))
  assert.deepEqual(
    written.filter((part, at) => written.indexOf(part) !== at),
    [],
  )
  assert.ok(written.length < given.length / 10, `${written.length} of ${given.length} are written out`)
})

test('nothing that an example sends or answers is forbidden by the schema beside it', () => {
  assert.doesNotMatch(JSON.stringify(api), /"not":\{\}/)
})

test('a key may be sent where one is taken, and a version where something is changed', () => {
  for (const endpoint of nouns.endpoints) {
    const parameters = operationOf(endpoint)?.parameters ?? []
    const names = new Set(parameters.map((given) => referredTo(given, api.components.parameters).name))
    const takesKey = endpoint.method === 'POST' && endpoint.idempotency !== 'ignored'
    assert.equal(names.has('Idempotency-Key'), takesKey, endpoint.name)
    assert.equal(names.has('If-Match'), endpoint.method === 'PUT', endpoint.name)
  }
})

test('every file of the contract that declares a call is among those whose names are typed', () => {
  const contract = new URL('../../../../contract/src/', import.meta.url)
  const textOf = (file: string) => readFileSync(new URL(file, contract), 'utf8')
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== 'endpoint.ts')
    .filter((file) => /\bendpoint\(/.test(textOf(file)))
  const typed = [...textOf('calls/names.ts').matchAll(/from '\.\.\/(.+?)'/g)].map(([, file]) => file)
  assert.deepEqual(typed.toSorted(), files.toSorted())
})
