import { t } from '../words.ts'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { StepUpAsked } from './sign-ins.ts'
import { code, presentPassword } from '../fields.ts'
import { passkeyAnswer, secondCode } from './second-factors.ts'

/** What someone does with the account they are signed in to; calls of the auth service. */

/** What the dialog asks for first; a passkey that knows its owner answers instead of it. */
export const StepUp = z.object({ password: presentPassword })

export const stepUp = endpoint({
  name: 'stepUp',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/step-up',
  summary:
    'Show the password again, with the second factor where there is one, or a passkey; the session is fresh for 15 minutes',
  who: 'signed in',
  body: z
    .object({
      password: z.optional(presentPassword),
      code: z.optional(secondCode),
      passkey: z.optional(passkeyAnswer),
    })
    .check(
      z.refine(({ password, passkey }) => password !== undefined || passkey !== undefined, {
        path: ['password'],
        error: t`Please input your password!`,
      }),
    ),
  reply: z.object({}),
  otherwise: StepUpAsked,
  refusals: ['account.wrong_password', 'account.disabled', 'second_factor.wrong_code', 'passkey.refused'],
  idempotency: 'ignored',
  unhashed: ['password', 'code', 'passkey'],
})

export const ConfirmEmail = z.object({ code })

export const confirmEmail = endpoint({
  name: 'confirmEmail',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/confirm-email',
  summary: 'Put the pending address of the signed-in account in force; ends its other sessions',
  who: 'signed in',
  body: ConfirmEmail,
  reply: z.object({ email: z.string() }),
  refusals: ['code.wrong', 'account.exists'],
})

export const undoEmail = endpoint({
  name: 'undoEmail',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/undo-email',
  summary: 'Put an old address back in force by the link mailed to it; ends every session',
  who: 'anyone',
  body: z.object({ token: z.string(t`This link no longer works.`) }),
  reply: z.object({ email: z.string() }),
  refusals: ['link.dead', 'account.exists'],
  idempotency: 'ignored',
})
