import { deleteBillingEntity } from '@byre/contract/billing/billing-entities'
import { updateUser } from '@byre/contract/people/users'
import { strFromU8, unzipSync } from 'fflate'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newBillingEntity } from '../server/src/testing/places.ts'
import { password, type Person } from '../server/src/testing/test-app.ts'
import { assertAccessible, holdQuestions } from './browser.ts'
import { Portal } from './portal.ts'

/* What someone keeps, takes along, and how they go. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const profile = ({ id }: Person) => `${portal.url}/users/${id}/profile`

/** Before the next deletion is done somebody acts, and the page hears of it; gives what it then asks. */
async function whileDeleting(page: Page, { id }: Person, act: () => Promise<unknown>): Promise<string[]> {
  const requests: string[] = []
  await page.route('**/api/v1/me', async (route) => {
    const news = page.evaluate(async (name) => {
      await new Promise((hear) => new BroadcastChannel(name).addEventListener('message', hear))
    }, `byre.live.${id}`)
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await act()
    await news
    page.removeAllListeners('request')
    await route.continue()
  })
  return requests
}

test('theme and time zone go along to a second browser', async () => {
  const alice = await portal.onboarded('alice')
  await portal.withPage(alice, {}, async ({ page }) => {
    await page.goto(profile(alice))
    const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await field(page, 'Theme').selectOption('Dark')
    assert.equal((await kept).status(), 200)
    // Shown by the answer to the choice itself, however long the next question takes.
    const release = await holdQuestions(page, `**/api/v1/users/${alice.id}`)
    await field(page, 'Time zone').selectOption('Pacific/Kiritimati')
    await page.getByText('Your time zone was updated.').waitFor()
    await page
      .getByRole('option', { name: 'Pacific/Kiritimati', selected: true })
      .waitFor({ state: 'attached' })
    await release()
    await assertAccessible(page, 'preferences')
  })
  await portal.testApp.database.pool.query(
    `update platform.sessions set last_seen_at = '2026-03-01T23:30:00Z' where user_id = $1`,
    [alice.id],
  )

  await portal.withPage(null, {}, async ({ page }) => {
    await page.goto(`${profile(alice)}?tab=security`)
    await field(page, 'Email').fill(alice.email)
    await field(page, 'Password').fill(password)
    await button(page, 'Sign in').click()
    await page.locator('html[data-theme=dark]').waitFor()
    await page.getByRole('heading', { name: 'Your data' }).waitFor()
    await page.reload()
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
    await page.getByText('March 2nd 2026, 1:30').first().waitFor()
  })
})

test('someone downloads their data, mends what keeps them, and deletes their account', async () => {
  const bob = await portal.onboarded('bob')
  const billingEntity = await newBillingEntity(portal.testApp, bob)
  await portal.withPage(bob, { width: 768 }, async ({ page, watch }) => {
    await page.goto(`${profile(bob)}?tab=security`)
    const downloaded = page.waitForEvent('download')
    await button(page, 'Download my data').click()
    const file = await downloaded
    assert.equal(file.suggestedFilename(), 'byre-my-data.zip')
    const files = unzipSync(await readFile(await file.path()))
    const { profile: [mine] = [] } = JSON.parse(strFromU8(files['data.json']!)) as {
      profile: { email: string }[]
    }
    assert.equal(mine?.email, bob.email)

    await page.getByText('You are the last owner of these.').waitFor()
    assert.equal(await button(page, 'Delete my account').count(), 0)
    await assertAccessible(page, 'what keeps someone')
    await page.getByRole('link', { name: billingEntity.name }).click()
    await page.getByRole('heading', { name: billingEntity.name, level: 1 }).waitFor()
    // A page that is still open there would be told so.
    await page.goto('about:blank')
    await portal.testApp.call(deleteBillingEntity, { as: bob, params: { id: billingEntity.id } })
    await page.goto(`${profile(bob)}?tab=security`)

    // The wrong address, then the password that is asked for.
    watch.expect(/^40[03] DELETE \/api\/v1\/me$/)
    await button(page, 'Delete my account').click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByLabel('Your e-mail address').fill('somebody@else.example')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await dialog.getByText('That is not the e-mail address of this account.').first().waitFor()
    await assertAccessible(page, 'deleting an account')

    await portal.testApp.database.pool.query(
      `update platform.sessions set fresh_at = now() - interval '1 hour' where user_id = $1`,
      [bob.id],
    )
    await dialog.getByLabel('Your e-mail address').fill(bob.email)
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    const proof = page.getByRole('dialog', { name: 'Is it you?' })
    await proof.waitFor()
    const requests = await whileDeleting(page, bob, () =>
      portal.testApp.call(updateUser, { as: bob, params: { id: bob.id }, body: { city: 'Regina' } }),
    )
    await proof.getByLabel('Your password', { exact: true }).fill(password)
    await proof.getByRole('button', { name: 'Continue' }).click()

    await page.waitForURL('**/login')
    await page.getByText('Your account was deleted.').waitFor()
    assert.deepEqual(requests, [])
    await assertAccessible(page, 'login after deleting')
  })
  const mails = await portal.testApp.mailsTo(bob.email)
  assert.equal(mails.at(-1)?.subject, 'Your account was deleted')
})
