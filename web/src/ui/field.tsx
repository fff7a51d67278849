/*
 * What every field has: a visible label, a hint, a warning, the refusal under it and tied to it.
 *
 * FieldProps   name · label · hint? · optional? (says so beside the label) · warn? (value → a warning while typing, or null)
 * useField     joins a control to the form: its value, and the label by which the form speaks of it
 * FieldFrame   draws label, control, hint, warning and refusal around a control
 */
import { Field } from '@base-ui/react/field'
import { useContext, useLayoutEffect, type ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { FormMemory } from './form-memory.ts'

export interface FieldProps {
  name: string
  label: string
  hint?: ReactNode
  optional?: boolean
  warn?: (value: string) => string | null
}

/** `secret`: never kept in a draft. */
export function useField({ name, label }: Pick<FieldProps, 'name' | 'label'>, secret = false) {
  const memory = useContext(FormMemory)
  useLayoutEffect(() => memory.know(name, { label, secret }), [memory, name, label, secret])
  const { field, fieldState } = useController<Record<string, string>>({ name })
  return {
    ...field,
    value: field.value ?? '',
    error: fieldState.error?.message,
    touched: fieldState.isTouched,
  }
}

interface FrameProps extends FieldProps {
  value: string
  error: string | undefined
  children: ReactNode
}

export function FieldFrame({ name, label, hint, optional, warn, value, error, children }: FrameProps) {
  const warning = error ? null : (warn?.(value) ?? null)
  return (
    <Field.Root name={name} invalid={error !== undefined} className="field">
      <Field.Label className="label">
        {label} {optional && <span className="soft">(optional)</span>}
      </Field.Label>
      {children}
      {hint && <Field.Description className="hint">{hint}</Field.Description>}
      {warning && (
        <Field.Description className="field-warning" role="status">
          {warning}
        </Field.Description>
      )}
      <Field.Error match={error !== undefined} className="field-error">
        {error}
      </Field.Error>
    </Field.Root>
  )
}
