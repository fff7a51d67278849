/*
 * CodeField  FieldProps · length? (default 6) · sendsWhenFull? (submits the form once the last digit is in, and never the same code twice)
 *            · isFirst? (has the focus from the start, except where that would raise a keyboard over the page)
 *            not judged when it is left: a sentence that came then would move the button that is being pressed
 *            one box a digit; letters are ignored, a paste fills all, one-time-code autofill works
 */
import { t } from '@byre/contract/words'
import { OTPField } from '@base-ui/react/otp-field'
import { limits } from '@byre/contract/limits'
import { useEffect, useRef } from 'react'
import { FieldFrame, useField, type FieldProps } from './field.tsx'
import './code-field.css'

interface CodeFieldProps extends FieldProps {
  length?: number
  sendsWhenFull?: boolean
  isFirst?: boolean
}

export function CodeField({
  length = limits.code.length,
  sendsWhenFull = false,
  isFirst = false,
  ...frame
}: CodeFieldProps) {
  const field = useField(frame, true)
  const boxes = useRef<HTMLDivElement>(null)
  const sent = useRef('')
  const send = (code: string) => {
    if (!sendsWhenFull || code.length < length || code === sent.current) return
    sent.current = code
    boxes.current?.closest('form')?.requestSubmit()
  }
  // A full code is typed over from box to box: a digit mended in the middle waits for the last, or for the button.
  const change = (code: string) => {
    field.onChange(code)
    if (field.value.length === length && field.value.at(-1) !== code.at(-1)) send(code)
  }
  // After the title's own, which takes the focus on each route.
  useEffect(() => {
    if (isFirst && !matchMedia('(pointer: coarse)').matches) boxes.current?.querySelector('input')?.focus()
  }, [isFirst])
  return (
    <FieldFrame {...frame} value={field.value} error={field.error}>
      {({ id, name, ...control }) => (
        <OTPField.Root
          ref={boxes}
          id={id}
          name={name}
          aria-describedby={control['aria-describedby']}
          className="code"
          length={length}
          value={field.value}
          onValueChange={change}
          onValueComplete={send}
        >
          {Array.from({ length }, (_, index) => (
            <OTPField.Input
              key={index}
              ref={index === 0 ? field.ref : undefined}
              className="input code-digit"
              aria-invalid={control['aria-invalid']}
              // The digit that stands there already changes nothing, and ends the code all the same.
              onKeyDown={({ key }) => index === length - 1 && key === field.value.at(-1) && send(field.value)}
              aria-label={index === 0 ? undefined : t`Digit ${index + 1} of ${length}`}
            />
          ))}
        </OTPField.Root>
      )}
    </FieldFrame>
  )
}
