import { getUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newClinic, newSite } from '../server/src/testing/places.ts'
import { password, type Person } from '../server/src/testing/test-app.ts'
import { assertAccessible, withoutStream } from './browser.ts'
import { button, field, link, newName, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* Who is welcomed, and who has the dashboard. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

test('who is not welcomed yet goes on where they left; who has a place, or had one, has the dashboard', async () => {
  const { testApp, url } = portal
  const alice = await testApp.person(newName('alice'))
  await newSite(testApp, alice, { name: 'Creek Ranch' })
  const bob = await testApp.person(newName('bob'))
  const carol = await testApp.person(newName('carol'))
  await newSite(testApp, bob, { name: 'Hill Ranch' })

  const skip = (page: Page) => button(page, 'Skip this and go to the dashboard')
  const onboarded = async (person: Person) =>
    (await testApp.call(getUser, { as: person, params: { id: person.id } })).reply.onboarded
  // News of her own new site would have the page ask again by itself, before 'Try again' is pressed.
  await portal.withPage(alice, { width: 360, prepare: withoutStream }, async ({ page, watch }) => {
    watch.expect(/^503 GET /)
    await page.route('**/api/v1/sites?*', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'retry-after': '900' },
        json: { success: false, message: 'Busy.' },
      }),
    )
    await page.goto(url)
    await page.getByText('An error occurred while loading sites.').waitFor()
    await titled(page, 'Dashboard')
    await page.unroute('**/api/v1/sites?*')
    await page.getByRole('tabpanel').getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('tab', { name: 'Operation Sites (1)' }).waitFor()
    await page.getByText('Your account is incomplete.').waitFor()
    assert.equal(await onboarded(alice), 0)

    await page.goto(`${url}/welcome/1`)
    await link(page, 'Get Started!').click()
    await titled(page, 'Tell us who you are')
    await skip(page).waitFor()
    await assertAccessible(page, 'a welcome that may be left')
    await skip(page).click()
    await page.getByRole('tab', { name: 'Operation Sites (1)' }).waitFor()
    assert.equal(await onboarded(alice), 1)
  })
  await portal.withPage(bob, {}, async ({ page }) => {
    await page.goto(url)
    await button(page, 'Delete Hill Ranch').click()
    await button(page.getByRole('alertdialog'), 'Delete').click()
    await page.getByRole('tab', { name: 'Operation Sites (0)' }).waitFor()
    await page.getByText('Recently deleted').first().waitFor()
    await page.reload()
    await page.getByText('Recently deleted').first().click()
    await page.getByText('Hill Ranch').waitFor()
  })
  await portal.withPage(carol, { width: 360 }, async ({ page }) => {
    await page.goto(url)
    await link(page, 'Get Started!').click()
    await titled(page, 'Tell us who you are')
    await page.goto(`${url}/invites`)
    await titled(page, 'Invites')
    await page.goto(url)
    await titled(page, 'Tell us who you are')
    await page.goto(`${url}/welcome/3`)
    await button(page, 'Check for Invites').waitFor()
    assert.equal(await skip(page).count(), 0)
  })
})

test('a newcomer is promised no dashboard while it is not known yet who they are', async () => {
  const email = `${newName('nora')}@ranch.example`
  let letThrough = () => {}
  const hold = () => new Promise<void>((done) => (letThrough = done))
  let held = hold()
  await portal.withPage(null, {}, async ({ context, page }) => {
    await page.goto(`${portal.url}/register`)
    await field(page, 'Email').fill(email)
    await field(page, 'Password').fill(password)
    await field(page, 'Confirm password').fill(password)
    await button(page, 'Create account').click()
    await titled(page, 'Confirm your email')
    await context.route('**/api/v1/users/*', async (route) => {
      await held
      await route.continue()
    })
    await page
      .getByRole('textbox', { name: 'Confirmation code', exact: true })
      .fill(await portal.testApp.codeFor(email))
    await titled(page, 'Sign in')
    await field(page, 'Password').fill(password)
    await button(page, 'Sign in').click()
    await titled(page, 'Welcome')
    await assertAccessible(page, 'a welcome that is awaited')
    letThrough()
    await titled(page, 'Welcome to Byre Sites')

    held = hold()
    await page.goto(`${portal.url}/`)
    await titled(page, 'Welcome')
    letThrough()
    await titled(page, 'Welcome to Byre Sites')
  })
})

test('the dashboard opens with what there is; Places leads to what there is not', async () => {
  const dora = await portal.onboarded(newName('dora'))
  await newClinic(portal.testApp, dora, { name: 'Creek Vets' })
  await portal.withPage(dora, { width: 360 }, async ({ page }) => {
    await page.goto(portal.url)
    await page.getByRole('tab', { name: 'Veterinary Clinics (1)', selected: true }).waitFor()
    await link(page, 'Creek Vets').first().waitFor()
    await page.goto(`${portal.url}/places`)
    await page.getByRole('tabpanel').getByRole('link', { name: 'New Site' }).click()
    await page.waitForURL('**/site/new')
  })
})
