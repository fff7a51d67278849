/*
 * adviceBy(rules of the contract)     for PasswordField: those not met yet; what is refused stands at the field already
 */
import { t } from '@byre/contract/words'
import type { PasswordRule } from '@byre/contract/passwords'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import type { TypedPassword } from './password-field.tsx'
import './password-rules.css'

interface PasswordRulesProps extends TypedPassword {
  rules: readonly PasswordRule[]
}

export const adviceBy = (rules: readonly PasswordRule[]) => (now: TypedPassword) => (
  <PasswordRules rules={rules} {...now} />
)

/** Keeps the height of all rules while they go one by one, so that nothing below moves. */
function PasswordRules({ rules, typed, refused }: PasswordRulesProps) {
  const missing = rules.filter((rule) => !rule.holds(typed))
  return (
    <span className="rules" style={{ minHeight: `${rules.length * 1.5}em` }}>
      {missing.length === 0 && (
        <span className="rule" data-met>
          <IconCheck size={16} aria-hidden /> {t`All rules are met`}
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
