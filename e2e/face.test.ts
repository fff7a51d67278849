import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* The portal's own letters, which a page never waits for. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

test('letters that come late wait for the next visit, whatever else a page brings meanwhile', () =>
  portal.withPage(null, { width: 1440 }, async ({ context, page }) => {
    const titleWidth = () =>
      page.locator('h1').evaluate((title) => {
        const text = document.createRange()
        text.selectNodeContents(title)
        return text.getBoundingClientRect().width
      })
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    await context.route('**/*.woff2', async (route) => {
      await released
      await route.continue()
    })
    const letters = page.waitForResponse('**/*.woff2')
    await page.goto(`${portal.url}/login`)
    await titled(page, 'Sign in')
    // Longer than a face may take to be shown at the first visit.
    await page.locator('.about').waitFor()
    const before = await titleWidth()
    release()
    await (await letters).finished()
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.equal(await titleWidth(), before)

    await context.unroute('**/*.woff2')
    await page.reload()
    await titled(page, 'Sign in')
    assert.notEqual(await titleWidth(), before)
  }))
