import { t } from '@byre/contract/words'
import { askToSignIn, signInByPasskey } from '@byre/contract/accounts/passkey-sign-ins'
import type { ReplyOf } from '@byre/contract/endpoint'
import { call } from '../lib/api.ts'
import { fillsInPasskeys, showPasskey, stopAsking, type PasskeyQuestion } from '../lib/passkey.ts'
import { inWords, Refusal } from '../lib/refusal.ts'
import { signIn } from '../lib/session.ts'
import { Banner } from '../ui/banner.tsx'
import { FailureBanner } from '../ui/failure-banner.tsx'
import type { PasskeyTry } from './passkey-button.tsx'

/* Signing in with a passkey alone; fetched after the page to sign in has been shown. */

type Show = (now: PasskeyTry) => void

const inLoginWords = inWords({
  'server.failed': t`Login failed.`,
  'account.unconfirmed': t`Email is not confirmed`,
  'passkey.refused': t`That passkey was not accepted. You can try again, or use your password.`,
})

/** Has the browser ask for a passkey, and signs in with it. */
export const askForPasskey = (show: Show) =>
  trying(show, async () => {
    const question = await call(askToSignIn, {}).catch(inLoginWords)
    return send(await showPasskey(question))
  })

/** Has the browser offer passkeys where it fills in the address, until the signal; signs in with the one picked. */
export async function offerPasskeys(signal: AbortSignal, show: Show): Promise<void> {
  const passkey = await picked(signal).catch(() => null)
  if (passkey && !signal.aborted) await trying(show, () => send(passkey))
}

const send = (passkey: string) => call(signInByPasskey, { passkey }).catch(inLoginWords)

async function trying(show: Show, prove: () => Promise<ReplyOf<typeof signInByPasskey>>): Promise<void> {
  show({ busy: true, outcome: null })
  try {
    signIn(await prove())
  } catch (error) {
    show({ busy: false, outcome: outcomeOf(error) })
  }
}

/** That no passkey was used is no failure. */
const outcomeOf = (error: unknown) =>
  error instanceof Refusal && error.code === 'passkey.unused' ? (
    <Banner is="info" live>
      {error.message}
    </Banner>
  ) : (
    <FailureBanner failure={error} />
  )

async function picked(signal: AbortSignal): Promise<string | null> {
  if (!(await fillsInPasskeys())) return null
  for (;;) {
    await untilSeen(signal)
    const question = await call(askToSignIn, {}, { signal })
    const { passkey, isLate } = await pickedInTime(question, signal)
    if (!isLate) return passkey
  }
}

/** A page may stand for hours, and a question is good for minutes: then another one takes its place. */
async function pickedInTime(question: PasskeyQuestion, signal: AbortSignal) {
  if (signal.aborted) return { passkey: null, isLate: false }
  let isLate = false
  const renewal = setTimeout(() => {
    isLate = true
    stopAsking()
  }, question.timeout * 0.8)
  signal.addEventListener('abort', stopAsking)
  try {
    return { passkey: await showPasskey(question, { inAutofill: true }), isLate: false }
  } catch {
    return { passkey: null, isLate }
  } finally {
    clearTimeout(renewal)
    signal.removeEventListener('abort', stopAsking)
  }
}

/** A page that nobody sees asks for nothing. */
async function untilSeen(signal: AbortSignal): Promise<void> {
  while (document.visibilityState === 'hidden' && !signal.aborted)
    await new Promise((resolve) =>
      document.addEventListener('visibilitychange', resolve, { once: true, signal }),
    )
}
