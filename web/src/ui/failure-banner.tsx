/*
 * FailureBanner  failure (whatever was thrown; null: nothing is shown)   says at once what failed, with the request id; and once in a toast
 */
import { useEffect } from 'react'
import { toast } from '../lib/toast.ts'
import { Banner } from './banner.tsx'
import { FailureWords } from './failure-words.tsx'

export function FailureBanner({ failure }: { failure: unknown }) {
  useEffect(() => {
    if (failure !== null) toast.failure(failure)
  }, [failure])
  if (failure === null) return null
  return (
    <Banner is="danger" live>
      <FailureWords of={failure} />
    </Banner>
  )
}
