import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { livingBillingEntities } from '../../customers/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { deleteRecipientsOf, listBillingEntitiesWithRecipients } from './invoice-recipients.queries.ts'

/** Once a day: addresses that got copies of invoices go with the payer they got them of. */
export const recipientSweep = queue<object>('payments.sweep-recipients', {
  retryLimit: 2,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
})

const atATime = 500

/** Forgets who got copies for payers that were deleted 30 days ago: by then their last mails have left. */
export async function sweepRecipients(db: Db<'payments'>): Promise<void> {
  let after: BillingEntityId | null = null
  for (;;) {
    const rows: { id: BillingEntityId }[] = await listBillingEntitiesWithRecipients(db, {
      after,
      limit: atATime,
    })
    const last = rows.at(-1)
    if (!last) return
    const ids = rows.map((row) => row.id)
    const living = new Set(await livingBillingEntities(db, ids))
    const gone = ids.filter((id) => !living.has(id))
    if (gone.length > 0) await transaction(db, (db) => deleteRecipientsOf(db, { ids: gone }))
    after = last.id
  }
}
