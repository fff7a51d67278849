/*
 * CodeField  FieldProps · length? (default 6) · sendsWhenFull? (submits the form the first time all digits are in)
 *            not judged when it is left: a sentence that came then would move the button that is being pressed
 *            one box a digit; letters are ignored, a paste fills all, one-time-code autofill works
 */
import { t } from '@byre/contract/words'
import { OTPField } from '@base-ui/react/otp-field'
import { limits } from '@byre/contract/limits'
import { useState } from 'react'
import { FieldFrame, useField, type FieldProps } from './field.tsx'
import './code-field.css'

interface CodeFieldProps extends FieldProps {
  length?: number
  sendsWhenFull?: boolean
}

export function CodeField({ length = limits.code.length, sendsWhenFull = false, ...frame }: CodeFieldProps) {
  const field = useField(frame, true)
  // Once: whoever mends a wrong digit wants to look before another try is spent.
  const [wasFull, setWasFull] = useState(false)
  return (
    <FieldFrame {...frame} value={field.value} error={field.error}>
      {({ id, name, ...control }) => (
        <OTPField.Root
          id={id}
          name={name}
          aria-describedby={control['aria-describedby']}
          className="code"
          length={length}
          value={field.value}
          onValueChange={field.onChange}
          autoSubmit={sendsWhenFull && !wasFull}
          onValueComplete={() => setWasFull(true)}
        >
          {Array.from({ length }, (_, index) => (
            <OTPField.Input
              key={index}
              ref={index === 0 ? field.ref : undefined}
              className="input code-digit"
              aria-invalid={control['aria-invalid']}
              aria-label={index === 0 ? undefined : t`Digit ${index + 1} of ${length}`}
            />
          ))}
        </OTPField.Root>
      )}
    </FieldFrame>
  )
}
