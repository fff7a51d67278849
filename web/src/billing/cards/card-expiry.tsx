import { t } from '@byre/contract/words'
import { listCards, type Card } from '@byre/contract/billing/cards'
import { useState } from 'react'
import { useAsk } from '../../lib/query.ts'
import { Banner } from '../../ui/banner.tsx'
import { CardLink } from './card-link.tsx'
import { brandName } from './card-brands.ts'
import { expiryOf } from './expiry.ts'

/** Null asks nothing. */
export const useCardOf = (billing_entity_id: string | null) =>
  useAsk(listCards, billing_entity_id === null ? null : { billing_entity_id })

/** A card that is about to expire, or has; nothing while it is good for longer. */
export function CardExpiry({ card }: { card: Card | undefined }) {
  const [now] = useState(() => new Date())
  const expiry = card && expiryOf(card, now)
  if (!card || !expiry || expiry === 'later') return null
  const month = `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`
  return (
    <Banner
      is="warning"
      action={<CardLink billingEntityId={card.billing_entity_id} replaces>{t`Replace Card`}</CardLink>}
    >
      {expiry === 'past'
        ? t`${brandName(card.brand)} ending in ${card.last_four} expired in ${month}. Replace it, or give its new expiry, so that payments go on.`
        : t`${brandName(card.brand)} ending in ${card.last_four} expires with ${month}. Replace it, or give its new expiry, so that payments go on.`}
    </Banner>
  )
}
