import { t } from './words.ts'
import * as z from 'zod/mini'
import { firstOnly } from './fields.ts'
import { readableIn } from './leetspeak.ts'
import { limits } from './limits.ts'

/** What a new password must be, in the words of each screen. The page to sign in has no use for it. */

/** The union of two lists of symbols that were given (specification 3.1, decision 0004). */
const passwordSymbols = '@$!%*?&#^'

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
const anySymbol = t`(any of ${passwordSymbols})`
const hasSymbol = (p: string) => [...p].some((character) => passwordSymbols.includes(character))

/** What a new password must satisfy, in the order shown while typing (specification 3.1). */
export const passwordRules: readonly PasswordRule[] = [
  { message: t`Password must be at least 8 characters long`, holds: longEnough },
  { message: t`Need at least one number`, holds: hasDigit },
  { message: t`Need at least one lowercase letter`, holds: hasLowercase },
  { message: t`Need at least one uppercase letter`, holds: hasUppercase },
  { message: t`Need at least one symbol`, detail: anySymbol, holds: hasSymbol },
]

/** The same rules in the words of the reset screen. */
export const resetPasswordRules: readonly PasswordRule[] = [
  { message: t`Password must be at least 8 characters long.`, holds: longEnough },
  { message: t`Password does not contain a number.`, holds: hasDigit },
  { message: t`Password does not contain a lowercase letter.`, holds: hasLowercase },
  { message: t`Password does not contain an uppercase letter.`, holds: hasUppercase },
  { message: t`Password does not contain a symbol (!@#$%^&*).`, detail: anySymbol, holds: hasSymbol },
]

/** The same in the words of the profile, where spaces are refused, too. */
export const profilePasswordRules: readonly PasswordRule[] = [
  { message: t`Password must be 8 characters long`, holds: longEnough },
  ...passwordRules.slice(1),
  { message: t`Password cannot contain spaces.`, holds: (p) => !/\s/.test(p) },
]

const shortestPart = 4

/** The parts of an address that anyone who knows it would try: `ann.lee7@farm.example` → ann.lee7, lee7 … */
function partsOf(address: string): string[] {
  const [local = '', domain = ''] = address.trim().toLowerCase().split('@')
  const parts = [
    local,
    ...local.split(/[^a-z0-9]+/),
    ...local.split(/[^a-z]+/),
    ...domain.split('.').slice(0, -1),
  ]
  return parts.filter((part) => part.length >= shortestPart)
}

/** What else a new password must satisfy, wherever it is known whose it is. */
export const addressRule = (address: string): PasswordRule => ({
  message: t`Please leave the parts of your e-mail address out of your password.`,
  holds: (password) => !partsOf(address).some(readableIn(password)),
})

/** A new password; never trimmed, cut or normalised. `missing` is said when there is none. */
export function newPassword(missing = t`Please input your password!`, rules = passwordRules) {
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
    z.maxLength(limits.password.max * 2, firstOnly(t`Password must be 128 characters or less`)),
    z.refine<string>(
      (p) => [...p].length <= limits.password.max,
      firstOnly(t`Password must be 128 characters or less`),
    ),
    ...rules.map((rule) => z.refine<string>(rule.holds, firstOnly(rule.message))),
  ]
}
