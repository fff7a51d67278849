import * as z from 'zod/mini'
import { firstOnly, plain } from './fields.ts'
import { limits } from './limits.ts'

/** How a list is asked for, and what it answers. */

/** A whole number sent as a string. */
export function whole(min: number, max: number, message: string) {
  return z.pipe(
    z.string(message).check(z.regex(/^\d{1,9}$/, firstOnly(message))),
    z.pipe(
      z.transform((value: string) => Number(value)),
      z.number().check(z.minimum(min, message), z.maximum(max, message)),
    ),
  )
}

/** `page`, `per_page`, `q` and `sort` of a list; `sorts` are the allowed keys, the first is the default. */
export function listQuery<const S extends readonly [string, ...string[]]>(
  sorts: S,
  perPageMax: number = limits.perPage.max,
) {
  return z.object({
    page: z._default(whole(1, limits.listDepth, 'page must be 1 or more.'), 1),
    per_page: z._default(
      whole(1, perPageMax, `per_page must be 1 to ${perPageMax}.`),
      Math.min(limits.perPage.default, perPageMax),
    ),
    sort: z._default(z.enum(sorts, `sort must be one of ${sorts.join(', ')}.`), sorts[0] as S[number]),
    q: z.optional(plain(100, 'q')),
  })
}

/** A list's reply: the items under their plural name, with its counters. */
export function listReply<N extends string, T extends z.ZodMiniType>(plural: N, item: T) {
  return z.object({
    ...({ [plural]: z.array(item) } as Record<N, z.ZodMiniArray<T>>),
    total: z.number(),
    total_capped: z.optional(z.boolean()),
    page: z.number(),
    per_page: z.number(),
  })
}
