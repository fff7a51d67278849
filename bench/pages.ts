import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from 'playwright-core'
import { findBrowser } from '../scripts/browser.ts'
import { serveBare } from './bare-site.ts'
import { median } from './measure.ts'
import './one-line.ts'
import { signIn } from './sign-in-accounts.ts'
import { onPostgres, prepareDatabase, startTarget } from './targets.ts'

const help = `npm run bench:pages -- [--visits 9] [--slower 4]

Bytes over the wire and time to usable of /login and the dashboard, CPU slowed (1: not at all), a fresh browser profile
each visit, beside a bare React page with the same routes, data and cards on the same machine in the same run.`

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
    usable: { bare: '[data-ready]', product: 'main td a[href^="/site/"]' },
  },
]
type Which = 'bare' | 'product'

await onPostgres(async (postgres) => {
  const { signIns } = await prepareDatabase(postgres.connection, { accounts: 60, sitesEach: 10 })
  const product = await startTarget('product', postgres)
  const bare = await serveBare(product.url)
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const { id, token, record } = await signIn(product.url, signIns[0]!)
  const sites: Record<Which, Site> = {
    bare: { origin: bare.origin, storage: { bare: JSON.stringify({ id, token }) } },
    product: { origin: product.url, storage: { 'byre.auth': record } },
  }
  try {
    for (const { name, path, signedIn, usable } of pages) {
      const visits: Record<Which, Visit[]> = { bare: [], product: [] }
      for (let n = 0; n < Number(values.visits); n++)
        for (const which of n % 2 ? (['product', 'bare'] as const) : (['bare', 'product'] as const)) {
          const site = signedIn ? sites[which] : { ...sites[which], storage: {} }
          visits[which].push(await visit(browser, site, path, usable[which]))
        }
      console.log(`${name.padEnd(14)} ${tell(visits)}`)
    }
  } finally {
    await browser.close()
    await bare.close()
    await product.stop()
  }
})

function tell(visits: Record<Which, Visit[]>): string {
  const of = (which: Which, key: keyof Visit) => median(visits[which].map((one) => one[key]))
  const seen = (which: Which) =>
    `${which} ${of(which, 'kib').toFixed(1)} KiB, usable ${of(which, 'usableMs').toFixed(0)} ms, ` +
    `blocked ${of(which, 'blockedMs').toFixed(0)} ms, shift ${of(which, 'shift').toFixed(3)}`
  const ratio = (key: 'usableMs' | 'blockedMs') => (of('product', key) / of('bare', key)).toFixed(2)
  return `${seen('product')}; ${seen('bare')}; ratio usable ${ratio('usableMs')}, blocked ${ratio('blockedMs')}`
}
