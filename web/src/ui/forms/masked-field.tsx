/*
 * MaskedField  FieldProps · mask (from ui/forms/masks.ts; keep it stable between renders) · autoComplete? · inputMode? · before? · after? · secret? (never kept in a draft)
 * PhoneField   FieldProps · autoComplete? (default 'tel-national')     '+1' and (xxx) xxx-xxxx on screen, ten digits in the form
 */
import { useMaskito } from '@maskito/react'
import type { MaskitoOptions, MaskitoPreprocessor } from '@maskito/core'
import { useCallback, useMemo, useState, type ComponentProps, type ReactNode } from 'react'
import { FieldFrame, useField, type FieldProps } from './field.tsx'
import { phoneMask, readFrom, shownAs, type Mask } from './masks.ts'
import { Beside } from './text-field.tsx'

interface MaskedFieldProps extends FieldProps, Pick<ComponentProps<'input'>, 'autoComplete' | 'inputMode'> {
  mask: Mask
  before?: ReactNode
  after?: ReactNode
  secret?: boolean
}

export function MaskedField({
  mask,
  before,
  after,
  secret,
  autoComplete,
  inputMode,
  ...frame
}: MaskedFieldProps) {
  const field = useField(frame, secret)
  const { options, cut } = useCut(mask)
  const masked = useMaskito({ options })
  const { ref } = field
  // Stable: Maskito keeps the element in its state, and a new ref each time would never come to rest.
  const join = useCallback(
    (element: HTMLElement | null) => {
      ref(element)
      masked(element)
    },
    [ref, masked],
  )
  return (
    <FieldFrame
      {...frame}
      warn={(typed) => cut ?? frame.warn?.(typed) ?? null}
      value={field.value}
      error={field.error}
    >
      {(control) => (
        <Beside before={before} after={after}>
          <input
            {...control}
            ref={join}
            className="input figures"
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            inputMode={inputMode}
            value={shownAs(field.value, mask)}
            onInput={({ currentTarget }) => field.onChange(readFrom(currentTarget.value, mask))}
            onChange={nothing}
            onBlur={field.onBlur}
          />
        </Beside>
      )}
    </FieldFrame>
  )
}

/** The mask, watched: what it says of the last text that it cut. Beyond its limit a key changes nothing and tells nobody else. */
function useCut(mask: Mask): { options: MaskitoOptions; cut: string | null } {
  const [cut, setCut] = useState<string | null>(null)
  const options = useMemo(() => {
    if (!mask.cut) return mask.options
    let cutTo: string | null = null
    const watch: MaskitoPreprocessor = ({ elementState, data }, action) => {
      const { value, selection } = elementState
      const whole = value.slice(0, selection[0]) + data + value.slice(selection[1])
      // What has just been cut is looked at again by itself.
      if (action === 'validation' && whole === cutTo) return { elementState, data }
      const said = action.startsWith('delete') ? null : (mask.cut?.(whole) ?? null)
      cutTo = said === null ? null : shownAs(whole, mask)
      setCut(said)
      return { elementState, data }
    }
    return { ...mask.options, preprocessors: [watch, ...(mask.options.preprocessors ?? [])] }
  }, [mask])
  return { options, cut }
}

export function PhoneField({
  autoComplete = 'tel-national',
  ...frame
}: FieldProps & { autoComplete?: string }) {
  return <MaskedField {...frame} mask={phoneMask} before="+1" inputMode="tel" autoComplete={autoComplete} />
}

/** Maskito speaks through `input`; React asks for an `onChange` beside a `value` all the same. */
const nothing = () => undefined
