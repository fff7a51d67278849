import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { Portal } from './portal.ts'
import { newYard } from './yard-steps.ts'

/* The portal was renewed while a page stood open, longer ago than its files were kept. */

let portal: Portal

before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()
const titled = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
const isMissed =
  /Failed to load resource|dynamically imported module|Unable to preload CSS|^404 GET .*\/assets\//i
const gone = { status: 404, body: '{}', contentType: 'application/json' }

test('a screen that is gone begins the page anew by itself, once', async () => {
  const alice = await portal.onboarded('alice')
  await portal.withPage(alice, {}, async ({ page, watch }) => {
    watch.expect(isMissed)
    await page.goto(portal.url)
    await titled(page, 'Dashboard')
    let isNew = false
    let pages = 0
    page.on('request', (request) => (pages += Number(request.isNavigationRequest())))
    await page.route(/\/assets\/invites-/, (route) => (isNew ? route.continue() : route.fulfill(gone)))
    page.on('framenavigated', () => (isNew ||= pages > 0))
    await link(page, 'Invites').click()
    await titled(page, 'Invites')
    assert.equal(pages, 1)
  })
})

test('so does one of the site app', async () => {
  const carol = await portal.onboarded('carol')
  const { url } = await newYard(portal, 'Renewed', { owner: carol, crew: await portal.onboarded('dan') })
  await portal.withPage(carol, {}, async ({ page, watch }) => {
    watch.expect(isMissed)
    await page.goto(`${url}/`)
    await titled(page, 'Today')
    let isNew = false
    await page.route(/\/assets\/pens-/, (route) => (isNew ? route.continue() : route.fulfill(gone)))
    page.on('framenavigated', () => (isNew = true))
    await link(page, 'Pens').click()
    await titled(page, 'Pens')
  })
})

test('a dialog that is gone says so, and begins the page anew at the second press', async () => {
  const erin = await portal.onboarded('erin')
  await portal.withPage(erin, {}, async ({ page, watch }) => {
    watch.expect(isMissed)
    await page.goto(portal.url)
    await titled(page, 'Dashboard')
    let isNew = false
    await page.route(/\/assets\/palette-/, (route) => (isNew ? route.continue() : route.fulfill(gone)))
    const search = page.getByRole('button', { name: 'Search', exact: true })
    await search.click()
    await page.getByText('This could not be opened.').waitFor()
    page.on('framenavigated', () => (isNew = true))
    const renewed = page.waitForEvent('framenavigated')
    await search.click()
    await renewed
    await search.click()
    await page.getByRole('dialog').waitFor()
  })
})

test('where the new page does not have it either it says so, and does not begin again', async () => {
  const bob = await portal.onboarded('bob')
  await portal.withPage(bob, {}, async ({ page, watch }) => {
    watch.expect(isMissed)
    await page.goto(portal.url)
    await titled(page, 'Dashboard')
    let pages = 0
    page.on('request', (request) => (pages += Number(request.isNavigationRequest())))
    await page.route(/\/assets\/invites-/, (route) => route.fulfill(gone))
    await link(page, 'Invites').click()
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await link(page, 'Dashboard').click()
    await titled(page, 'Dashboard')
    await link(page, 'Invites').click()
    await again.waitFor()
    assert.equal(pages, 1)
  })
})
