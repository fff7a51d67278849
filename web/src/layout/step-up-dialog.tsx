import { StepUp, stepUp } from '@byre/contract/accounts'
import { askToStepUp, listPasskeys } from '@byre/contract/second-factors'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMe } from '../lib/me.ts'
import { showPasskey, whyNoPasskeys } from '../lib/passkey.ts'
import { useAsk } from '../lib/query.ts'
import { requestIdOf, sentenceOf } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormShell } from '../ui/form-shell.tsx'
import { PasswordField } from '../ui/password-field.tsx'

interface StepUpDialogProps {
  /** The server's sentence. */
  why: string
  onAnswer: (proven: boolean) => void
}

/** Asks for the password or a passkey in the middle of a deed, which then goes on. */
export function StepUpDialog({ why, onAnswer }: StepUpDialogProps) {
  const me = useMe().data
  const { ask } = useCall(stepUp)
  const passkeys = useAsk(listPasskeys, whyNoPasskeys() === null ? {} : null).data?.passkeys ?? []
  return (
    <Dialog title="Is it you?" onClose={() => onAnswer(false)}>
      <p>{why}</p>
      <FormShell
        schema={StepUp}
        defaults={{ password: '' }}
        send={ask}
        onDone={() => onAnswer(true)}
        submit="Continue"
        busy="Checking.."
        guard={false}
        notice={false}
        aside={
          <>
            {passkeys.length > 0 && <UsePasskey onDone={() => onAnswer(true)} />}
            <Button onClick={() => onAnswer(false)}>Cancel</Button>
          </>
        }
      >
        {/* For password managers, which want to know whose password it is. */}
        <input type="email" autoComplete="username" value={me?.email ?? ''} readOnly hidden />
        <PasswordField name="password" label="Your password" autoComplete="current-password" />
      </FormShell>
      <p>
        <Link to={paths.reset()} target="_blank" rel="noreferrer">
          Forgot your password?
        </Link>
      </p>
    </Dialog>
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
      toast.error(sentenceOf(error), requestIdOf(error))
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} busyLabel="Checking.." onClick={() => void show()}>
      Use a passkey
    </Button>
  )
}
