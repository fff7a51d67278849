/*
 * TextArea   FieldProps · rows? (default 3) · maxLength?
 */
import { FieldFrame, useField, type FieldProps } from './field.tsx'

interface TextAreaProps extends FieldProps {
  rows?: number
  maxLength?: number
}

export function TextArea({ rows = 3, maxLength, ...frame }: TextAreaProps) {
  const field = useField(frame)
  return (
    <FieldFrame {...frame} value={field.value} error={field.error}>
      {(control) => (
        <textarea
          {...control}
          ref={field.ref}
          className="input"
          rows={rows}
          maxLength={maxLength}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    </FieldFrame>
  )
}
