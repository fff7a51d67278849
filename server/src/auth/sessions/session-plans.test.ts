import assert from 'node:assert/strict'
import { test } from 'node:test'
import { within } from '../../platform/database/db.ts'
import { indexesRead } from '../../testing/statements.ts'
import { TestApp } from '../../testing/test-app.ts'
import { rotateSession } from './sessions.queries.ts'

test('a session is refreshed by its token, and not looked for among all that its person ever had', async () => {
  const testApp = await TestApp.start()
  try {
    // Each has one session, so that to PostgreSQL a person says as much as a token does.
    const alice = await testApp.person('alice')
    await testApp.person('bob')
    const { pool } = testApp.database
    await pool.query('analyze platform.sessions')

    const hash = Buffer.alloc(32)
    const rotation = { presented: hash, access_hash: hash, refresh_hash: hash, network: '192.0.2.7' }
    const { byId, byEmail } = rotateSession
    const read = [
      await indexesRead(pool, (db) => byId(within<'auth'>(db), { ...rotation, user: alice.id })),
      await indexesRead(pool, (db) => byEmail(within<'auth'>(db), { ...rotation, user: alice.email })),
    ]
    assert.deepEqual(
      read.map((indexes) => indexes.filter((index) => index.startsWith('sessions_'))),
      [
        ['sessions_refresh', 'sessions_pkey'],
        ['sessions_refresh', 'sessions_pkey'],
      ],
    )
  } finally {
    await testApp.close()
  }
})
