import { homeMarketOf, type Me } from '@byre/contract/herd/settings'
import type { Commodity, Market } from '@byre/rules/figures'
import type { Subject } from './subjects.ts'

export interface Where {
  zone: string
  home: Market
  markets: readonly Market[]
  commodities: readonly Commodity[]
}

/** How the server folds these animals, by what it says of them; of animals that were not read, of meat alone. */
export function whereOf({ place, settings, suggested }: Me, subjects: readonly Subject[]): Where {
  const { zone, markets } = settings ?? suggested
  const home = homeMarketOf(place.country)
  const cardHolds = subjects.flatMap(({ card }) => card?.holds ?? [])
  const commodities = [...new Set(cardHolds.map(({ commodity }) => commodity as Commodity))]
  return {
    zone,
    home,
    markets: [...new Set([home, ...markets])],
    commodities: commodities.length > 0 ? commodities : ['meat'],
  }
}
