import { createContext, use, useId, type ComponentProps, type ReactNode } from 'react'
import type { Problems, Values } from './drafts.ts'
import './recording.css'

/* Fields of a form whose values follow from each other; each is named as its refusals are. */

interface Form {
  values: Values
  problems: Problems
  set: (values: Values) => void
}
export const FormContext = createContext<Form | null>(null)

export function useForm(): Form {
  const form = use(FormContext)
  if (!form) throw new Error('A field stands inside a form.')
  return form
}

interface FieldProps {
  name: string
  label: string
  hint?: ReactNode
  optional?: boolean
}

interface Control {
  id: string
  name: string
  'aria-invalid': boolean
  'aria-required': boolean
  'aria-describedby': string | undefined
}

function Frame({
  name,
  label,
  hint,
  optional = false,
  children,
}: FieldProps & { children: (control: Control) => ReactNode }) {
  const id = useId()
  const problem = useForm().problems[name]
  const lines = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean)
  return (
    <div className="field" data-invalid={problem !== undefined}>
      <label className="label" htmlFor={id}>
        {label} {optional && <span className="soft">(optional)</span>}
      </label>
      {children({
        id,
        name,
        'aria-invalid': problem !== undefined,
        'aria-required': !optional,
        'aria-describedby': lines.length > 0 ? lines.join(' ') : undefined,
      })}
      {hint && (
        <div id={`${id}-hint`} className="hint">
          {hint}
        </div>
      )}
      {problem && (
        <p id={`${id}-error`} className="field-error">
          {problem}
        </p>
      )}
    </div>
  )
}

interface TextProps extends FieldProps, Pick<ComponentProps<'input'>, 'inputMode' | 'maxLength'> {
  type?: 'text' | 'date' | 'time'
  /** Shown where nobody has typed anything. */
  suggested?: string
  /** What may be chosen instead of typing. */
  choices?: readonly string[]
  unit?: string
  onTyped?: (value: string) => void
}

export function TextIn({
  type = 'text',
  suggested = '',
  choices,
  unit,
  inputMode,
  maxLength,
  onTyped,
  ...frame
}: TextProps) {
  const { values, set } = useForm()
  const list = useId()
  return (
    <Frame {...frame}>
      {(control) => {
        const input = (
          <input
            {...control}
            className="input"
            type={type}
            inputMode={inputMode}
            maxLength={maxLength}
            autoComplete="off"
            list={choices && list}
            value={values[frame.name] ?? suggested}
            onChange={({ target }) => {
              set({ [frame.name]: target.value })
              onTyped?.(target.value)
            }}
          />
        )
        return (
          <>
            {unit ? (
              <div className="beside">
                {input}
                <span className="beside-words">{unit}</span>
              </div>
            ) : (
              input
            )}
            {choices && (
              <datalist id={list}>
                {choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {choice}
                  </option>
                ))}
              </datalist>
            )}
          </>
        )
      }}
    </Frame>
  )
}

export function WordsIn({
  rows = 3,
  maxLength = 2000,
  ...frame
}: FieldProps & { rows?: number; maxLength?: number }) {
  const { values, set } = useForm()
  return (
    <Frame {...frame}>
      {(control) => (
        <textarea
          {...control}
          className="input"
          rows={rows}
          maxLength={maxLength}
          value={values[frame.name] ?? ''}
          onChange={({ target }) => set({ [frame.name]: target.value })}
        />
      )}
    </Frame>
  )
}

interface Option {
  value: string
  label: string
}

interface SelectProps extends FieldProps {
  options: readonly Option[]
  /** Of the choice that says nothing; without it the first option stands at first. */
  none?: string
  suggested?: string
  onChosen?: (value: string) => void
}

export function SelectIn({ options, none, suggested, onChosen, ...frame }: SelectProps) {
  const { values, set } = useForm()
  return (
    <Frame {...frame}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={values[frame.name] ?? suggested ?? (none === undefined ? options[0]?.value : '')}
          onChange={({ target }) => {
            set({ [frame.name]: target.value })
            onChosen?.(target.value)
          }}
        >
          {none !== undefined && <option value="">{none}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Frame>
  )
}

export function TickIn({ name, label }: Pick<FieldProps, 'name' | 'label'>) {
  const { values, set } = useForm()
  return (
    <label className="tick">
      <input
        type="checkbox"
        name={name}
        checked={values[name] === 'yes'}
        onChange={({ target }) => set({ [name]: target.checked ? 'yes' : undefined })}
      />
      <span>{label}</span>
    </label>
  )
}

/** Several of some words, kept in one value with lines between. */
export function TicksIn({ name, legend, of }: { name: string; legend: string; of: readonly string[] }) {
  const { values, problems, set } = useForm()
  const id = useId()
  const chosen = ticked(values[name])
  return (
    <fieldset
      className="field"
      data-invalid={problems[name] !== undefined}
      aria-describedby={problems[name] && `${id}-error`}
    >
      <legend className="label">{legend}</legend>
      <div className="ticks">
        {of.map((word) => (
          <label key={word} className="tick">
            <input
              type="checkbox"
              name={name}
              checked={chosen.includes(word)}
              onChange={({ target }) =>
                set({
                  [name]: of
                    .filter((one) => (one === word ? target.checked : chosen.includes(one)))
                    .join('\n'),
                })
              }
            />
            <span>{word}</span>
          </label>
        ))}
      </div>
      {problems[name] && (
        <p id={`${id}-error`} className="field-error">
          {problems[name]}
        </p>
      )}
    </fieldset>
  )
}

export const ticked = (value: string | undefined) => (value ?? '').split('\n').filter(Boolean)

/** One of a few, side by side. */
export function OneOf({
  name,
  legend,
  options,
}: {
  name: string
  legend: string
  options: readonly Option[]
}) {
  const { values, set } = useForm()
  const chosen = values[name] ?? options[0]!.value
  return (
    <fieldset className="field">
      <legend className="label">{legend}</legend>
      <div className="ticks">
        {options.map(({ value, label }) => (
          <label key={value} className="tick">
            <input
              type="radio"
              name={name}
              checked={value === chosen}
              onChange={() => set({ [name]: value })}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
