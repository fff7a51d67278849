/*
 * NewPasswordFields  label · rules · address (the field with the e-mail) · optional?     `password`, with its rules, and `confirmation`
 */
import { t } from '@byre/contract/words'
import { addressRule, type PasswordRule } from '@byre/contract/passwords'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { useFormValue } from './form-shell.tsx'
import { PasswordField } from './password-field.tsx'
import { adviceBy } from './password-rules.tsx'

interface NewPasswordProps {
  label: string
  rules: readonly PasswordRule[]
  address: string
  optional?: boolean
}

export function NewPasswordFields({ label, rules, address, optional = false }: NewPasswordProps) {
  const all = [...rules, addressRule(useFormValue(address))]
  const shared = { autoComplete: 'new-password', optional } as const
  return (
    <>
      <PasswordField {...shared} name="password" label={label} advice={adviceBy(all)} />
      <PasswordField {...shared} name="confirmation" label={t`Confirm password`} />
      <KeepJudged name="confirmation" by="password" />
      <KeepJudged name="password" by={address} />
    </>
  )
}

/** A field changed after another was typed, which is judged by it, makes that one right or wrong, too. */
function KeepJudged({ name, by }: { name: string; by: string }) {
  const { subscribe, getFieldState, trigger } = useFormContext()
  useEffect(
    () =>
      subscribe({
        name: by,
        formState: { values: true },
        callback: () => {
          if (getFieldState(name).isTouched) void trigger(name)
        },
      }),
    [name, by, subscribe, getFieldState, trigger],
  )
  return null
}
