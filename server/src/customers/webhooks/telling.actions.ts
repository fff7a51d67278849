import type { TrailReading } from '../../platform/audit/trail-reading.ts'
import { platformOf, type Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import type { Outbox } from '../../platform/jobs/outbox.ts'
import { lockReader, newsFinder, readFromHere, tellNews } from './reader.queries.ts'
import { deliveryJob } from './sending.actions.ts'
import { eventsTold, tellingCommands } from './webhooks.policy.ts'

const linesAtOnce = 500

/**
 * Makes what is new in the audit trail into what webhooks are sent. Every command writes its line in its own transaction, so
 * that nothing is told that did not happen, and nothing that did is forgotten; a command pays nothing for it. Of several
 * processes one reads at a time. A look gives true where there is more to be told soon.
 */
export function webhookTelling(db: Db<'customers'>, outbox: Outbox, trail: TrailReading) {
  const findNews = newsFinder(trail)
  return async (): Promise<boolean> => {
    const [news] = await findNews(db, {})
    if (news?.is_lost) await transaction(db, (db) => readFromHere(db, trail))
    const isNumbered = news?.is_coming === true && (await trail.number(platformOf(db)))
    const isComing = news?.is_coming === true && !isNumbered
    if (!news?.is_there && !isNumbered) return isComing
    return (await tellOn(db, outbox, trail)) || isComing
  }
}

async function tellOn(db: Db<'customers'>, outbox: Outbox, trail: TrailReading): Promise<boolean> {
  for (;;) {
    const read = await transaction(db, async (db) => {
      const { rows } = await lockReader(db, { waits: false })
      // Whoever reads may have begun before the newest was there.
      if (rows.length === 0) return null
      const lines = await tellNews(db, trail, {
        commands: tellingCommands,
        events: eventsTold,
        atMost: linesAtOnce,
      })
      for (const { webhook_id, event_id, state } of lines)
        if (webhook_id !== null && event_id !== null && state === 'waiting')
          await outbox.send(db, deliveryJob, { webhook_id, event_id, tries: 0 })
      return lines[0]?.read ?? 0
    })
    if (read === null) return true
    if (read < linesAtOnce) return false
  }
}
