import { liveLimits } from '@byre/contract/events'
import { inviteToSite } from '@byre/contract/people/invites'
import { removeSiteUser } from '@byre/contract/people/members'
import { updateSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page, Request } from 'playwright-core'
import type { App } from '../server/src/app.ts'
import { join, newSite } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { button, calgary, newName } from './place-steps.ts'
import { Portal } from './portal.ts'

/* What others do shows by itself. They do it at another process than the one these browsers ask. */

let portal: Portal
let other: { app: App; close(): Promise<void> }

before(async () => {
  portal = await Portal.open()
  other = await portal.testApp.anotherProcess()
})

after(async () => {
  await other?.close()
  await portal?.close()
})

const someone = (name: string) => portal.onboarded(newName(name), calgary)

const renamed = (as: Person, site: { id: string }, name: string) =>
  portal.testApp.call(updateSite, { as, params: { id: site.id }, body: { name }, at: other.app })

/** Before a page that heard nothing would ask. */
const soon = { timeout: liveLimits.pollMs - 1_000 }
const badge = (page: Page) => page.getByLabel('1 pending invite').first()
const titled = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** Counts the streams that a browser's open tabs have now. */
function streamsOf(context: BrowserContext): () => number {
  const open = new Set<Request>()
  const isStream = (url: string) => /\/api\/v1\/events(\?after=.*)?$/.test(url)
  context.on('response', (response) => {
    if (isStream(response.url()) && response.ok()) open.add(response.request())
  })
  context.on('requestfinished', (request) => void open.delete(request))
  context.on('requestfailed', (request) => void open.delete(request))
  return () => [...open].filter((request) => !request.frame().page().isClosed()).length
}

const streamOpens = (context: BrowserContext) =>
  context.waitForEvent('response', (response) => response.url().includes('/api/v1/events'))

test('an invitation lights the badge in every tab; one tab has the stream, and leaves it to the next', async () => {
  const [alice, bob] = [await someone('alice'), await someone('bob')]
  const site = await newSite(portal.testApp, alice, { name: 'North Pasture' })
  await join(portal.testApp, bob, { kind: 'site', id: site.id }, 'User')
  await portal.withPage(bob, {}, async ({ page: first, context }) => {
    const streams = streamsOf(context)
    const opened = streamOpens(context)
    await first.goto(`${portal.url}/site/${site.id}`)
    await titled(first, 'North Pasture').waitFor()
    await opened
    const second = await context.newPage()
    await second.goto(`${portal.url}/site/${site.id}`)
    await titled(second, 'North Pasture').waitFor()

    const barn = await newSite(portal.testApp, alice, { name: 'South Barn' })
    const host = `${barn.id}.${new URL(portal.url).host}`
    const body = { email: bob.email }
    await portal.testApp.call(inviteToSite, { as: alice, host, body, at: other.app })
    await Promise.all([first, second].map((page) => badge(page).waitFor(soon)))
    await renamed(alice, site, 'East Pasture')
    await Promise.all([first, second].map((page) => titled(page, 'East Pasture').waitFor(soon)))
    assert.equal(streams(), 1)

    const transferred = streamOpens(context)
    await first.close()
    await renamed(alice, site, 'West Pasture')
    await titled(second, 'West Pasture').waitFor(soon)
    await transferred
    assert.equal(streams(), 1)
  })
})

test('without a secure context a lease takes the place of the lock, and is left to the next tab', async () => {
  const alice = await someone('alice')
  const site = await newSite(portal.testApp, alice, { name: 'North Pasture' })
  const prepare = async (context: BrowserContext) => {
    await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
  }
  await portal.withPage(alice, { prepare }, async ({ page: first, context }) => {
    const streams = streamsOf(context)
    const opened = streamOpens(context)
    await first.goto(`${portal.url}/site/${site.id}`)
    await opened
    const second = await context.newPage()
    await second.goto(`${portal.url}/site/${site.id}`)
    await titled(second, 'North Pasture').waitFor()
    const transferred = streamOpens(context)
    await first.close()
    // A tab that is closed fast leaves its lease to run out.
    await transferred
    await renamed(alice, site, 'East Pasture')
    await titled(second, 'East Pasture').waitFor(soon)
    assert.equal(streams(), 1)
  })
})

test('a connection that breaks is taken up again where it broke; nothing in between is lost', async () => {
  const alice = await someone('alice')
  const site = await newSite(portal.testApp, alice, { name: 'North Pasture' })
  await portal.withPage(alice, {}, async ({ page, context }) => {
    const opened = streamOpens(context)
    await page.goto(`${portal.url}/site/${site.id}`)
    await titled(page, 'North Pasture').waitFor()
    await opened
    const again = context.waitForEvent('response', (response) => response.url().includes('/events?after='))
    portal.testApp.app.fastify.server.closeAllConnections()
    await renamed(alice, site, 'East Pasture')
    await titled(page, 'East Pasture').waitFor()
    await again
  })
})

test('where no stream passes, the page asks instead', async () => {
  const alice = await someone('alice')
  const site = await newSite(portal.testApp, alice, { name: 'North Pasture' })
  const prepare = async (context: BrowserContext) => {
    await context.route(/\/api\/v1\/events(\?after=.*)?$/, (route) => route.abort())
  }
  await portal.withPage(alice, { prepare }, async ({ page, context }) => {
    const eventsResponse = context.waitForEvent('response', (response) =>
      response.url().includes('/events?since='),
    )
    await page.goto(`${portal.url}/site/${site.id}`)
    await titled(page, 'North Pasture').waitFor()
    await eventsResponse
    await renamed(alice, site, 'East Pasture')
    await titled(page, 'East Pasture').waitFor()
  })
})

test('whoever is removed sees so on the page that is open; signing out ends the stream', async () => {
  const [alice, bob] = [await someone('alice'), await someone('bob')]
  const site = await newSite(portal.testApp, alice, { name: 'North Pasture' })
  await join(portal.testApp, bob, { kind: 'site', id: site.id }, 'User')
  await portal.withPage(bob, {}, async ({ page, context, watch }) => {
    watch.expect(/^404 GET \/api\/v1\/sites/)
    const streams = streamsOf(context)
    const opened = streamOpens(context)
    await page.goto(`${portal.url}/site/${site.id}`)
    await titled(page, 'North Pasture').waitFor()
    await opened
    const params = { id: site.id, userId: bob.id }
    await portal.testApp.call(removeSiteUser, { as: alice, params, at: other.app })
    await page.getByText('You were removed from North Pasture, or it was deleted.').waitFor(soon)

    await page.getByRole('button', { name: /Alice/ }).click()
    await button(page, 'Logout').click()
    await page.waitForURL(/\/login/)
    assert.equal(streams(), 0)
  })
})
