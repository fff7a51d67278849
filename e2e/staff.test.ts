import { getSite } from '@byre/contract/places/sites'
import { listSubscriptions } from '@byre/contract/billing/subscriptions'
import { updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newSite } from '../server/src/testing/places.ts'
import { staffMember } from '../server/src/testing/second-factors.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { assertAccessible } from './browser.ts'
import { Portal } from './portal.ts'
import { assertDialog } from './staff-steps.ts'

/* The back office: Alice of the staff helps Carol, whose site it is. Bob is anybody. */

let portal: Portal
let alice: Person
let carol: Person
let site: { id: string }

before(async () => {
  portal = await Portal.open()
  const { testApp } = portal
  alice = await staffMember(testApp, 'alice')
  await testApp.call(updateUser, { as: alice, params: { id: alice.id }, body: { onboarded: '1' } })
  carol = await portal.onboarded('carol', { first_name: 'Carol', last_name: 'Whitehorse' })
  site = await newSite(testApp, carol, { name: 'Rosebud North' })
})
after(() => portal?.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('staff find a site, extend its trial, and see the portal as its Owner once she has said yes, until the visit ends', async () => {
  const { testApp, url } = portal
  const until = new Date(testApp.clock.now().getTime() + 40 * 86_400_000).toISOString().slice(0, 10)
  await portal.withPage(alice, {}, async ({ page, watch }) => {
    await page.goto(`${url}/staff`)
    await page.getByLabel('Find').fill('rosebud')
    await page.getByLabel('Find').press('Enter')
    await page.getByRole('link', { name: 'Rosebud North' }).click()
    await heading(page, 'Rosebud North').waitFor()

    await button(page, 'Extend trial').click()
    await page.getByLabel('Last day').fill(until)
    await page.getByLabel('Reason').fill('She called')
    await assertAccessible(page, 'extending a trial')
    await button(page, 'Extend the trial').click()
    await page.getByText(`The trial of Rosebud North now ends on ${until}.`).first().waitFor()
    await page.getByRole('cell', { name: 'Extended the free trial' }).waitFor()
    const query = { site_id: site.id }
    const { subscriptions } = (await testApp.call(listSubscriptions, { as: carol, query })).reply
    assert.equal(subscriptions[0]?.trial_ends_at?.slice(0, 10), until)
    await assertAccessible(page, 'a site in the back office')
    await assertDialog(page, 'Move subdomain')
    await testApp.database.pool.query(
      `insert into platform.audit (id, deed, actor_id, kind, subject_id)
       select gen_random_uuid(), 'updateSite', $1, 'site', $2 from generate_series(1, 60)`,
      [carol.id, site.id],
    )
    await page.reload()
    await button(page, 'Older').click()
    await page.waitForURL(/\?after=/)
    await page.reload()
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll('button')].find((one) => one.textContent === 'Newer')?.disabled ===
        false,
    )
    await page.goBack()
    await page.waitForFunction(
      () => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Newer')?.disabled,
    )

    await page.getByRole('link', { name: 'Carol Whitehorse' }).first().click()
    await heading(page, 'Carol Whitehorse').waitFor()
    for (const command of ['Sign out everywhere', 'Close account']) await assertDialog(page, command)
    await button(page, 'Ask to see Byre as them').click()
    await page.getByLabel('Reason').fill('To see what is missing')
    await assertAccessible(page, 'asking for a visit')
    await button(page, 'Ask').click()
    await page.getByText('Carol Whitehorse was asked.').first().waitFor()
    await assertAccessible(page, 'an account in the back office')

    await portal.withPage(carol, { width: 390 }, async ({ page: hers }) => {
      await hers.goto(`${url}/users/${carol.id}/profile?tab=security`)
      await hers.getByText('Alice Moore asks to see Byre as you for 15 minutes, read only.').waitFor()
      await assertAccessible(hers, 'a question of support')
      await button(hers, 'Allow').click()
      await hers.getByText('Alice Moore may see Byre as you for 15 minutes, read only.').waitFor()
    })

    await button(page, 'Start').click()
    watch.expect(/^403 PUT \/api\/v1\/sites\//)
    const banner = page.getByRole('region', { name: 'Visit' })
    await banner.getByText(/You see Byre as Carol Whitehorse, read only, until/).waitFor()
    await page.goto(`${url}/site/${site.id}`)
    await heading(page, 'Rosebud North').waitFor()
    await banner.waitFor()
    await assertAccessible(page, 'a visit')
    await page.goto(`${url}/site/${site.id}/edit`)
    await page.getByLabel('Name', { exact: true }).fill('Renamed')
    await button(page, 'Update').click()
    await page.getByText('This is a read-only visit.').first().waitFor()
    assert.equal(
      (await testApp.call(getSite, { as: carol, params: { id: site.id } })).reply.name,
      'Rosebud North',
    )

    await banner.getByRole('button', { name: 'End' }).click()
    await heading(page, 'Carol Whitehorse').waitFor()
    await page.getByRole('cell', { name: 'Ended', exact: true }).waitFor()
    assert.equal(await banner.count(), 0)

    await portal.withPage(carol, {}, async ({ page: hers }) => {
      await hers.goto(`${url}/users/${carol.id}/profile?tab=security`)
      await hers.getByRole('cell', { name: 'Rosebud North' }).waitFor()
      await hers.getByText('Support no longer sees Byre as you').waitFor()
    })
  })
})

test('a visit that is revoked is over on the staff\u2019s screen, which leads back', async () => {
  const { testApp, url } = portal
  const { askVisit, allowVisit, declineVisit } = await import('@byre/contract/staff/visits')
  const dora = await portal.onboarded('dora', { first_name: 'Dora', last_name: 'Fox' })
  const body = { minutes: '30', reason: 'To look once more' }
  const { id } = (await testApp.call(askVisit, { as: alice, params: { id: dora.id }, body })).reply
  await testApp.call(allowVisit, { as: dora, params: { id } })
  await portal.withPage(alice, {}, async ({ page, watch }) => {
    watch.expect(/^401 (?:GET|POST) \//)
    await page.goto(`${url}/staff/account/${dora.id}`)
    await button(page, 'Start').click()
    await page.getByRole('region', { name: 'Visit' }).waitFor()
    // Whatever is still asked for would lead back by itself.
    await page.getByRole('tab').first().waitFor()
    await page.waitForLoadState('networkidle')
    await testApp.call(declineVisit, { as: dora, params: { id } })
    await page.getByRole('link', { name: 'Invites' }).first().click()
    await heading(page, 'Dora Fox').waitFor()
    await page.getByRole('cell', { name: 'Revoked', exact: true }).waitFor()
  })
})

test('whoever is not of the staff finds no back office, and staff without a second factor are told how', async () => {
  const { testApp, url } = portal
  const bob = await portal.onboarded('bob')
  await portal.withPage(bob, {}, async ({ page, watch }) => {
    watch.expect(/^404 GET \/api\/v1\/staff\/search$/)
    await page.goto(`${url}/staff`)
    await heading(page, 'That page cannot be found').waitFor()
  })
  await testApp.database.pool.query(`update auth.accounts set groups = '{Admin,User}' where id = $1`, [
    bob.id,
  ])
  await portal.withPage(bob, {}, async ({ page, watch }) => {
    watch.expect(/^403 GET \/api\/v1\/staff\/sites\//)
    await page.goto(`${url}/staff/site/${site.id}`)
    await page.getByText('Set up a second factor first').waitFor()
    await page.getByRole('link', { name: 'Go to Security' }).click()
    await page.waitForURL('**/profile?tab=security')
  })
})
