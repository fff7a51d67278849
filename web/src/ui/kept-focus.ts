import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Gives the whole the focus when the part that had it has gone, such as the row that was just removed:
 * whoever works by keyboard goes on from there and not from the top of the page. The element needs a
 * `tabIndex` of -1.
 */
export function useKeptFocus<T extends HTMLElement>(): RefObject<T | null> {
  const whole = useRef<T>(null)
  const last = useRef<Element | null>(null)

  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      // A dialog gives the focus back to where it was.
      if (!(target instanceof Element) || target.closest('dialog')) return
      last.current = whole.current?.contains(target) ? target : null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])

  useLayoutEffect(() => {
    if (!last.current || last.current.isConnected || document.activeElement !== document.body) return
    last.current = null
    whole.current?.focus({ preventScroll: true })
  })
  return whole
}
