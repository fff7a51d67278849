import { useId, useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { rateNumber, readRate, weightUnits } from '../measures.ts'
import { useMe } from '../me.ts'

interface TargetFieldProps {
  /** Grams a day. */
  target: number | null
  onTarget: (grams: number | null) => void
}

/** What a lot is meant to gain a day, in the site's unit; nothing typed takes it away. */
export function TargetField({ target, onTarget }: TargetFieldProps) {
  const { unit } = useMe()
  const id = useId()
  const [typed, setTyped] = useState(target === null ? '' : rateNumber(target, unit))
  const [problem, setProblem] = useState<string | null>(null)
  const keep = (event: FormEvent) => {
    event.preventDefault()
    const grams = readRate(typed, unit)
    if (typed.trim() !== '' && grams === null)
      return setProblem(`Please type a gain such as ${unit === 'metric' ? '1.5' : '3.3'}.`)
    onTarget(grams)
  }
  return (
    <form className="target" noValidate onSubmit={keep}>
      <div className="field" data-invalid={problem !== null}>
        <label className="label" htmlFor={id}>
          Target gain a day, in {weightUnits[unit]}
        </label>
        <div className="target-line">
          <input
            id={id}
            className="input"
            inputMode="decimal"
            autoComplete="off"
            maxLength={8}
            value={typed}
            aria-invalid={problem !== null}
            aria-describedby={problem ? `${id}-error` : undefined}
            onChange={({ target: field }) => {
              setProblem(null)
              setTyped(field.value)
            }}
          />
          <Button type="submit">Compare</Button>
        </div>
        {problem && (
          <p id={`${id}-error`} className="field-error" role="alert">
            {problem}
          </p>
        )}
      </div>
    </form>
  )
}
