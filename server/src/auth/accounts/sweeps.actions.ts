import { deleteUser } from '../../customers/index.ts'
import type { Context } from '../../context.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { deleteOldDevices } from '../sessions/devices.queries.ts'
import { dropPending } from '../email-changes/email-changes.actions.ts'
import { deleteOldChanges, listLapsed } from '../email-changes.queries.ts'
import {
  countSignIns,
  deleteLapsedProofs,
  deleteOldCodes,
  deleteOldFailures,
  listAbandoned,
} from './sweeps.queries.ts'
import { deleteAbandoned } from '../accounts.queries.ts'

const once = { retryLimit: 3, retryDelaySeconds: 60, retryDelayMaxSeconds: 600 }
export const sweep = queue<object>('auth.sweep', once)
export const watch = queue<object>('auth.watchSignIns', once)

const failuresKeptDays = 30
const devicesKeptDays = 400
/** More refused sign-ins than this, of enough to judge by, are worth a person's look (docs/security.md, A02). */
const alarming = { share: 0.05, fewest: 100 }

export function handleSweeps(context: Context<'auth'>): void {
  context.outbox.handle(sweep, () => sweepAccounts(context), '*/15 * * * *')
  context.outbox.handle(watch, () => watchSignIns(context), '*/10 * * * *')
}

/** Deletes accounts that were never confirmed, changes of address that were not either, and what throttles need no more. Twice changes nothing. */
async function sweepAccounts({ db }: Context<'auth'>): Promise<void> {
  for (let hasMore = true; hasMore;) {
    const abandoned = await listAbandoned(db, { limit: 100 })
    hasMore = abandoned.length > 0
    for (const { id } of abandoned) {
      await transaction(db, async (db) => {
        const [deleted] = await deleteAbandoned(db, { id })
        if (deleted) await deleteUser(db, id)
      })
    }
  }
  for (let hasMore = true; hasMore;) {
    const lapsed = await listLapsed(db, { limit: 100 })
    hasMore = lapsed.length > 0
    for (const { user_id } of lapsed) await transaction(db, (db) => dropPending(db, user_id))
  }
  await deleteOldChanges(db, {})
  await deleteOldDevices(db, { days: devicesKeptDays })
  await deleteOldCodes(db)
  await deleteLapsedProofs(db)
  await deleteOldFailures(db, { days: failuresKeptDays })
}

async function watchSignIns({ db, log }: Context<'auth'>): Promise<void> {
  const { all, refused } = await countSignIns(db)
  if (all >= alarming.fewest && refused > all * alarming.share) {
    log.warn(
      { event: 'sign-ins refused', all, refused },
      'many sign-ins of the last ten minutes were refused',
    )
  }
}
