/*
 * What every field has: a visible label, a hint, a warning, the refusal under it and tied to it.
 *
 * FieldProps   name · label · hint? · optional? (says so beside the label) · warn? (value → a warning while typing, or null)
 * useField     joins a control to the form: its value, and the label by which the form speaks of it
 * FieldFrame   draws label, control, hint, warning and refusal; children (attributes for the control) => the control
 */
import { t } from '@byre/contract/words'
import { useCallback, useContext, useId, useLayoutEffect, type ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { afterRelease } from '../../lib/after-release.ts'
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
  // A refusal that appears under a field moves what is below it: not from under the pointer that leaves the field.
  const { onBlur: leave } = field
  const onBlur = useCallback(() => afterRelease(leave), [leave])
  return { ...field, onBlur, value: field.value ?? '', error: fieldState.error?.message }
}

interface FrameProps extends FieldProps {
  value: string
  error: string | undefined
  children: (control: ReturnType<typeof controlOf>) => ReactNode
}

export function FieldFrame({
  name,
  label,
  hint,
  optional = false,
  warn,
  value,
  error,
  children,
}: FrameProps) {
  const id = useId()
  const warning = error === undefined && warn?.(value)
  return (
    <div className="field" data-invalid={error !== undefined}>
      <label className="label" htmlFor={id}>
        {label} {optional && <span className="soft">{t`(optional)`}</span>}
      </label>
      {children(controlOf(id, name, optional, { hint, warning, error }))}
      {hint && (
        <div id={`${id}-hint`} className="hint">
          {hint}
        </div>
      )}
      {warning && (
        <p id={`${id}-warning`} className="field-warning" role="status">
          {warning}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

/** Ties the control to its label and to every line under it. */
function controlOf(id: string, name: string, optional: boolean, lines: Record<string, unknown>) {
  const said = Object.keys(lines).filter((line) => lines[line])
  return {
    id,
    name,
    'aria-required': !optional,
    'aria-invalid': lines['error'] !== undefined,
    'aria-describedby': said.map((line) => `${id}-${line}`).join(' ') || undefined,
  }
}
