import type { OperationKind } from '@byre/contract/herd/settings'
import type { SiteRole } from '@byre/contract/site-rights'

/* What the contract's names are called on screen. */

export const kindWords: Record<OperationKind, { title: string; detail: string }> = {
  feedlot: { title: 'Feedlot', detail: 'Fed to finish' },
  'cow-calf': { title: 'Cow-calf', detail: 'Cows and the calves they raise' },
  backgrounder: { title: 'Backgrounder', detail: 'Stockers grown before the feedlot' },
  grasser: { title: 'Grasser', detail: 'Grown on grass' },
  purebred: { title: 'Purebred', detail: 'Seedstock' },
  dairy: { title: 'Dairy', detail: 'Milk' },
  'calf ranch': { title: 'Calf ranch', detail: 'Calves raised for others or from dairies' },
  'custom grazing': { title: 'Custom grazing', detail: 'Other people’s animals on your grass' },
}

/** `Pen 12`, and `Sick pen` as it is. */
export const withWord = (word: 'Pen' | 'pen' | 'Lot', name: string): string =>
  new RegExp(`\\b${word}\\b`, 'i').test(name) ? name : `${word} ${name}`

export const roleWords: Record<SiteRole, string> = {
  owner: 'Owner',
  manager: 'Manager',
  crew: 'Crew',
  viewer: 'Viewer',
}
