/*
 * DayField  label · value ('2026-12-01', or '' for none) · min? · max? · onChoose (day)
 *
 * Of a list that stands in the address. What is being typed stays in the field, and counts once its year has four digits.
 */
import { useEffect, useId, useRef } from 'react'

interface DayFieldProps {
  label: string
  value: string
  min?: string
  max?: string
  onChoose: (day: string) => void
}

/** While a part of it is missing a browser gives none, and of a year that is begun 0002. */
const isWhole = ({ value, validity }: HTMLInputElement) =>
  value === '' ? !validity.badInput : /^[1-9]/.test(value)

function show(field: HTMLInputElement | null, day: string) {
  if (field && field.value !== day) field.value = day
}

export function DayField({ label, value, min, max, onChoose }: DayFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (document.activeElement !== field.current) show(field.current, value)
  }, [value])
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        type="date"
        className="input"
        defaultValue={value}
        min={min}
        max={max}
        onChange={({ target }) => isWhole(target) && onChoose(target.value)}
        onBlur={({ target }) => show(target, value)}
      />
    </div>
  )
}
