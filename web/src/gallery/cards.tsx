import { cardBrands } from '@byre/contract/billing/cards'
import { CardFace } from '../billing/cards/card-face.tsx'
import { Exhibit } from './exhibit.tsx'

/** Every brand of card, and none. */
export function Cards() {
  return (
    <Exhibit name="Cards">
      <ul className="row">
        {[...cardBrands, 'another'].map((brand, index) => (
          <li key={brand}>
            <CardFace card={{ brand, last_four: String(4242 + index) }} />
          </li>
        ))}
        <li>
          <CardFace card={{ brand: null, last_four: null }} />
        </li>
      </ul>
    </Exhibit>
  )
}
