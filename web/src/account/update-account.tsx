import { t } from '@byre/contract/words'
import { AccountFields, getUser, updateUser, type User } from '@byre/contract/people/users'
import { useNavigate } from 'react-router'
import { remember } from '../lib/query.ts'
import { inWords } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { Page } from '../ui/page.tsx'
import { AccountFieldset } from './account-fields.tsx'
import { LeaveWelcome, StepOf } from './welcome-ways.tsx'

const inProfileWords = inWords({ 'server.failed': t`An error occurred while updating user profile.` })

/** Step 2 of the welcome flow. */
export function UpdateAccount({ me }: { me: User }) {
  const navigate = useNavigate()
  const { ask } = useCall(updateUser)
  // Not all of `me`: whatever stands in a form is sent with it.
  const { first_name, last_name, city, region, country, phone } = me
  return (
    <Page title={t`Tell us who you are`} narrow crumbs={[{ label: t`Welcome`, to: paths.welcome(1) }]}>
      <StepOf step={2}>{t`Fill in what you like; it can wait, too.`}</StepOf>
      <div className="field">
        <span className="label">{t`Email`}</span>
        <span>{me.email}</span>
      </div>
      <FormShell
        schema={AccountFields}
        defaults={{ first_name, last_name, city, region, country, phone }}
        send={(values) => ask({ ...values, id: me.id }).catch(inProfileWords)}
        onDone={(user) => {
          remember(getUser, { id: user.id }, user)
          toast.success(t`User update successfully`)
          void navigate(paths.welcome(3))
        }}
        submit={t`Continue & Update Account`}
        busy={t`Updating account..`}
        draft="account"
      >
        <AccountFieldset />
      </FormShell>
      <LeaveWelcome me={me} />
    </Page>
  )
}
