/*
 * TypedAhead  no props; last in a form whose markup came with the page: takes over what was typed into its fields before the scripts had come
 */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useFormFill } from './form-shell.tsx'
import type { Texts } from './form-schema.ts'

export function TypedAhead() {
  const fill = useRef(useFormFill())
  const typed = useRef<Texts>({})
  const mark = useRef<HTMLElement>(null)
  // Read before the fields are drawn with what the form knows, and filled in once they listen to it.
  useLayoutEffect(() => {
    for (const field of mark.current?.closest('form')?.elements ?? [])
      if (field instanceof HTMLInputElement && field.value !== field.defaultValue)
        typed.current[field.name] = field.value
  }, [])
  useEffect(() => {
    if (Object.keys(typed.current).length > 0) fill.current(typed.current)
  }, [])
  return <span ref={mark} hidden />
}
