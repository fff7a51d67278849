import { useRouteError } from 'react-router'
import { isNotFound } from '../lib/refusal.ts'
import { paths } from '../paths.ts'
import { ErrorState, NotFound } from '../ui/states.tsx'

/** What stands in a screen's place when it cannot be: not there, not ours, or it broke. */
export function Failed() {
  const error = useRouteError()
  return (
    <div className="page">
      {isNotFound(error) ? (
        <NotFound home={paths.home()} />
      ) : (
        // A reload also mends a screen whose file was replaced by a newer version of the portal.
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
