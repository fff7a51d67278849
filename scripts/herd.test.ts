import { cursorOfRun } from '@byre/server/testing/database'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { randomUUID } from 'node:crypto'
import { bornAt, event, herdSite, recorded, type HerdSite } from '@byre/server/testing/herd/recording'
import { TestApp } from '@byre/server/testing/test-app'
import { byreProgram } from './operators/program.ts'

let testApp: TestApp
let site: HerdSite
before(async () => {
  testApp = await TestApp.start()
  site = await herdSite(testApp)
  const id = await bornAt(site.hers)
  await recorded(site.hers, event('noted', [id], { text: 'quiet' }))
})
after(() => testApp.close())

/** The command as a process of its own. */
async function herd(...args: string[]) {
  const { host, user, database } = testApp.database.pool.options
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`
  const child = spawn(process.execPath, [byreProgram, 'herd', ...args, '--json'], {
    env: {
      PATH: process.env['PATH'],
      ...cursorOfRun(),
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'byre-compiled'),
      DATABASE_URL: url,
      DATA_DIR: testApp.config.dataDir,
    },
  })
  let out = ''
  child.stdout.on('data', (chunk) => (out += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said: (out === '' ? {} : JSON.parse(out)) as Record<string, unknown> }
}

test('J08 the ledger of a site is walked, and a changed byte is told of with exit code 1', async () => {
  const right = await herd('verify', site.id)
  assert.deepEqual([right.code, right.said['events'], right.said['fault']], [0, 2, null])
  assert.match(String(right.said['head']), /^[0-9a-f]{64}$/)
  const other = await herdSite(testApp)
  await bornAt(other.hers)
  await testApp.database.pool.query(
    `update herd.events set record = replace(record, 'born', 'burn') where site_id = $1`,
    [other.id],
  )
  const wrong = await herd('verify', other.id)
  assert.deepEqual([wrong.code, wrong.said['fault_at']], [1, 1])
})

test('making again what is shown finds nothing to change, and mends what somebody changed beside it', async () => {
  assert.deepEqual(await herd('rebuild', site.id), { code: 0, said: { animals: 1, changed: 0 } })
  await testApp.database.pool.query(`update herd.animals set main_tag = 'X' where site_id = $1`, [site.id])
  assert.deepEqual(await herd('rebuild', site.id), { code: 1, said: { animals: 1, changed: 1 } })
  assert.deepEqual(await herd('rebuild', site.id), { code: 0, said: { animals: 1, changed: 0 } })
})

test('it takes the id of a site and nothing else', async () => {
  for (const args of [['verify'], ['verify', 'x'], ['burn', site.id], ['verify', site.id, site.id]])
    assert.equal((await herd(...args)).code, 2, args.join(' '))
  assert.deepEqual((await herd('verify', randomUUID())).said['events'], 0)
})
