import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from 'playwright-core'
import { findBrowser } from '../scripts/browser.ts'
import { cookieOf, headOf, seedHerds, smallSite, visualTag } from './herd-seed.ts'
import { paceMs, paintsInWords, paintsOf, watchKeys } from './key-paints.ts'
import { median } from './measure.ts'
import { onPostgres, startTarget } from './targets.ts'
import './one-line.ts'

const help = `npm run bench:search -- [--head 20000] [--slower 4] [--rounds 3] [--tags 12]

How long after a key in the site app's search the next paint comes, CPU slowed, at a site of \`--head\` animals beside one of 1,000,
in turn; and how long after the last key of a tag's end what it finds is shown, of which the search itself waits 0.3 s. Each tag is
typed with a rest after three characters, so that the list is drawn while the next key comes. The whole size: --head 100000.`

const { values } = parseArgs({
  options: {
    head: { type: 'string', default: '20000' },
    slower: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    tags: { type: 'string', default: '12' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}
const head = Number(values.head)
if (head < headOf.small) throw new Error(`head must be ${headOf.small} or more`)

const sites = { large: { site: 0, head }, small: { site: smallSite, head: headOf.small } }
type Name = keyof typeof sites

/** So long after a key the answer to it comes and is drawn: another a time, so that keys meet all of it. */
const restsMs = [320, 350, 380, 410, 440, 500]

/** Types the ends of tags; answers how many keys there were, and notes how long each took to be found. */
async function search(page: Page, of: number, waits: number[]): Promise<number> {
  const field = page.getByRole('searchbox')
  let keys = 0
  for (let nth = 0; nth < Number(values.tags); nth++) {
    const end = visualTag((nth * 389) % of).slice(-5)
    await field.fill('')
    await wait(500)
    await field.pressSequentially(end.slice(0, 3), { delay: paceMs })
    await wait(restsMs[nth % restsMs.length])
    await field.pressSequentially(end.slice(3, -1), { delay: paceMs })
    const answered = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('q') === end)
    await field.press(end.at(-1)!)
    const startedAt = performance.now()
    await answered
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    waits.push(performance.now() - startedAt)
    keys += end.length
  }
  if ((await page.locator('.animal-link').count()) === 0) throw new Error('a tag that is there was not found')
  return keys
}

async function visit(browser: Browser, origin: string, name: Name) {
  const { site, head: of } = sites[name]
  const at = origin.replace('//', `//bench-${site}.`)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    await context.addCookies([{ name: 'byre_session', value: cookieOf(site), url: at, httpOnly: true }])
    const page = await context.newPage()
    await page.addInitScript(watchKeys, {})
    await page.goto(`${at}/animals`)
    await page.getByRole('searchbox').waitFor()
    await page.getByText(/animals on this page/).waitFor()
    const waits: number[] = []
    const paints = await paintsOf(page, Number(values.slower), () => search(page, of, waits))
    return { paints, waits }
  } finally {
    await context.close()
  }
}

await onPostgres(async (postgres) => {
  const startedAt = performance.now()
  await seedHerds(postgres.connection, { sites: smallSite + 1, head, treatments: 2 * head })
  console.log(`a site of ${head} head prepared in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  const product = await startTarget('product', postgres)
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const paints: Record<Name, number[]> = { large: [], small: [] }
    const waits: Record<Name, number[]> = { large: [], small: [] }
    // The first visit of each warms the server, and is not counted.
    for (let round = -1; round < Number(values.rounds); round++)
      for (const name of round % 2 ? (['small', 'large'] as const) : (['large', 'small'] as const)) {
        const seen = await visit(browser, product.url, name)
        if (round < 0) continue
        paints[name].push(...seen.paints)
        waits[name].push(...seen.waits)
      }
    const p95: Record<Name, number> = { large: NaN, small: NaN }
    for (const name of ['large', 'small'] as const) {
      const { words, p95: of } = paintsInWords(paints[name])
      p95[name] = of
      console.log(
        `${sites[name].head.toLocaleString('en').padStart(8)} head: ${words}; found after ${median(waits[name]).toFixed(0)} ms`,
      )
    }
    console.log(
      `p95 ${p95.large} ms (must 100); ÷ at ${headOf.small.toLocaleString('en')} head ${(p95.large / p95.small).toFixed(2)} (must 1.50)`,
    )
  } finally {
    await browser.close()
    await product.stop()
  }
})
