import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from 'playwright-core'
import { findBrowser } from '../scripts/browser.ts'
import { serveBare } from './bare-site.ts'
import { paceMs, paintsInWords, paintsOf, watchKeys } from './key-paints.ts'
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

const text = 'north creek 12'

async function typeInto(page: Page): Promise<number> {
  const inputs = await page.locator('form input:not([type=radio]):not([type=search]), form textarea').all()
  let keys = 0
  for (const input of inputs) {
    if (!(await input.isVisible()) || !(await input.isEditable())) continue
    await input.click()
    await input.pressSequentially(text, { delay: paceMs })
    keys += text.length
  }
  return keys
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
    await page.addInitScript(watchKeys, storage)
    await page.goto(address)
    await open(page)
    return await paintsOf(page, Number(values.slower), () => typeInto(page))
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
    for (const name of ['bare', 'product'] as const)
      console.log(`${name.padEnd(8)} ${paintsInWords(paints[name]).words}`)
  } finally {
    await browser.close()
    await bare.close()
    await product.stop()
  }
})
