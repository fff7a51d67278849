import { t } from '@byre/contract/words'
import { useLayoutEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { IconX } from '@tabler/icons-react'
import { afterRelease } from '../lib/after-release.ts'
import { FieldFrame, useField, type FieldProps } from '../ui/forms/field.tsx'
import { addressesIn, faultOf, isAddress, textOf, whatIsTyped } from './addresses.ts'
import './addresses-field.css'

interface AddressesFieldProps extends FieldProps {
  /** What the server had against some of them, by address. */
  refused?: ReadonlyMap<string, string>
}

/** Addresses, each a chip once it is typed or pasted, with what is wrong with it. Its value is a line for each, and what is being typed. */
export function AddressesField({ refused, ...frame }: AddressesFieldProps) {
  const { value, error, onChange, onBlur, ref } = useField(frame)
  const { chips, typed } = whatIsTyped(value)
  const set = (now: readonly string[], rest = '') => onChange(textOf([...new Set(now)], rest))
  const commit = () => typed.trim() !== '' && set([...chips, ...addressesIn(typed)])
  // What waits for a release finds the chips as they are then: one may have been left out by that very press.
  const latest = useRef(commit)
  useLayoutEffect(() => {
    latest.current = commit
  })

  const type = (text: string) => {
    const end = Math.max(...['\n', ',', ';'].map((mark) => text.lastIndexOf(mark)))
    if (end >= 0) set([...chips, ...addressesIn(text.slice(0, end))], text.slice(end + 1).trimStart())
    else if (/\s$/.test(text) && isAddress(text.trim())) set([...chips, text.trim()])
    else set(chips, text)
  }
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const text = event.clipboardData.getData('text')
    if (typed !== '' || !/[\s,;]/.test(text.trim())) return
    event.preventDefault()
    set([...chips, ...addressesIn(text)])
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (typed.trim() === '') event.currentTarget.form?.requestSubmit()
      else commit()
    }
    const last = chips.at(-1)
    if (event.key === 'Backspace' && typed === '' && last !== undefined) {
      event.preventDefault()
      set(chips.slice(0, -1), last)
    }
  }
  const faults = chips.map(
    (chip) => faultOf(chip) ?? refused?.get(chip) ?? (chips.length === 1 && typed === '' ? error : undefined),
  )
  const isOnChip = faults.some(Boolean)
  const others = (at: number) => chips.filter((_, index) => index !== at)
  return (
    <FieldFrame {...frame} value={value} error={isOnChip ? undefined : error}>
      {(control) => (
        <div className="chips input" data-invalid={isOnChip}>
          {chips.length > 0 && (
            <ul aria-label={t`Addresses`} id={`${control.id}-chips`}>
              {chips.map((chip, at) => (
                <li key={chip} className="chip" data-wrong={!!faults[at]}>
                  <span className="chip-words">
                    {chip}
                    {faults[at] && <span className="chip-fault">{faults[at]}</span>}
                  </span>
                  <button
                    type="button"
                    className="chip-remove"
                    aria-label={t`Leave out ${chip}`}
                    onClick={() => set(others(at), typed)}
                  >
                    <IconX size={16} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <textarea
            {...control}
            aria-invalid={control['aria-invalid'] || isOnChip}
            aria-describedby={
              [control['aria-describedby'], chips.length > 0 && `${control.id}-chips`]
                .filter(Boolean)
                .join(' ') || undefined
            }
            ref={ref}
            rows={1}
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => type(target.value)}
            onPaste={paste}
            onKeyDown={onKeyDown}
            onBlur={() => {
              // A chip with its fault is higher: not while something below is being pressed.
              afterRelease(() => latest.current())
              onBlur()
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}
