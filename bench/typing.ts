import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from 'playwright-core'
import { findBrowser } from '../scripts/browser.ts'
import { serveBare } from './bare-site.ts'
import { quantile } from './latency.ts'
import './one-line.ts'
import { signIn } from './sign-in-accounts.ts'
import { onPostgres, prepareDatabase, startTarget } from './targets.ts'

const help = `npm run bench:typing -- [--slower 4] [--rounds 3]

How long after a key the next paint comes in the largest form (a new clinic with a custom domain and new billing
information), CPU slowed, beside a bare form of as many plain inputs. Specification 9.2: at most 100 ms.`

const { values } = parseArgs({
  options: {
    slower: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}

interface Keyed {
  paints: Map<number, number>
}

/** Runs in the page: notes the time from each key to the paint after it, which the browser gives in steps of 8 ms. */
function watch(storage: Record<string, string>): void {
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value)
  const keyed = window as unknown as Keyed
  keyed.paints = new Map()
  new PerformanceObserver((list) => {
    for (const { name, duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId && name.startsWith('key'))
        keyed.paints.set(interactionId, Math.max(duration, keyed.paints.get(interactionId) ?? 0))
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** A person's pace: about eight keys a second. */
const paceMs = 120
const text = 'north creek 12'

async function typeInto(
  page: Page,
  session: { send(name: 'Emulation.setCPUThrottlingRate', rate: { rate: number }): Promise<unknown> },
): Promise<number[]> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slower) })
  const inputs = await page.locator('form input:not([type=radio]):not([type=search]), form textarea').all()
  let keys = 0
  for (const input of inputs) {
    if (!(await input.isVisible()) || !(await input.isEditable())) continue
    await input.click()
    await input.pressSequentially(text, { delay: paceMs })
    keys += text.length
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const slow = await page.evaluate(() => [...(window as unknown as Keyed).paints.values()])
  // What painted within 16 ms is not told at all.
  return [...slow, ...Array.from({ length: Math.max(0, keys - slow.length) }, () => 16)]
}

async function visit(
  browser: Browser,
  address: string,
  storage: Record<string, string>,
  open: (page: Page) => Promise<void>,
): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(watch, storage)
    await page.goto(address)
    await open(page)
    return await typeInto(page, await context.newCDPSession(page))
  } finally {
    await context.close()
  }
}

async function openAll(page: Page): Promise<void> {
  await page.getByText('Create new Billing Information').click()
  await page.getByText('Custom domain').first().click()
  await page.getByLabel('Domain (optional)').waitFor()
}

await onPostgres(async (postgres) => {
  const { signIns } = await prepareDatabase(postgres.connection, { accounts: 60, sitesEach: 10 })
  const product = await startTarget('product', postgres)
  const bare = await serveBare(product.url)
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const storage = { 'byre.auth': (await signIn(product.url, signIns[0]!)).record }
    const paints: Record<'bare' | 'product', number[]> = { bare: [], product: [] }
    for (let round = 0; round < Number(values.rounds); round++) {
      paints.bare.push(
        ...(await visit(browser, `${bare.origin}/form`, {}, (page) => page.locator('form').waitFor())),
      )
      paints.product.push(...(await visit(browser, `${product.url}/clinic/new`, storage, openAll)))
    }
    for (const name of ['bare', 'product'] as const) {
      const sorted = paints[name].toSorted((a, b) => a - b)
      console.log(
        `${name.padEnd(8)} ${sorted.length} keys, next paint p50 ${quantile(sorted, 0.5)} ms, p95 ${quantile(sorted, 0.95)} ms, ` +
          `longest ${sorted.at(-1)} ms`,
      )
    }
  } finally {
    await browser.close()
    await bare.close()
    await product.stop()
  }
})
