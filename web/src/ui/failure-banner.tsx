/*
 * FailureBanner  failure (whatever was thrown; null: nothing is shown)   says at once what failed, with the request id
 */
import { requestIdOf, sentenceOf } from '../lib/refusal.ts'
import { Banner } from './banner.tsx'

export function FailureBanner({ failure }: { failure: unknown }) {
  if (failure === null) return null
  const requestId = requestIdOf(failure)
  return (
    <Banner is="danger" live>
      {sentenceOf(failure)}
      {requestId && <small> Request {requestId}</small>}
    </Banner>
  )
}
