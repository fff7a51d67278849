import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { randomUUID } from 'node:crypto'
import { exportOf, type ExportFile } from '@byre/server/testing/herd/exporting'
import { bornAt, event, herdSite, recorded, type HerdSite } from '@byre/server/testing/herd/recording'
import { newSite } from '@byre/server/testing/places'
import { TestApp } from '@byre/server/testing/test-app'
import { cursorOfRun, urlOf } from '@byre/server/testing/database'
import { byreProgram } from './operators/program.ts'

let testApp: TestApp
let site: HerdSite
let file: ExportFile
before(async () => {
  testApp = await TestApp.start()
  site = await herdSite(testApp)
  const id = await bornAt(site.hers)
  await recorded(site.hers, event('treated', [id], { product_name: 'x' }))
  file = await exportOf(testApp, site.hers)
})
after(async () => {
  await file.remove()
  await testApp.close()
})

/** The command as a process of its own. */
async function herd(...args: string[]) {
  const child = spawn(process.execPath, [byreProgram, 'herd', ...args, '--json'], {
    env: {
      PATH: process.env['PATH'],
      ...cursorOfRun(),
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'byre-compiled'),
      DATABASE_URL: urlOf(testApp.database.pool.options),
      DATA_DIR: testApp.config.dataDir,
    },
  })
  let out = ''
  child.stdout.on('data', (chunk) => (out += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said: (out === '' ? {} : JSON.parse(out)) as Record<string, unknown> }
}

test('J08 a herd is loaded into an empty site by its id, and a changed byte is told of with exit code 1', async () => {
  const { id } = await newSite(testApp, site.alice)
  const bytes = await readFile(file.path)
  const forged = `${file.path}.forged`
  // Somewhere in the last events, as they are packed.
  bytes[bytes.indexOf('ledger.json') - 60]! ^= 1
  await writeFile(forged, bytes)
  const wrong = await herd('load', forged, id)
  assert.equal(wrong.code, 1)
  assert.match(String(wrong.said['fault']), /Nothing was loaded\.$/)

  const loaded = await herd('load', file.path, id)
  assert.deepEqual([loaded.code, loaded.said['events'], loaded.said['animals']], [0, 2, 1])
  const walked = await herd('verify', id)
  assert.deepEqual([walked.code, walked.said['head']], [0, loaded.said['head']])
  assert.deepEqual(await herd('rebuild', id), { code: 0, said: { animals: 1, changed: 0 } })
  assert.equal((await herd('load', file.path, id)).code, 1, 'it is not empty any more')

  const { rows } = await testApp.database.pool.query(
    `select after->>'site' as site, after->>'operator' as operator from platform.audit where deed = 'loadHerd'`,
  )
  assert.equal(rows[0].site, id)
  assert.ok(rows[0].operator)
})

test('it takes a file and the id of a site that is there', async () => {
  for (const args of [['load'], ['load', file.path], ['load', file.path, 'x'], ['load', site.id, file.path]])
    assert.equal((await herd(...args)).code, 2, args.join(' '))
  const { code, said } = await herd('load', file.path, randomUUID())
  assert.deepEqual([code, said['fault']], [1, 'There is no such site.'])
  const empty = await newSite(testApp, site.alice)
  const none = await herd('load', join(tmpdir(), 'there-is-no-such-file.zip'), empty.id)
  assert.equal(none.code, 1)
  assert.match(String(none.said['fault']), /^The file cannot be read/)
})
