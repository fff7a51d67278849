import { Component, type ReactNode } from 'react'
import { Outlet, useLocation, type Location } from 'react-router'
import { beginAnew } from '../lib/gone-part.ts'
import { isNotFound } from '../lib/refusal.ts'
import { ErrorState, NotFound } from './states.tsx'

/** A part of the page whose failing leaves the rest of it standing. `home` is where 'page not found' leads. */
export function FailingApart({ home }: { home: string }) {
  return (
    <Boundary location={useLocation()} home={home}>
      <Outlet />
    </Boundary>
  )
}

interface BoundaryProps {
  location: Location
  home: string
  children: ReactNode
}

interface Seen {
  location: Location
  failure: { error: unknown } | null
}

/** Forgets what failed when somebody goes elsewhere. */
class Boundary extends Component<BoundaryProps, Seen> {
  override state: Seen = { location: this.props.location, failure: null }

  static getDerivedStateFromError = (error: unknown) => ({ failure: { error } })

  // Whatever form stood here has kept what was typed by now.
  override componentDidCatch = beginAnew

  static getDerivedStateFromProps = ({ location }: BoundaryProps, seen: Seen) =>
    location === seen.location ? null : { location, failure: null }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return isNotFound(failure.error) ? (
      <Lost home={this.props.home} />
    ) : (
      <div className="page">
        <ErrorState error={failure.error} onRetry={() => location.reload()} />
      </div>
    )
  }
}

export function Lost({ home }: { home: string }) {
  return (
    <div className="page">
      <NotFound home={home} />
    </div>
  )
}
