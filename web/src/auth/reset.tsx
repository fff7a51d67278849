import { t } from '@byre/contract/words'
import { resetPassword } from '@byre/contract/accounts/auth'
import { Link, useMatch, useNavigate } from 'react-router'
import { inWords } from '../lib/refusal.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { Page } from '../ui/page.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { NewPassword } from './reset-confirm.tsx'

const inResetWords = inWords({ 'server.failed': t`An error prevented resetting password.` })

/** After a code was asked for (specification 8). */
const toFormMs = 1000

/** /reset and, once a code was asked for or its link was followed, /reset/confirm. */
export function Component() {
  const confirming = useMatch(paths.confirmReset()) !== null
  return (
    <Page title={confirming ? t`Set a new password` : t`Reset your password`} narrow>
      {confirming ? <NewPassword /> : <AskForCode />}
      <p>
        <Link to={paths.login()}>{t`Back to sign in`}</Link>
      </p>
    </Page>
  )
}

function AskForCode() {
  const navigate = useNavigate()
  const { ask } = useCall(resetPassword)
  return (
    <>
      <p>{t`Tell us the address you sign in with. We send a code to it, with which you set a new password.`}</p>
      <FormShell
        schema={resetPassword.body}
        defaults={{ username: '' }}
        send={async (values) => {
          await ask(values).catch(inResetWords)
          await pause(toFormMs)
        }}
        onDone={(_, { username }) => {
          // Whoever left in that second is not brought back.
          if (location.pathname !== paths.reset()) return
          void navigate(paths.confirmReset(), { state: { email: username } })
        }}
        submit={t`Send the code`}
        busy={t`Sending..`}
        guard={false}
        notice={false}
      >
        <TextField name="username" label={t`Email`} type="email" autoComplete="username" />
      </FormShell>
    </>
  )
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
