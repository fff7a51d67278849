import { t } from '../words.ts'
import * as z from 'zod/mini'
import { asciiLower, firstOnly } from '../fields.ts'
import { limits } from '../limits.ts'

/*
 * Subdomains. The page corrects while typing (`typedSubdomain`); the server only lowercases and
 * refuses with the form's warning, and never cuts (specification 5.1).
 */

/** Letters, digits and dashes only, lower case, cut to 25: what the field keeps while typing. */
export const typedSubdomain = (text: string): string => uncut(text).slice(0, limits.subdomain.max)

const uncut = (text: string) => asciiLower(text).replace(/[^a-z0-9-]/g, '')

/** The warning that a text was cut while it was typed, or null. */
export const subdomainCut = (text: string): string | null =>
  uncut(text).length > limits.subdomain.max ? tooLong : null

const tooLong = t`Subdomains must be 25 characters or less.`

/** The warning shown under a subdomain while typing, or null (specification 5.1). */
export function subdomainWarning(text: string): string | null {
  if (text.length > limits.subdomain.max) return tooLong
  if (text.startsWith('-')) return t`Subdomains may not start with a dash`
  if (text.endsWith('-')) return t`Subdomains may not end with a dash.`
  return null
}

export function subdomain(missing = t`Subdomain is required and must have atleast 3 characters`) {
  return z.string(missing).check(
    z.overwrite((value) => asciiLower(value.trim())),
    z.minLength(1, firstOnly(missing)),
    z.maxLength(limits.subdomain.max, firstOnly(tooLong)),
    z.refine((value) => !value.startsWith('-'), firstOnly(t`Subdomains may not start with a dash`)),
    z.refine((value) => !value.endsWith('-'), firstOnly(t`Subdomains may not end with a dash.`)),
    z.regex(/^[a-z0-9-]+$/, firstOnly(t`Subdomains may only contain letters, digits and dashes.`)),
    z.minLength(limits.subdomain.min, firstOnly(t`Subdomain is required and must have atleast 3 characters`)),
  )
}
