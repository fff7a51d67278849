/*
 * adviceBy(rules of the contract)     for PasswordField: all of them, each marked as met, as missing or, once the field was left, as refused
 */
import { t } from '@byre/contract/words'
import type { PasswordRule } from '@byre/contract/passwords'
import { IconCheck, IconPoint, IconX } from '@tabler/icons-react'
import type { TypedPassword } from './password-field.tsx'
import './password-rules.css'

interface PasswordRulesProps extends TypedPassword {
  rules: readonly PasswordRule[]
}

export const adviceBy = (rules: readonly PasswordRule[]) => (now: TypedPassword) => (
  <PasswordRules rules={rules} {...now} />
)

const icons = { met: IconCheck, open: IconPoint, missing: IconX }

/** Every rule keeps its line, so that nothing below moves; read aloud are those that are not met. */
function PasswordRules({ rules, typed, refused }: PasswordRulesProps) {
  const isMissing = ({ message, holds }: PasswordRule) => message === refused || !holds(typed)
  const isRefusedHere = rules.some(({ message }) => message === refused)
  // What is refused for another reason is not called right beside it.
  const isJudged = typed !== '' && (refused === undefined || isRefusedHere)
  return (
    <span className="rules">
      {rules.map((rule) => {
        const is =
          isRefusedHere && isMissing(rule) ? 'missing' : isJudged && !isMissing(rule) ? 'met' : 'open'
        const Icon = icons[is]
        return (
          <span key={rule.message} className="rule" data-is={is} aria-hidden={is === 'met'}>
            <Icon size={16} aria-hidden />
            <span>
              {rule.message} {rule.detail && <span className="figures">{rule.detail}</span>}
            </span>
          </span>
        )
      })}
      {isJudged && !rules.some(isMissing) && <span className="unseen">{t`All rules are met`}</span>}
    </span>
  )
}
