import type { AppCall } from '@byre/contract/app-calls'
import type { Endpoint } from '@byre/contract/endpoint'
import * as z from 'zod/mini'

type JsonSchema = { [key: string]: unknown }

/** `anyOf: [X, null]` as X that may be null, which compiles to a plain test instead of a validator. */
function withoutNullUnions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNullUnions)
  if (typeof schema !== 'object' || schema === null) return schema
  const plain = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, withoutNullUnions(value)]),
  ) as JsonSchema
  delete plain.$schema
  const choices = plain.anyOf as JsonSchema[] | undefined
  const other = choices?.length === 2 && choices.find((choice) => choice.type !== 'null')
  if (!other || !choices.some((choice) => choice.type === 'null')) return plain
  return { ...other, enum: undefined, nullable: true }
}

/** The JSON Schema of a whole successful answer; only what it declares leaves the server. */
export function replySchema(endpoint: Endpoint | AppCall): JsonSchema {
  const data = withoutNullUnions(z.toJSONSchema(endpoint.reply, { io: 'output' })) as JsonSchema
  if (endpoint.service === 'auth') {
    return { ...data, properties: { state: { type: 'string' }, ...(data.properties as object) } }
  }
  return { type: 'object', properties: { success: { type: 'boolean' }, data } }
}

/** The path of the first thing in `reply` that its schema does not declare or allow, or null. */
export function undeclared(schema: z.ZodMiniType, reply: unknown): string | null {
  const parsed = z.safeParse(schema, reply)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return `${issue?.path.join('.')}: ${issue?.message}`
  }
  return firstDropped(reply, parsed.data, '')
}

function firstDropped(given: unknown, kept: unknown, path: string): string | null {
  if (typeof given !== 'object' || given === null || typeof kept !== 'object' || kept === null) return null
  for (const [key, value] of Object.entries(given)) {
    const here = path ? `${path}.${key}` : key
    if (value !== undefined && !Object.hasOwn(kept, key)) return here
    const deeper = firstDropped(value, (kept as Record<string, unknown>)[key], here)
    if (deeper) return deeper
  }
  return null
}
