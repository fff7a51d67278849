import { t } from '@byre/contract/words'
import { StepUp, stepUp } from '@byre/contract/accounts/accounts'
import { askToStepUp, listPasskeys } from '@byre/contract/accounts/second-factors'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useMe } from '../lib/me.ts'
import { showPasskey, whyNoPasskeys } from '../lib/passkey.ts'
import { useAsk } from '../lib/query.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { PasswordField } from '../ui/forms/password-field.tsx'
import { SecondProof, type StepUpChallenge } from './step-up-second.tsx'

interface StepUpDialogProps {
  /** The server's sentence. */
  why: string
  onAnswer: (proven: boolean) => void
}

/** Asks for the password, then the second factor where there is one, or a passkey; the command then goes on. */
export function StepUpDialog({ why, onAnswer }: StepUpDialogProps) {
  const [challenge, setChallenge] = useState<StepUpChallenge | null>(null)
  const proven = () => onAnswer(true)
  const cancel = <Button onClick={() => onAnswer(false)}>{t`Cancel`}</Button>
  return (
    <Dialog title={t`Is it you?`} onClose={() => onAnswer(false)}>
      {challenge ? (
        <SecondProof {...challenge} onProven={proven} onStartOver={() => setChallenge(null)}>
          {cancel}
        </SecondProof>
      ) : (
        <>
          <p>{why}</p>
          <PasswordProof onProven={proven} onAsked={setChallenge}>
            {cancel}
          </PasswordProof>
          <p>
            <Link to={paths.reset()} target="_blank" rel="noreferrer">{t`Forgot your password?`}</Link>
          </p>
        </>
      )}
    </Dialog>
  )
}

interface PasswordProofProps {
  onProven: () => void
  /** The password was right, and is not enough. */
  onAsked: (challenge: StepUpChallenge) => void
  children: ReactNode
}

function PasswordProof({ onProven, onAsked, children }: PasswordProofProps) {
  const me = useMe().data
  const { ask } = useCall(stepUp)
  const passkeys = useAsk(listPasskeys, whyNoPasskeys() === null ? {} : null).data?.passkeys ?? []
  return (
    <FormShell
      schema={StepUp}
      defaults={{ password: '' }}
      send={ask}
      onDone={(answer, { password }) =>
        'methods' in answer ? onAsked({ password, methods: answer.methods }) : onProven()
      }
      submit={t`Continue`}
      busy={t`Checking..`}
      guard={false}
      notice={false}
      aside={
        <>
          {passkeys.length > 0 && <UsePasskey onDone={onProven} />}
          {children}
        </>
      }
    >
      {/* For password managers, which want to know whose password it is. */}
      <input type="email" autoComplete="username" value={me?.email ?? ''} readOnly hidden />
      <PasswordField name="password" label={t`Your password`} autoComplete="current-password" />
    </FormShell>
  )
}

function UsePasskey({ onDone }: { onDone: () => void }) {
  const asking = useCall(askToStepUp)
  const showing = useCall(stepUp)
  const [busy, setBusy] = useState(false)
  const show = async () => {
    setBusy(true)
    try {
      await showing.ask({ passkey: await showPasskey(await asking.ask({})) })
      onDone()
    } catch (error) {
      toast.failure(error)
      setBusy(false)
    }
  }
  return <Button busy={busy} busyLabel={t`Checking..`} onClick={() => void show()}>{t`Use a passkey`}</Button>
}
