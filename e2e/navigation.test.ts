import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { comeToStandstill, painted } from './browser.ts'
import { Portal } from './portal.ts'

/* What a first visit transfers, and getting from screen to screen: scrolling, changed forms, files that cannot be had. */

let portal: Portal

before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()
const titled = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
/** The file of the invites' screen. */
const file = /\/assets\/invites-[\w-]+\.js$/
const scrolledTo = (page: Page, y: number) => page.waitForFunction((y) => scrollY === y, y)

test('a first visit to /login transfers at most 118 KiB, headers and page included, and nothing twice', async () => {
  await portal.withPage(null, {}, async ({ page, context }) => {
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    const requested: string[] = []
    let bytes = 0
    const coming = new Set<string>()
    // With it begins what is fetched on purpose a while after the page can be used.
    const laterOn = /\/assets\/passkey-sign-in-/
    let isOver = false
    session.on('Network.requestWillBeSent', ({ request, requestId }) => {
      isOver ||= laterOn.test(request.url)
      if (isOver) return
      requested.push(request.url)
      // What stands in a file is of that file.
      if (!request.url.startsWith('data:')) coming.add(requestId)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (coming.delete(requestId)) bytes += encodedDataLength
    })
    const ends = page.waitForRequest(laterOn)
    await page.goto(`${portal.url}/login`)
    await titled(page, 'Sign in')
    await ends
    while (coming.size > 0) await painted(page)
    assert.ok(
      bytes > 50 * 1024 && bytes <= 118 * 1024,
      `${(bytes / 1024).toFixed(1)} KiB: ${requested.join(' ')}`,
    )
    assert.deepEqual(
      requested.filter((address, at) => requested.indexOf(address) !== at),
      [],
    )
  })
})

test('a new page begins at its top; Back shows one where it was left, after a reload, too', async () => {
  const alice = await portal.onboarded('alice')
  await portal.withPage(alice, {}, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 400 })
    await page.goto(`${portal.url}/users/${alice.id}/profile`)
    await titled(page, 'Update Profile')
    await page.evaluate(() => scrollTo(0, 300))
    await page.getByRole('link', { name: 'Cancel' }).evaluate((cancel: HTMLElement) => cancel.click())
    await titled(page, 'Dashboard')
    await scrolledTo(page, 0)
    await page.goBack()
    await titled(page, 'Update Profile')
    await scrolledTo(page, 300)
    await page.reload()
    await titled(page, 'Update Profile')
    await scrolledTo(page, 300)
  })
})

test('a changed form holds Forward up, and lets through what is agreed to', async () => {
  const bob = await portal.onboarded('bob')
  await portal.withPage(bob, {}, async ({ page }) => {
    await page.goto(portal.url)
    await titled(page, 'Dashboard')
    await link(page, 'New Site').click()
    await titled(page, 'New Site')
    await link(page, 'Invites').click()
    await titled(page, 'Invites')
    await page.goBack()
    await titled(page, 'New Site')
    await page.getByLabel('Name', { exact: true }).fill('North Pens')
    const dialog = page.getByRole('alertdialog')
    await page.goForward()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).pathname, '/site/new')
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'North Pens')
    await page.goForward()
    await dialog.getByRole('button', { name: 'OK' }).click()
    await titled(page, 'Invites')
    assert.equal(new URL(page.url()).pathname, '/invites')
    await page.goBack()
    await titled(page, 'New Site')
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), '')
    await page.goBack()
    await titled(page, 'Dashboard')
  })
})

test('what was typed a moment ago is discarded, too', async () => {
  const gina = await portal.onboarded('gina')
  await portal.withPage(gina, {}, async ({ page }) => {
    await page.clock.install()
    await page.goto(`${portal.url}/site/new`)
    await titled(page, 'New Site')
    await comeToStandstill(page)
    // What is typed is kept 300 ms later, which do not pass here.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByLabel('Name', { exact: true }).fill('North Pens')
    await link(page, 'Invites').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
    await page.clock.resume()
    await titled(page, 'Invites')
    await page.goBack()
    await titled(page, 'New Site')
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), '')
  })
})

test('a screen whose file cannot be had says so in its frame, and is shown once it can', async () => {
  const carol = await portal.onboarded('carol')
  await portal.withPage(carol, {}, async ({ page, watch }) => {
    watch.expect(/Failed to fetch dynamically imported module|error loading dynamically imported/i)
    await page.goto(portal.url)
    await titled(page, 'Dashboard')
    await page.route(file, (route) => route.abort())
    await link(page, 'Invites').click()
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute(file)
    await link(page, 'Dashboard').click()
    await titled(page, 'Dashboard')
    await page.goto(`${portal.url}/invites`)
    await titled(page, 'Invites')
  })
})

test('of two ways begun at once the last is shown, and Back leads over no third', async () => {
  const dora = await portal.onboarded('dora')
  await portal.withPage(dora, {}, async ({ page }) => {
    await page.goto(portal.url)
    await titled(page, 'Dashboard')
    let letThrough = () => {}
    const slow = new Promise<void>((done) => (letThrough = done))
    await page.route(file, async (route) => {
      await slow
      await route.continue()
    })
    await link(page, 'Invites').click()
    await link(page, 'New Site').click()
    await titled(page, 'New Site')
    const late = page.waitForResponse(file)
    letThrough()
    await (await late).finished()
    await painted(page)
    assert.equal(new URL(page.url()).pathname, '/site/new')
    await page.goBack()
    await titled(page, 'Dashboard')
  })
})
