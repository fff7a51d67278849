import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { confirmSignUp, ConfirmSignUp, isConfirmed, resendConfirmation } from '@byre/contract/accounts/auth'
import { id } from '@byre/contract/fields'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import * as z from 'zod/mini'
import { call } from '../lib/api.ts'
import { keepNext, peekNext } from '../lib/next.ts'
import { inWords, Refusal } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { CodeField } from '../ui/forms/code-field.tsx'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { Page } from '../ui/page.tsx'
import { ResendCode } from '../ui/forms/resend-code.tsx'
import { NotFound } from '../ui/states.tsx'
import { invitedAddress } from './invited.ts'
import { InvitedNote } from './invited-note.tsx'

const Code = z.pick(ConfirmSignUp, { code: true })

const inConfirmWords = inWords({ 'server.failed': t`Error while attempting to confirm user.` })

export function Component() {
  const { email = '' } = useParams()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const { ask } = useCall(confirmSignUp)
  const resending = useCall(resendConfirmation)
  const closed = useClosed(email)

  if (closed) {
    return (
      <div className="page">
        <NotFound home={paths.home()} />
      </div>
    )
  }
  const isInvited = invitedAddress() === email || inviteIn(hash) !== undefined
  return (
    <Page title={t`Confirm your email`} narrow>
      <InvitedNote address={isInvited ? email : ''} next={t`Enter the code, then sign in to answer.`} />
      <p>{rich`We sent a code of six digits to ${(<strong>{email}</strong>)}. It can take a minute; if it does not come, look in your spam folder.`}</p>
      <FormShell
        schema={Code}
        defaults={{ code: '' }}
        send={({ code }) => ask({ email, code }).catch(inConfirmWords)}
        onDone={() => {
          toast.success(t`Email verified successfully`)
          keepWayTo(hash, email)
          void navigate(paths.login(), {
            replace: true,
            state: { email, isNew: true, why: t`Your email is confirmed. Sign in to go on.` },
          })
        }}
        submit={t`Confirm`}
        busy={t`Confirming..`}
        guard={false}
        notice={false}
      >
        <CodeField name="code" label={t`Confirmation code`} sendsWhenFull isFirst />
        <div>
          <ResendCode
            resend={() => resending.ask({ email })}
            said={t`If a record with this e-mail address exists, a code was sent to it.`}
          />
        </div>
      </FormShell>
      <p>{rich`Not your address? ${(<Link to={paths.register()}>{t`Create an account with another one`}</Link>)}`}</p>
    </Page>
  )
}

/** The mail's link names the invitation: it may be opened in another browser than the one it began in. */
function keepWayTo(hash: string, email: string) {
  const invite = inviteIn(hash)
  if (invite === undefined || peekNext() !== null) return
  const [search, to] = [`?${new URLSearchParams({ invite })}`, `#${new URLSearchParams({ to: email })}`]
  keepNext({ pathname: paths.invites(), search, hash: to })
}

const inviteIn = (hash: string) => id.safeParse(new URLSearchParams(hash.slice(1)).get('invite')).data

/**
 * True for an address that is confirmed already, or is none. Until somebody says so, and when nobody
 * can, the form stands: the code decides.
 */
function useClosed(email: string): boolean {
  const [closedTo, setClosedTo] = useState<string | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    call(isConfirmed, { email }, { signal: leaving.signal })
      .then(({ confirmed }) => confirmed)
      .catch((error: unknown) => error instanceof Refusal && error.status === 400)
      .then((closed) => closed && setClosedTo(email))
    return () => leaving.abort()
  }, [email])
  return closedTo === email
}
