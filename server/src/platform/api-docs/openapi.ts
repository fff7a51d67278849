import type { Endpoint, Service } from '@byre/contract/endpoint'
import { requestLimits } from '@byre/contract/limits'
import { scopeOf } from '@byre/contract/calls/key-calls'
import { takesBody } from '@byre/contract/calls/refusals'
import { roles, rolesFor } from '@byre/contract/rights'
import * as z from 'zod/mini'
import { exampleOf, type ExampleValues } from './openapi-examples.ts'
import { apiKeyDescription, securityOf, withoutMoney } from './openapi-keys.ts'
import { compare, refusalExamples, refusalHeaders, refusalSchemas, refusalsOf } from './openapi-refusals.ts'
import { Schemas } from './openapi-schemas.ts'
import { sharedParts } from './openapi-shared.ts'

type Json = Record<string, unknown>

export interface OpenApiParts {
  endpoints: readonly Endpoint[]
  /** Schemas that have a name in the contract; they become components. */
  named: Readonly<Record<string, z.core.$ZodType>>
  /** What a field of this name looks like, for the examples. */
  examples: ExampleValues
  title: string
  services: Record<Service, string>
  /** What each is about, in a sentence. */
  about: Record<Service, string>
}

/** The OpenAPI 3.1 document of all endpoints; equal input gives an equal document. */
export function openApi({ endpoints, named, examples, title, services, about }: OpenApiParts): Json {
  const schemas = new Schemas(named)
  const order = Object.keys(services) as Service[]
  const sorted = endpoints.toSorted(
    (a, b) =>
      order.indexOf(a.service) - order.indexOf(b.service) ||
      compare(a.path, b.path) ||
      compare(a.method, b.method),
  )
  const paths: Record<string, Record<string, Json>> = {}
  const byCall = Map.groupBy(sorted, ({ method, path }) => `${method} ${path}`)
  for (const [first, second] of byCall.values()) {
    const path = first!.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][first!.method.toLowerCase()] = second
      ? sharedOperation([first!, second], schemas, examples, services)
      : operation(first!, schemas, examples, services)
  }
  const { parameters, responses } = sharedParts(paths)
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description: introduction,
      contact: { name: 'Whoever runs this portal' },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [portalServer],
    tags: order.map((service) => ({ name: services[service], description: about[service] })),
    paths,
    components: {
      schemas: { ...schemas.components(), ...refusalSchemas },
      parameters,
      headers: refusalHeaders,
      responses,
      examples: refusalExamples(endpoints),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `token` that signing in gives; 15 minutes.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'byre_live_[0-9A-Za-z]{49}',
          description: apiKeyDescription,
        },
      },
    },
  }
}

const introduction = [
  'Requests are forms (`application/x-www-form-urlencoded`) or JSON with the same flat fields; unknown fields are dropped.',
  'Times are ISO 8601 in UTC, ids UUIDs, money is in minor units.',
  'Every answer carries `X-Request-Id`; what is refused says why in `code` and `message`, and in `errors` by field.',
  'Calls with a server of their own are asked there: on a site’s or clinic’s own host.',
].join(' ')

function operation(
  endpoint: Endpoint,
  schemas: Schemas,
  examples: ExampleValues,
  services: Record<Service, string>,
): Json {
  const body = schemas.sent(endpoint.body)
  const example = withoutMoney(endpoint, exampleOf(body, examples, schemas))
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [services[endpoint.service]],
    description: whoMay(endpoint),
    ...(endpoint.host === 'tenant' ? { servers: tenantServers } : {}),
    ...securityOf(endpoint),
    parameters: [
      ...fieldsOf(endpoint, 'path', schemas, examples),
      ...fieldsOf(endpoint, 'query', schemas, examples),
      ...headersOf(endpoint),
    ],
    ...(takesBody(endpoint)
      ? {
          requestBody: {
            required: true,
            content: {
              'application/x-www-form-urlencoded': { schema: body, example },
              'application/json': { schema: body, example },
            },
          },
        }
      : {}),
    responses: {
      [endpoint.status]: successOf(endpoint, schemas, examples),
      ...refusalsOf(endpoint),
    },
  }
}

/**
 * A path and method that the portal and a tenant's host both have: OpenAPI knows one operation there, which
 * tells of both, under the portal's name.
 */
function sharedOperation(
  endpoints: readonly [Endpoint, Endpoint],
  schemas: Schemas,
  examples: ExampleValues,
  services: Record<Service, string>,
): Json {
  const [portal, tenant] = endpoints.toSorted((a, b) => compare(a.host, b.host)) as [Endpoint, Endpoint]
  const both: Endpoint = {
    ...portal,
    query: z.object({
      ...portal.query.shape,
      ...tenant.query.shape,
      ...eitherOf(portal.query, tenant.query),
    }),
    refusals: [...portal.refusals, ...tenant.refusals],
  }
  const contents = [portal, tenant].map((endpoint) => jsonOf(endpoint, schemas, examples))
  return {
    ...operation(both, schemas, examples, services),
    summary: `${portal.summary}; on a tenant’s host: ${tenant.summary}`,
    description: `On the portal: ${whoMay(portal)} On a tenant’s host: ${whoMay(tenant)}`,
    servers: [portalServer, ...tenantServers],
    responses: {
      [portal.status]: {
        description: 'Done',
        content: {
          'application/json': {
            schema: { anyOf: contents.map(({ schema }) => schema) },
            examples: {
              [portal.name]: { value: contents[0]?.example },
              [tenant.name]: { value: contents[1]?.example },
            },
          },
        },
      },
      ...refusalsOf(both),
    },
  }
}

/** The fields that both have, by either rule. */
const eitherOf = ({ shape: a }: Endpoint['query'], { shape: b }: Endpoint['query']) =>
  Object.fromEntries(
    Object.entries(a).flatMap(([name, rule]) => {
      const other = b[name]
      const isSame = other && JSON.stringify(z.toJSONSchema(rule)) === JSON.stringify(z.toJSONSchema(other))
      return other && !isSame ? [[name, z.union([rule, other])]] : []
    }),
  )

function whoMay({ name, who }: Endpoint): string {
  if (who === 'anyone') return 'For anyone.'
  const scope = scopeOf(name)
  const byKey = scope ? ` By an API key with the scope \`${scope}\`, too.` : ' Not by an API key.'
  if (who === 'signed in') return `For everyone who is signed in.${byKey}`
  const may = rolesFor(who.right, who.of)
  return (may.length === roles.length ? 'For every member.' : `For an ${may.join(' or ')}.`) + byKey
}

const portalServer = { url: '/' }

const tenantServers = [
  {
    url: 'https://{place}.{domain}',
    variables: { place: { default: 'north' }, domain: { default: 'example.com' } },
  },
]

/** What must be sent shows how it looks, as does what `call.field` gives an example of; ids look alike. */
function fieldsOf(
  { name: call, params, query }: Endpoint,
  place: 'path' | 'query',
  schemas: Schemas,
  examples: ExampleValues,
): Json[] {
  const { properties = {}, required = [] } = schemas.resolved(
    schemas.sent(place === 'path' ? params : query),
  ).schema
  return Object.entries(properties).map(([name, schema]) => {
    const isRequired = place === 'path' || required.includes(name)
    const usual = examples[name] ?? (place === 'path' ? examples['id'] : undefined)
    const example = examples[`${call}.${name}`] ?? (isRequired ? usual : undefined)
    return {
      name,
      in: place,
      required: isRequired,
      schema,
      ...(example ? { example } : {}),
    }
  })
}

function headersOf({ method, idempotency }: Endpoint): Json[] {
  if (method === 'POST' && idempotency !== 'ignored') {
    return [
      {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description: 'A repetition with the same key gets the first answer again, for 24 hours.',
        schema: { type: 'string', minLength: 1, maxLength: requestLimits.idempotencyKeyLength },
      },
    ]
  }
  if (method !== 'PUT') return []
  return [
    {
      name: 'If-Match',
      in: 'header',
      required: false,
      description: 'The `ETag` last read: refused when somebody else has changed a field that is sent.',
      schema: { type: 'string' },
    },
  ]
}

function successOf(endpoint: Endpoint, schemas: Schemas, examples: ExampleValues): Json {
  const description = endpoint.status === 201 ? 'Created' : 'Done'
  if (endpoint.produces !== 'application/json')
    return { description, content: { [endpoint.produces]: { schema: { type: 'string' } } } }
  return {
    description,
    content: {
      'application/json': jsonOf(endpoint, schemas, examples),
      ...(endpoint.streams ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
    },
  }
}

/** What a call answers when all is well, in its service's envelope. */
function jsonOf(endpoint: Endpoint, schemas: Schemas, examples: ExampleValues): Json {
  const reply = schemas.answered(endpoint.reply, endpoint.service === 'auth')
  const example = exampleOf(reply, examples, schemas)
  if (endpoint.service !== 'auth')
    return {
      schema: {
        type: 'object',
        properties: { success: { const: true }, data: reply },
        required: ['success', 'data'],
        additionalProperties: false,
      },
      example: { success: true, data: example },
    }
  const schema = {
    ...reply,
    properties: { state: { const: 'okay' }, ...reply.properties },
    required: ['state', ...(reply.required ?? [])],
  }
  return {
    schema: endpoint.otherwise ? { anyOf: [schema, schemas.answered(endpoint.otherwise, true)] } : schema,
    example: { state: 'okay', ...(example as object) },
  }
}
