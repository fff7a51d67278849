import { t } from '../words.ts'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { asciiLower, code, email } from '../fields.ts'
import { languages } from '../languages.ts'
import { newPassword, profilePasswordRules, resetPasswordRules } from '../passwords.ts'

/** The auth service's calls about accounts and passwords; signing in and out is in sign-ins.ts (specification 2.1; statuses and bodies: 2.3). */

const done = z.object({})
export const SignUp = z
  .object({
    /** The name one signs in with; it is the address, in any mails. */
    username: z.optional(z.string()),
    email: email(t`Please input your email address!`),
    password: newPassword(),
    /** That of the form, and from then on that of its mails; without one never chosen. */
    language: z.optional(z.enum(languages, t`Please choose a language that there is.`)),
  })
  .check(
    z.refine(({ username, email }) => !username || asciiLower(username.trim()) === email, {
      path: ['username'],
      error: t`The user name must be the e-mail address.`,
    }),
  )

export const signUp = endpoint({
  name: 'signUp',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/sign-up',
  summary: 'Create an account and mail its confirmation code',
  who: 'anyone',
  body: SignUp,
  reply: z.object({ id: z.string(), email: z.string() }),
  status: 201,
  refusals: ['account.exists'],
  idempotency: { by: ['email'] },
  unhashed: ['password'],
})

export const ConfirmSignUp = z.object({ email: email(), code })

export const confirmSignUp = endpoint({
  name: 'confirmSignUp',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/confirm-sign-up',
  summary: 'Confirm an address with the code that was mailed to it',
  who: 'anyone',
  body: ConfirmSignUp,
  reply: done,
  refusals: ['code.wrong'],
  idempotency: { by: ['email', 'code'] },
})

export const isConfirmed = endpoint({
  name: 'isConfirmed',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/is-confirmed',
  summary: 'Whether an address belongs to a confirmed account',
  who: 'anyone',
  body: z.object({ email: email() }),
  reply: z.object({ confirmed: z.boolean() }),
  idempotency: 'ignored',
})

export const resendConfirmation = endpoint({
  name: 'resendConfirmation',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/resend-confirmation',
  summary: 'Mail another confirmation code; the ones under way stay good',
  who: 'anyone',
  body: z.object({ email: email() }),
  reply: done,
  idempotency: 'ignored',
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/reset-password',
  summary: 'Mail a code and a link with which a new password can be set',
  who: 'anyone',
  body: z.object({ username: email() }),
  reply: done,
  idempotency: 'ignored',
})

export const ConfirmReset = z.object({
  username: email(),
  password: newPassword(undefined, resetPasswordRules),
  /** The six digits, or the token of the mailed link. */
  code: z
    .string(t`Please enter a confirmation code.`)
    .check(
      z.trim(),
      z.minLength(1, t`Please enter a confirmation code.`),
      z.maxLength(64, t`Incorrect confirmation code`),
    ),
})

export const confirmResetPassword = endpoint({
  name: 'confirmResetPassword',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/confirm-reset-password',
  summary: 'Set a new password with a mailed code; ends every session',
  who: 'anyone',
  body: ConfirmReset,
  reply: done,
  refusals: ['reset.failed'],
  idempotency: { by: ['username', 'code'] },
  unhashed: ['password'],
})

export const updatePassword = endpoint({
  name: 'updatePassword',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/update-password',
  summary: 'Change the password of the signed-in account; ends its other sessions',
  who: 'signed in',
  body: z.object({
    password: newPassword(undefined, profilePasswordRules),
    current_password: z.optional(z.string().check(z.maxLength(1024, t`Wrong email or password`))),
  }),
  reply: done,
  refusals: ['session.password_reauth_required', 'account.password_not_updated', 'account.disabled'],
  unhashed: ['password', 'current_password'],
})
