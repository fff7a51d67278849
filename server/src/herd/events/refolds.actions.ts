import type { SiteId } from '@byre/contract/subject-kinds'
import { canonical, type Canonical } from '@byre/rules/canonical'
import type { Context } from '../../context.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { platformOf, type Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { lockLedger } from '../../platform/ledger/ledger.ts'
import { followShipLists } from '../gate/news.actions.ts'
import { lockedLists } from '../gate/gate.queries.ts'
import { contextOf } from './context.policy.ts'
import { findSiteFacts } from './context.queries.ts'
import { noteChange } from '../live/live.queries.ts'
import { rebuildHerd } from './rebuild.actions.ts'
import { herdLedger } from './ledger.policy.ts'
import { lockFoldedUnder, setFoldedUnder } from './rebuild.queries.ts'

export const refold = queue<{ site_id: SiteId }>('herd.refold', {
  retryLimit: 100,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
})

/**
 * Folds all animals of a site again once it is set up otherwise, and judges its locked lists by that; whoever records meanwhile
 * waits for a slice at most.
 */
export function refoldHerds({ db, outbox, clock }: Context<'herd'>): void {
  outbox.handle(refold, async ({ data }) => {
    const site = data.site_id
    await rebuildHerd(db, site)
    await transaction(db, async (db) => {
      await lockLedger(platformOf(db), herdLedger, site)
      const lists = await lockedLists(db, site)
      if (lists.length > 0)
        await followShipLists(db, site, {
          lists,
          animals: [],
          isFeltByOthers: true,
          events: [],
          now: clock.now(),
          enqueue: (db, queue, data) => outbox.send(db, queue, data),
        })
    })
    await noteChange(db, data)
  })
}

/** Has a site's animals stand under how it is set up now. Whether they did not: then all are to be folded again. */
export async function foldUnderSettings(
  db: Db<'herd'>,
  { site_id, user_id }: { site_id: SiteId; user_id: string },
): Promise<boolean> {
  // Also before the first event: whoever records that waits for us, or we for them.
  await lockLedger(platformOf(db), herdLedger, site_id)
  const standing = await lockFoldedUnder(db, site_id)
  const facts = standing === null ? undefined : await findSiteFacts(db, site_id, user_id)
  if (!facts) return false
  const context = canonical(contextOf(facts) as unknown as Canonical)
  if (context === standing) return false
  await setFoldedUnder(db, site_id, context)
  return true
}
