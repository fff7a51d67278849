import { listBillingEntities } from '@byre/contract/billing/billing-entities'
import { meters } from '@byre/contract/limits'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import pino from 'pino'
import { buildApp } from '../../app.ts'
import { portOf } from '../../testing/live.ts'
import { newBillingEntity } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'

/* Lists of more than a hundred kilobytes. */

let testApp: TestApp
let alice: Person
const most = { per_page: '2000' }

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  const fields = { address: 'x'.repeat(250), city: 'y'.repeat(250) }
  for (let n = 0; n < 8; n++)
    await Promise.all(Array.from({ length: 20 }, () => newBillingEntity(testApp, alice, fields)))
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

test('a long list is packed for callers who can read that, and the same for those who cannot', async () => {
  const { host } = new URL(testApp.config.publicUrl)
  const clientRequest = request({
    port: await portOf(testApp.app),
    host: '127.0.0.1',
    path: `${listBillingEntities.path}?per_page=2000`,
    headers: { host, authorization: `Bearer ${alice.token}`, 'accept-encoding': 'gzip, br' },
  })
  clientRequest.end()
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk)
  const packed = Buffer.concat(chunks)

  const { text, headers } = await testApp.send('GET', `${listBillingEntities.path}?per_page=2000`, {
    as: alice,
  })
  assert.ok(text.length > 100_000)
  assert.equal(headers['content-encoding'], undefined)
  assert.equal(answer.headers['content-encoding'], 'gzip')
  assert.match(String(answer.headers['vary']), /Accept-Encoding/)
  assert.match(String(answer.headers['content-type']), /^application\/json/)
  assert.ok(packed.length < text.length / 5)
  assert.equal(gunzipSync(packed).toString(), text)
})

test('R02 a long list costs its caller as much as several calls', async () => {
  const app = await buildApp({
    config: { ...testApp.config, limitFactor: 20 / meters.callsPerMinute },
    database: testApp.database,
    works: false,
    log: pino({ level: 'silent' }),
  })
  try {
    const statuses = []
    // Twenty calls a minute, which may turn once.
    for (let n = 0; n < 30; n++)
      statuses.push((await testApp.call(listBillingEntities, { as: alice, query: most, at: app })).status)
    assert.deepEqual(new Set(statuses), new Set([200, 429]), statuses.join(' '))
    assert.ok(statuses.filter((status) => status === 200).length <= 22, statuses.join(' '))
  } finally {
    await app.close()
  }
})
