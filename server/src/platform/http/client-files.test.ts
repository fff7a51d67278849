import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestApp } from '../../testing/test-app.ts'

test('a file of a build that nobody has served for a week is gone, and not before', async () => {
  const testApp = await TestApp.start()
  try {
    for (const [name, age] of [
      ['main-Late1234.js', '6 days 23 hours'],
      ['main-Gone1234.js', '7 days 1 hour'],
    ])
      await testApp.database.pool.query(
        `insert into platform.client_files values ($1, 'export {}', false, now() - $2::interval)`,
        [name, age],
      )
    const options = { retryLimit: 1, retryDelaySeconds: 1, retryDelayMaxSeconds: 1 }
    await testApp.app.outbox.send(testApp.database.db, { name: 'platform.sweep', options }, {})
    await testApp.settle()

    const { rows } = await testApp.database.pool.query('select name from platform.client_files')
    assert.deepEqual(rows, [{ name: 'main-Late1234.js' }])
    assert.equal((await testApp.send('GET', '/assets/main-Late1234.js')).status, 200)
    assert.equal((await testApp.send('GET', '/assets/main-Gone1234.js')).status, 404)
  } finally {
    await testApp.close()
  }
})
