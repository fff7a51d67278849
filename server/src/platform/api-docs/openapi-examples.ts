import type { JsonSchema, Schemas } from './openapi-schemas.ts'

/** What a field looks like, by its name or, for one component alone, by `Component.name`. */
export type ExampleValues = Readonly<Record<string, string>>

/** A value that fits a schema; optional fields are there when `values` knows how they look. */
export function exampleOf(schema: JsonSchema, values: ExampleValues, schemas: Schemas): unknown {
  return fill(schema, undefined, values, schemas)
}

function fill(
  given: JsonSchema,
  known: string | undefined,
  values: ExampleValues,
  schemas: Schemas,
): unknown {
  const { schema, component } = schemas.resolved(given)
  if (schema['const'] !== undefined) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const choices = schema['anyOf'] as JsonSchema[] | undefined
  if (choices?.[0]) return fill(choices[0], known, values, schemas)
  switch ([schema.type].flat()[0]) {
    case 'object':
      return fillObject(schema, component, values, schemas)
    case 'array':
      return [fill((schema['items'] ?? {}) as JsonSchema, undefined, values, schemas)]
    case 'string':
      return known ?? ([schema.type].flat().includes('null') ? null : 'text')
    case 'boolean':
      return true
    case 'number':
    case 'integer':
      return Number(known ?? 1)
    default:
      return null
  }
}

function fillObject(
  { properties = {}, required = [] }: JsonSchema,
  component: string,
  values: ExampleValues,
  schemas: Schemas,
): Record<string, unknown> {
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const known = values[`${component}.${name}`] ?? values[name]
    if (known === undefined && !required.includes(name)) return []
    return [[name, fill(field, known, values, schemas)] as const]
  })
  return Object.fromEntries(fields)
}
