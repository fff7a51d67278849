import type { Context } from '../../context.ts'
import { transaction } from '../../platform/database/db.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { removeLapsedOffers } from '../members/ownership-transfers.queries.ts'
import { removeDeletedPlaces, removeLapsedNames } from './purges.queries.ts'

export const purge = queue<object>('customers.purge', {
  retryLimit: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
})

/**
 * Hourly: places deleted 30 days ago go with their members, names whose time is over are free, and
 * offers that nobody answered are forgotten.
 */
export function purgePlaces({ db, outbox }: Context<'customers'>): void {
  outbox.handle(
    purge,
    () =>
      transaction(db, async (db) => {
        await removeDeletedPlaces.site(db, {})
        await removeDeletedPlaces.clinic(db, {})
        await removeLapsedNames(db, {})
        await removeLapsedOffers(db, {})
      }),
    '41 * * * *',
  )
}
