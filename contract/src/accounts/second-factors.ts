import { t } from '../words.ts'
import * as z from 'zod/mini'
import { SignedIn } from './sign-ins.ts'
import { endpoint } from '../endpoint.ts'
import { code, firstOnly, idParams, requiredText, time } from '../fields.ts'

/** `answer` is longer than any passkey's without attestation. */
export const passkeyLimits = { answer: 16_384, name: 60 } as const

/** What is asked for after the password, of those who set it up; calls of the auth service. */

/** What is shown after the password: six digits of the app, or a backup code. */
export const secondCode = z
  .string()
  .check(
    z.minLength(1, t`Please enter a code.`),
    z.maxLength(40, t`That code is not right, or was used before.`),
  )

/** What a browser's passkey answered, as JSON in one text (`PublicKeyCredential.toJSON()`). */
export const passkeyAnswer = z
  .string(t`That passkey was not accepted.`)
  .check(
    z.minLength(1, firstOnly(t`That passkey was not accepted.`)),
    z.maxLength(passkeyLimits.answer, firstOnly(t`That passkey was not accepted.`)),
  )

const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
})

/** What a browser is asked in order to use a passkey (PublicKeyCredentialRequestOptionsJSON). */
export const PasskeyQuestion = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rpId: z.string(),
  allowCredentials: z.array(credential),
  userVerification: z.enum(['preferred', 'required']),
})

/** What a browser is asked in order to make a passkey (PublicKeyCredentialCreationOptionsJSON). */
const PasskeyPlan = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('preferred'),
  }),
  attestation: z.literal('none'),
})

const backupCodes = z.array(z.string())

/* Signing in */

const ticket = z.string(t`This took too long. Please sign in again.`)

export const proveSecondFactor = endpoint({
  name: 'proveSecondFactor',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/login/second-factor',
  summary: 'Finish signing in with a code of the app, a backup code or a passkey',
  who: 'anyone',
  body: z
    .object({
      ticket,
      code: z.optional(secondCode),
      passkey: z.optional(passkeyAnswer),
      /** `1`: do not ask this browser for the second factor for 30 days. */
      trust_device: z.optional(z.enum(['0', '1'], 'trust_device must be 0 or 1.')),
    })
    .check(
      z.refine(({ code, passkey }) => code !== undefined || passkey !== undefined, {
        path: ['code'],
        error: t`Please enter a code.`,
      }),
    ),
  reply: SignedIn,
  refusals: ['second_factor.ticket_dead', 'second_factor.wrong_code', 'passkey.refused'],
  idempotency: 'ignored',
  unhashed: ['ticket', 'code', 'passkey'],
})

export const askForPasskey = endpoint({
  name: 'askForPasskey',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/login/passkey',
  summary: 'What to ask the browser, to finish signing in with a passkey',
  who: 'anyone',
  body: z.object({ ticket }),
  reply: PasskeyQuestion,
  refusals: ['second_factor.ticket_dead'],
  idempotency: 'ignored',
  unhashed: ['ticket'],
})

export const askToStepUp = endpoint({
  name: 'askToStepUp',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/step-up/passkey',
  summary: 'What to ask the browser, to step up with a passkey',
  who: 'signed in',
  body: z.object({
    /** `1`: the password is shown with it, so that to hold the passkey is enough. */
    with_password: z.optional(z.enum(['0', '1'], 'with_password must be 0 or 1.')),
  }),
  reply: PasskeyQuestion,
  idempotency: 'ignored',
})

/* An authenticator app */

export const getTotp = endpoint({
  name: 'getTotp',
  service: 'auth',
  method: 'GET',
  path: '/api/v1/totp',
  summary: 'Whether the signed-in account has an authenticator app set up',
  who: 'signed in',
  reply: z.object({
    is_set_up: z.boolean(),
    added_at: z.nullable(time),
    last_used_at: z.nullable(time),
  }),
})

export const beginTotp = endpoint({
  name: 'beginTotp',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/totp',
  summary: 'Begin to set up an authenticator app; in force once its first code is confirmed',
  who: 'signed in',
  reply: z.object({
    /** To be typed into the app. */
    secret: z.string(),
    /** The same as `otpauth:` address, for a QR picture. */
    uri: z.string(),
  }),
  status: 201,
  refusals: ['session.reauth_required', 'totp.exists'],
  idempotency: 'ignored',
})

export const ConfirmTotp = z.object({ code })

export const confirmTotp = endpoint({
  name: 'confirmTotp',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/totp/confirm',
  summary: 'Put the authenticator app in force with its first code',
  who: 'signed in',
  body: ConfirmTotp,
  reply: z.object({
    /** Shown once; null where the account has backup codes already. */
    backup_codes: z.nullable(backupCodes),
  }),
  refusals: ['second_factor.wrong_code', 'totp.expired'],
  idempotency: 'ignored',
  unhashed: ['code'],
})

export const removeTotp = endpoint({
  name: 'removeTotp',
  service: 'auth',
  method: 'DELETE',
  path: '/api/v1/totp',
  summary: 'Remove the authenticator app; with the last factor its backup codes go, too',
  who: 'signed in',
  reply: z.object({}),
  refusals: ['session.reauth_required'],
})

/* Backup codes */

export const getBackupCodes = endpoint({
  name: 'getBackupCodes',
  service: 'auth',
  method: 'GET',
  path: '/api/v1/backup-codes',
  summary: 'How many backup codes the signed-in account has left',
  who: 'signed in',
  reply: z.object({ left: z.number() }),
})

export const renewBackupCodes = endpoint({
  name: 'renewBackupCodes',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/backup-codes',
  summary: 'Make ten new backup codes; the old ones stop working',
  who: 'signed in',
  reply: z.object({ backup_codes: backupCodes }),
  status: 201,
  refusals: ['session.reauth_required', 'second_factor.none'],
  idempotency: 'ignored',
})

/* Passkeys */

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: time,
  last_used_at: z.nullable(time),
})
export type Passkey = z.infer<typeof Passkey>

export const listPasskeys = endpoint({
  name: 'listPasskeys',
  service: 'auth',
  method: 'GET',
  path: '/api/v1/passkeys',
  summary: 'The passkeys of the signed-in account, oldest first',
  who: 'signed in',
  reply: z.object({ passkeys: z.array(Passkey) }),
})

export const beginPasskey = endpoint({
  name: 'beginPasskey',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/passkeys/begin',
  summary: 'What to ask the browser, to make a passkey',
  who: 'signed in',
  reply: PasskeyPlan,
  refusals: ['session.reauth_required', 'passkey.too_many'],
  idempotency: 'ignored',
})

export const PasskeyName = z.object({
  name: requiredText(passkeyLimits.name, t`Name`, t`Please give it a name.`),
})

export const addPasskey = endpoint({
  name: 'addPasskey',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/passkeys',
  summary: 'Add a passkey that the browser has made',
  who: 'signed in',
  body: z.extend(PasskeyName, { passkey: passkeyAnswer }),
  reply: z.object({
    passkey: Passkey,
    /** Shown once; null where the account has backup codes already. */
    backup_codes: z.nullable(backupCodes),
  }),
  status: 201,
  refusals: ['passkey.refused', 'passkey.exists', 'passkey.too_many'],
  idempotency: 'ignored',
  unhashed: ['passkey'],
})

export const renamePasskey = endpoint({
  name: 'renamePasskey',
  service: 'auth',
  method: 'PUT',
  path: '/api/v1/passkeys/:id',
  summary: 'Give a passkey another name',
  who: 'signed in',
  params: idParams,
  body: PasskeyName,
  reply: Passkey,
  refusals: ['not_found'],
})

export const removePasskey = endpoint({
  name: 'removePasskey',
  service: 'auth',
  method: 'DELETE',
  path: '/api/v1/passkeys/:id',
  summary: 'Remove a passkey; with the last factor the backup codes go, too',
  who: 'signed in',
  params: idParams,
  reply: z.object({}),
  refusals: ['session.reauth_required', 'not_found'],
})
