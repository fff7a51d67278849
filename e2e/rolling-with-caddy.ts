import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { createTestDatabase, urlOf, type TestDatabase } from '../server/src/testing/database.ts'
import { Caddy } from '../server/src/testing/proxies/caddy.ts'
import { freePort, startProduct, type Product } from './product.ts'

/* Two nodes behind the real Caddy with the shipped file, restarted one after the other: `npm run test:caddy`. */

const portalHost = 'portal.byre.example'
const baseDomain = 'ranches.example'
const hosts = ['127.0.0.1', '127.0.0.2'] as const

let database: TestDatabase
let caddy: Caddy
const nodes = new Map<string, Product>()
let env: Record<string, string>

const startNode = async (host: string) =>
  void nodes.set(host, await startProduct({ ...env, HOST: host, OPS_HOST: host }))

before(async () => {
  database = await createTestDatabase()
  const [port, opsPort, httpsPort] = [await freePort(), await freePort(), await freePort()]
  env = {
    NODE_ENV: 'production',
    DATABASE_URL: urlOf(database.options),
    PORT: String(port),
    OPS_PORT: String(opsPort),
    PUBLIC_URL: `https://${portalHost}:${httpsPort}`,
    BASE_DOMAIN: baseDomain,
    TENANT_A_RECORD: '192.0.2.1',
    TRUSTED_PROXIES: '127.0.0.1',
    APP_SECRET: 'Zk3vQ0xw9rTb6mLp2sYd8nHf5jKc1gVa',
    ALLOW_SANDBOX: '1',
    SMTP_URL: 'smtp://127.0.0.1:1',
  }
  for (const host of hosts) await startNode(host)
  caddy = await Caddy.start({ portalHost, baseDomain, hosts, port, opsPort, httpsPort })
})
after(async () => {
  await caddy?.stop()
  for (const node of nodes.values()) await node.stop()
  await database?.drop()
})

test('T07 a rolling restart of both nodes fails no request that may be sent again', async () => {
  const statuses = new Map<string, number>()
  const restarted = new AbortController()
  const caller = async () => {
    while (!restarted.signal.aborted) {
      const outcome = await caddy.ask(portalHost, '/login', { headers: { accept: 'text/html' } }).then(
        ({ status }) => String(status),
        (error: Error) => error.message,
      )
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
    }
  }
  const calling = Promise.all([caller(), caller(), caller()])
  for (const host of hosts) {
    const node = nodes.get(host)!
    node.process.kill('SIGTERM')
    if (node.process.exitCode === null) await once(node.process, 'exit')
    await startNode(host)
    // Caddy is to notice that it is back before the other one goes.
    const noticed = statuses.get('200') ?? 0
    while ((statuses.get('200') ?? 0) < noticed + 300) await new Promise((done) => setTimeout(done, 50))
  }
  restarted.abort()
  await calling
  assert.deepEqual([...statuses.keys()], ['200'], JSON.stringify([...statuses]))
  assert.ok(statuses.get('200')! > 600)
})

test('T07 names are asked for of whichever node is up', async () => {
  const [gone, up] = hosts.map((host) => nodes.get(host)!)
  gone!.process.kill('SIGKILL')
  await once(gone!.process, 'exit')
  for (let n = 0; n < 8; n++) {
    const answer = await fetch(`http://${caddy.askAt}/tls/allow?domain=${portalHost}`)
    assert.notEqual(answer.status, 502)
    assert.equal(answer.headers.get('cache-control'), 'no-store', 'it is a node that answers')
  }
  assert.equal(up!.process.exitCode, null)
})
