/* Question  legend · value · options [{ value, label }] · onChoose (value)     answers in whole sentences, which a list of choices would cut off */
import { useId } from 'react'
import '../recording/recording.css'

interface QuestionProps<V extends string> {
  legend: string
  value: V
  options: readonly { value: V; label: string }[]
  onChoose: (value: V) => void
}

export function Question<V extends string>({ legend, value, options, onChoose }: QuestionProps<V>) {
  const name = useId()
  return (
    <fieldset className="field import-question">
      <legend className="label">{legend}</legend>
      <div className="ticks">
        {options.map((one) => (
          <label key={one.value} className="tick">
            <input
              type="radio"
              name={name}
              checked={one.value === value}
              onChange={() => onChoose(one.value)}
            />
            <span>{one.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
