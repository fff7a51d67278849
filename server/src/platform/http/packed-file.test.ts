import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { meters } from '@byre/contract/limits'
import pino from 'pino'
import { buildApp } from '../../app.ts'
import { portOf } from '../../testing/live.ts'
import { TestApp } from '../../testing/test-app.ts'

/* The API's description, as the longest answer that anybody may ask for. */

const path = '/api/openapi.json'
const whole = readFileSync(new URL('../../../../docs/openapi.json', import.meta.url))

let testApp: TestApp
before(async () => {
  testApp = await TestApp.start()
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

async function get(headers: Record<string, string> = {}, method = 'GET') {
  const { host } = new URL(testApp.config.publicUrl)
  const clientRequest = request({
    port: await portOf(testApp.app),
    host: '127.0.0.1',
    path,
    method,
    headers: { host, ...headers },
  })
  clientRequest.end()
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk)
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(chunks) }
}

test('the description of the API is packed as the caller can read it, and whole for who cannot', async () => {
  const [plain, br, gzip] = await Promise.all([
    get(),
    get({ 'accept-encoding': 'gzip, deflate, br, zstd' }),
    get({ 'accept-encoding': 'gzip;q=0.5, identity;q=0.1' }),
  ])
  assert.ok(plain.bytes.equals(whole))
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(plain.headers['content-length'], String(whole.length))
  assert.equal(br.headers['content-encoding'], 'br')
  assert.ok(brotliDecompressSync(br.bytes).equals(whole))
  assert.ok(br.bytes.length < whole.length / 25)
  assert.equal(gzip.headers['content-encoding'], 'gzip')
  assert.ok(gunzipSync(gzip.bytes).equals(whole))
  for (const { headers } of [plain, br, gzip]) {
    assert.equal(headers['vary'], 'Accept-Encoding')
    assert.match(String(headers['content-type']), /^application\/json/)
  }
  assert.equal(new Set([plain, br, gzip].map(({ headers }) => headers['etag'])).size, 3)
})

test('who has the description already is told that it is the same, and is sent nothing', async () => {
  for (const encoding of ['identity', 'br', 'gzip']) {
    const requestHeaders = { 'accept-encoding': encoding }
    const { headers } = await get(requestHeaders)
    const again = await get({ ...requestHeaders, 'if-none-match': `"other", W/${headers['etag']}` })
    assert.deepEqual([again.status, again.bytes.length], [304, 0])
    assert.equal(again.headers['etag'], headers['etag'])
    assert.equal((await get({ ...requestHeaders, 'if-none-match': '"other"' })).status, 200)
  }
  const head = await get({}, 'HEAD')
  assert.deepEqual([head.status, head.bytes.length], [200, 0])
})

test('R02 the description has a limit by address', async () => {
  const config = { ...testApp.config, limitFactor: 3 / meters.descriptionsPerMinute }
  const app = await buildApp({
    config,
    database: testApp.database,
    works: false,
    log: pino({ level: 'silent' }),
  })
  try {
    const statuses = []
    for (let n = 0; n < 8; n++) statuses.push((await testApp.send('GET', path, { at: app })).status)
    assert.deepEqual(new Set(statuses), new Set([200, 429]), statuses.join(' '))
  } finally {
    await app.close()
  }
})
