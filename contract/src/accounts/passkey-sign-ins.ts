import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { PasskeyQuestion, passkeyAnswer } from './second-factors.ts'
import { SignedIn } from './sign-ins.ts'

/** Signing in by a passkey alone, which says whose it is; calls of the auth service. */

export const askToSignIn = endpoint({
  name: 'askToSignIn',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/passkey-login/begin',
  summary: 'What to ask the browser, to sign in with a passkey and no password',
  who: 'anyone',
  reply: PasskeyQuestion,
  idempotency: 'ignored',
})

export const signInByPasskey = endpoint({
  name: 'signInByPasskey',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/passkey-login',
  summary: 'Sign in with a passkey that has verified its owner; it is both factors',
  who: 'anyone',
  body: z.object({ passkey: passkeyAnswer }),
  reply: SignedIn,
  refusals: ['passkey.refused', 'account.disabled', 'account.unconfirmed'],
  idempotency: 'ignored',
  unhashed: ['passkey'],
})
