import type { askForPasskey, beginPasskey } from '@byre/contract/accounts/second-factors'
import type { ReplyOf } from '@byre/contract/endpoint'
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { Refusal } from './refusal.ts'

/** Why this browser cannot use a passkey here, as a sentence; null when it can. */
export function whyNoPasskeys(): string | null {
  if (!isSecureContext) return 'Passkeys need a secure connection (https), which this page does not have.'
  if (/^[\d.]+$|:/.test(location.hostname))
    return 'Passkeys need a host name, and this page has an address only.'
  if (!browserSupportsWebAuthn()) return 'This browser does not know passkeys.'
  return null
}

/** Has the browser make a passkey; its answer as JSON in one text. */
export function makePasskey(plan: ReplyOf<typeof beginPasskey>): Promise<string> {
  return answerOf(() => startRegistration({ optionsJSON: plan as PublicKeyCredentialCreationOptionsJSON }))
}

/** Has the browser use a passkey; its answer as JSON in one text. */
export function showPasskey(question: ReplyOf<typeof askForPasskey>): Promise<string> {
  return answerOf(() =>
    startAuthentication({ optionsJSON: question as PublicKeyCredentialRequestOptionsJSON }),
  )
}

const sentences: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used. You can try again.',
  AbortError: 'No passkey was used. You can try again.',
  InvalidStateError: 'This passkey is in your account already.',
}

/** What the browser refuses is told like what the server refuses. */
async function answerOf(ask: () => Promise<object>): Promise<string> {
  try {
    return JSON.stringify(await ask())
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new Refusal({
      code: 'passkey.refused',
      message: sentences[name] ?? 'Your browser could not use a passkey here.',
      status: 400,
      fieldErrors: [],
      requestId: null,
      retryAfterMs: null,
      answer: null,
    })
  }
}
