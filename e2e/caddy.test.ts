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

/** What Caddy sends before it makes a certificate. */
async function ask(name: string): Promise<number> {
  const [, url = ''] = /^\s*ask (\S+)$/m.exec(caddyfile) ?? []
  const filled = url.replace(/\{\$BYRE_OPS:[^}]*\}/, `127.0.0.1:${product.opsPort}`)
  return (await fetch(`${filled}?domain=${name}`)).status
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
})
