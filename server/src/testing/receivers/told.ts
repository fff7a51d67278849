import type { TestApp } from '../test-app.ts'

/**
 * Does what is due until webhooks were told of all that happened. They hear nothing of a transaction before every one that
 * began earlier has ended, also those of other databases on the same server.
 */
export async function tellAll(testApp: TestApp): Promise<void> {
  for (let times = 0; times < 5000; times++) {
    await testApp.settle()
    const { rowCount } = await testApp.database.pool.query(
      `select from platform.audit as l, customers.webhook_reader as r
       where (l.written_in, l.id) > (r.written_in, r.line_id) or l.written_in::text = '0' limit 1`,
    )
    if (rowCount === 0) return
  }
  throw new Error('webhooks are not told')
}
