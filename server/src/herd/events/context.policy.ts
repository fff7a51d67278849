import { homeMarketOf, usualSettings, usualTagDays } from '@byre/contract/herd/settings'
import { zoneOf } from '@byre/contract/herd/zones'
import { readInstallPreference } from '@byre/contract/places/sites'
import { speciesName } from '@byre/contract/species'
import type { FoldContext } from '@byre/rules/fold-animal'
import type { SiteFacts } from './context.queries.ts'

/* What a site is, as far as the fold of its animals asks for it. */

interface Raised {
  species: string
  class?: string
  commodities: FoldContext['commodities']
}

/** How labels call what the library calls so; a class only where all animals of it are of one. */
const raised: Readonly<Record<string, Raised>> = {
  'Beef Cattle': { species: 'cattle', class: 'beef', commodities: ['meat'] },
  'Dairy Cattle': { species: 'cattle', commodities: ['meat', 'milk'] },
  'Veal Calf': { species: 'cattle', class: 'veal', commodities: ['meat'] },
  Bison: { species: 'bison', commodities: ['meat'] },
  Chicken: { species: 'chicken', commodities: ['meat', 'eggs'] },
  Deer: { species: 'deer', commodities: ['meat'] },
  Elk: { species: 'elk', commodities: ['meat'] },
  Goat: { species: 'goat', commodities: ['meat', 'milk'] },
  Horse: { species: 'horse', commodities: ['meat'] },
  Sheep: { species: 'sheep', commodities: ['meat', 'milk'] },
  Swine: { species: 'swine', commodities: ['meat'] },
  Turkey: { species: 'turkey', commodities: ['meat', 'eggs'] },
}
/** Where nobody has said what is raised, no label fits, and what is treated is held. */
const unknown: Raised = { species: 'unknown', commodities: ['meat', 'milk', 'eggs'] }

/** How a site's animals are folded: by what it says of itself, and by what is likely where nobody has said it. */
export function contextOf({
  country,
  region,
  install_preference,
  zone,
  markets,
  arrival_days,
  tag_days,
}: SiteFacts): FoldContext {
  const home = homeMarketOf(country)
  const speciesId = readInstallPreference(install_preference)?.operation_type
  return {
    zone: zone ?? zoneOf(country, region),
    home,
    markets: [...new Set([home, ...(markets ?? [])])].toSorted(),
    ...(raised[(speciesId && speciesName(speciesId)) ?? ''] ?? unknown),
    daysIfUnknown: arrival_days ?? usualSettings.arrival_days,
    ...((tag_days ?? usualTagDays(country)) > 0 && { tagDuties: 'yes' }),
  }
}
