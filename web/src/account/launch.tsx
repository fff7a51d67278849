import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { createHandOff } from '@byre/contract/places/launch-codes'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isNotFound, Refusal } from '../lib/refusal.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState, ErrorState, NotFound } from '../ui/states.tsx'

/** The portal's half of a launch: a place's own host sent its visitor here, and gets them back with a code. */
export function Component() {
  const [search] = useSearchParams()
  const host = search.get('host') ?? ''
  const state = search.get('state') ?? ''
  const { ask } = useCall(createHandOff)
  const [failure, setFailure] = useState<unknown>(null)

  const launchCode = useCallback(async () => {
    setFailure(null)
    try {
      const { url } = await ask({ host, state })
      location.replace(url)
    } catch (error) {
      setFailure(error)
    }
  }, [ask, host, state])

  // Once: each call makes a code.
  const begun = useRef(false)
  useEffect(() => {
    if (!begun.current) void launchCode()
    begun.current = true
  }, [launchCode])

  if (isNotFound(failure)) {
    return (
      <div className="page">
        <NotFound home={paths.home()} />
      </div>
    )
  }
  return (
    <Page title={t`Launch`} narrow>
      {failure ? (
        <Failure of={failure} onRetry={() => void launchCode()} />
      ) : (
        <p role="status">{rich`Opening ${(<strong>{host}</strong>)}…`}</p>
      )}
    </Page>
  )
}

/** A launch that is refused stays refused: only one that could not be asked for is tried again. */
function Failure({ of: failure, onRetry }: { of: unknown; onRetry: () => void }) {
  if (failure instanceof Refusal && failure.status < 500) {
    return (
      <EmptyState
        title={failure.message}
        action={<ButtonLink to={paths.home()}>{t`Take me home`}</ButtonLink>}
      />
    )
  }
  return <ErrorState error={failure} onRetry={onRetry} />
}
