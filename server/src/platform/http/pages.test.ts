import { screens } from '@byre/contract/screens'
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { pathToFileURL } from 'node:url'
import Fastify, { type FastifyInstance } from 'fastify'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { openDatabase, type Database } from '../database/db.ts'
import { ClientFiles } from './client-files.ts'
import { readConfig } from '../../config.ts'
import { TestApp } from '../../testing/test-app.ts'
import { addHeaders } from './headers.ts'
import { hostConstraint } from '../hosts.ts'
import { noForeignSources } from './headers.ts'
import { addPages } from './pages.ts'
import { addRefusals, KnownPaths } from './refusals.ts'

describe('a built client', () => {
  let folder: string
  let app: FastifyInstance
  let scratch: TestDatabase
  let database: Database
  before(async () => {
    scratch = await createTestDatabase()
    database = openDatabase(scratch.options, { max: 2 })
    folder = await mkdtemp(join(tmpdir(), 'byre-client-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>The client</title>')
    await writeFile(join(folder, 'index.html.br'), 'the page as if compressed')
    await writeFile(join(folder, 'assets/main-Ab12.js'), 'export {}')
    await writeFile(join(folder, 'assets/main-Ab12.js.br'), 'as if compressed')
    await writeFile(join(folder, 'favicon.svg'), '<svg/>')
    const config = readConfig({})
    app = Fastify({
      routerOptions: { constraints: hostConstraint(config) as object } as object,
    }) as unknown as FastifyInstance
    const paths = new KnownPaths(app)
    addHeaders(app, config)
    addRefusals(app, paths)
    const client = pathToFileURL(`${folder}/`)
    const files = new ClientFiles(database.db, [client])
    await addPages(app, { config, foreign: noForeignSources, paths, screens, client, files })
    await app.ready()
  })
  after(async () => {
    await app.close()
    await database.close()
    await scratch.drop()
    await rm(folder, { recursive: true })
  })

  const get = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
    const answer = await app.inject({ method, url, headers: { host: 'localhost:4000', ...headers } })
    return { status: answer.statusCode, headers: answer.headers, text: answer.body }
  }

  test('H03 hashed files are kept for ever, others asked for again, all of them only by our own pages', async () => {
    const script = await get('/assets/main-Ab12.js')
    assert.equal(script.status, 200)
    assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.match(String(script.headers['content-type']), /javascript/)
    assert.equal(script.headers['x-content-type-options'], 'nosniff')
    assert.equal(script.headers['cross-origin-resource-policy'], 'same-origin')
    assert.equal(script.headers['permissions-policy'], undefined)
    assert.match(String((await get('/favicon.svg')).headers['permissions-policy']), /camera=\(\)/)
    assert.equal((await get('/favicon.svg')).headers['cache-control'], 'no-cache')
  })

  test('files compressed beforehand are sent to whoever reads them', async () => {
    const script = await get('/assets/main-Ab12.js', { 'accept-encoding': 'gzip, br' })
    assert.equal(script.headers['content-encoding'], 'br')
    assert.equal(script.text, 'as if compressed')
    assert.match(String(script.headers.vary), /accept-encoding/i)
  })

  test('the page, too, under its own policy and kept by nobody', async () => {
    const page = await get('/login', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    assert.equal(page.headers['content-encoding'], 'br')
    assert.equal(page.text, 'the page as if compressed')
    assert.match(String(page.headers.vary), /accept-encoding/i)
    assert.match(String(page.headers['content-security-policy']), /script-src 'self'/)
    assert.equal(page.headers['cache-control'], 'no-store')
    for (const accepted of [undefined, 'gzip', 'identity', 'br;q=0']) {
      const plain = await get('/login', accepted === undefined ? {} : { 'accept-encoding': accepted })
      assert.equal(plain.headers['content-encoding'], undefined, accepted)
      assert.match(plain.text, /The client/, accepted)
    }
  })

  test('every screen’s address gets the page, an address in it included', async () => {
    for (const url of [
      '/',
      '/login',
      '/site/new',
      '/confirm/alice@ranch.example',
      '/confirm/alice%40ranch.example',
    ]) {
      const page = await get(url, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
      assert.equal(page.status, 200, url)
      assert.ok(page.text.includes('The client'))
      assert.equal(page.headers['cache-control'], 'no-store')
      assert.equal((await get(url, { accept: 'text/html' }, 'HEAD')).status, 200)
    }
    assert.equal((await get('/login', { accept: '*/*' })).status, 200)
    assert.equal((await get('/login')).status, 200)
  })

  test('a screen that the client has gets the page whatever is accepted', async () => {
    const addresses = [
      '/confirm/alice@ranch.example',
      '/confirm/alice%40ranch.example?again=1',
      '/Confirm/alice@ranch.example/',
      ...screens.map((path) => path.replace(/:\w+/g, 'north.ranch')),
    ]
    for (const accept of ['*/*', 'application/json', 'image/png', ''])
      for (const url of addresses)
        for (const method of ['GET', 'HEAD'] as const) {
          const page = await get(url, { accept }, method)
          assert.equal(page.status, 200, `${method} ${url} for ${accept}`)
          assert.match(String(page.headers['content-type']), /^text\/html/)
        }
    for (const url of ['/confirm/a/b.txt', '/confirmed.txt', '/site/x/y.txt', '/users/x.png'])
      assert.equal((await get(url)).status, 404, url)
  })

  test('H06 a file that is not there is 404 and never the page', async () => {
    for (const [url, accept] of [
      ['/assets/main-Old1.js', '*/*'],
      ['/assets/main-Old1.js', 'text/html'],
      ['/assets/', 'text/html'],
      ['/robots.txt', '*/*'],
      ['/main.js.map', '*/*'],
      ['/.git/config', 'application/json'],
      ['/api', 'text/html'],
      ['/api/v2/sites', 'text/html'],
      ['/image.png', 'image/avif,image/webp'],
    ] as const) {
      const { status, text } = await get(url, { accept })
      assert.equal(status, 404, url)
      assert.ok(!text.includes('The client'))
    }
  })

  test('H03 a file of another build is served as our own are, packed for whoever reads it so', async () => {
    const other = await mkdtemp(join(tmpdir(), 'byre-client-'))
    await mkdir(join(other, 'assets'))
    const script = 'export const build = 2'
    await writeFile(join(other, 'assets/main-Cd34Ef56.js'), script)
    await writeFile(join(other, 'assets/main-Cd34Ef56.js.br'), brotliCompressSync(script))
    await writeFile(join(other, 'assets/logo-Cd34Ef56.png'), 'a picture')
    assert.equal((await get('/assets/main-Cd34Ef56.js')).status, 404)
    const files = new ClientFiles(database.db, [pathToFileURL(`${other}/`)])
    await files.keep(assert.ifError)
    files.stop()
    await rm(other, { recursive: true })

    const plain = await get('/assets/main-Cd34Ef56.js')
    assert.deepEqual([plain.status, plain.text], [200, script])
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.match(String(plain.headers['content-type']), /javascript/)
    assert.equal(plain.headers['x-content-type-options'], 'nosniff')
    assert.equal(plain.headers['cross-origin-resource-policy'], 'same-origin')
    const packed = await get('/assets/main-Cd34Ef56.js', { 'accept-encoding': 'gzip, br' })
    assert.equal(packed.headers['content-encoding'], 'br')
    assert.equal((await get('/assets/main-Cd34Ef56.js', {}, 'HEAD')).status, 200)
    assert.equal((await get('/assets/logo-Cd34Ef56.png')).text, 'a picture')
  })

  test('names at random cost the database next to nothing', async () => {
    const before = database.statements()
    const names = Array.from({ length: 200 }, (_, n) => `/assets/main-${String(n).padStart(8, '0')}.js`)
    const answers = await Promise.all(names.map((name) => get(name)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([404]))
    const statements = database.statements() - before
    assert.ok(statements < names.length / 20, `${statements} statements`)
  })

  test('no path leads out of the folder', async () => {
    for (const url of [
      '/../package.json',
      '/assets/../../package.json',
      '/%2e%2e/package.json',
      '/assets/%2e%2e%2f%2e%2e%2fx',
    ])
      assert.ok(!(await get(url)).text.includes('"name"'), url)
  })

  test('H06 a page takes no writing', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      for (const url of ['/', '/login', '/assets/main-Ab12.js']) {
        const answer = await app.inject({ method, url, headers: { host: 'localhost:4000' } })
        assert.equal(answer.statusCode, 405, `${method} ${url}`)
        assert.match(String(answer.headers.allow), /GET/)
      }
    }
  })
})

test('the API’s page and its files are there, and nothing beside them', async () => {
  const testApp = await TestApp.start()
  try {
    const page = await testApp.send('GET', '/api/docs')
    const files = [...page.text.matchAll(/(?:href|src)="(\/[^"#]+)"/g)].map(([, url = '']) => url)
    assert.ok(files.includes('/api/docs/page.js'))
    for (const url of [...files, '/api/docs/call.js', '/api/docs/try.js', '/api/openapi.json'])
      assert.equal((await testApp.send('GET', url)).status, 200, url)
    assert.doesNotMatch(page.text, /<style|style=|<script>|\son[a-z]+=/)
    for (const url of [
      '/api/docs/',
      '/api/docs/page.html',
      '/api/docs/..%2fheaders.ts',
      '/api/docs/nothing.js',
    ])
      assert.equal((await testApp.send('GET', url, { headers: { accept: 'text/html' } })).status, 404, url)
  } finally {
    await testApp.close()
  }
})
