import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { ConfirmEmail, confirmEmail } from '@byre/contract/accounts/accounts'
import { getUser, updateUser, type User } from '@byre/contract/people/users'
import { useEffect, useRef } from 'react'
import { remember } from '../lib/query.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CodeField } from '../ui/forms/code-field.tsx'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { ResendCode } from '../ui/forms/resend-code.tsx'
import './account.css'
import { focusTitle } from '../ui/dialogs/focus-title.ts'

interface PendingEmailProps {
  user: User
  pending: string
  /** Asked for just now: entering the code is what comes next, so that takes focus. */
  isNew: boolean
}

/** The address that waits for its code: enter it, have another one sent, or keep the present address. */
export function PendingEmail({ user, pending, isNew }: PendingEmailProps) {
  const confirming = useCall(confirmEmail)
  const asking = useCall(updateUser)
  const entry = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) entry.current?.querySelector('input')?.focus()
  }, [isNew])

  return (
    <Card title={t`Confirm your new e-mail address`}>
      <p className="pending-email">{rich`Enter the code we sent to ${(<strong>{pending}</strong>)}. Until then your account keeps ${(<strong>{user.email}</strong>)}.`}</p>
      <div ref={entry}>
        <FormShell
          schema={ConfirmEmail}
          defaults={{ code: '' }}
          send={confirming.ask}
          onDone={({ email }) => {
            remember(getUser, { id: user.id }, { ...user, email, pending_email: null })
            toast.success(t`Your e-mail address was changed.`)
            focusTitle()
          }}
          submit={t`Confirm`}
          busy={t`Confirming..`}
          guard={false}
          notice={false}
        >
          <CodeField name="code" label={t`Confirmation code`} sendsWhenFull />
        </FormShell>
      </div>
      <div className="form-buttons">
        <ResendCode
          resend={() => asking.ask({ id: user.id, email: pending })}
          said={t`A code was sent to ${pending}.`}
        />
        <KeepPresent user={user} />
      </div>
    </Card>
  )
}

function KeepPresent({ user }: { user: User }) {
  const { ask, busy } = useCall(updateUser)
  const keep = async () => {
    try {
      remember(getUser, { id: user.id }, await ask({ id: user.id, pending_email: '' }))
      toast.success(t`Your address stays ${user.email}.`)
      focusTitle()
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <Button
      busy={busy}
      busyLabel={t`Cancelling..`}
      onClick={() => void keep()}
    >{t`Cancel the change`}</Button>
  )
}
