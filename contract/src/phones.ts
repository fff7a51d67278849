import { spokenHere, t } from './words.ts'
import * as z from 'zod/mini'
import { firstOnly } from './fields.ts'
import { limits } from './limits.ts'

/** Digits of a phone with a leading +1 or 1 dropped. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '')
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}

/**
 * `+1 (403) 555-0123`, in French `+1 403 555-0123`: in the language given, or that of this page. Anything but ten digits
 * stays as it is.
 */
export function formatPhone(phone: string | null | undefined, language = spokenHere().language): string {
  const [, area, exchange, line] = /^(\d{3})(\d{3})(\d{4})$/.exec(phoneDigits(phone ?? '')) ?? []
  if (area === undefined) return phone ?? ''
  return language === 'fr-CA' ? `+1 ${area} ${exchange}-${line}` : `+1 (${area}) ${exchange}-${line}`
}

const phoneShape = /^\+?[0-9 ().-]{1,40}$/

/** A phone stored as 10 digits; 10, 11 with prefix 1, and +1 are taken. */
export function phone(
  missing = t`Please enter a valid Phone Number.`,
  wrong = t`Please enter a valid Phone Number.`,
) {
  return z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, firstOnly(missing)),
      z.regex(phoneShape, firstOnly(wrong)),
      z.overwrite(phoneDigits),
      z.length(limits.phoneDigits, firstOnly(t`Phone number should be 10 digits`)),
    )
}

/** A phone that need not be sent; an empty one clears the field (null). */
export const optionalPhone = z.optional(
  z.pipe(
    z.string().check(
      z.trim(),
      z.refine(
        (value) => value === '' || phoneShape.test(value),
        firstOnly(t`Please enter a valid Phone Number.`),
      ),
      z.overwrite(phoneDigits),
      z.refine(
        (value) => value === '' || value.length === limits.phoneDigits,
        firstOnly(t`Phone number should be 10 digits`),
      ),
    ),
    z.transform((value) => (value === '' ? null : value)),
  ),
)
