import * as z from 'zod/mini'

/** Adds `confirmation`, which must match `password`, and says so whatever else is still wrong. */
export function confirmed<S extends z.ZodMiniObject<{ password: z.ZodMiniType }>>(
  schema: S,
  mismatch: string,
) {
  const pair = z
    .object({ password: z.string(), confirmation: z.string() })
    .check(
      z.refine((typed) => typed.password === typed.confirmation, { error: mismatch, path: ['confirmation'] }),
    )
  // An intersection judges both sides; a check on the object itself would wait for the other fields.
  return z.intersection(schema, pair)
}
