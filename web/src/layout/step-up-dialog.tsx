import { StepUp, stepUp } from '@byre/contract/accounts'
import { Link } from 'react-router'
import { useMe } from '../lib/me.ts'
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

/** Asks for the password in the middle of a deed, which then goes on. */
export function StepUpDialog({ why, onAnswer }: StepUpDialogProps) {
  const me = useMe().data
  const { ask } = useCall(stepUp)
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
        aside={<Button onClick={() => onAnswer(false)}>Cancel</Button>}
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
