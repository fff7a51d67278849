import { useId, type ReactNode } from 'react'
import type { CorrectableField } from './correctable.ts'

interface CorrectionFieldProps {
  name: string
  label: string
  is: CorrectableField['is'] | 'date' | 'time'
  value: string
  problem: string | undefined
  onChange: (value: string) => void
  /** Of a pen or a lot: what may be chosen. */
  children?: ReactNode
}

export function CorrectionField({
  name,
  label,
  is,
  value,
  problem,
  onChange,
  children,
}: CorrectionFieldProps) {
  const id = useId()
  const control = {
    id,
    name,
    className: 'input',
    value,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : `${id}-error`,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  const isNumber = is === 'kg' || is === 'mL' || is === 'number'
  return (
    <div className="field" data-invalid={problem !== undefined}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {is === 'pen' || is === 'lot' ? (
        <select {...control}>{children}</select>
      ) : is === 'words' ? (
        <textarea {...control} rows={3} maxLength={2000} />
      ) : (
        <input
          {...control}
          type={is === 'date' || is === 'time' ? is : 'text'}
          inputMode={isNumber ? 'decimal' : undefined}
          maxLength={200}
        />
      )}
      {problem !== undefined && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
