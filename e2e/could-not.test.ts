import { inviteToClinic } from '@byre/contract/people/invites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { giveCard } from '../server/src/testing/billing.ts'
import { join, newClinic, newSite } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { fillInCard } from './money-steps.ts'
import { invite, moreAbout } from './people-steps.ts'
import { button, calgary, field, newName } from './place-steps.ts'
import { Portal } from './portal.ts'

/* The sentence of each thing that can fail, on the screen where it was wanted. */

let portal: Portal
let alice: Person
let at: Record<'site' | 'clinic' | 'planless' | 'billing' | 'newBilling', string>
before(async () => {
  portal = await Portal.open()
  const { testApp, url } = portal
  alice = await portal.onboarded(newName('alice'), calgary)
  const bob = await portal.onboarded(newName('bob'), { ...calgary, first_name: 'Bob', last_name: 'Barnes' })
  const clinic = await newClinic(testApp, alice, { name: 'Creek Clinic' })
  const billing_entity_id = clinic.billing_entity_id
  const site = await newSite(testApp, alice, { name: 'Creek Ranch', billing_entity_id })
  await join(testApp, bob, { kind: 'clinic', id: clinic.id }, 'User')
  await giveCard(testApp, alice, billing_entity_id)
  const planless = await newClinic(testApp, alice, { billing_entity_id, plan_id: '' })
  const theirs = await newClinic(testApp, bob, { name: 'Hill Clinic' })
  const host = `${theirs.id}.${new URL(url).host}`
  await testApp.call(inviteToClinic, { as: bob, host, body: { email: alice.email } })
  at = {
    site: `/site/${site.id}`,
    clinic: `/clinic/${clinic.id}`,
    planless: `/clinic/${planless.id}`,
    billing: `/billing-entities/${billing_entity_id}`,
    newBilling: '/billing-entities/new',
  }
})
after(() => portal?.close())

/** What a busy server says that wants nobody to try again soon. */
const busy = (route: Route) =>
  route.fulfill({
    status: 503,
    headers: { 'retry-after': '900', 'access-control-allow-origin': portal.url },
    json: { success: false, code: 'server.busy', message: 'We are busy right now.' },
  })
const isSaid = (page: Page, sentence: string) =>
  page
    .getByText(sentence, { exact: true })
    .or(page.locator('.toast').filter({ hasText: sentence }))
    .first()
    .waitFor()

test('what cannot be loaded is said in a sentence of its own', async () => {
  const loads = [
    ['/invites', 'users/*', 'An error occurred while loading user profile.'],
    ['/?tab=sites', 'sites?*', 'An error occurred while loading sites.'],
    ['/?tab=clinics', 'clinics?*', 'An error occurred while loading clinics.'],
    ['/billing-entities', 'billing-entities?*', 'An error occurred while loading a billingEntity.'],
    [at.clinic, 'clinics/*', 'An error occurred while loading the clinic.'],
    [at.clinic, 'clinics/*/users?*', 'An error occurred while loading users.'],
    ['/invites', 'site-invites?*', 'An error occurred while loading invites.'],
    [at.billing, 'paid-places?*', 'There was an error while loading subscriptions.'],
    ['/site/new', 'plans?*', 'There was an error while loading plans and billing information.'],
    [`${at.billing}/card/edit`, 'cards?*', 'An error occurred while loading a creditCard.'],
  ] as const
  await portal.withPage(alice, {}, async ({ page, watch }) => {
    watch.expect(/^503 GET /)
    await page.goto(portal.url + at.planless)
    await button(page, 'Choose a Plan').waitFor()
    await page.route('**/api/v1/plans?*', busy)
    await button(page, 'Choose a Plan').click()
    await isSaid(page, 'There was an error while loading plans.')
    await page.unroute('**/api/v1/plans?*')
    for (const [path, call, sentence] of loads) {
      await page.route(`**/api/v1/${call}`, busy)
      await page.goto(portal.url + path)
      await isSaid(page, sentence)
      await page.unroute(`**/api/v1/${call}`)
    }
  })
})

test('a page of which nothing came says so once, and asks for all of it with one press', async () => {
  await portal.withPage(alice, {}, async ({ page, watch }) => {
    watch.expect(/^503 GET /)
    const parts =
      /\/api\/v1\/(?:sessions|totp|passkeys|backup-codes|trusted-devices|api-keys|security-events|visits)/
    await page.route(parts, busy)
    await page.goto(`${portal.url}/users/${alice.id}/profile?tab=security`)
    const failed = page.getByRole('main').getByRole('button', { name: 'Try again' })
    await failed.first().waitFor()
    // Those that failed after it are there, and not shown.
    await page.locator('.state').nth(5).waitFor({ state: 'attached' })
    assert.equal(await failed.count(), 1)
    assert.equal(await page.locator('.toast').count(), 0)
    await page.unroute(parts)
    await failed.click()
    await page.getByRole('table', { name: 'Signed-in devices' }).waitFor()
    await page.getByRole('table', { name: 'Security activity' }).waitFor()
    await failed.first().waitFor({ state: 'detached' })
  })
})

interface Command {
  path: string
  says: string
  fails: (page: Page) => Promise<void>
}

const press = (name: string) => (page: Page) => button(page, name).click()
/** A field is changed and the form sent. */
const change = (label: string, text: string, submit: string) => async (page: Page) => {
  await field(page, label).fill(text)
  await button(page, submit).click()
}
/** What asks first is agreed to. */
const agree = (name: string, answer: string) => async (page: Page) => {
  await button(page, name).click()
  await page.getByRole('alertdialog').getByRole('button', { name: answer, exact: true }).click()
}
const failing = (says: string, path: string, fails: Command['fails']): Command => ({ says, path, fails })

const commands = (): Command[] => [
  failing(
    'An error occurred while updating user profile.',
    `/users/${alice.id}/profile`,
    change('City (optional)', 'Olds', 'Update'),
  ),
  failing('Account password was not updated.', `/users/${alice.id}/profile`, async (page) => {
    await field(page, 'New password (optional)').fill('Otter-7-creek!')
    await change('Confirm password (optional)', 'Otter-7-creek!', 'Update')(page)
  }),
  failing('An error occurred while creating the site.', '/site/new', async (page) => {
    await field(page, 'Name').fill('Hill Ranch')
    await field(page, 'Subdomain').fill(newName('hill'))
    await page.getByRole('radio', { name: /Ranch/ }).first().check()
    await button(page, 'Create').click()
  }),
  failing('An error occurred while updating the site.', `${at.site}/edit`, change('Name', 'Hill', 'Update')),
  failing(
    'An error occurred while updating the clinic.',
    `${at.clinic}/edit`,
    change('Name', 'Hill', 'Update'),
  ),
  failing('An error occurred while deleting the clinic.', at.clinic, agree('Delete', 'Delete')),
  failing('An error occurred while adding a billingEntity.', at.newBilling, async (page) => {
    await field(page, 'Name').fill('Hill Payments')
    await change('Phone', '4035550101', 'Create')(page)
  }),
  failing(
    'An error occurred while updating a billingEntity.',
    `${at.billing}/edit`,
    change('Name', 'Hill Payments', 'Update'),
  ),
  failing('An error occurred while deleting a billingEntity.', at.billing, agree('Delete', 'Delete')),
  failing('An error occurred while removing users.', at.clinic, async (page) => {
    await moreAbout(page, 'Bob Barnes')
    await agree('Remove Bob Barnes', 'Remove')(page)
  }),
  failing('An error occurred while inviting user to site.', at.site, (page) =>
    invite(page, 'carol@ranch.example', 'User'),
  ),
  failing('An error occurred while inviting user to clinic.', at.clinic, (page) =>
    invite(page, 'carol@ranch.example', 'User'),
  ),
  failing('An error occurred while inviting a user.', at.billing, async (page) => {
    await page.getByRole('tab', { name: /^Users/ }).click()
    await invite(page, 'carol@ranch.example', 'User')
  }),
  failing('An error occurred while updating a creditCard.', `${at.billing}/card/edit`, async (page) => {
    await field(page, 'Expiry month').selectOption('3')
    await button(page, 'Update Card').click()
  }),
  failing('An error occurred while removing a creditCard.', at.billing, agree('Delete Card', 'Delete')),
  failing('There was an error while changing the subscription.', at.site, async (page) => {
    await button(page, 'End Subscription').click()
    await page.getByRole('alertdialog').getByRole('button', { name: /^End/ }).click()
  }),
  failing('There was an error while creating the subscription.', at.planless, async (page) => {
    await button(page, 'Choose a Plan').click()
    await page
      .getByRole('radio', { name: /Practice/ })
      .first()
      .check()
    await button(page, 'Continue').click()
    await button(page, 'Choose Practice').click()
  }),
  failing('Could not accept invite', '/invites', press('Accept')),
  failing('Could not decline invite.', '/invites', press('Decline')),
]

test('what cannot be made or changed is said in a sentence of its own', async () => {
  const { pool } = portal.testApp.database
  await portal.withPage(alice, {}, async ({ page, watch }) => {
    watch.expect(/^503 /)
    await page.route('**/api/v1/**', (route) => {
      const asks = /^(?:GET|OPTIONS)$/.test(route.request().method())
      const prepares = /\/(?:validate-domain|cards\/setup)$/.test(route.request().url())
      return asks || prepares ? route.continue() : busy(route)
    })
    for (const { path, says, fails } of commands()) {
      await page.goto(portal.url + path)
      await fails(page)
      await isSaid(page, says)
    }
    await pool.query(`delete from payments.cards`)
    await pool.query(`update customers.billing_entities set brand = null, last_four = null`)
    await page.goto(`${portal.url}${at.billing}/card/new`)
    await fillInCard(page, '4242 4242 4242 4242')
    await button(page, 'Add Card').click()
    await isSaid(page, 'An error occurred while adding a creditCard.')
  })
})

test('what another auth service says of somebody unknown is what a wrong password is told', async () => {
  await portal.withPage(null, {}, async ({ page, watch }) => {
    watch.expect(/^401 POST \/api\/v1\/login$/)
    await page.route('**/api/v1/login', (route) =>
      route.fulfill({ status: 401, json: { state: 'error', error: 'User does not exist.' } }),
    )
    await page.goto(`${portal.url}/login`)
    await field(page, 'Email').fill('nobody@ranch.example')
    await change('Password', 'Corral-9-gate!', 'Sign in')(page)
    await isSaid(page, 'Wrong email or password')
    assert.equal(await page.getByText('User does not exist.').count(), 0)
  })
})
