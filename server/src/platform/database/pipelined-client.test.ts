import type { SiteId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openDatabase, quickRead, within } from './db.ts'
import { transaction } from './transactions.ts'
import { DatabaseAway } from './pipelined-client.ts'

test('F05 a database whose name nobody knows, or that nobody serves, is away and not a mistake of ours', async () => {
  const askShared = quickRead<'customers'>()(
    (db, p: { id: string }) =>
      db
        .selectFrom('customers.sites')
        .select('id')
        .where('id', '=', p.id as SiteId),
    { id: 'uuid' },
  )
  for (const where of [{ host: 'database.invalid' }, { host: '127.0.0.1', port: 9 }]) {
    const away = openDatabase({ ...where, user: 'u', database: 'd' })
    const db = within<'customers'>(away.db)
    await assert.rejects(away.pool.query('select 1'), DatabaseAway)
    await assert.rejects(askShared(db, { id: randomUUID() }), DatabaseAway)
    const ends = await Promise.allSettled([1, 2, 3].map(() => askShared(db, { id: randomUUID() })))
    for (const end of ends) assert.ok(end.status === 'rejected' && end.reason instanceof DatabaseAway)
    await assert.rejects(
      transaction(db, async () => undefined),
      DatabaseAway,
    )
    await away.close()
  }
})
