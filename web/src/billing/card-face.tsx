import { IconCreditCard } from '@tabler/icons-react'
import { brandName, brandWords, isBrand } from './card-brands.ts'
import './billing.css'

/** A plain card with a brand's letters: no brand's own sign is drawn. */
export function BrandBadge({ brand }: { brand: string | null }) {
  const letters = brand !== null && isBrand(brand) ? brandWords[brand].letters : null
  return (
    <span className="brand-badge" aria-hidden>
      {letters ?? <IconCreditCard size={20} />}
    </span>
  )
}

interface CardFaceProps {
  card: { brand: string | null; last_four: string | null }
}

/** 'Visa ending in 4242', or that there is none yet. */
export function CardFace({ card: { brand, last_four: lastFour } }: CardFaceProps) {
  if (brand === null || lastFour === null) return <span className="card-face soft">No card yet</span>
  return (
    <span className="card-face figures">
      <BrandBadge brand={brand} />
      <span>
        {brandName(brand)} <span className="unseen">ending in</span>
        <span aria-hidden>••••</span> {lastFour}
      </span>
    </span>
  )
}
