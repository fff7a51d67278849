/*
 * PasswordField  FieldProps · autoComplete 'current-password' | 'new-password' · advice? ({ typed, refused } → what stands below it while typing)
 */
import { t } from '@byre/contract/words'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { FieldFrame, useField, type FieldProps } from './field.tsx'

export interface TypedPassword {
  typed: string
  /** Stands under the field already. */
  refused: string | undefined
}

interface PasswordFieldProps extends Omit<FieldProps, 'hint'> {
  autoComplete: 'current-password' | 'new-password'
  advice?: (now: TypedPassword) => ReactNode
}

export function PasswordField({ autoComplete, advice, ...frame }: PasswordFieldProps) {
  const field = useField(frame, true)
  const [shown, setShown] = useState(false)
  const Eye = shown ? IconEyeOff : IconEye
  return (
    <FieldFrame
      {...frame}
      value={field.value}
      error={field.error}
      hint={advice?.({ typed: field.value, refused: field.error })}
    >
      {(control) => (
        <div className="beside">
          <input
            {...control}
            ref={field.ref}
            className="input"
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
          <button
            type="button"
            className="beside-button"
            aria-pressed={shown}
            aria-label={t`Show characters`}
            onClick={() => setShown(!shown)}
          >
            <Eye size={20} aria-hidden />
          </button>
        </div>
      )}
    </FieldFrame>
  )
}
