import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { password } from '../server/src/testing/test-app.ts'
import { button, field, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* The portal's own letters, which a page never waits for. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

const letters = '**/*.woff2'

/** Whether the page's title is drawn in the portal's own letters. */
async function hasItsLetters(page: Page): Promise<boolean> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument', { depth: 1 })
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await session.detach()
  return fonts.length > 0 && fonts.every(({ isCustomFont }) => isCustomFont)
}

/** Whether one of the next visits has them; a slow machine gives even kept letters too late for some. */
async function hasThemAgain(page: Page, title: string): Promise<boolean> {
  for (let visits = 0; visits < 5; visits++) {
    await page.reload()
    await titled(page, title)
    if (await hasItsLetters(page)) return true
  }
  return false
}

test('letters that come late wait for the next visit, whatever else a page brings meanwhile', () =>
  portal.withPage(null, { width: 1440 }, async ({ context, page }) => {
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    await context.route(letters, async (route) => {
      await released
      await route.continue()
    })
    const fetched = page.waitForResponse(letters)
    await page.goto(`${portal.url}/register`)
    await titled(page, 'Create an account')
    // Longer than a face may take to be shown at the first visit.
    await page.locator('.about').waitFor()
    assert.equal(await hasItsLetters(page), false)
    release()
    await (await fetched).finished()
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.equal(await hasItsLetters(page), false)

    await context.unroute(letters)
    assert.equal(await hasThemAgain(page, 'Create an account'), true)
  }))

test('a first /login fetches no letters: the frame does after the sign-in, and the next page has them', async () => {
  const alice = await portal.onboarded('alice')
  await portal.withPage(null, { width: 1440 }, async ({ page }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    const fetched = page.waitForResponse(letters)
    await page.goto(`${portal.url}/login`)
    await titled(page, 'Sign in')
    await page.waitForLoadState('networkidle')
    assert.deepEqual(
      requested.filter((path) => path.endsWith('.woff2')),
      [],
    )
    await field(page, 'Email').fill(alice.email)
    await field(page, 'Password').fill(password)
    await button(page, 'Sign in').click()
    await titled(page, 'Dashboard')
    await (await fetched).finished()
    assert.equal(await hasThemAgain(page, 'Dashboard'), true)
  })
})
