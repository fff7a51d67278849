import { t } from '@byre/contract/words'
import type { SecondFactorAsked } from '@byre/contract/accounts/sign-ins'
import { askForPasskey, proveSecondFactor } from '@byre/contract/accounts/second-factors'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { serviceUrls } from '../lib/build.ts'
import { showPasskey, whyNoPasskeys } from '../lib/passkey.ts'
import { Refusal } from '../lib/refusal.ts'
import { signIn } from '../lib/session.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { CheckBox } from '../ui/forms/check-box.tsx'
import { Page } from '../ui/page.tsx'
import { CodeEntry, OtherWays, PasskeyEntry, type Method } from './second-factor-entries.tsx'

type SecondFactorChallenge = z.infer<typeof SecondFactorAsked>

interface SecondStepProps {
  challenge: SecondFactorChallenge
  /** Back to the password; `why` says so when it was not the person's wish. */
  onStartOver: (why?: string) => void
}

/** What is asked after a right password, of someone who has set it up. */
export const secondStep = (challenge: SecondFactorChallenge, onStartOver: SecondStepProps['onStartOver']) => (
  <SecondStep challenge={challenge} onStartOver={onStartOver} />
)

function SecondStep({ challenge: { ticket, methods }, onStartOver }: SecondStepProps) {
  const noPasskeys = whyNoPasskeys()
  const usable = methods.filter((method) => method !== 'passkey' || noPasskeys === null)
  const [chosen, setChosen] = useState<Method | undefined>(usable[0])
  const [trusts, setTrusts] = useState(false)
  const proving = useCall(proveSecondFactor)
  const asking = useCall(askForPasskey)

  /** A sign-in that has run out goes back to the password, with its sentence. */
  const orStartOver = (error: unknown): never => {
    if (error instanceof Refusal && error.code === 'second_factor.ticket_dead') onStartOver(error.message)
    throw error
  }
  const prove = (shown: { code: string } | { passkey: string }) =>
    proving.ask({ ticket, ...shown, trust_device: trusts ? '1' : '0' }).catch(orStartOver)
  const proveByPasskey = async () => {
    const question = await asking.ask({ ticket }).catch(orStartOver)
    signIn(await prove({ passkey: await showPasskey(question) }))
  }
  const trust = mayTrust && <TrustBox trusts={trusts} onChange={setTrusts} />

  return (
    <Page title={t`Two-step sign-in`} narrow>
      {chosen === undefined && (
        <p>{t`Your account asks for a passkey. ${noPasskeys ?? ''} Please sign in from another browser or device.`}</p>
      )}
      {chosen === 'passkey' && (
        <PasskeyEntry prove={proveByPasskey} submit={t`Sign in with a passkey`} busy={t`Signing in..`}>
          {trust}
        </PasskeyEntry>
      )}
      {(chosen === 'totp' || chosen === 'backup_code') && (
        <CodeEntry
          key={chosen}
          of={chosen}
          prove={prove}
          onDone={signIn}
          submit={t`Sign in`}
          busy={t`Signing in..`}
        >
          {trust}
        </CodeEntry>
      )}
      <OtherWays methods={usable} chosen={chosen} onChoose={setChosen}>
        <Button onClick={() => onStartOver()}>{t`Sign in as someone else`}</Button>
      </OtherWays>
    </Page>
  )
}

/** The cookie of a trusted device is kept for the page's own origin only. */
const mayTrust = ['', location.origin].includes(serviceUrls.auth)

function TrustBox({ trusts, onChange }: { trusts: boolean; onChange: (trusts: boolean) => void }) {
  return <CheckBox isOn={trusts} onTurn={onChange}>{t`Trust this device for 30 days`}</CheckBox>
}
