/*
 * PasswordField  FieldProps · autoComplete 'current-password' | 'new-password' · rules? (passwordRules of the contract: those not yet met are listed)
 */
import type { PasswordRule } from '@byre/contract/passwords'
import { IconCheck, IconEye, IconEyeOff, IconPoint } from '@tabler/icons-react'
import { useState } from 'react'
import { FieldFrame, useField, type FieldProps } from './field.tsx'

interface PasswordFieldProps extends FieldProps {
  autoComplete: 'current-password' | 'new-password'
  rules?: readonly PasswordRule[]
}

export function PasswordField({ autoComplete, rules, ...frame }: PasswordFieldProps) {
  const field = useField(frame, true)
  const [shown, setShown] = useState(false)
  const Eye = shown ? IconEyeOff : IconEye
  return (
    <FieldFrame
      {...frame}
      value={field.value}
      error={field.error}
      hint={rules ? <Rules rules={rules} typed={field.value} refused={field.error} /> : frame.hint}
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

interface RulesProps {
  rules: readonly PasswordRule[]
  typed: string
  /** Stands under the field already, so it is not listed again. */
  refused: string | undefined
}

/** Keeps the height of all rules while they go one by one, so that nothing below moves. */
function Rules({ rules, typed, refused }: RulesProps) {
  const missing = rules.filter((rule) => !rule.holds(typed))
  return (
    <span className="rules" style={{ minHeight: `${rules.length * 1.5}em` }}>
      {missing.length === 0 && (
        <span className="rule" data-met>
          <IconCheck size={16} aria-hidden /> All rules are met
        </span>
      )}
      {missing
        .filter(({ message }) => message !== refused)
        .map(({ message, detail }) => (
          <span key={message} className="rule">
            <IconPoint size={16} aria-hidden /> {message}
            {detail && <span className="figures">{detail}</span>}
          </span>
        ))}
    </span>
  )
}
