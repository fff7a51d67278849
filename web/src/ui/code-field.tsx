/*
 * CodeField  FieldProps · length? (default 6)     one box a digit; letters are ignored, a paste fills all, one-time-code autofill works
 */
import { OTPField } from '@base-ui/react/otp-field'
import { limits } from '@byre/contract/limits'
import { FieldFrame, useField, type FieldProps } from './field.tsx'

export function CodeField({ length = limits.code.length, ...frame }: FieldProps & { length?: number }) {
  const field = useField(frame, true)
  return (
    <FieldFrame {...frame} value={field.value} error={field.error}>
      <OTPField.Root
        className="code"
        length={length}
        value={field.value}
        onValueChange={field.onChange}
        onBlur={field.onBlur}
      >
        {Array.from({ length }, (_, index) => (
          <OTPField.Input
            key={index}
            ref={index === 0 ? field.ref : undefined}
            className="input code-digit"
            aria-label={index === 0 ? undefined : `Digit ${index + 1} of ${length}`}
          />
        ))}
      </OTPField.Root>
    </FieldFrame>
  )
}
