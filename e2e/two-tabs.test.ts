import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { password, type Person } from '../server/src/testing/test-app.ts'
import { withoutStream } from './browser.ts'
import { Portal } from './portal.ts'

/* One person in two tabs of a browser, and at a second browser: what ends, ends everywhere; what lives, lives. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
const tokenIn = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('byre.auth')!) as { token: string }).token)
const sessionsOf = async ({ id }: Person) => {
  const { rows } = await portal.testApp.database.pool.query(
    'select id, access_expires_at > now() as is_open from platform.sessions where user_id = $1',
    [id],
  )
  return rows as { id: string; is_open: boolean }[]
}

test('S03 S05 two tabs whose token ran out renew it at once, and both go on in the same session', async () => {
  const alice = await portal.onboarded('alice', { first_name: 'Alice' })
  await portal.withPage(alice, {}, async ({ context, page, watch }) => {
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.goto(portal.url)
      await heading(tab, 'Dashboard')
    }
    const before = await tokenIn(page)
    const [session, ...others] = await sessionsOf(alice)
    assert.deepEqual(others, [])
    await portal.testApp.database.pool.query(
      `update platform.sessions set access_expires_at = now() - interval '1 second' where user_id = $1`,
      [alice.id],
    )
    watch.expect(/^401 GET \/api\/v1\//)
    let renewals = 0
    context.on('request', (request) => (renewals += Number(request.url().endsWith('/api/v1/refresh'))))

    await Promise.all(
      [page, other].map(async (tab) => {
        await tab
          .getByRole('navigation')
          .getByRole('link', { name: /^Invites/ })
          .first()
          .click()
        await heading(tab, 'Invites')
      }),
    )
    for (const tab of [page, other]) {
      await tab.reload()
      await heading(tab, 'Invites')
      await tab.getByRole('button', { name: /Your account: Alice/ }).waitFor()
    }
    assert.equal(renewals, 1, 'one renewal for the whole browser')
    assert.notEqual(await tokenIn(page), before)
    assert.deepEqual(await sessionsOf(alice), [{ id: session!.id, is_open: true }])
  })
})

test('S06 signing out in one tab signs out the other, and the session is over', async () => {
  const bob = await portal.onboarded('bob')
  await portal.withPage(bob, {}, async ({ context, page }) => {
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.goto(portal.url)
      await heading(tab, 'Dashboard')
    }
    const ended = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/logout'))
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await other.waitForURL('**/login')
    await other.getByText('You signed out in another window.').waitFor()
    assert.equal(await other.evaluate(() => localStorage.getItem('byre.auth')), null)
    await ended
    assert.deepEqual(await sessionsOf(bob), [])
  })
})

test('A13 a reset from a second browser ends the first, which comes back to where it was', async () => {
  const carol = await portal.onboarded('carol')
  const next = 'Weathered-4-barn!'
  await portal.withPage(carol, {}, async ({ context, page, watch }) => {
    await withoutStream(context)
    await page.goto(`${portal.url}/invites`)
    await heading(page, 'Invites')

    const second = await portal.seat(null)
    try {
      await second.page.goto(`${portal.url}/reset`)
      await second.page.getByLabel('Email', { exact: true }).fill(carol.email)
      await second.page.getByRole('button', { name: 'Send the code' }).click()
      await second.page.waitForURL('**/reset/confirm')
      await second.page.getByLabel('New password', { exact: true }).fill(next)
      await second.page.getByLabel('Confirm password', { exact: true }).fill(next)
      await second.page.getByRole('textbox', { name: 'Verification code', exact: true }).focus()
      await second.page.keyboard.type(await portal.testApp.codeFor(carol.email))
      await second.page.getByRole('button', { name: 'Set new password' }).click()
      await second.page.getByText('Your password has been reset.').first().waitFor()
      second.watch.assertCalm()
    } finally {
      await second.context.close()
    }
    assert.deepEqual(await sessionsOf(carol), [])

    watch.expect(/^401 /)
    await page.reload()
    await page.waitForURL('**/login')
    await page.getByText('Your session has ended.').waitFor()
    watch.expect(/^401 POST \/api\/v1\/login$/)
    await page.getByLabel('Email', { exact: true }).fill(carol.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('Wrong email or password').first().waitFor()
    await page.getByLabel('Password', { exact: true }).fill(next)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/invites')
  })
})
