import { t } from '@byre/contract/words'
import { IconCreditCard } from '@tabler/icons-react'
import { brandName, isBrand } from './card-brands.ts'
import { extra } from '../../ui/fetched/extra.tsx'
import '../billing.css'

const CardMark = extra(async () => (await import('./card-marks.tsx')).CardMark)

interface BrandBadgeProps {
  brand: string | null
  /** The name stands beside it. */
  named?: boolean
}

/** A card's brand by its mark; a plain card while none is known. */
export function BrandBadge({ brand, named = false }: BrandBadgeProps) {
  if (brand === null || !isBrand(brand))
    return (
      <span className="brand-badge" aria-hidden>
        <IconCreditCard size={20} />
      </span>
    )
  const said = named ? { 'aria-hidden': true } : { role: 'img', 'aria-label': brandName(brand) }
  return (
    <span className="brand-badge" {...said}>
      <CardMark brand={brand} />
    </span>
  )
}

interface CardFaceProps {
  card: { brand: string | null; last_four: string | null }
}

/** 'Visa ending in 4242', or that there is none yet. */
export function CardFace({ card: { brand, last_four: lastFour } }: CardFaceProps) {
  if (brand === null || lastFour === null) return <span className="card-face soft">{t`No card yet`}</span>
  return (
    <span className="card-face figures">
      <BrandBadge brand={brand} named />
      <span>
        {brandName(brand)} <span className="unseen">{t`ending in`}</span>
        <span aria-hidden>••••</span> {lastFour}
      </span>
    </span>
  )
}
