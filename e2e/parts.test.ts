import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { newSite } from '../server/src/testing/places.ts'
import { assertAccessible, comeToStandstill } from './browser.ts'
import { button, calgary, field, newName, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* Parts of a screen that are fetched beside it and do not come: they take nothing of it with them, and are asked for again. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' }).locator('.toast')
const isMissed = /Failed to load resource|dynamically imported module|Unable to preload CSS/

/** What the page asks for under this name never comes, until `context.unroute`. */
const without = (part: RegExp) => async (context: BrowserContext) => {
  await context.route(part, (route) => route.abort())
}
const failureOf = (page: Page, part: RegExp) =>
  page.waitForEvent('requestfailed', (request) => part.test(request.url()))

for (const part of [/\/toasts-[\w-]+\.(css|js)/, /\/toasts-[\w-]+\.css/])
  test(`a toast without ${part.source} leaves the page as it is, and the next is drawn`, async () => {
    const alice = await portal.onboarded(newName('alice'))
    await portal.withPage(alice, { prepare: without(part) }, async ({ page, context, watch }) => {
      watch.expect(/Failed to load resource/)
      const failed = failureOf(page, part)
      await page.goto(`${portal.url}/clinic/new`)
      await failed
      await page.getByText('Some information is missing. Please fill out:').waitFor()
      await field(page, 'Subdomain').fill('elbow-lane')
      const failedAgain = failureOf(page, part)
      await field(page, 'Name').press('Enter')
      await failedAgain
      await comeToStandstill(page)
      assert.equal(await field(page, 'Subdomain').inputValue(), 'elbow-lane')

      await context.unroute(part)
      await field(page, 'Name').press('Enter')
      await toasts(page).getByText('Please input your clinic name!').waitFor()
      await assertAccessible(page, 'a toast whose part came late')
    })
  })

test('a dialog that cannot be fetched says so, leaves what was typed, and opens the next time', async () => {
  const bob = await portal.onboarded(newName('bob'))
  const part = /\/palette-[\w-]+\.(css|js)/
  await portal.withPage(bob, { width: 360, prepare: without(part) }, async ({ page, context, watch }) => {
    watch.expect(isMissed)
    await page.goto(`${portal.url}/clinic/new`)
    await field(page, 'Subdomain').fill('elbow-lane')
    await button(page, 'Search').click()
    await toasts(page).getByText('This could not be opened.').waitFor()
    assert.equal(await field(page, 'Subdomain').inputValue(), 'elbow-lane')
    await assertAccessible(page, 'a dialog that could not be fetched')

    await context.unroute(part)
    await button(page, 'Search').click()
    await page.getByRole('dialog').waitFor()
    await assertAccessible(page, 'a dialog that was fetched at the second press')
  })
})

test('whoever is offline keeps the page, and the dialog comes with the network', async () => {
  const carol = await portal.onboarded(newName('carol'), calgary)
  const site = await newSite(portal.testApp, carol, { name: 'Creek Ranch' })
  await portal.withPage(carol, {}, async ({ page, context, watch }) => {
    watch.expect(/./)
    await page.goto(`${portal.url}/site/${site.id}`)
    await button(page, 'Change Plan').waitFor()
    await comeToStandstill(page)
    await context.setOffline(true)
    await page.getByText('You are offline. What you see may be old.').waitFor()
    await button(page, 'Change Plan').click()
    await toasts(page).getByText('This could not be opened.').waitFor()
    await toasts(page).getByText('You are offline.').waitFor()
    await titled(page, 'Creek Ranch')
    await context.setOffline(false)
    await button(page, 'Change Plan').click()
    await page.getByRole('dialog', { name: 'Change the plan of Creek Ranch' }).waitFor()
  })
})

test('a drawing that cannot be fetched leaves its words', async () => {
  const dora = await portal.onboarded(newName('dora'))
  const part = /\/drawn-/
  await portal.withPage(dora, { prepare: without(part) }, async ({ page, watch }) => {
    watch.expect(isMissed)
    const failed = failureOf(page, part)
    await page.goto(portal.url)
    await failed
    await comeToStandstill(page)
    await titled(page, 'Dashboard')
    await page.getByText('Every site you own or work at will appear here.').first().waitFor()
  })
})
