import type { Endpoint, Service } from '@byre/contract/endpoint'
import { requestLimits } from '@byre/contract/limits'
import { scopeOf } from '@byre/contract/calls/key-calls'
import { takesBody } from '@byre/contract/calls/refusals'
import { roles, rolesFor } from '@byre/contract/rights'
import * as z from 'zod/mini'
import { exampleOf, type ExampleValues } from './openapi-examples.ts'
import { compare, refusalExamples, refusalSchemas, refusalsOf } from './openapi-refusals.ts'
import { Schemas } from './openapi-schemas.ts'

type Json = Record<string, unknown>

export interface OpenApiParts {
  endpoints: readonly Endpoint[]
  /** Schemas that have a name in the contract; they become components. */
  named: Readonly<Record<string, z.core.$ZodType>>
  /** What a field of this name looks like, for the examples. */
  examples: ExampleValues
  title: string
  services: Record<Service, string>
}

/** The OpenAPI 3.1 document of all endpoints; equal input gives an equal document. */
export function openApi({ endpoints, named, examples, title, services }: OpenApiParts): Json {
  const schemas = new Schemas(named)
  const order = Object.keys(services)
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
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description: introduction },
    servers: [portalServer],
    tags: Object.values(services).map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...schemas.components(), ...refusalSchemas },
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

/** A key is sent as a session's token is, and opens what its scopes open; a scope to change something also shows it. */
const apiKeyDescription =
  'An API key of the signed-in person, made on the Security page of their profile, and sent as the token is. ' +
  'Beside each call that takes keys stands the scope it asks for; a scope to write includes the one to read. ' +
  'No key makes a call about money or an account.'

function securityOf({ name, who }: Endpoint): Json[] {
  if (who === 'anyone') return []
  const scope = scopeOf(name)
  return [{ bearer: [] }, ...(scope ? [{ apiKey: [scope] }] : [])]
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
  const example = exampleOf(body, examples, schemas)
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [services[endpoint.service]],
    description: whoMay(endpoint.who),
    ...(endpoint.host === 'tenant' ? { servers: tenantServers } : {}),
    security: securityOf(endpoint),
    parameters: [
      ...fieldsOf(endpoint.params, 'path', schemas),
      ...fieldsOf(endpoint.query, 'query', schemas),
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
    description: `On the portal: ${whoMay(portal.who)} On a tenant’s host: ${whoMay(tenant.who)}`,
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

function whoMay(who: Endpoint['who']): string {
  if (who === 'anyone') return 'For anyone.'
  if (who === 'signed in') return 'For everyone who is signed in.'
  const may = rolesFor(who.right, who.of)
  return may.length === roles.length ? 'For every member.' : `For an ${may.join(' or ')}.`
}

const portalServer = { url: '/' }

const tenantServers = [
  {
    url: 'https://{place}.{domain}',
    variables: { place: { default: 'north' }, domain: { default: 'example.com' } },
  },
]

function fieldsOf(fields: Endpoint['params'], place: 'path' | 'query', schemas: Schemas): Json[] {
  const { properties = {}, required = [] } = schemas.resolved(schemas.sent(fields)).schema
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
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
