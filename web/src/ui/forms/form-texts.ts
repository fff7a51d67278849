import type { FieldError } from '@byre/contract/errors'
import * as z from 'zod/mini'

/**
 * A form whose own shape is all text, and which the contract's schemas judge: a form may hold two
 * things (a site and who pays for it), or leave a part out.
 */
export function textForm<const N extends string>(
  names: readonly N[],
  problems: (values: Record<N, string>) => readonly FieldError[],
) {
  const shape = Object.fromEntries(names.map((name) => [name, z.string()])) as Record<
    N,
    z.ZodMiniString<string>
  >
  return z.object(shape).check((payload) => {
    for (const { field, message } of problems(payload.value as Record<N, string>)) {
      payload.issues.push({ code: 'custom', message, path: [field], input: undefined })
    }
  })
}

/**
 * What a schema of the contract has against an input; `named` gives its fields the form's names. A schema judges fields
 * together only once each is right by itself: what `together` has against them is said beside that.
 */
export function problemsOf(
  schema: z.ZodMiniType,
  input: Readonly<Record<string, unknown>>,
  named: (field: string) => string = (field) => field,
  together?: (input: Readonly<Record<string, string>>) => readonly FieldError[],
): FieldError[] {
  const judged = z.safeParse(schema, input)
  if (judged.success) return []
  const problems = judged.error.issues.map(({ path, message }) => ({ field: String(path[0] ?? ''), message }))
  const known = new Set(problems.map(({ field }) => field))
  const others = together?.(input as Record<string, string>).filter(({ field }) => !known.has(field)) ?? []
  return [...problems, ...others].map(({ field, message }) => ({ field: named(field), message }))
}
