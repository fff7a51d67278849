import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { extname, join } from 'node:path'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { chromium, type Browser, type Page } from 'playwright-core'
import { build } from 'vite'
import { startProduct, type Product } from '../e2e/product.ts'
import { ready, type Ready } from '../e2e/ready.ts'
import { findBrowser } from '../scripts/browser.ts'
import { median } from './measure.ts'

const help = `node bench/pages.ts [--visits 9] [--slower 4]

Bytes over the wire and time to usable of /login and the dashboard, CPU slowed, a fresh browser profile each
visit, beside a bare React page with the same two routes on the same machine in the same run.`

const { values } = parseArgs({
  options: {
    visits: { type: 'string', default: '9' },
    slower: { type: 'string', default: '4' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}

interface Visit {
  kib: number
  usableMs: number
  blockedMs: number
  shift: number
}

interface Site {
  origin: string
  storage: Record<string, string>
}

const bareRoot = fileURLToPath(new URL('./bare/', import.meta.url))
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
}

/** Serves the bare page, compressed beforehand as the product's files are, and passes /api on. */
async function serveBare(folder: string, product: Product): Promise<{ origin: string; close(): void }> {
  const files = new Map<string, Buffer>()
  const read = async (path: string) => {
    const name = extname(path) ? path : '/index.html'
    if (!files.has(name)) files.set(name, brotliCompressSync(await readFile(join(folder, name))))
    return { name, bytes: files.get(name)! }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url!
    if (path.startsWith('/api/')) {
      const reply = await fetch(product.url + path, {
        headers: { authorization: request.headers.authorization ?? '' },
      })
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text())
      return
    }
    const { name, bytes } = await read(path.split('?')[0]!)
    response
      .writeHead(200, { 'content-type': types[extname(name)] ?? 'text/plain', 'content-encoding': 'br' })
      .end(bytes)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(404).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { origin: `http://localhost:${port}`, close: () => server.close() }
}

/** One first visit: a new profile, nothing cached. `usable` is a selector that means it can be used. */
async function visit(browser: Browser, site: Site, path: string, usable: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(watch, { storage: site.storage, usable })
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slower) })
    await session.send('Network.enable')
    let bytes = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    await page.goto(site.origin + path)
    await page.waitForFunction(() => (window as unknown as Watched).usableMs !== undefined)
    await page.waitForLoadState('networkidle')
    const { usableMs, blockedMs, shift } = await seen(page)
    return { kib: bytes / 1024, usableMs, blockedMs, shift }
  } finally {
    await context.close()
  }
}

interface Watched {
  usableMs?: number
  blockedMs: number
  shift: number
}

/** Runs in the page before anything else: notes when it became usable, long tasks and layout shifts. */
function watch({ storage, usable }: { storage: Record<string, string>; usable: string }): void {
  const watched = window as unknown as Watched
  watched.blockedMs = 0
  watched.shift = 0
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value)
  // As if another tab had the stream of what changes, with which the network would never rest.
  navigator.locks?.request('byre.live', () => new Promise(() => undefined)).catch(() => undefined)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) watched.blockedMs += Math.max(0, entry.duration - 50)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) watched.shift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (document.querySelector(usable)) watched.usableMs = performance.now()
    else requestAnimationFrame(look)
  }
  look()
}

const seen = (page: Page) =>
  page.evaluate(() => {
    const { usableMs = 0, blockedMs, shift } = window as unknown as Watched
    return { usableMs, blockedMs, shift }
  })

const folder = await mkdtemp(join(tmpdir(), 'byre-bare-'))
const product = await startProduct()
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const alice: Ready = await ready(product, { sites: 10 })
  await build({
    root: bareRoot,
    configFile: false,
    plugins: [react()],
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  })
  const bare = await serveBare(folder, product)
  const pages = [
    {
      name: '/login',
      path: '/login',
      signedIn: false,
      usable: { bare: 'form button', product: 'form input[type=password]' },
    },
    {
      name: '/ (10 sites)',
      path: '/',
      signedIn: true,
      usable: { bare: '[data-ready]', product: 'main h3 a, main h2 a' },
    },
  ]
  for (const { name, path, signedIn, usable } of pages) {
    const storage = (record: Record<string, string>) => (signedIn ? record : {})
    const visits: Record<'bare' | 'product', Visit[]> = { bare: [], product: [] }
    for (let n = 0; n < Number(values.visits); n++) {
      visits.bare.push(
        await visit(
          browser,
          { origin: bare.origin, storage: storage({ bare: JSON.stringify({ token: alice.token }) }) },
          path,
          usable.bare,
        ),
      )
      visits.product.push(
        await visit(
          browser,
          { origin: product.url, storage: storage({ 'byre.auth': alice.record }) },
          path,
          usable.product,
        ),
      )
    }
    const of = (which: 'bare' | 'product', key: keyof Visit) => median(visits[which].map((one) => one[key]))
    console.log(
      `${name.padEnd(14)} product ${of('product', 'kib').toFixed(0)} KiB, usable ${of('product', 'usableMs').toFixed(0)} ms, ` +
        `blocked ${of('product', 'blockedMs').toFixed(0)} ms, shift ${of('product', 'shift').toFixed(3)}; ` +
        `bare ${of('bare', 'kib').toFixed(0)} KiB, usable ${of('bare', 'usableMs').toFixed(0)} ms; ` +
        `ratio ${(of('product', 'usableMs') / of('bare', 'usableMs')).toFixed(2)}`,
    )
  }
  bare.close()
} finally {
  await browser.close()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}
