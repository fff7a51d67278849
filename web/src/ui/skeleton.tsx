/*
 * Skeleton   lines? (default 3) · height? (CSS length: one block of that height instead)   gives the space at once, shows after 150 ms
 * useHeld    (waiting) → whether the skeleton stays: once shown it stays 300 ms, so that nothing flickers
 */
import { useEffect, useRef, useState } from 'react'
import { afterRelease } from '../lib/after-release.ts'

const shownAfterMs = 150
const shownAtLeastMs = 300

export function Skeleton({ lines = 3, height }: { lines?: number; height?: string }) {
  return (
    <div className="skeleton" aria-hidden>
      {height ? (
        <span className="skeleton-block" style={{ height }} />
      ) : (
        Array.from({ length: lines }, (_, line) => <span key={line} className="skeleton-line" />)
      )}
    </div>
  )
}

export function useHeld(waiting: boolean): boolean {
  const since = useRef(0)
  const [released, setReleased] = useState(!waiting)
  if (waiting && released) setReleased(false)
  useEffect(() => {
    if (waiting) {
      since.current = Date.now()
      return
    }
    const waited = Date.now() - since.current
    const rest = waited < shownAfterMs ? 0 : Math.max(0, shownAfterMs + shownAtLeastMs - waited)
    let isOver = false
    const release = () => isOver || setReleased(true)
    // What came may be higher or lower, and moves what is below it.
    const timer = setTimeout(() => afterRelease(release), rest)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [waiting])
  return waiting || !released
}
