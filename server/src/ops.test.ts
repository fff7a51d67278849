import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { startOps, type OpsOptions } from './ops.ts'

const calm: OpsOptions = {
  host: '127.0.0.1',
  port: 0,
  isReady: async () => true,
  about: 'PostgreSQL 18, its own',
  mayHaveCertificate: async () => false,
  metrics: async () => '',
}

/** Asks one path of an ops server and stops it. */
async function ask(options: Partial<OpsOptions>, path: string, method = 'GET') {
  const ops = await startOps({ ...calm, ...options })
  try {
    const answer = await fetch(`http://127.0.0.1:${ops.port}${path}`, { method })
    return { status: answer.status, body: await answer.text(), allow: answer.headers.get('allow') }
  } finally {
    await ops.close()
  }
}

for (const [state, isReady, status] of [
  ['is ready', async () => true, 200],
  ['drains', async () => false, 503],
  ['has lost its database', async () => Promise.reject(new Error('connection refused')), 503],
  ['waits for a database that does not answer', () => new Promise<boolean>(() => undefined), 503],
] as const)
  test(`R06 a process that ${state} is alive, and /readyz answers ${status}`, async () => {
    const [alive, ready] = [await ask({ isReady }, '/livez'), await ask({ isReady }, '/readyz')]

    assert.deepEqual(alive, { status: 200, body: 'ok\n', allow: null })
    assert.deepEqual(ready, {
      status,
      body: `${status === 200 ? 'ok' : 'not ready'}\nPostgreSQL 18, its own\n`,
      allow: null,
    })
  })

test('T07 a certificate is allowed for a known name only, whatever its case', async () => {
  const mayHaveCertificate = async (domain: string) => domain === 'north.example.com'

  const known = await ask({ mayHaveCertificate }, '/tls/allow?domain=North.Example.com')
  const unknown = await ask({ mayHaveCertificate }, '/tls/allow?domain=south.example.com')
  const none = await ask({ mayHaveCertificate }, '/tls/allow')

  assert.deepEqual([known.status, unknown.status, none.status], [200, 404, 404])
})

test('T07 while the database is away no certificate is allowed', async () => {
  const mayHaveCertificate = async () => Promise.reject(new Error('connection refused'))

  assert.equal((await ask({ mayHaveCertificate }, '/tls/allow?domain=north.example.com')).status, 503)
})

test('nothing else is answered', async () => {
  assert.equal((await ask({}, '/')).status, 404)
  assert.deepEqual(await ask({}, '/livez', 'POST'), { status: 405, body: 'only GET\n', allow: 'GET, HEAD' })
})

test('a taken port is named with the variable that settles it', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo

  await assert.rejects(
    startOps({ ...calm, port }),
    /^StartError: Port \d+ on 127\.0\.0\.1 is taken: .*OPS_PORT/,
  )
  other.close()
})
