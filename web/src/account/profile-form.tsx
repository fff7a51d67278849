import { updatePassword } from '@byre/contract/auth'
import { newPasswordOrNone, profilePasswordRules } from '@byre/contract/fields'
import { getUser, OwnProfile, updateUser, type User } from '@byre/contract/users'
import { useState } from 'react'
import * as z from 'zod/mini'
import { remember } from '../lib/query.ts'
import { inWords } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { FormSection, FormShell, type Fill } from '../ui/form-shell.tsx'
import { confirmed, NewPasswordFields } from '../ui/new-password.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AccountFieldset } from './account-fields.tsx'
import { changesOf, profileOf } from './profile-values.ts'

const Password = confirmed(
  z.object({ password: newPasswordOrNone(profilePasswordRules) }),
  'Passwords do not match',
)
const Form = z.intersection(OwnProfile, Password)

const inProfileWords = inWords({ 'server.failed': 'An error occurred while updating user profile.' })
const inPasswordWords = inWords({ 'server.failed': 'Account password was not updated.' })

export function ProfileForm({ user: given }: { user: User }) {
  // What the fields are compared with: as the form was opened, then as it was last saved.
  const [saved, setSaved] = useState(given)
  const profile = useCall(updateUser)
  const account = useCall(updatePassword)

  const send = async (values: z.input<typeof Form>, fill: Fill) => {
    const changed = changesOf(saved, values)
    // First, since it alone may be refused for more than the form can see: then nothing is saved yet.
    if (values.password) {
      await account.ask({ password: values.password }).catch(inPasswordWords)
      fill({ password: '', confirmation: '' })
      toast.success('Your password was updated.')
      if (Object.keys(changed).length === 0) return saved
    }
    const user = await profile.ask({ ...changed, id: saved.id }).catch(inProfileWords)
    toast.success('Your profile was updated.')
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
      submit="Update"
      busy="Updating profile.."
      cancel={paths.home()}
      draft="profile"
    >
      <FormSection title="About you">
        <TextField name="email" label="Email" type="email" autoComplete="email" />
        <AccountFieldset />
      </FormSection>
      <FormSection
        title="Password"
        hint="Leave both empty to keep the one you have. A new one signs you out everywhere else."
      >
        <NewPasswordFields label="New password" rules={profilePasswordRules} optional />
      </FormSection>
    </FormShell>
  )
}
