import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { createTestDatabase, urlOf, type TestDatabase } from '../server/src/testing/database.ts'
import { releasedProgram, unpackRelease } from '../server/src/testing/releases/last-release.ts'
import { inTurn } from './balancer.ts'
import { openBrowser, Watch } from './browser.ts'
import { freePort, startProduct, type Product } from './product.ts'
import { ready } from './ready.ts'

/*
 * Two processes in the middle of an upgrade, on today's schema: one as it stands, one of the last release, each with pages that
 * the other never had.
 */

let folder: string
let database: TestDatabase
let products: Product[] = []
let browser: Browser
let url: string
let closeDoor: () => Promise<void>

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byre-two-builds-'))
  unpackRelease(folder)
  database = await createTestDatabase()
  const port = await freePort()
  url = `http://localhost:${port}`
  const env = {
    DATABASE_URL: urlOf(database.options),
    DATA_DIR: folder,
    PUBLIC_URL: url,
    APP_SECRET: 'a secret that both processes share, long enough',
  }
  products = await Promise.all([startProduct(env), startProduct(env, join(folder, releasedProgram))])
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
  await rm(folder, { recursive: true, force: true })
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

test('O05 each process serves the scripts of the other’s page, and nothing that neither has', async () => {
  const [one, two] = products as [Product, Product]
  const [ofOne, ofTwo] = [await scriptsOf(one), await scriptsOf(two)]
  for (const [at, own, other, others] of [
    [one, ofOne, two, ofTwo],
    [two, ofTwo, one, ofOne],
  ] as const) {
    const foreign = others.filter((path) => !own.includes(path))
    assert.ok(foreign.length > 0, 'the builds are the same')
    for (const path of foreign) {
      const script = await get(at, path)
      assert.equal(script.status, 200, path)
      assert.match(script.type ?? '', /javascript/)
      assert.equal(script.text, (await get(other, path)).text)
    }
  }
  assert.equal((await get(one, '/assets/main-Nobodys1.js')).status, 404)
})

const builds = ['today’s page', 'the last release’s page']

for (const [nth, build] of builds.entries())
  test(`O05 by ${build}, whose requests reach both in turn, Alice signs in and finds her site`, async () => {
    // Made by the one and the other, in turn as well.
    const alice = await ready({ ...products[0]!, url }, { name: `alice${nth}`, sites: 1 })
    const context = await browser.newContext()
    const watch = new Watch(context)
    const page = await context.newPage()
    const failed: string[] = []
    // What is no text of a release is not kept.
    const isKept = (kind: string) => !['font', 'image'].includes(kind)
    page.on('response', (response) => {
      if (response.status() >= 400 && isKept(response.request().resourceType())) failed.push(response.url())
    })
    const { text: html } = await get(products[nth]!, '/login')
    await page.route(`${url}/login`, (route) => route.fulfill({ contentType: 'text/html', body: html }))

    await page.goto(`${url}/login`)
    await page
      .getByLabel(/e-?mail/i)
      .first()
      .fill(alice.email)
    await page.getByLabel('Password', { exact: true }).fill(alice.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('link', { name: 'Ardley 1' }).first().click()
    await page.getByRole('heading', { name: 'Ardley 1' }).first().waitFor()
    assert.deepEqual(failed, [])
    watch.assertCalm()
    await context.close()
  })
