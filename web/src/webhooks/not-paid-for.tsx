import { t } from '@byre/contract/words'
import { Banner } from '../ui/banner.tsx'
import type { WebhookPlace } from './webhook-calls.ts'
import { placeWords } from './webhook-words.tsx'

/** Says why nothing can be changed, where that is so. */
export function NotPaidFor({ place }: { place: WebhookPlace }) {
  if (place.access === 'ok') return null
  return (
    <Banner is="warning">{t`Webhooks can be removed, but not added or changed, until this ${placeWords[place.kind]} is paid for.`}</Banner>
  )
}
