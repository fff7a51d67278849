import { sql } from 'kysely'
import type { Database } from '../database/db.ts'
import { queue, type Outbox } from './outbox.ts'

const sweep = queue<object>('platform.sweep', {
  retryLimit: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
})

const auditDays = 400
/** After a process last served them. */
export const clientFileDays = 7

/** Hourly: what has outlived its purpose is deleted. Running it twice changes nothing. */
export function addSweeps({ database, outbox }: { database: Database; outbox: Outbox }): void {
  outbox.handle(
    sweep,
    async () => {
      const { db } = database
      await db
        .deleteFrom('platform.idempotency_keys')
        .where('created_at', '<', sql<string>`now() - interval '24 hours'`)
        .execute()
      await db
        .deleteFrom('platform.rate_counters')
        .where('window_start', '<', sql<string>`now() - interval '26 hours'`)
        .execute()
      // The general limits leave a row a caller and minute.
      await db
        .deleteFrom('platform.rate_counters')
        .where('window_start', '<', sql<string>`now() - interval '10 minutes'`)
        .where('bucket', 'like', 'general:%')
        .execute()
      await db
        .deleteFrom('platform.sessions')
        .where('absolute_expires_at', '<', sql<string>`now()`)
        .execute()
      await db
        .deleteFrom('platform.client_files')
        .where('served_at', '<', sql<string>`now() - make_interval(days => ${clientFileDays})`)
        .execute()
      // A key's name is told as long as what was done by it.
      await db
        .deleteFrom('platform.api_keys')
        .where(
          sql<string>`coalesce(revoked_at, expires_at)`,
          '<',
          sql<string>`now() - make_interval(days => ${auditDays})`,
        )
        .execute()
      await db
        .deleteFrom('platform.audit')
        .where('at', '<', sql<string>`now() - make_interval(days => ${auditDays})`)
        .execute()
    },
    '17 * * * *',
  )
}
