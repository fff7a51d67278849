/*
 * TypedAhead  no props; last in a form whose markup came with the page: takes over what was typed into its fields before the scripts had come,
 *             and does what was pressed and chosen on the page meanwhile
 */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useFormFill } from './form-shell.tsx'
import type { Texts } from './form-schema.ts'
import { takeTyped, typedInto } from './typed-before.ts'

/** What `first.js` has noted until now, in order; it notes nothing more then. */
interface Early {
  at: HTMLButtonElement | HTMLSelectElement
  value: string
  type: 'click' | 'change'
}

/** Links and fields have done their own. What was drawn anew meanwhile is gone with what was pressed on it. */
function doWhatWasPressed(noted: readonly Early[]) {
  for (const { at, value, type } of noted) {
    if (!at.isConnected) continue
    if (type === 'click') at.click()
    else {
      at.value = value
      at.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
}

export function TypedAhead() {
  const fill = useRef(useFormFill())
  const typed = useRef<Texts>({})
  const pressed = useRef<Early[]>([])
  const mark = useRef<HTMLElement>(null)
  // From here on React hears what is pressed: nothing is noted that it does, too.
  useLayoutEffect(() => {
    pressed.current = (window as { early?: () => Early[] }).early?.() ?? []
  }, [])
  // Read before the fields are drawn with what the form knows, and filled in once they listen to it.
  useLayoutEffect(() => {
    const { elements } = mark.current!.closest('form')!
    const { texts, at } = takeTyped()
    typed.current = { ...texts, ...typedInto(elements) }
    const field = elements.namedItem(at)
    if (field instanceof HTMLInputElement) field.focus()
  }, [])
  useEffect(() => {
    if (Object.keys(typed.current).length > 0) fill.current(typed.current)
    // Once all of the page listens.
    const soon = setTimeout(() => doWhatWasPressed(pressed.current))
    return () => clearTimeout(soon)
  }, [])
  return <span ref={mark} hidden />
}
