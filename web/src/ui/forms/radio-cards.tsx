/*
 * RadioCards  name · label · options [{ value, title, detail?, mark? }] · hint? · columns? (CSS: how many side by side at most)
 * RadioCard   one of them, where they are laid out otherwise (in the carousel): name · value · title · detail? · mark? · children?
 *             inside <RadioGroup name label hint?>
 */
import { createContext, useContext, useId, useMemo, type ReactNode } from 'react'
import { useField } from './field.tsx'
import './radio-cards.css'

interface Choice {
  value: string
  title: ReactNode
  detail?: ReactNode
  /** Something small at the end: a status, a price. */
  mark?: ReactNode
}

interface GroupProps {
  name: string
  label: string
  hint?: ReactNode
  /** The label is read but not shown, where a heading above already says it. */
  quietLabel?: boolean
}

interface Group {
  name: string
  value: string
  choose: (value: string) => void
  blur: () => void
}

const ChosenIn = createContext<Group | null>(null)

export function RadioGroup({
  name,
  label,
  hint,
  quietLabel = false,
  children,
}: GroupProps & { children: ReactNode }) {
  const field = useField({ name, label })
  const { value, onChange: choose, onBlur: blur } = field
  const group = useMemo(() => ({ name, value, choose, blur }), [name, value, choose, blur])
  const id = useId()
  const described = [hint && `${id}-hint`, field.error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      ref={(set) => {
        field.ref(set && { focus: () => set.querySelector<HTMLElement>('input:checked, input')?.focus() })
      }}
      role="radiogroup"
      aria-describedby={described || undefined}
      aria-invalid={field.error !== undefined}
      aria-required
      className="field"
    >
      <legend className={quietLabel ? 'unseen' : 'label'}>{label}</legend>
      <ChosenIn value={group}>{children}</ChosenIn>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {field.error && (
        <p id={`${id}-error`} className="field-error">
          {field.error}
        </p>
      )}
    </fieldset>
  )
}

export function RadioCard({ value, title, detail, mark, children }: Choice & { children?: ReactNode }) {
  const group = useContext(ChosenIn)
  if (!group) throw new Error('RadioCard stands inside RadioGroup.')
  return (
    <label className="radio-card">
      <input
        type="radio"
        name={group.name}
        value={value}
        checked={group.value === value}
        onChange={() => group.choose(value)}
        onBlur={group.blur}
      />
      <span className="radio-words">
        <span className="radio-title">{title}</span>
        {detail && <span className="soft">{detail}</span>}
        {children}
      </span>
      {mark && <span className="radio-mark">{mark}</span>}
    </label>
  )
}

export function RadioCards({
  options,
  columns = 1,
  ...group
}: GroupProps & { options: readonly Choice[]; columns?: 1 | 2 | 3 }) {
  return (
    <RadioGroup {...group}>
      <div className="radio-cards" data-columns={columns}>
        {options.map((option) => (
          <RadioCard key={option.value} {...option} />
        ))}
      </div>
    </RadioGroup>
  )
}
