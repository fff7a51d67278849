import type { Product } from '@byre/contract/herd/products'
import type { Given } from '@byre/rules/withdrawal'
import { marketName } from '@byre/contract/herd/market-names'
import { Status } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { clearMoment } from '../times.ts'
import { foresee, type Foresight } from './treatment.ts'
import type { Where } from './where.ts'

interface WillHoldProps {
  planned: Parameters<typeof foresee>[0]
  product: Product | undefined
  given: Given
  where: Where
}

const departureWords = {
  species: 'the species',
  class: 'the class of animal',
  route: 'the route',
  dose: 'the dose',
  frequency: 'how often',
  duration: 'for how long',
  reason: 'what it is for',
} as const

/** What the treatment will hold, said before it is recorded. */
export function WillHold({ planned, product, given, where }: WillHoldProps) {
  const foresight = foresee(planned, product, given, where)
  const { holds } = foresight
  return (
    <section className="will-hold" aria-live="polite" aria-label="What this will hold">
      <h3>This will hold</h3>
      <OffLabel foresight={foresight} count={planned.length} isAdvised={planned[0]?.body.vet !== undefined} />
      <ul>
        {holds.map(({ market, commodity, clearAt }) => (
          <li key={`${market} ${commodity}`}>
            <Status is={clearAt === null ? 'danger' : clearAt === 0 ? 'success' : 'warning'}>
              {`${commodity[0]!.toUpperCase()}${commodity.slice(1)}, ${marketName(market)}: `}
              {clearAt === null
                ? 'held, no end date'
                : clearAt === 0
                  ? 'not held'
                  : `until ${clearMoment(new Date(clearAt).toISOString(), where.zone)}`}
            </Status>
          </li>
        ))}
      </ul>
      {isEndless(foresight) && foresight.use === 'label' && (
        <p className="soft">
          Where the cabinet has no figure, animals stay held until a veterinarian gives one.
        </p>
      )}
    </section>
  )
}

const isEndless = ({ holds }: Foresight) => holds.some(({ clearAt }) => clearAt === null)

interface OffLabelProps {
  foresight: Foresight
  count: number
  /** A veterinarian gives a figure for it. */
  isAdvised: boolean
}

function OffLabel({ foresight, count, isAdvised }: OffLabelProps) {
  const { use, off } = foresight
  if (use === 'label') return null
  const differing = foresight.departs.map((departure) => departureWords[departure]).join(', ')
  const of = off < count ? ` for ${off} of ${count} animals` : ''
  return (
    <Banner is={use === 'banned' ? 'danger' : 'warning'}>
      {use === 'banned'
        ? `The law does not allow this product to be used off its label (${differing}${of}). If it happened, record it: the animals are held with no end date.`
        : isAdvised
          ? `Off the label (${differing}${of}). The longer of the label’s figure and the veterinarian’s counts.`
          : `Off the label (${differing}${of}). The label’s figure no longer clears these animals: they are held until a veterinarian gives one.`}
    </Banner>
  )
}
