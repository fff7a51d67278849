import { t } from './words.ts'
import * as z from 'zod/mini'
import { limits } from './limits.ts'
import type { BillingEntityId, ClinicId, SiteId } from './subject-kinds.ts'

/*
 * Each rule with its message, in one place for form and route. Values arrive as strings.
 * A check marked `abort` ends its field's checks, so that the first message is the one shown.
 */

/** A check that ends its field's checks. */
export const firstOnly = (message: string) => ({ error: message, abort: true })
const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const unreadable = t`Please use plain text without control characters.`
// Control characters, lone surrogates and bidi overrides: they break databases, mails and labels.
// oxlint-disable-next-line no-control-regex -- refusing control characters is this pattern's purpose
const forbidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u
const forbiddenInLine = /[\t\n]/

/** A trimmed, NFC-normalised text; `lines` allows line breaks. */
export function plain(max: number, label: string, lines = false) {
  return z.string(t`${label} is required`).check(
    z.overwrite((value) => (lines ? value.replace(/\r\n?/g, '\n') : value)),
    z.maxLength(max * 4, firstOnly(t`${label} must be ${max} characters or less.`)),
    z.overwrite((value) => value.trim().normalize('NFC')),
    z.maxLength(max, firstOnly(t`${label} must be ${max} characters or less.`)),
    z.refine(
      (value) => !forbidden.test(value) && (lines || !forbiddenInLine.test(value)),
      firstOnly(unreadable),
    ),
  )
}

/** A text that must be there and not be blank. `missing` is the sentence when it is not. */
export function requiredText(max: number, label: string, missing = t`${label} is required`) {
  return z.pipe(z.string(missing), plain(max, label).check(z.minLength(1, firstOnly(missing))))
}

/** A text that must be sent but may be empty. */
export function sentText(max: number, label: string, lines = false) {
  return plain(max, label, lines)
}

/** A text that need not be sent; an empty one clears the field (null). */
export function optionalText(max: number, label: string, lines = false) {
  return z.optional(
    z.pipe(
      plain(max, label, lines),
      z.transform((value) => (value === '' ? null : value)),
    ),
  )
}

export const uuid = z.string(t`Please choose one.`).check(z.regex(uuidShape, t`Please choose one.`))
export const id = z.pipe(
  uuid,
  z.transform((value) => value.toLowerCase()),
)

/* What names a place says its kind. */
export const siteId = z.pipe(
  uuid,
  z.transform((value) => value.toLowerCase() as SiteId),
)
export const clinicId = z.pipe(
  uuid,
  z.transform((value) => value.toLowerCase() as ClinicId),
)
export const billingEntityId = z.pipe(
  uuid,
  z.transform((value) => value.toLowerCase() as BillingEntityId),
)

// One @, printable ASCII, a dotted domain. Linear: no nested repetition.
const emailShape =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

/** Compared and stored by ASCII lower case only, never by Unicode folding. */
export const asciiLower = (value: string) => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** An e-mail address, stored in ASCII lower case. Refuses non-ASCII and more than 254 characters. */
export function email(missing = t`Please input your email address!`, wrong = t`Please enter a valid email`) {
  return z.string(missing).check(
    z.overwrite((value) => asciiLower(value.trim())),
    z.minLength(1, firstOnly(missing)),
    z.maxLength(limits.text.email, firstOnly(wrong)),
    z.regex(emailShape, firstOnly(wrong)),
    z.refine(
      (value) => !value.startsWith('.') && !value.includes('..') && !value.includes('.@'),
      firstOnly(wrong),
    ),
  )
}

/** A password someone signs in with: only its presence is checked, so that no rule is given away. */
export const presentPassword = z
  .string(t`Please input your password!`)
  .check(
    z.minLength(1, firstOnly(t`Please input your password!`)),
    z.maxLength(1024, firstOnly(t`Wrong email or password`)),
  )

/** The six digits of a mail; spaces around are dropped. */
export const code = z
  .string(t`Please enter a confirmation code.`)
  .check(
    z.trim(),
    z.minLength(1, firstOnly(t`Please enter a confirmation code.`)),
    z.length(limits.code.length, firstOnly(t`Should be 6 digits`)),
  )

export const time = z.string()
export const idParams = z.object({ id })
export const siteParams = z.object({ id: siteId })
export const clinicParams = z.object({ id: clinicId })
export const billingEntityParams = z.object({ id: billingEntityId })
