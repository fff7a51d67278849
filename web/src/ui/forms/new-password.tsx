/*
 * NewPasswordFields  label · rules · optional?     `password`, with the rules it does not meet yet, and `confirmation`
 */
import { t } from '@byre/contract/words'
import type { PasswordRule } from '@byre/contract/passwords'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { PasswordField } from './password-field.tsx'
import { adviceBy } from './password-rules.tsx'

interface NewPasswordProps {
  label: string
  rules: readonly PasswordRule[]
  optional?: boolean
}

export function NewPasswordFields({ label, rules, optional = false }: NewPasswordProps) {
  const shared = { autoComplete: 'new-password', optional } as const
  return (
    <>
      <PasswordField {...shared} name="password" label={label} advice={adviceBy(rules)} />
      <PasswordField {...shared} name="confirmation" label={t`Confirm password`} />
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
