import { t } from '@byre/contract/words'
import { updatePassword } from '@byre/contract/accounts/auth'
import { newPasswordOrNone, profilePasswordRules } from '@byre/contract/passwords'
import { getUser, OwnProfile, updateUser, type User } from '@byre/contract/people/users'
import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { remember } from '../lib/query.ts'
import { inWords } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { FormSection, FormShell, type Fill } from '../ui/forms/form-shell.tsx'
import { confirmed } from '../ui/forms/confirmation.ts'
import { NewPasswordFields } from '../ui/forms/new-password.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { AccountFieldset } from './account-fields.tsx'
import { PendingEmail } from './pending-email.tsx'
import { Preferences } from './preferences.tsx'
import { changesOf, profileOf } from './profile-values.ts'

const Password = confirmed(
  z.object({ password: newPasswordOrNone(profilePasswordRules) }),
  t`Passwords do not match`,
  'email',
)
const Form = z.intersection(OwnProfile, Password)

const inProfileWords = inWords({ 'server.failed': t`An error occurred while updating user profile.` })
const inPasswordWords = inWords({ 'server.failed': t`Account password was not updated.` })

export function ProfileTab({ user }: { user: User }) {
  const { pending_email: pending } = user
  const [initialPending] = useState(pending)
  return (
    <div className="stack">
      {pending && (
        <PendingEmail key={pending} user={user} pending={pending} isNew={pending !== initialPending} />
      )}
      <ProfileForm user={user} />
      <Preferences user={user} />
    </div>
  )
}

function ProfileForm({ user: given }: { user: User }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const at = { pathname, search }
  // What the fields are compared with: as the form was opened, then as it was last saved. The address
  // may also change beside the form, by its code.
  const [last, setSaved] = useState(given)
  const saved = { ...last, email: given.email }
  const profile = useCall(updateUser)
  const account = useCall(updatePassword)

  const send = async (values: z.input<typeof Form>, fill: Fill) => {
    const changed = changesOf(saved, values)
    // First, since it alone may be refused for more than the form can see: then nothing is saved yet.
    if (values.password) {
      await account.ask({ password: values.password }).catch(inPasswordWords)
      fill({ password: '', confirmation: '' })
      toast.success(t`Your password was updated.`)
      if (Object.keys(changed).length === 0) return saved
    }
    const { email: wanted, ...others } = changed
    const user = await profile.ask({ ...changed, id: saved.id }).catch(inProfileWords)
    const sentTo = wanted === undefined ? null : user.pending_email
    if (wanted !== undefined) fill({ email: user.email })
    if (sentTo !== null) {
      toast.info(t`A code was sent to ${sentTo}. Enter it to use that address.`)
      void navigate(at, { replace: true, preventScrollReset: true, state: { sentAt: Date.now() } })
    }
    if (sentTo === null || Object.keys(others).length > 0) toast.success(t`Your profile was updated.`)
    return user
  }

  return (
    <FormShell
      schema={Form}
      defaults={{ ...profileOf(given), password: '', confirmation: '' }}
      send={send}
      onDone={(user) => {
        setSaved(user)
        remember(getUser, { id: user.id }, user)
      }}
      submit={t`Update`}
      busy={t`Updating profile..`}
      cancel={paths.home()}
      draft="profile"
    >
      <FormSection title={t`About you`}>
        <TextField
          name="email"
          label={t`Email`}
          type="email"
          autoComplete="email"
          hint={t`A new address takes effect once you enter the code we send to it.`}
        />
        <FollowEmail email={given.email} />
        <AccountFieldset />
      </FormSection>
      <FormSection
        title={t`Password`}
        hint={t`Leave both empty to keep the one you have. A new one signs you out everywhere else.`}
      >
        <NewPasswordFields label={t`New password`} rules={profilePasswordRules} address="email" optional />
      </FormSection>
    </FormShell>
  )
}

/** The field shows the address in force, also when its code was entered beside the form. */
function FollowEmail({ email }: { email: string }) {
  const { resetField } = useFormContext()
  useEffect(() => resetField('email', { defaultValue: email }), [resetField, email])
  return null
}
