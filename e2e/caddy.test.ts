import { createBillingEntity } from '@byre/contract/billing/billing-entities'
import { createClinic, updateClinic } from '@byre/contract/places/clinics'
import { createSite, updateSite } from '@byre/contract/places/sites'
import { inviteToBillingEntity } from '@byre/contract/people/invites'
import { updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startProduct, type Product } from './product.ts'
import { ready } from './ready.ts'

/* What `deploy/Caddyfile` asks is what the product answers. With the real Caddy: `npm run test:caddy`. */

const caddyfilePath = fileURLToPath(new URL('../deploy/Caddyfile', import.meta.url))
const caddyfile = await readFile(caddyfilePath, 'utf8')
let product: Product

before(async () => {
  product = await startProduct()
  await ready(product, { name: 'alice', sites: 1 })
})
after(() => product?.stop())

/** What Caddy sends before it makes a certificate, by way of the site it asks at. */
async function ask(name: string): Promise<number> {
  const [, at, path = ''] = /^\s*ask http:\/\/(\{\$ASK:\S+\})(\S+)$/m.exec(caddyfile) ?? []
  assert.match(
    caddyfile,
    new RegExp(
      `http://${at?.replace(/[{}$.]/g, '\\$&')} \\{\\n\\tbind 127\\.0\\.0\\.1\\n\\treverse_proxy \\{\\$BYRE_OPS:`,
    ),
  )
  return (await fetch(`http://127.0.0.1:${product.opsPort}${path}?domain=${name}`)).status
}

test('T07 the address that Caddy asks is the operations port, which knows places’ names and no others', async () => {
  assert.equal(await ask('alice-1.localhost'), 200)
  assert.equal(await ask('nobody.localhost'), 404)
  assert.equal(await ask('north.farm'), 404)
  assert.equal(await ask(''), 404)
})

test('where nothing is set, Caddy looks for the product where it listens', () => {
  assert.match(caddyfile, /\{\$BYRE:127\.0\.0\.1:4000\}/)
  assert.match(caddyfile, /\{\$BYRE_OPS:127\.0\.0\.1:4001\}/)
  assert.match(caddyfile, /\{\$BYRE_OPS_PORT:4001\}/)
})

/* How it leads past a node that stops or stands still, as Caddy itself reads the file. */

const caddy = process.env['CADDY'] ?? 'caddy'
const hasCaddy = spawnSync(caddy, ['version']).status === 0
const skip = hasCaddy ? false : 'no Caddy here'

interface Handler {
  handler: string
  health_checks?: { active?: { uri: string; port?: number; interval: number; timeout: number } }
  load_balancing?: { try_duration: number }
  transport?: { response_header_timeout: number }
  upstreams?: { dial: string }[]
  routes?: Route[]
}
interface Matcher {
  method?: string[]
  header?: Record<string, string[]>
  path?: string[]
  path_regexp?: { pattern: string }
}
interface Route {
  match?: Matcher[]
  handle: Handler[]
}
interface Leading {
  match: Matcher
  proxy: Handler
}

/** Each place where it leads to nodes, of each address it answers under. */
function leadings(routes: Route[], match: Matcher = {}): Leading[] {
  return routes.flatMap(({ match: own, handle }) =>
    handle.flatMap((one) =>
      one.handler === 'reverse_proxy'
        ? [{ match: own?.[0] ?? match, proxy: one }]
        : leadings(one.routes ?? [], match),
    ),
  )
}

function adapted(): { asks: Leading[]; sites: Leading[][] } {
  const { stdout, stderr, status } = spawnSync(caddy, ['adapt', '--config', caddyfilePath], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      PORTAL_HOST: 'portal.byre.example',
      BASE_DOMAIN: 'byre.example',
      BYRE: '10.0.0.11:4000 10.0.0.12:4000',
      BYRE_OPS: '10.0.0.11:4001 10.0.0.12:4001',
    },
  })
  assert.equal(status, 0, stderr)
  const { apps } = JSON.parse(stdout) as {
    apps: { http: { servers: Record<string, { listen: string[]; routes: Route[] }> } }
  }
  const servers = Object.values(apps.http.servers)
  const at = (port: string) => servers.find(({ listen }) => listen[0]!.endsWith(port))!.routes
  return { asks: leadings(at(':4003')), sites: at(':443').map((route) => leadings([route])) }
}

const seconds = (nanoseconds = 0) => nanoseconds / 1e9

test('every node is asked whether it may be sent requests, and others are tried for 5 s', { skip }, () => {
  const { asks, sites } = adapted()
  assert.equal(sites.length, 3, 'the portal, places, and their own domains')
  const atNodes = sites.flat()
  assert.equal(atNodes.length, 3 * 4)
  for (const { proxy } of [...asks, ...atNodes]) {
    const { uri, interval = 0, timeout = 0 } = proxy.health_checks?.active ?? {}
    assert.equal(uri, '/readyz')
    assert.deepEqual([seconds(interval), seconds(timeout)], [0.5, 1.5])
    assert.equal(seconds(proxy.load_balancing?.try_duration), 5)
  }
  for (const { proxy } of atNodes) {
    assert.equal(proxy.health_checks?.active?.port, 4001)
    assert.deepEqual(proxy.upstreams, [{ dial: '10.0.0.11:4000' }, { dial: '10.0.0.12:4000' }])
  }
  assert.deepEqual(
    asks.map(({ proxy }) => proxy.upstreams),
    [[{ dial: '10.0.0.11:4001' }, { dial: '10.0.0.12:4001' }]],
  )
})

test(
  'who can send again without harm waits for 1.8 s, who only looks for 2.5 s, others for 20 s',
  { skip },
  () => {
    const paths = [createSite, createClinic, createBillingEntity, inviteToBillingEntity].map(
      ({ path }) => path,
    )
    const changes = [updateSite, updateClinic, updateUser].map(({ path }) => path.replace(':id', 'x'))
    for (const site of adapted().sites) {
      const [looks, keyed, versioned, others] = site
      assert.deepEqual(
        site.map(({ proxy }) => seconds(proxy.transport?.response_header_timeout)),
        [2.5, 1.8, 1.8, 20],
      )
      assert.deepEqual(looks!.match.method, ['GET', 'HEAD'])
      assert.deepEqual(
        [keyed!.match.method, Object.keys(keyed!.match.header!)],
        [['POST'], ['Idempotency-Key']],
      )
      for (const path of paths) assert.ok(keyed!.match.path!.includes(path.replace(':id', '*')), path)
      assert.deepEqual(
        [versioned!.match.method, Object.keys(versioned!.match.header!)],
        [['PUT'], ['If-Match']],
      )
      for (const path of changes) assert.match(path, new RegExp(versioned!.match.path_regexp!.pattern))
      assert.deepEqual(others!.match.method, undefined)
    }
  },
)

test('as its words have it, too, where there is no Caddy to read them', () => {
  const blocks = [...caddyfile.matchAll(/^\treverse_proxy .*\{\n(?:\t\t.*\n)+\t\}$/gm)].map(([text]) => text)
  assert.equal(blocks.length, 4)
  for (const block of blocks) assert.match(block, /^\t\timport healthy$/m)
  assert.match(caddyfile, /^\(healthy\) \{\n\thealth_uri \/readyz\n(?:\t.*\n)*\tlb_try_duration 5s\n/m)
  assert.match(caddyfile, /^\(again\) \{\n(?:\t.*\n)*\t\t\tresponse_header_timeout 1800ms\n/m)
  assert.match(caddyfile, /^\timport again @keyed\n\timport again @versioned\n/m)
  assert.equal(caddyfile.match(/^\timport byre$/gm)?.length, 3)
})
