import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { logIn, LogIn } from '@byre/contract/accounts/sign-ins'
import { useEffect, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { passkeyObstacle } from '../lib/passkey-support.ts'
import { inWords, Refusal } from '../lib/refusal.ts'
import { endingAlert, signIn, useEnding, type Ending } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { Page } from '../ui/page.tsx'
import { PasswordField } from '../ui/forms/password-field.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { TypedAhead } from '../ui/forms/typed-ahead.tsx'
import { invitedAddress } from './invited.ts'
import { InvitedNote } from './invited-note.tsx'
import { PasskeyButton } from './passkey-button.tsx'

const inLoginWords = inWords({
  'server.failed': t`Login failed.`,
  'account.unconfirmed': t`Email is not confirmed`,
})

/** Ours never says so; another auth service may, and nobody is to learn from it who has an account. */
const isUnknown = (error: unknown) => error instanceof Refusal && error.message === 'User does not exist.'

/** What a step before said of who signs in, and why they are here: it stands instead of how the last session ended. */
interface Tried {
  email?: string
  why?: string | undefined
}

export function Component() {
  const { ask, busy } = useCall(logIn)
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)
  const [second, setSecond] = useState<ReactNode>(null)
  const [invited] = useState(invitedAddress)
  const [tried, setTried] = useState<Tried>(useLocation().state ?? {})

  const send = async (values: { username: string; password: string }) => {
    setUnconfirmed(null)
    try {
      const answer = await ask(values)
      if (!('ticket' in answer)) return () => signIn(answer)
      // While it cannot be fetched, the form stays and says so.
      const { secondStep } = await import('./second-factor.tsx')
      const startOver = (why?: string) => {
        setTried({ email: values.username, why })
        setSecond(null)
      }
      return () => setSecond(secondStep(answer, startOver))
    } catch (error) {
      if (isUnknown(error)) throw new Refusal({ ...(error as Refusal), message: t`Wrong email or password` })
      if (error instanceof Refusal && error.code === 'account.unconfirmed') setUnconfirmed(values.username)
      return inLoginWords(error)
    }
  }

  if (second) return second
  return (
    <Page title={t`Sign in`} narrow>
      {tried.why ? (
        <Banner is="info">{tried.why}</Banner>
      ) : (
        <>
          <EndingNote />
          <InvitedNote address={invited} next={t`Sign in to answer, or create an account.`} />
        </>
      )}
      <FormShell
        schema={LogIn}
        defaults={{ username: tried.email ?? invited, password: '' }}
        send={send}
        onDone={(goOn) => goOn()}
        submit={t`Sign in`}
        busy={t`Signing in..`}
        guard={false}
        notice={false}
        aside={
          unconfirmed ? (
            <ButtonLink to={paths.confirm(unconfirmed)}>{t`Enter the confirmation code`}</ButtonLink>
          ) : (
            invited && <ButtonLink to={paths.register()}>{t`Create an account`}</ButtonLink>
          )
        }
      >
        <TextField name="username" label={t`Email`} type="email" autoComplete="username webauthn" />
        <PasswordField name="password" label={t`Password`} autoComplete="current-password" />
        <TypedAhead />
      </FormShell>
      <p>
        <Link to={paths.reset()}>{t`Forgot your password?`}</Link>
      </p>
      {!invited && <p>{rich`New here? ${(<Link to={paths.register()}>{t`Create an account`}</Link>)}`}</p>}
      {passkeyObstacle() === null && <PasskeyButton pauses={busy} />}
    </Page>
  )
}

const over = t`Your session has ended. Sign in to go on where you were.`
const endings: Partial<Record<Ending, string>> = {
  elsewhere: t`You signed out in another window. Sign in to go on where you were.`,
  expired: over,
  'no token': over,
  deleted: t`Your account was deleted.`,
}

function EndingNote() {
  const ending = useEnding()
  const note = ending && endings[ending]
  const { sentence, take } = endingAlert()
  useEffect(() => {
    if (sentence && take()) toast.error(sentence)
  })
  if (!note) return null
  return (
    <Banner is={sentence ? 'danger' : 'info'}>
      {sentence && <p>{sentence}</p>}
      <p className={sentence ? 'soft' : undefined}>{note}</p>
    </Banner>
  )
}
