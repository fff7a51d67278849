import { t } from '@byre/contract/words'
import type { askForPasskey, beginPasskey } from '@byre/contract/accounts/second-factors'
import type { ReplyOf } from '@byre/contract/endpoint'
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { passkeyObstacle } from './passkey-support.ts'
import { Refusal } from './refusal.ts'

const obstacles = {
  insecure: t`Passkeys need a secure connection (https), which this page does not have.`,
  'no name': t`Passkeys need a host name, and this page has an address only.`,
  unknown: t`This browser does not support passkeys.`,
}

/** Why this browser cannot use a passkey here, as a sentence; null when it can. */
export function whyNoPasskeys(): string | null {
  const obstacle = passkeyObstacle()
  return obstacle && obstacles[obstacle]
}

/** Has the browser make a passkey; its answer as JSON in one text. */
export function makePasskey(plan: ReplyOf<typeof beginPasskey>): Promise<string> {
  return answerOf(() => startRegistration({ optionsJSON: plan as PublicKeyCredentialCreationOptionsJSON }))
}

/** What the server asks of a passkey. */
export type PasskeyQuestion = ReplyOf<typeof askForPasskey>

/**
 * Has the browser use a passkey; its answer as JSON in one text. `inAutofill`: the browser asks nothing and offers
 * its passkeys at the field for the address, until one is picked or another passkey is asked for.
 */
export function showPasskey(
  question: PasskeyQuestion,
  { inAutofill = false }: { inAutofill?: boolean } = {},
): Promise<string> {
  return answerOf(() =>
    startAuthentication({
      optionsJSON: question as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill: inAutofill,
    }),
  )
}

/** Whether the browser offers passkeys where it fills in addresses. */
export const fillsInPasskeys = () => browserSupportsWebAuthnAutofill()

/** Ends what the browser is asked just now. */
export const stopAsking = () => WebAuthnAbortService.cancelCeremony()

const unused = t`No passkey was used. You can try again.`
const sentences: Readonly<Record<string, string>> = {
  NotAllowedError: unused,
  AbortError: unused,
  InvalidStateError: t`This passkey is in your account already.`,
}

/** What the browser refuses is told like what the server refuses. */
async function answerOf(ask: () => Promise<object>): Promise<string> {
  try {
    return JSON.stringify(await ask())
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    const message = sentences[name] ?? t`Your browser could not use a passkey here.`
    throw new Refusal({
      // Whoever thought better of it, or has none here, was refused nothing.
      code: message === unused ? 'passkey.unused' : 'passkey.refused',
      message,
      status: 400,
      fieldErrors: [],
      requestId: null,
      retryAfterMs: null,
      answer: null,
    })
  }
}
