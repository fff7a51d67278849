import { listUnpaid, type Unpaid } from '@byre/contract/billing/unpaid'
import { useAsk } from './query.ts'

/** While something is not paid it is looked at again: a card may be under way. */
const watchMs = 4000

/** What the payers that the reader runs do not pay for. Screens wait for it, so that nothing is pushed down later. */
export const useUnpaid = () =>
  useAsk(listUnpaid, {}, { every: (reply) => (reply?.unpaid.length ? watchMs : null) })

/** Whoever does not pay for this place, if the reader runs them. */
export const unpaidFor = (unpaid: readonly Unpaid[] | undefined, placeId: string): Unpaid | undefined =>
  unpaid?.find(({ places }) =>
    places.some(({ site_id: site, clinic_id: clinic }) => (site ?? clinic) === placeId),
  )
