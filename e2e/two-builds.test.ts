import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { buildServer, serverProgram } from '../scripts/build-server.mjs'
import { createTestDatabase, urlOf, type TestDatabase } from '../server/src/testing/database.ts'
import { inTurn } from './balancer.ts'
import { openBrowser, Watch } from './browser.ts'
import { freePort, startProduct, type Product } from './product.ts'

/* Two processes in the middle of an upgrade: one has a build of the client that the other never had. */

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'byre-two-builds-'))
let database: TestDatabase
let products: Product[] = []
let browser: Browser
let url: string
let closeDoor: () => Promise<void>

/** The product as it stands, with another build of the client; the program to start. */
function installOther(): string {
  const link = (from: string, to: string, but: string) => {
    mkdirSync(to, { recursive: true })
    for (const name of readdirSync(from)) if (name !== but) symlinkSync(join(from, name), join(to, name))
  }
  for (const name of ['contract', 'docs', 'node_modules']) symlinkSync(join(root, name), join(folder, name))
  buildServer()
  link(join(root, 'server'), join(folder, 'server'), 'dist')
  cpSync(join(root, 'server/dist'), join(folder, 'server/dist'), { recursive: true })
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const build = ['build', '--logLevel', 'error', '--emptyOutDir', '--outDir', join(folder, 'web/dist/portal')]
  const { status, stderr } = spawnSync(process.execPath, [vite, ...build], {
    cwd: join(root, 'web'),
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', BYRE_PRODUCTS: 'sites' },
  })
  assert.equal(status, 0, stderr)
  return join(folder, 'server/dist', serverProgram.split('/').at(-1)!)
}

before(async () => {
  database = await createTestDatabase()
  const port = await freePort()
  url = `http://localhost:${port}`
  const env = {
    DATABASE_URL: urlOf(database.options),
    PUBLIC_URL: url,
    APP_SECRET: 'a secret that both processes share, long enough',
  }
  products = await Promise.all([startProduct(env), startProduct(env, installOther())])
  closeDoor = await inTurn(
    port,
    products.map((product) => `http://127.0.0.1:${product.port}`),
  )
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await closeDoor?.()
  await Promise.all(products.map((product) => product.stop()))
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Asks one of the two for the portal, whose name is another than either's own. */
async function get({ port }: Product, path: string) {
  const clientRequest = request({ host: '127.0.0.1', port, path, headers: { host: new URL(url).host } })
  clientRequest.end()
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, type: answer.headers['content-type'], text: await text(answer) }
}

/** What the page of a process begins with. */
async function scriptsOf(product: Product): Promise<string[]> {
  const page = await get(product, '/login')
  return [...new Set(page.text.match(/\/assets\/[\w.-]+\.js/g))]
}

test('each process serves the scripts of the other’s page, and nothing that neither has', async () => {
  const [one, two] = products as [Product, Product]
  const [ofOne, ofTwo] = [await scriptsOf(one), await scriptsOf(two)]
  for (const [at, own, others] of [
    [one, ofOne, ofTwo],
    [two, ofTwo, ofOne],
  ] as const) {
    const foreign = others.filter((path) => !own.includes(path))
    assert.ok(foreign.length > 0, 'the builds are the same')
    for (const path of foreign) {
      const script = await get(at, path)
      assert.equal(script.status, 200, path)
      assert.match(script.type ?? '', /javascript/)
      assert.match(script.text, /export|import/)
    }
  }
  assert.equal((await get(one, '/assets/main-Nobodys1.js')).status, 404)
})

test('a visitor whose requests reach both in turn meets a whole page', async () => {
  for (let visit = 0; visit < 4; visit++) {
    const context = await browser.newContext()
    const watch = new Watch(context)
    const page = await context.newPage()
    const failed: string[] = []
    page.on('response', (response) => response.status() >= 400 && failed.push(response.url()))
    await page.goto(`${url}/login`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page
      .getByRole('link', { name: /create|register|sign up/i })
      .first()
      .click()
    await page.getByLabel('Confirm password', { exact: true }).waitFor()
    assert.deepEqual(failed, [])
    watch.assertCalm()
    await context.close()
  }
})
