/*
 * PasswordField  FieldProps · autoComplete 'current-password' | 'new-password' · rules? (passwordRules of the contract: those not yet met are listed)
 */
import { IconCheck, IconEye, IconEyeOff, IconPoint } from '@tabler/icons-react'
import { useState } from 'react'
import { FieldFrame, useField, type FieldProps } from './field.tsx'

interface PasswordFieldProps extends FieldProps {
  autoComplete: 'current-password' | 'new-password'
  rules?: readonly { message: string; holds: (password: string) => boolean }[]
}

export function PasswordField({ autoComplete, rules, ...frame }: PasswordFieldProps) {
  const field = useField(frame, true)
  const [shown, setShown] = useState(false)
  const Eye = shown ? IconEyeOff : IconEye
  const missing = rules?.filter((rule) => !rule.holds(field.value)) ?? []
  return (
    <FieldFrame
      {...frame}
      value={field.value}
      error={field.error}
      hint={rules ? <Rules missing={missing.map((rule) => rule.message)} of={rules.length} /> : frame.hint}
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
            aria-label="Show characters"
            onClick={() => setShown(!shown)}
          >
            <Eye size={20} aria-hidden />
          </button>
        </div>
      )}
    </FieldFrame>
  )
}

/** Keeps the height of all rules while they go one by one, so that nothing below moves. */
function Rules({ missing, of }: { missing: readonly string[]; of: number }) {
  return (
    <span className="rules" style={{ minHeight: `${of * 1.5}em` }}>
      {missing.length === 0 ? (
        <span className="rule" data-met>
          <IconCheck size={16} aria-hidden /> All rules are met
        </span>
      ) : (
        missing.map((message) => (
          <span key={message} className="rule">
            <IconPoint size={16} aria-hidden /> {message}
          </span>
        ))
      )}
    </span>
  )
}
