/*
 * TextField  FieldProps · type? 'text' | 'email' | 'url' · autoComplete? · inputMode? · maxLength? · before? · after? (words beside the text, '.byre.app')
 *            · typed? (value → value, while typing) · readOnly? (fixed: seen and sent, not changed)
 */
import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame, useField, type FieldProps } from './field.tsx'

interface TextFieldProps
  extends FieldProps, Pick<ComponentProps<'input'>, 'autoComplete' | 'inputMode' | 'maxLength' | 'readOnly'> {
  type?: 'text' | 'email' | 'url'
  before?: ReactNode
  after?: ReactNode
  typed?: (value: string) => string
}

export function TextField({
  type = 'text',
  before,
  after,
  typed,
  autoComplete,
  inputMode,
  maxLength,
  readOnly,
  ...frame
}: TextFieldProps) {
  const field = useField(frame)
  return (
    <FieldFrame {...frame} value={field.value} error={field.error}>
      {(control) => (
        <Beside before={before} after={after}>
          <input
            {...control}
            ref={field.ref}
            className="input"
            type={type}
            autoComplete={autoComplete}
            inputMode={inputMode ?? (type === 'text' ? undefined : type)}
            autoCapitalize={type === 'text' ? undefined : 'none'}
            spellCheck={type === 'text' ? undefined : false}
            maxLength={maxLength}
            readOnly={readOnly}
            value={field.value}
            onChange={({ target }) => field.onChange(typed ? typed(target.value) : target.value)}
            onBlur={field.onBlur}
          />
        </Beside>
      )}
    </FieldFrame>
  )
}

/** A control with words before or after it, inside one border. */
export function Beside({
  before,
  after,
  children,
}: {
  before?: ReactNode
  after?: ReactNode
  children: ReactNode
}) {
  if (!before && !after) return children
  return (
    <div className="beside">
      {before && <span className="beside-words">{before}</span>}
      {children}
      {after && <span className="beside-words">{after}</span>}
    </div>
  )
}
