import type { PasswordRule } from '@byre/contract/fields'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { PasswordField } from '../ui/password-field.tsx'

/** The new password, with the rules it does not meet yet, and once more. */
export function NewPasswordFields({ label, rules }: { label: string; rules: readonly PasswordRule[] }) {
  return (
    <>
      <PasswordField name="password" label={label} autoComplete="new-password" rules={rules} />
      <PasswordField name="confirmation" label="Confirm password" autoComplete="new-password" />
      <KeepConfirmationJudged />
    </>
  )
}

/** A password changed after its confirmation was typed makes that one right or wrong, too. */
function KeepConfirmationJudged() {
  const { subscribe, getFieldState, trigger } = useFormContext()
  useEffect(
    () =>
      subscribe({
        name: 'password',
        formState: { values: true },
        callback: () => {
          if (getFieldState('confirmation').isTouched) void trigger('confirmation')
        },
      }),
    [subscribe, getFieldState, trigger],
  )
  return null
}
