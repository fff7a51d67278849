import { asciiLower } from '@byre/contract/fields'
import { addressRule } from '@byre/contract/passwords'
import * as z from 'zod/mini'

/**
 * Adds `confirmation`, which must match `password`, and says so whatever else is still wrong; and that the password
 * leaves out the address, which stands in the field of that name.
 */
export function confirmed<S extends z.ZodMiniObject<{ password: z.ZodMiniType }>>(
  schema: S,
  mismatch: string,
  address: 'email' | 'username',
) {
  const passwords = { password: z.string(), confirmation: z.string() }
  // As the other side reads an address: an intersection refuses to join two readings.
  const asRead = z.string().check(z.overwrite((text) => asciiLower(text.trim())))
  const pair = (z.object({ ...passwords, [address]: asRead }) as z.ZodMiniObject<typeof passwords>).check(
    z.refine((typed) => typed.password === typed.confirmation, { error: mismatch, path: ['confirmation'] }),
    z.refine((typed) => leavesOut(typed, address), { error: addressRule('').message, path: ['password'] }),
  )
  // An intersection judges both sides; a check on the object itself would wait for the other fields.
  return z.intersection(schema, pair)
}

const leavesOut = (typed: { password: string } & Partial<Record<string, string>>, address: string) =>
  addressRule(typed[address] ?? '').holds(typed.password)
