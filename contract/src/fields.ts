import * as z from 'zod/mini'
import { limits } from './limits.ts'
import type { BillingEntityId, ClinicId, SiteId } from './place-kinds.ts'

/*
 * Each rule with its message, in one place for form and route. Values arrive as strings.
 * A check marked `abort` ends its field's checks, so that the first message is the one shown.
 */

/** A check that ends its field's checks. */
export const firstOnly = (message: string) => ({ error: message, abort: true })
const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const unreadable = 'Please use plain text without control characters.'
// Control characters, lone surrogates and bidi overrides: they break databases, mails and labels.
// oxlint-disable-next-line no-control-regex -- refusing control characters is this pattern's purpose
const forbidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u
const forbiddenInLine = /[\t\n]/

/** A trimmed, NFC-normalised text; `lines` allows line breaks. */
function plain(max: number, label: string, lines = false) {
  return z.string(`${label} is required`).check(
    z.overwrite((value) => (lines ? value.replace(/\r\n?/g, '\n') : value)),
    z.maxLength(max * 4, firstOnly(`${label} must be ${max} characters or less.`)),
    z.overwrite((value) => value.trim().normalize('NFC')),
    z.maxLength(max, firstOnly(`${label} must be ${max} characters or less.`)),
    z.refine(
      (value) => !forbidden.test(value) && (lines || !forbiddenInLine.test(value)),
      firstOnly(unreadable),
    ),
  )
}

/** A text that must be there and not be blank. `missing` is the sentence when it is not. */
export function requiredText(max: number, label: string, missing = `${label} is required`) {
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

export const uuid = z.string('Please choose one.').check(z.regex(uuidShape, 'Please choose one.'))
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
export const payerId = z.pipe(
  uuid,
  z.transform((value) => value.toLowerCase() as BillingEntityId),
)

// One @, printable ASCII, a dotted domain. Linear: no nested repetition.
const emailShape =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

/** Compared and stored by ASCII lower case only, never by Unicode folding. */
export const asciiLower = (value: string) => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** An e-mail address, stored in ASCII lower case. Refuses non-ASCII and more than 254 characters. */
export function email(missing = 'Please input your email address!', wrong = 'Please enter a valid email') {
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

/** The union of spec.md's two symbol lists (decisions.md section 4). */
export const passwordSymbols = '@$!%*?&#^'

export interface PasswordRule {
  message: string
  /** What the message leaves open. */
  detail?: string
  holds: (password: string) => boolean
}

const longEnough = (p: string) => [...p].length >= limits.password.min
const hasDigit = (p: string) => /[0-9]/.test(p)
const hasLowercase = (p: string) => /[a-z]/.test(p)
const hasUppercase = (p: string) => /[A-Z]/.test(p)
const hasSymbol = (p: string) => [...p].some((character) => passwordSymbols.includes(character))

/** What a new password must satisfy, in the order shown while typing (spec.md section 5). */
export const passwordRules: readonly PasswordRule[] = [
  { message: 'Password must be at least 8 characters long', holds: longEnough },
  { message: 'Need at least one number', holds: hasDigit },
  { message: 'Need at least one lowercase letter', holds: hasLowercase },
  { message: 'Need at least one uppercase letter', holds: hasUppercase },
  { message: 'Need at least one symbol', detail: passwordSymbols, holds: hasSymbol },
]

/** The same rules in the words of the reset screen. */
export const resetPasswordRules: readonly PasswordRule[] = [
  { message: 'Password must be at least 8 characters long.', holds: longEnough },
  { message: 'Password does not contain a number.', holds: hasDigit },
  { message: 'Password does not contain a lowercase letter.', holds: hasLowercase },
  { message: 'Password does not contain an uppercase letter.', holds: hasUppercase },
  { message: 'Password does not contain a symbol (!@#$%^&*).', holds: hasSymbol },
]

/** The same in the words of the profile, where spaces are refused, too. */
export const profilePasswordRules: readonly PasswordRule[] = [
  { message: 'Password must be 8 characters long', holds: longEnough },
  ...passwordRules.slice(1),
  { message: 'Password cannot contain spaces.', holds: (p) => !/\s/.test(p) },
]

/** A new password; never trimmed, cut or normalised. `missing` is said when there is none. */
export function newPassword(missing = 'Please input your password!', rules = passwordRules) {
  return z.string(missing).check(z.minLength(1, firstOnly(missing)), ...passwordChecks(rules))
}

/** A new password that may be left empty, where the present one stays. */
export function newPasswordOrNone(rules: readonly PasswordRule[]) {
  const checks = passwordChecks(
    rules.map(({ message, holds }) => ({ message, holds: (p) => p === '' || holds(p) })),
  )
  return z.string().check(...checks)
}

function passwordChecks(rules: readonly PasswordRule[]) {
  return [
    z.maxLength(limits.password.max * 2, firstOnly('Password must be 128 characters or less')),
    z.refine<string>(
      (p) => [...p].length <= limits.password.max,
      firstOnly('Password must be 128 characters or less'),
    ),
    ...rules.map((rule) => z.refine<string>(rule.holds, firstOnly(rule.message))),
  ]
}

/** A password someone signs in with: only its presence is checked, so that no rule is given away. */
export const presentPassword = z
  .string('Please input your password!')
  .check(
    z.minLength(1, firstOnly('Please input your password!')),
    z.maxLength(1024, firstOnly('Wrong email or password')),
  )

/** The six digits of a mail; spaces around are dropped. */
export const code = z
  .string('Please enter a confirmation code.')
  .check(
    z.trim(),
    z.minLength(1, firstOnly('Please enter a confirmation code.')),
    z.length(limits.code.length, firstOnly('Should be 6 digits')),
  )

/** What a browser's passkey answered, as JSON in one text (`PublicKeyCredential.toJSON()`). */
/** What is shown after the password: six digits of the app, or a backup code. */
export const secondCode = z
  .string()
  .check(
    z.minLength(1, 'Please enter a code.'),
    z.maxLength(40, 'That code is not right, or was used before.'),
  )

export const passkeyAnswer = z
  .string('That passkey was not accepted.')
  .check(
    z.minLength(1, firstOnly('That passkey was not accepted.')),
    z.maxLength(limits.passkeyAnswer, firstOnly('That passkey was not accepted.')),
  )

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

export const time = z.string()
export const idParams = z.object({ id })
export const siteParams = z.object({ id: siteId })
export const clinicParams = z.object({ id: clinicId })
export const payerParams = z.object({ id: payerId })
