/*
 * SelectField  FieldProps · options [{ value, label }] · placeholder? ('Choose…') · autoComplete? · onChosen? (value)   the device's own <select>
 */
import { t } from '@byre/contract/words'
import { FieldFrame, useField, type FieldProps } from './field.tsx'

interface Option {
  value: string
  label: string
}

interface SelectFieldProps extends FieldProps {
  options: readonly Option[]
  placeholder?: string
  autoComplete?: string
  /** After the choice is stored: 'changing the country resets region and postal code'. */
  onChosen?: (value: string) => void
}

export function SelectField({
  options,
  placeholder = t`Choose…`,
  autoComplete,
  onChosen,
  ...frame
}: SelectFieldProps) {
  const field = useField(frame)
  return (
    <FieldFrame {...frame} value={field.value} error={field.error}>
      {(control) => (
        <select
          {...control}
          ref={field.ref}
          className="input"
          autoComplete={autoComplete}
          value={field.value}
          onChange={({ target }) => {
            field.onChange(target.value)
            onChosen?.(target.value)
          }}
          onBlur={field.onBlur}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
