import { listUnpaid, type Unpaid } from '@byre/contract/billing/unpaid'
import { useAsk } from './query.ts'

/** What the payers that the reader runs do not pay for. Screens wait for it, so that nothing is pushed down later. */
export const useUnpaid = () => useAsk(listUnpaid, {})

/** Whoever does not pay for this place, if the reader runs them. */
export const unpaidFor = (unpaid: readonly Unpaid[] | undefined, placeId: string): Unpaid | undefined =>
  unpaid?.find(({ place_ids: ids }) => ids.includes(placeId))
