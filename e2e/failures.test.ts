import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { newSite } from '../server/src/testing/places.ts'
import { assertAccessible, withoutStream } from './browser.ts'
import { button, calgary, field, newName, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* What is said when something could not be done: what that was, then what is known of why, and once in passing. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' }).locator('.toast')
const unreachable = 'We could not reach the server. Please check your connection and try again.'
const busy = (route: Route) =>
  route.fulfill({
    status: 503,
    json: {
      success: false,
      code: 'server.busy',
      message: 'We are busy right now. Please try again in a moment.',
      request_id: '0193a2c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d',
    },
  })

test('a sign-in that nobody answers has failed, and the reason stands below', async () => {
  const { testApp, url } = portal
  const alice = await testApp.person(newName('alice'))
  await portal.withPage(null, { width: 360 }, async ({ page }) => {
    await page.goto(`${url}/login`)
    await page.route('**/api/v1/login', (route) => route.abort('connectionreset'))
    await field(page, 'Email').fill(alice.email)
    await field(page, 'Password').fill('Corral-9-gate!')
    await button(page, 'Sign in').click()
    const banner = page.getByRole('main').locator('.banner')
    const lines = async (at: Locator) => (await at.innerText()).split(/\n+/)
    assert.deepEqual(await lines(banner), ['Login failed.', unreachable])
    assert.deepEqual(await lines(toasts(page).getByRole('alert')), ['Login failed.', unreachable])
    await assertAccessible(page, 'a sign-in that nobody answered')
  })
})

test('a site that cannot be loaded says so once, where it would stand, with the cause', async () => {
  const { testApp, url } = portal
  const alice = await portal.onboarded(newName('alice'), calgary)
  const site = await newSite(testApp, alice, { name: 'Creek Ranch' })
  await portal.withPage(alice, {}, async ({ page, watch }) => {
    watch.expect(/^503 GET \/api\/v1\/sites\//)
    const address = `**/api/v1/sites/${site.id}`
    const shown = page.getByRole('main').locator('.state')
    const said = 'An error occurred while loading the site.'
    await page.goto(url)
    await titled(page, 'Dashboard')
    await page.route(address, busy)
    await page.getByRole('main').getByRole('link', { name: 'Creek Ranch', exact: true }).click()
    await shown.getByText(said, { exact: true }).waitFor()
    await shown.getByText('We are busy right now. Please try again in a moment.').waitFor()
    await shown.getByText('Request 0193a2c4').waitFor()
    await assertAccessible(page, 'a site that could not be loaded')

    await page.unroute(address)
    await page.route(address, (route) => route.abort('connectionrefused'))
    await button(page, 'Try again').click()
    await shown.getByText('We could not reach the server, trying again.').waitFor()
    await shown.getByText(said, { exact: true }).waitFor()
    await page.unroute(address)
    await titled(page, 'Creek Ranch')
    assert.equal(await toasts(page).count(), 0)
  })
})

test('a site that cannot be deleted says so in its dialog, and in passing above it', async () => {
  const { testApp, url } = portal
  const alice = await portal.onboarded(newName('alice'), calgary)
  const site = await newSite(testApp, alice, { name: 'Creek Ranch' })
  await portal.withPage(alice, { width: 360 }, async ({ page, watch }) => {
    watch.expect(/^503 DELETE /)
    await page.goto(`${url}/site/${site.id}`)
    await page.route(`**/api/v1/sites/${site.id}`, (route) =>
      route.request().method() === 'DELETE' ? busy(route) : route.continue(),
    )
    await button(page, 'Delete').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    // It is gone after some seconds: what stays is looked for later.
    const toast = page.locator('.toast').filter({ hasText: 'An error occurred while deleting the site.' })
    await toast.waitFor()
    const isOnTop = await toast.evaluate((at) => at.matches(':popover-open *'))
    assert.ok(isOnTop, 'it stands above the dialog')
    await dialog.getByText('An error occurred while deleting the site.', { exact: true }).waitFor()
    await dialog.getByText('We are busy right now. Please try again in a moment.').waitFor()
    await assertAccessible(page, 'a deletion that failed')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
  })
})

test('a session that cannot be renewed ends with the reason, and an alert', async () => {
  const { testApp, url } = portal
  const alice = await portal.onboarded(newName('alice'), calgary)
  await portal.withPage(alice, { width: 360, prepare: withoutStream }, async ({ page, watch }) => {
    watch.expect(/^401 /)
    const ended = async (why: string) => {
      await page.waitForURL('**/login')
      await toasts(page).and(page.locator('[data-kind="error"]')).filter({ hasText: why }).waitFor()
      const banner = page.locator('.banner[data-is="danger"]')
      await banner.getByText(why, { exact: true }).waitFor()
      await banner.getByText('Your session has ended. Sign in to go on where you were.').waitFor()
      assert.equal(await page.evaluate(() => localStorage.getItem('byre.auth')), null)
    }
    await page.goto(url)
    await titled(page, 'Dashboard')
    // What it still asks would end the session where it stands.
    await page.waitForLoadState('networkidle')
    const record = await page.evaluate(() => localStorage.getItem('byre.auth') ?? '')
    await testApp.database.pool.query('delete from platform.sessions where user_id = $1', [alice.id])
    await page.goto(`${url}/invites`)
    await ended('Could not authenticate with the server.')
    await assertAccessible(page, 'a session that ended')

    const without = JSON.stringify({ ...(JSON.parse(record) as object), token: '', refresh: '' })
    await page.evaluate((stored) => localStorage.setItem('byre.auth', stored), without)
    await page.goto(`${url}/invites`)
    await ended('No token currently set.')
  })
})
