import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: what is on other pages of a table is drawn before it is. */
export const usePrinting = () => useSyncExternalStore(subscribe, () => isPrinting)

let isPrinting = false

function subscribe(listener: () => void) {
  const tell = (now: boolean) => () => {
    isPrinting = now
    flushSync(listener)
  }
  const [before, after] = [tell(true), tell(false)]
  addEventListener('beforeprint', before)
  addEventListener('afterprint', after)
  return () => {
    removeEventListener('beforeprint', before)
    removeEventListener('afterprint', after)
  }
}
