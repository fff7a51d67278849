import { useEffect, useRef, useState } from 'react'

/* Who holds somebody up who would leave: the form on the screen. Closing the tab is the browser's own question. */

/** From one path to another; what stands behind `?` is no other place. */
export interface Way {
  from: string
  to: string
}

interface Guard {
  isHeld: (way: Way) => boolean
  hold: (goOn: () => void) => void
}

const guards: Guard[] = []

let isFree = false

/** Goes without asking: what was being typed was about something that is gone. */
export function goUnasked(go: () => void) {
  isFree = true
  go()
  isFree = false
}

/** Whether somebody is asked before this way is gone; `goOn` is called once they agree. */
export function asksFirst(way: Way, goOn: () => void): boolean {
  const guard = guards.at(-1)
  if (isFree || !guard?.isHeld(way)) return false
  guard.hold(goOn)
  return true
}

/** How to go on and how to stay, while a way is held up; else null. */
export function useWayGuard(isHeld: Guard['isHeld']): { goOn: () => void; stay: () => void } | null {
  const [held, setHeld] = useState<{ goOn: () => void } | null>(null)
  const latest = useRef(isHeld)
  useEffect(() => {
    latest.current = isHeld
  })
  useEffect(() => {
    const own: Guard = { isHeld: (way) => latest.current(way), hold: (goOn) => setHeld({ goOn }) }
    guards.push(own)
    return () => void guards.splice(guards.indexOf(own), 1)
  }, [])

  if (!held) return null
  const stay = () => setHeld(null)
  const goOn = () => {
    stay()
    held.goOn()
  }
  return { goOn, stay }
}
