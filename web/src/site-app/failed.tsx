import { Component, type ReactNode } from 'react'
import { Outlet, useLocation, type Location } from 'react-router'
import { isNotFound } from '../lib/refusal.ts'
import { ErrorState, NotFound } from '../ui/states.tsx'
import { paths } from './paths.ts'

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

  static getDerivedStateFromProps = ({ location }: { location: Location }, seen: Seen) =>
    location === seen.location ? null : { location, failure: null }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return isNotFound(failure.error) ? (
      <Lost />
    ) : (
      <div className="page">
        <ErrorState error={failure.error} onRetry={() => location.reload()} />
      </div>
    )
  }
}

export function Lost() {
  return (
    <div className="page">
      <NotFound home={paths.today()} />
    </div>
  )
}
