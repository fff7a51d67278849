import { Component, type ReactNode } from 'react'
import { Outlet, useLocation, type Location } from 'react-router'
import { beginAnew } from '../lib/gone-part.ts'
import { isNotFound } from '../lib/refusal.ts'
import { paths } from '../paths.ts'
import { ErrorState, NotFound } from '../ui/states.tsx'

/** A part of the page whose failing leaves the rest of it standing. */
export function FailingApart() {
  return (
    <Boundary location={useLocation()}>
      <Outlet />
    </Boundary>
  )
}

interface Seen {
  location: Location
  failure: { error: unknown } | null
}

/** Forgets what failed when somebody goes elsewhere. */
class Boundary extends Component<{ location: Location; children: ReactNode }, Seen> {
  override state: Seen = { location: this.props.location, failure: null }

  static getDerivedStateFromError = (error: unknown) => ({ failure: { error } })

  // Whatever form stood here has kept what was typed by now.
  override componentDidCatch = beginAnew

  static getDerivedStateFromProps = ({ location }: { location: Location }, seen: Seen) =>
    location === seen.location ? null : { location, failure: null }

  override render() {
    const { failure } = this.state
    return failure ? <Failed error={failure.error} /> : this.props.children
  }
}

/** What stands in a screen's place when it cannot be: not there, not ours, or it broke. */
function Failed({ error }: { error: unknown }) {
  return (
    <div className="page">
      {isNotFound(error) ? (
        <NotFound home={paths.home()} />
      ) : (
        <ErrorState error={error} onRetry={() => location.reload()} />
      )}
    </div>
  )
}

export function Lost() {
  return (
    <div className="page">
      <NotFound home={paths.home()} />
    </div>
  )
}
