/* FailureWords  of (whatever was thrown)     what failed; what is known of the cause; the request id in small type */
import { t } from '@byre/contract/words'
import { requestIdOf, sentenceOf, whyOf } from '../lib/refusal.ts'

export function FailureWords({ of: failure }: { of: unknown }) {
  const why = whyOf(failure)
  const requestId = requestIdOf(failure)
  return (
    <>
      <p>{sentenceOf(failure)}</p>
      {why && <p className="soft">{why}</p>}
      {requestId && <small>{t`Request ${requestId}`}</small>}
    </>
  )
}
