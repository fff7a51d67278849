import type { Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Memory } from './form-memory.ts'

/** What a form holds: text in every field, as it goes over the wire. */
export type Texts = Record<string, string>
export type FormSchema = z.ZodMiniType<unknown, Record<string, unknown>>
export type ValuesOf<S extends FormSchema> = z.input<S>

/** Every field of the form, so that "changed" can be told; null and nothing count as empty. */
export type DefaultsOf<S extends FormSchema> = {
  [K in keyof ValuesOf<S> as [ValuesOf<S>[K]] extends [undefined] ? never : K]-?: ValuesOf<S>[K] | null | ''
}

/**
 * What the schema has against these values, the first sentence of each field. Asked at once for the
 * first paint, so that the notice does not come late and push things about; hence not the resolver of
 * @hookform/resolvers, which answers later and weighs a kilobyte more.
 */
export function problemsOf(schema: FormSchema, values: Texts): ReadonlyMap<string, string> {
  const judged = schema['~standard'].validate(values)
  if (judged instanceof Promise)
    throw new Error('A form is judged at once; what takes time belongs into `send`.')
  const problems = new Map<string, string>()
  for (const { path, message } of judged.issues ?? []) {
    const name = String(path?.[0] ?? 'root')
    if (!problems.has(name)) problems.set(name, message)
  }
  return problems
}

/** For React Hook Form; every judgement is also told to the notice and the button. */
export function resolverOf(schema: FormSchema, memory: Memory): Resolver<Texts> {
  return (values) => {
    const problems = problemsOf(schema, values)
    memory.judge(problems)
    if (problems.size === 0) return { values, errors: {} }
    const errors = [...problems].map(([name, message]) => [name, { type: 'schema', message }])
    return {
      values: {},
      errors: Object.fromEntries(errors) as Record<string, { type: string; message: string }>,
    }
  }
}

export function emptied(defaults: Readonly<Record<string, unknown>>): Texts {
  return Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, String(value ?? '')]))
}
