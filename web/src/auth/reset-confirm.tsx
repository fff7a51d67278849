import { t } from '@byre/contract/words'
import { confirmResetPassword, ConfirmReset } from '@byre/contract/accounts/auth'
import { resetPasswordRules } from '@byre/contract/passwords'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { inWords } from '../lib/refusal.ts'
import { currentSession, signOut } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { CodeField } from '../ui/forms/code-field.tsx'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { confirmed } from '../ui/forms/confirmation.ts'
import { NewPasswordFields } from '../ui/forms/new-password.tsx'
import { TextField } from '../ui/forms/text-field.tsx'

const Reset = confirmed(ConfirmReset, t`Passwords do not match sorry.`, 'username')

const inResetWords = inWords({ 'server.failed': t`An error prevented resetting password.` })

/** After the password was set (specification 8). */
const toLoginMs = 2000

export function NewPassword() {
  const navigate = useNavigate()
  const { ask } = useCall(confirmResetPassword)
  const { hash, state } = useLocation()
  // What the mailed link carries stands after #, so that it never reaches a log.
  const [link] = useState(() => new URLSearchParams(hash.slice(1)))
  const email = link.get('email') ?? (state as { email?: string } | null)?.email ?? ''
  const code = link.get('code') ?? ''
  const [done, setDone] = useState<{ email: string; why: string } | null>(null)
  useEffect(() => {
    if (!done) return
    const goOn = () => void navigate(paths.login(), { replace: true, state: done })
    const timer = setTimeout(goOn, toLoginMs)
    return () => clearTimeout(timer)
  }, [done, navigate])

  if (done) return <p>{t`You can sign in with the new password. We take you there in a moment.`}</p>
  return (
    <>
      <p>
        {!code && <>{t`If a record with this e-mail address exists, a code was sent to it.`} </>}
        {t`A code is good for ten minutes.`} <Link to={paths.reset()}>{t`Ask for another code`}</Link>
      </p>
      <FormShell
        schema={Reset}
        defaults={{ username: email, password: '', confirmation: '', code }}
        send={({ username, password, code }) => ask({ username, password, code }).catch(inResetWords)}
        onDone={(_, { username }) => {
          toast.success(t`Your password has been reset.`)
          // Its sessions have ended by this; here that is no news.
          if (currentSession()?.user.email === username) signOut()
          setDone({ email: username, why: t`Your password has been reset.` })
        }}
        submit={t`Set new password`}
        busy={t`Setting new password..`}
        guard={false}
        notice={false}
      >
        <TextField
          name="username"
          label={t`Email`}
          type="email"
          autoComplete="username"
          readOnly={email !== ''}
        />
        <NewPasswordFields label={t`New password`} rules={resetPasswordRules} address="username" />
        {code ? (
          <TextField
            name="code"
            label={t`Verification code`}
            readOnly
            hint={t`Filled in by the link in your mail.`}
          />
        ) : (
          <CodeField name="code" label={t`Verification code`} />
        )}
      </FormShell>
    </>
  )
}
