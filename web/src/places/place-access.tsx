import { t } from '@byre/contract/words'
import { lazy } from 'react'
import type { Kind, Place } from '../products.ts'
import { Banner } from '../ui/banner.tsx'

const PlaceUnpaid = lazy(async () => ({
  default: (await import('../billing/invoices/place-unpaid.tsx')).PlaceUnpaid,
}))

interface PlaceAccessProps {
  kind: Kind
  place: Place
  /** And the reader runs its payer. */
  isUnpaid: boolean
}

/** Below the title, what keeps a place from being used whole: with the remedy for those who run its payer. */
export function PlaceAccess({ kind, place, isUnpaid }: PlaceAccessProps) {
  if (isUnpaid)
    return <PlaceUnpaid which={kind.one === 'site' ? { site_id: place.id } : { clinic_id: place.id }} />
  if (place.access_state === 'ok') return null
  const pays = place.billing && <> {t`${place.billing.name} pays for it.`}</>
  return place.access_state === 'stopped' ? (
    <Banner is="danger">
      {t`This ${kind.one} is stopped until it is paid for: nobody can open its address or be invited. Nothing is lost.`}
      {pays}
    </Banner>
  ) : (
    <Banner is="warning">
      {t`This ${kind.one} is read-only for now: everything can be seen, but nothing can be changed.`}
      {pays}
    </Banner>
  )
}
