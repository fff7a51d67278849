import { useMemo } from 'react'
import { renderMatches, Router } from 'react-router'
import { navigator, useShown } from '../lib/navigation.ts'

/** Draws what the address stands for. */
export function Screens() {
  const { location, action, matches } = useShown()
  const drawn = useMemo(() => renderMatches(matches), [matches])
  return (
    // A transition draws in slices: slower to the whole page, and nothing here needs to be interrupted.
    <Router location={location} navigationType={action} navigator={navigator} useTransitions={false}>
      {drawn}
    </Router>
  )
}
