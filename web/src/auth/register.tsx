import { spokenHere, t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { signUp, SignUp } from '@byre/contract/accounts/auth'
import { passwordRules } from '@byre/contract/passwords'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { links } from '../lib/build.ts'
import { inWords } from '../lib/refusal.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { confirmed } from '../ui/forms/confirmation.ts'
import { NewPasswordFields } from '../ui/forms/new-password.tsx'
import { Page } from '../ui/page.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { Consent } from './consent.tsx'
import { invitedAddress } from './invited.ts'
import { InvitedNote } from './invited-note.tsx'

const { email, password } = SignUp.shape
const Registration = confirmed(
  z.object({ email, password }),
  t`The two passwords that you entered do not match!`,
  'email',
)

const inSignUpWords = inWords({ 'server.failed': t`User creation failed.` })

export function Component() {
  const navigate = useNavigate()
  const { ask } = useCall(signUp)
  const [invited] = useState(invitedAddress)
  return (
    <Page title={t`Create an account`} narrow>
      <InvitedNote address={invited} next={t`Create an account to answer, or sign in if you have one.`} />
      <FormShell
        schema={Registration}
        defaults={{ email: invited, password: '', confirmation: '' }}
        send={({ email, password }) =>
          ask({ username: email, email, password, language: spokenHere().language }).catch(inSignUpWords)
        }
        onDone={({ email }) => void navigate(paths.confirm(email), { state: { sentAt: Date.now() } })}
        submit={t`Create account`}
        busy={t`Creating account..`}
        guard={false}
        notice={false}
      >
        <TextField
          name="email"
          label={t`Email`}
          type="email"
          autoComplete="username"
          readOnly={invited !== ''}
          hint={
            invited
              ? t`Your invitation was sent to this address.`
              : t`We send a code to this address to confirm it.`
          }
        />
        <NewPasswordFields label={t`Password`} rules={passwordRules} address="email" />
        {links && <Consent links={links} />}
      </FormShell>
      <p>{rich`Already have an account? ${(<Link to={paths.login()}>{t`Sign in`}</Link>)}`}</p>
    </Page>
  )
}
