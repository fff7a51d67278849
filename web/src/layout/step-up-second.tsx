import { t } from '@byre/contract/words'
import { stepUp } from '@byre/contract/accounts/accounts'
import { askToStepUp } from '@byre/contract/accounts/second-factors'
import { useState, type ReactNode } from 'react'
import { showPasskey, whyNoPasskeys } from '../lib/passkey.ts'
import { Refusal } from '../lib/refusal.ts'
import { useCall } from '../lib/use-call.ts'
import { CodeEntry, OtherWays, PasskeyEntry, type Method } from '../auth/second-factor-entries.tsx'

/** What was shown already, and what may be shown with it. */
export interface StepUpChallenge {
  password: string
  methods: readonly Method[]
}

interface SecondProofProps extends StepUpChallenge {
  onProven: () => void
  /** Back to the password, which was changed meanwhile. */
  onStartOver: () => void
  children: ReactNode
}

/** After the right password, what else the account asks for. */
export function SecondProof({ password, methods, onProven, onStartOver, children }: SecondProofProps) {
  const noPasskeys = whyNoPasskeys()
  const usable = methods.filter((method) => method !== 'passkey' || noPasskeys === null)
  const [chosen, setChosen] = useState<Method | undefined>(usable[0])
  const showing = useCall(stepUp)
  const asking = useCall(askToStepUp)

  const prove = (shown: { code: string } | { passkey: string }) =>
    showing.ask({ password, ...shown }).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'account.wrong_password') onStartOver()
      throw error
    })
  const proveByPasskey = async () => {
    const question = await asking.ask({ with_password: '1' })
    await prove({ passkey: await showPasskey(question) })
    onProven()
  }

  return (
    <>
      <p>{chosen ? t`Your password is right. Please confirm your second step, too.` : noPasskeys}</p>
      {chosen === 'passkey' && (
        <PasskeyEntry prove={proveByPasskey} submit={t`Use a passkey`} busy={t`Checking..`} />
      )}
      {(chosen === 'totp' || chosen === 'backup_code') && (
        <CodeEntry
          key={chosen}
          of={chosen}
          prove={prove}
          onDone={onProven}
          submit={t`Continue`}
          busy={t`Checking..`}
        />
      )}
      <OtherWays methods={usable} chosen={chosen} onChoose={setChosen}>
        {children}
      </OtherWays>
    </>
  )
}
