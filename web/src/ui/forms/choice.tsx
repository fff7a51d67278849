/*
 * Choice  label · value · options [{ value, label }] · onChoose (value) · compact? (the label is read but not shown)
 *
 * The device's own <select> outside a form: how a list is ordered, what of it is shown.
 */
import { useId } from 'react'

interface ChoiceProps<V extends string> {
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChoose: (value: V) => void
  compact?: boolean
}

export function Choice<V extends string>({
  label,
  value,
  options,
  onChoose,
  compact = false,
}: ChoiceProps<V>) {
  const id = useId()
  const choose = (chosen: string) => {
    const option = options.find((one) => one.value === chosen)
    if (option) onChoose(option.value)
  }
  return (
    <div className="field">
      <label className={compact ? 'unseen' : 'label'} htmlFor={id}>
        {label}
      </label>
      <select id={id} className="input" value={value} onChange={({ target }) => choose(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
