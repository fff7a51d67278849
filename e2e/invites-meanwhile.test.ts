import { inviteToSite } from '@byre/contract/people/invites'
import { acceptSiteInvite } from '@byre/contract/people/received-invites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inviteLimits } from '../server/src/testing/invites.ts'
import { useUp } from '../server/src/testing/limits.ts'
import { newSite } from '../server/src/testing/places.ts'
import { assertAccessible, painted } from './browser.ts'
import {
  invite,
  keepsFocus,
  linkFor,
  moreAbout,
  openInvites,
  rowOf,
  someone,
  toast,
  users,
} from './people-steps.ts'
import { button, field, newName } from './place-steps.ts'
import { Portal } from './portal.ts'

/* Invitations when there are many, when nothing can be sent, and when somebody else was quicker. */

let portal: Portal

before(async () => {
  portal = await Portal.open()
})

after(async () => {
  await portal?.close()
})

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

test('of many invitations a page more is shown on demand; the one that a mail led to stands on top', async () => {
  const [alice, bob] = [await someone(portal, 'Alice'), await someone(portal, 'Bob')]
  const site = await newSite(portal.testApp, alice, { name: 'Oldest Pasture' })
  const host = `${site.id}.${new URL(portal.url).host}`
  await portal.testApp.call(inviteToSite, { as: alice, host, body: { email: bob.email } })
  await portal.testApp.database.pool.query(
    `with place as (
       insert into customers.sites (id, name, description, subdomain, code, billing_entity_id, plan_id)
       select gen_random_uuid(), 'Pasture ' || n, '', 'pasture-' || n, translate(upper(lpad(to_hex(n), 8, '0')), '01', 'XY'), s.billing_entity_id, s.plan_id
       from generate_series(1, 59) n, customers.sites s where s.id = $1 returning id),
     owner as (
       insert into customers.members (place_id, user_id, kind, role) select id, $2, 'site', 'Owner' from place)
     insert into customers.invites (id, place_id, kind, email, role, invited_by, expired_at)
     select ('ffffffff-0000-7000-8000-' || lpad((row_number() over ())::text, 12, '0'))::uuid, id, 'site', $3, 'User', $2, now() + interval '6 days'
     from place`,
    [site.id, alice.id, bob.email],
  )
  await portal.withPage(bob, { width: 768 }, async ({ page }) => {
    const cards = page.getByRole('main').getByRole('listitem')
    await page.goto(`${portal.url}/invites`)
    await page.getByRole('tab', { name: 'Sites (60)' }).waitFor()
    await page.getByText('24 of 60').waitFor()
    const height = await heightOf(page)
    await button(page, 'Show more').scrollIntoViewIfNeeded()
    // What is drawn only in view is measured a frame after it has come.
    for (let frame = 0; frame < 3; frame++) await painted(page)
    assert.equal(await heightOf(page), height, 'what comes into view pushes nothing away')
    const second = Promise.withResolvers<void>()
    await page.route(/[?&]page=2\b/, async (route) => {
      await second.promise
      await route.fallback()
    })
    await button(page, 'Show more').click()
    await page.getByText('48 of 60').waitFor()
    // The cards come while the next press is on: it is not lost, though they are higher than what held their place.
    await button(page, 'Show more').hover()
    await page.mouse.down()
    const came = page.waitForResponse(/[?&]page=2\b/)
    second.resolve()
    await (await came).finished()
    // No skeleton is held longer than this.
    await page.waitForTimeout(600)
    await page.mouse.up()
    await page.getByText('Oldest Pasture').waitFor()
    await assertAccessible(page, 'many invites')
    assert.equal(await button(page, 'Show more').count(), 0, 'that is all')

    await page.goto(await linkFor(portal, bob.email))
    await page.locator('[data-meant="true"]').getByText('Oldest Pasture').waitFor()
    await page.getByText('24 of 60').waitFor()
    const oldest = cards.filter({ hasText: 'Oldest Pasture' })
    await oldest.getByRole('button', { name: 'Accept' }).click()
    await toast(page, 'Invite Accepted')
    await page.getByRole('tab', { name: 'Sites (59)' }).waitFor()
    await oldest.waitFor({ state: 'detached' })
    await keepsFocus(page, 'Sites (59)')

    await page.goto(`${portal.url}/invites?invite=torn-link`)
    await page.getByText('This invitation is not here any more.').waitFor()
  })
})

test('what cannot be sent right now stays as it was typed, and leaves once it can', async () => {
  const alice = await someone(portal, 'Alice')
  const site = await newSite(portal.testApp, alice, { name: 'North Pasture' })
  const [dan, eve] = [`${newName('dan')}@ranch.example`, `${newName('eve')}@ranch.example`]
  await portal.withPage(alice, { width: 360 }, async ({ page, context, watch }) => {
    await page.goto(`${portal.url}/site/${site.id}`)
    await openInvites(page)
    await field(page, 'Email').fill(dan)
    await context.setOffline(true)
    await page.getByText('You are offline. What you typed stays here').first().waitFor()
    await page.getByRole('radio', { name: /^User/ }).check()
    assert.ok(await button(page, 'Send Invite').isDisabled())
    await context.setOffline(false)
    let isAway = true
    await page.route('**/api/v1/site-invites', (route) =>
      isAway && route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await button(page, 'Send Invite').click()
    await page.getByText('We could not reach the server.').first().waitFor()
    await button(page, `Leave out ${dan}`).waitFor()
    isAway = false
    await button(page, 'Send Invite').click()
    await toast(page, 'Invite sent.')
    await rowOf(page, dan).getByText('Pending').waitFor()
    await page.getByText('Invites sent').click()
    assert.equal(await page.getByText('Please input your email address!').count(), 0, 'all is said')
    assert.equal((await portal.testApp.mailsTo(dan)).length, 1)

    // The server's own limit for a place's invitations, used up for the rest of the hour.
    const limit = inviteLimits(portal.testApp.config.limitFactor).place
    await useUp(portal.testApp, limit, site.id, limit.max)
    watch.expect(/^429 POST /)
    const fay = `${newName('fay')}@ranch.example`
    await invite(page, `${eve}\n${fay}`, 'Admin')
    await page.getByText('0 of 2 invited.').waitFor()
    await page.getByText('Too many attempts. Please try again later.').waitFor()
    await page.getByText('Not tried.').waitFor()
    await button(page, `Leave out ${eve}`).waitFor()
    await button(page, `Leave out ${fay}`).click()
    await assertAccessible(page, 'invites that are refused for now')

    // Two seconds are the page's own to wait.
    await useUp(portal.testApp, limit, site.id, 0)
    const requestTimes: number[] = []
    await page.route('**/api/v1/site-invites', async (route) => {
      if (route.request().method() !== 'POST' || requestTimes.push(performance.now()) > 1)
        return route.fallback()
      const headers = {
        'retry-after': '2',
        'access-control-allow-origin': portal.url,
        'access-control-expose-headers': 'Retry-After',
      }
      return route.fulfill({
        status: 429,
        headers,
        json: { success: false, code: 'limit.reached', message: 'Too many' },
      })
    })
    await button(page, 'Send Invite').click()
    await rowOf(page, eve).getByText('Pending').waitFor()
    assert.equal(requestTimes.length, 2)
    assert.ok(requestTimes[1]! - requestTimes[0]! >= 1999, 'not before the server wants to be asked')
    assert.equal((await portal.testApp.mailsTo(eve)).length, 1)
  })
})

test('a role that somebody else has changed meanwhile is told calmly, and shown as it is', async () => {
  const [alice, bob] = [await someone(portal, 'Alice'), await someone(portal, 'Bob')]
  const site = await newSite(portal.testApp, alice, { name: 'North Pasture' })
  const host = `${site.id}.${new URL(portal.url).host}`
  const body = { email: bob.email }
  const { reply: sent } = await portal.testApp.call(inviteToSite, { as: alice, host, body })
  await portal.withPage(alice, {}, async ({ page, watch }) => {
    await page.goto(`${portal.url}/site/${site.id}`)
    const pending = rowOf(page, bob.email).filter({ hasText: 'Pending' })
    await pending.waitFor()
    watch.expect(/^409 PUT /)
    // Answered by Bob while Alice's finger is on the way; her list has not heard of it.
    await page.route('**/api/v1/events**', (route) => route.abort())
    await page.route('**/api/v1/site-invites/*', async (route) => {
      await portal.testApp.call(acceptSiteInvite, { as: bob, params: { id: sent.id } })
      return route.continue()
    })
    await moreAbout(page, bob.email)
    await button(page, 'Invite as Admin').click()
    await page.getByText('This invitation is no longer open.').waitFor()
    await rowOf(page, 'Bob Ardley').filter({ hasText: 'User' }).waitFor()
    await pending.waitFor({ state: 'detached' })
  })
})

for (const width of [360, 1440])
  test(`at ${width} px a press meets what it was aimed at though the list grows above it, and its question outlives the row`, async () => {
    const [alice, bob] = [await someone(portal, 'Alice'), await someone(portal, 'Bob')]
    const site = await newSite(portal.testApp, alice, { name: 'North Pasture' })
    const host = `${site.id}.${new URL(portal.url).host}`
    const invited = async (email: string) =>
      (await portal.testApp.call(inviteToSite, { as: alice, host, body: { email } })).reply
    const { id } = await invited(bob.email)
    await portal.withPage(alice, { width }, async ({ page, watch }) => {
      const opens = page.waitForResponse(/api\/v1\/events/)
      await page.goto(`${portal.url}/site/${site.id}`)
      await opens
      await moreAbout(page, bob.email)
      const takeBack = button(page, 'Take back')
      await takeBack.hover()
      const box = await takeBack.boundingBox()
      await page.mouse.down()
      const above = `${newName('aaron')}@ranch.example`
      const news = page.waitForResponse(
        async (answer) =>
          /\/sites\/[^/]+\/users/.test(answer.url()) && (await answer.text().catch(() => '')).includes(above),
      )
      await invited(above)
      await news
      await painted(page)
      assert.deepEqual(await takeBack.boundingBox(), box, 'nothing moves while it is pressed')
      await page.mouse.up()
      const question = page.getByRole('alertdialog')
      await question.getByText(bob.email).waitFor()
      await rowOf(page, above).waitFor()

      // Answered by Bob while Alice reads: she is not left without a word.
      await portal.testApp.call(acceptSiteInvite, { as: bob, params: { id } })
      await rowOf(page, bob.email).getByText('Pending').waitFor({ state: 'detached' })
      watch.expect(/^409 DELETE /)
      await question.getByRole('button', { name: 'Take back' }).click()
      await question.getByText('This invitation is no longer open.').waitFor()
      await question.getByRole('button', { name: 'Cancel' }).click()
      await question.waitFor({ state: 'detached' })
      await page.locator(':focus').and(users(page)).waitFor()
    })
  })
