import type { SiteId } from '@byre/contract/subject-kinds'
import type { Context } from '../../context.ts'
import { platformOf } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { removeLapsedOffers } from '../members/ownership-transfers.queries.ts'
import type { Apps } from '../ports.ts'
import { listDeletedPlaces, removeDeletedPlaces, removeLapsedNames } from './purges.queries.ts'

export const purge = queue<object>('customers.purge', {
  retryLimit: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
})

/**
 * Hourly: places deleted 30 days ago go with what their apps kept and with their members, names whose time is over are
 * free, and offers that nobody answered are forgotten.
 */
export function purgePlaces({ db, outbox }: Context<'customers'>, { forget }: Apps): void {
  outbox.handle(
    purge,
    async () => {
      const [sites, clinics] = [await listDeletedPlaces.site(db, {}), await listDeletedPlaces.clinic(db, {})]
      // The place goes last: where this is cut short, the next run finds it and goes on.
      for (const { id } of sites) await forget(platformOf(db), id as SiteId)
      await transaction(db, async (db) => {
        await removeDeletedPlaces.site(db, { ids: sites.map(({ id }) => id) })
        await removeDeletedPlaces.clinic(db, { ids: clinics.map(({ id }) => id) })
        await removeLapsedNames(db, {})
        await removeLapsedOffers(db, {})
      })
    },
    '41 * * * *',
  )
}
