import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { startProduct, type Product } from './product.ts'
import { ready } from './ready.ts'

/* What `deploy/Caddyfile` asks is what the product answers. With the real Caddy: `npm run test:caddy`. */

const caddyfile = await readFile(new URL('../deploy/Caddyfile', import.meta.url), 'utf8')
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
