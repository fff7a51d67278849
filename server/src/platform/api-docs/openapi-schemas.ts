import * as z from 'zod/mini'

/** A part of a JSON Schema or OpenAPI document. */
export interface JsonSchema {
  [key: string]: unknown
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
}

const shelf = '#/components/schemas/'

/** JSON Schemas of the contract's schemas; the named ones are kept once and referred to. */
export class Schemas {
  readonly #registry = z.registry<{ id: string }>()
  readonly #components: Record<string, JsonSchema> = {}

  constructor(named: Readonly<Record<string, z.core.$ZodType>>) {
    for (const [id, schema] of Object.entries(named)) this.#registry.add(schema, { id })
  }

  /** What a caller sends: values before coercion. */
  sent(schema: z.core.$ZodType): JsonSchema {
    return this.#write(schema, 'input', false)
  }

  /** What an answer carries; `inline` where an envelope is mixed in. */
  answered(schema: z.core.$ZodType, inline: boolean): JsonSchema {
    return this.#write(schema, 'output', inline)
  }

  /** The schema itself where this one only refers to it, and the component's name, else ''. */
  resolved(schema: JsonSchema): { schema: JsonSchema; component: string } {
    const component = typeof schema['$ref'] === 'string' ? schema['$ref'].slice(shelf.length) : ''
    return { schema: this.#components[component] ?? schema, component }
  }

  components(): Record<string, JsonSchema> {
    return Object.fromEntries(Object.entries(this.#components).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #write(schema: z.core.$ZodType, io: 'input' | 'output', inline: boolean): JsonSchema {
    const metadata = inline ? z.registry<{ id: string }>() : this.#registry
    const {
      $schema: _,
      $defs = {},
      ...written
    } = z.toJSONSchema(schema, { io, metadata }) as JsonSchema & {
      $defs?: Record<string, JsonSchema>
    }
    for (const [name, definition] of Object.entries($defs)) {
      const { id: _, ...own } = definition
      this.#components[name] = withoutForbidden(onShelf(own) as JsonSchema)
    }
    return withoutForbidden(onShelf(written) as JsonSchema)
  }
}

/** The same schema with its references pointing at the components. */
function onShelf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(onShelf)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', shelf) : onShelf(value),
    ]),
  )
}

/** Without fields that must not be sent at all (`not: {}`). */
function withoutForbidden(schema: JsonSchema): JsonSchema {
  if (!schema.properties) return schema
  const allowed = Object.entries(schema.properties).filter(([, field]) => field['not'] === undefined)
  return { ...schema, properties: Object.fromEntries(allowed) }
}
