/*
 * confirmed          (schema, mismatch) → the schema with `confirmation`
 * NewPasswordFields  label · rules · optional?     `password`, with the rules it does not meet yet, and `confirmation`
 */
import type { PasswordRule } from '@byre/contract/fields'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import * as z from 'zod/mini'
import { PasswordField } from './password-field.tsx'

/** Adds `confirmation`, which must match `password`, and says so whatever else is still wrong. */
export function confirmed<S extends z.ZodMiniObject<{ password: z.ZodMiniType }>>(
  schema: S,
  mismatch: string,
) {
  const pair = z
    .object({ password: z.string(), confirmation: z.string() })
    .check(
      z.refine((typed) => typed.password === typed.confirmation, { error: mismatch, path: ['confirmation'] }),
    )
  // An intersection judges both sides; a check on the object itself would wait for the other fields.
  return z.intersection(schema, pair)
}

interface NewPasswordProps {
  label: string
  rules: readonly PasswordRule[]
  optional?: boolean
}

export function NewPasswordFields({ label, rules, optional = false }: NewPasswordProps) {
  const shared = { autoComplete: 'new-password', optional } as const
  return (
    <>
      <PasswordField {...shared} name="password" label={label} rules={rules} />
      <PasswordField {...shared} name="confirmation" label="Confirm password" />
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
