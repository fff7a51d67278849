import { roleNames } from '@byre/contract/rights'
import { t } from '@byre/contract/words'
import { csvBeginning, csvLine } from '@byre/contract/csv'
import { statesInWords } from '../account/list-address.ts'
import type { ListedPlace } from '../products.ts'

const header = [
  t`Name`,
  t`Address`,
  t`State`,
  t`Plan`,
  t`Next charge on`,
  t`Amount`,
  t`Currency`,
  t`People`,
  t`City`,
  t`Region`,
  t`Your role`,
]

/** Places as a table for other programs; what somebody wrote is no formula there. */
export const placesAsCsv = (places: readonly ListedPlace[]): string =>
  [csvBeginning, csvLine(header), ...places.map((place) => csvLine(cellsOf(place)))].join('')

const cellsOf = ({ state = 'running', next_charge: next, ...place }: ListedPlace) => [
  place.name,
  place.launch_url,
  statesInWords[state],
  place.plan_name ?? '',
  next?.at?.slice(0, 10) ?? '',
  next ? { cents: next.total } : '',
  next?.currency.toUpperCase() ?? '',
  place.people ?? '',
  place.city ?? '',
  place.region ?? '',
  roleNames[place.role],
]
