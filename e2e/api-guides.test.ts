import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { assertAccessible, openBrowser, Watch } from './browser.ts'
import { startProduct } from './product.ts'

const folder = fileURLToPath(new URL('../docs/guides', import.meta.url))
const sizes = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 780 } },
] as const

test('every guide can be read, is reached from the list of calls, and is no wider than a phone', async () => {
  const product = await startProduct()
  const browser = await openBrowser()
  try {
    for (const size of sizes) {
      const context = await browser.newContext(size)
      const watch = new Watch(context)
      const page = await context.newPage()
      await page.goto(`${product.url}/api/docs`)
      const list = page.getByRole('navigation', { name: 'Guides' }).getByRole('link')
      const links = await list.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
      for (const name of readdirSync(folder))
        assert.ok(links.includes(`${product.url}/api/docs/guides/${name.replace('.html', '')}`), name)
      for (const link of links) {
        await page.goto(link)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await assertAccessible(page, link)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        assert.ok(overflow <= 0, `${link} is ${overflow} px too wide`)
      }
      await page.goto(`${product.url}/api/docs#updateSite`)
      const call = page.locator('#updateSite')
      const shown = await call.getByLabel('With curl').textContent()
      assert.ok(shown?.startsWith(`curl -X PUT "${product.url}/api/v1/sites/`), shown ?? '')
      assert.match(
        (await call.getByLabel('With the client package').textContent()) ?? '',
        /byre\.updateSite\(/,
      )
      watch.assertCalm()
      await context.close()
    }
  } finally {
    await browser.close()
    await product.stop()
  }
})
