import { checkClinicDomain, getClinicDomain } from '@byre/contract/places/domain-claims'
import { getUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { Names } from '../server/src/testing/dns.ts'
import { join } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { buildClient, type AnotherClient } from './another-client.ts'
import { assertAccessible } from './browser.ts'
import {
  button,
  calgary,
  createClinic,
  createSite,
  field,
  link,
  newName,
  titled,
  unfold,
  withBillingEntity,
} from './place-steps.ts'
import { Portal } from './portal.ts'

/* Sites and clinics in both brands, from being created to being brought back after they were deleted. */

let portal: Portal
let names: Names
let clinicsClient: AnotherClient

before(async () => {
  names = await Names.start()
  portal = await Portal.open({ DNS_SERVER: names.address, TENANT_A_RECORD: '203.0.113.7' })
  clinicsClient = await buildClient(portal.url, { BYRE_BRAND: 'clinics' })
})

after(async () => {
  await clinicsClient?.remove()
  await portal?.close()
  await names?.close()
})

for (const brand of ['sites', 'clinics'] as const) {
  for (const width of [360, 1440]) {
    test(`someone creates and updates a site and a clinic, brand of ${brand}, ${width} px wide`, async () => {
      const alice = await withBillingEntity(portal, 'alice')
      const prepare = brand === 'clinics' ? clinicsClient.layOver : undefined
      // Each screen once narrow and once wide, each time in another brand's colours.
      const isJudged = (brand === 'sites') === (width === 360)
      const judge = async (page: Page, screen: string) => isJudged && assertAccessible(page, screen)
      await portal.withPage(alice, { width, prepare }, async ({ page }) => {
        await page.goto(portal.url)
        const tabs = page.getByRole('tab')
        await tabs.first().waitFor()
        const order = ['Operation Sites (0)', 'Veterinary Clinics (0)']
        if (brand === 'clinics') order.reverse()
        assert.deepEqual(await tabs.allTextContents(), [...order, 'Billing Info (1)'])
        assert.match(await page.title(), brand === 'clinics' ? /Byre Clinics$/ : /Byre Sites$/)
        await page.getByText('Start Your Free Trial!').waitFor()
        await judge(page, 'dashboard without places')

        await createClinic(portal, page, 'Creek Clinic', newName('creek'))
        await judge(page, 'clinic')
        await link(page, 'Edit').click()
        await titled(page, 'Update Clinic')
        await field(page, 'Description (optional)').fill('Large animals')
        await judge(page, 'update clinic')
        await button(page, 'Update').click()
        await page.waitForURL(/\/clinic\/[0-9a-f-]{36}$/)
        await page.getByText('Large animals').waitFor()

        await createSite(portal, page, 'Ardley North', newName('ardley'))
        await link(page, 'Edit').click()
        await titled(page, 'Update Site')
        await unfold(page, 'Site Location')
        await field(page, 'City (optional)').fill('Olds')
        await button(page, 'Update').click()
        await page.waitForURL(/\/site\/[0-9a-f-]{36}$/)
        await page.getByText('Olds').first().waitFor()

        await page.getByRole('link', { name: 'Dashboard' }).first().click()
        await page.getByRole('tab', { name: 'Veterinary Clinics (1)' }).click()
        await link(page, 'Creek Clinic').first().waitFor()
        await judge(page, 'dashboard with places')
      })
    })
  }
}

test('a custom domain goes from pending to verified on screen, without a reload', async () => {
  const alice = await withBillingEntity(portal, 'alice')
  await portal.withPage(alice, { width: 360 }, async ({ page }) => {
    const id = await createClinic(portal, page, 'Creek Clinic', newName('creek'))
    await link(page, 'Edit').click()
    await page.getByText('Custom domain').first().click()
    await field(page, 'Domain (optional)').fill('creekvets.ca')
    await page.getByText('203.0.113.7').waitFor()
    await button(page, 'Update').click()
    await page.waitForURL(/\/clinic\/[0-9a-f-]{36}\?tab=domain$/)
    const panel = page.getByRole('region', { name: 'Custom Domain' })
    await panel.getByText('Pending').waitFor()
    await panel.getByText('_byre-verify.creekvets.ca').waitFor()
    await panel.getByRole('button', { name: 'Copy the value of the TXT record' }).waitFor()

    await portal.testApp.call(checkClinicDomain, { as: alice, params: { id } })
    await panel.getByText(/^Neither record is there yet\./).waitFor()
    const recordOf = (type: string) => panel.getByRole('region', { name: `${type} record`, exact: true })
    for (const type of ['A', 'TXT']) await recordOf(type).getByText('Not there yet').waitFor()
    assert.equal(await panel.getByText('Does not match').count(), 0)

    names.set('creekvets.ca', { A: ['198.51.100.1'], AAAA: ['2001:db8::1'] })
    await panel.getByRole('button', { name: 'Check now' }).click()
    await recordOf('A').getByText('Does not match').waitFor()
    await recordOf('TXT').getByText('Not there yet').waitFor()
    await panel.getByText('198.51.100.1').first().waitFor()
    await panel.getByText('No such record').waitFor()
    const wide = panel.getByRole('region', { name: 'AAAA record' })
    await wide.getByText('None: please remove it').waitFor()
    await wide.getByText('2001:db8::1').waitFor()
    await assertAccessible(page, 'clinic with a pending domain')

    const params = { id }
    const { reply } = await portal.testApp.call(getClinicDomain, { as: alice, params })
    names.prove('creekvets.ca', reply?.records[1]?.value ?? '', '203.0.113.7')
    await portal.testApp.call(checkClinicDomain, { as: alice, params })
    await panel.getByText('Verified').waitFor()
    assert.equal(await wide.count(), 0)
    await assertAccessible(page, 'clinic with a verified domain')
  })
})

test('what a role does not allow is not offered, and explained when asked', async () => {
  const alice = await withBillingEntity(portal, 'alice')
  const bob = await portal.onboarded(newName('bob'), calgary)
  let id = ''
  await portal.withPage(alice, {}, async ({ page }) => {
    id = await createClinic(portal, page, 'Creek Clinic', newName('creek'))
  })
  await join(portal.testApp, bob, { kind: 'clinic', id }, 'User')
  await portal.withPage(bob, { width: 360 }, async ({ page }) => {
    await page.goto(`${portal.url}/clinic/${id}`)
    await link(page, 'Launch').waitFor()
    assert.equal(await link(page, 'Edit').count(), 0)
    assert.equal(await button(page, 'Delete').count(), 0)
    await page.getByText('What may I do?').click()
    await page.getByText('You may launch it, see who belongs to it, and leave.').waitFor()
    await assertAccessible(page, 'clinic of a User')
    await page.goto(`${portal.url}/clinic/${id}/edit`)
    await page.getByText('Your role does not allow this.').waitFor()
  })
})

test('a deleted clinic leaves the dashboard at once and can be brought back, under another name if need be', async () => {
  const alice = await withBillingEntity(portal, 'alice')
  await portal.withPage(alice, {}, async ({ page, watch }) => {
    const subdomain = newName('creek')
    const id = await createClinic(portal, page, 'Creek Clinic', subdomain)
    await page.goto(`${portal.url}/?tab=clinics`)
    await button(page, 'Delete Creek Clinic').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('Are you sure?').waitFor()
    await dialog.getByText('Creek Clinic').waitFor()
    await assertAccessible(page, 'delete a clinic')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Creek Clinic was deleted.').waitFor()
    await page.getByText('No Clinics').waitFor()

    await page.getByText('Recently deleted').last().click()
    await page.getByText(/Can be restored until/).waitFor()
    await assertAccessible(page, 'recently deleted')
    await button(page, 'Restore').click()
    await page.getByText('Creek Clinic was restored.').waitFor()
    await page.getByRole('tab', { name: 'Veterinary Clinics (1)' }).waitFor()

    await page.goto(`${portal.url}/clinic/${id}`)
    await button(page, 'Delete').click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await titled(page, 'Dashboard')
    await createClinic(portal, page, 'Other Clinic', subdomain)
    await page.goto(`${portal.url}/?tab=clinics`)
    await page.getByText('Recently deleted').last().click()
    watch.expect(/^400 POST \/api\/v1\/clinics\/[0-9a-f-]+\/restore$/)
    await button(page, 'Restore').click()
    const elsewhere = page.getByRole('dialog', { name: 'Restore Creek Clinic' })
    await elsewhere.getByLabel('Subdomain').fill(newName('creek'))
    await assertAccessible(page, 'restore elsewhere')
    await elsewhere.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('tab', { name: 'Veterinary Clinics (2)' }).waitFor()
  })
})

test('ten thousand sites stay usable: counted, paged and found', async () => {
  const alice = await withBillingEntity(portal, 'alice')
  await giveSites(alice, 10_000)
  await portal.withPage(alice, {}, async ({ page }) => {
    await page.goto(portal.url)
    await page.getByRole('tab', { name: 'Operation Sites (10000)' }).waitFor()
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('searchbox', { name: 'Find in sites' }).fill('pasture 09999')
    await menu.getByRole('link', { name: 'Pasture 09999' }).click()
    await titled(page, 'Pasture 09999')
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await menu.getByRole('link', { name: 'Pasture 09999' }).waitFor()
    assert.ok((await menu.getByRole('link', { name: /^Pasture/ }).count()) <= 50)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Page 2 of 400').waitFor()
    await page.getByRole('main').getByRole('searchbox').fill('07777')
    await page.getByRole('main').getByRole('link', { name: 'Pasture 07777', exact: true }).waitFor()
    await assertAccessible(page, 'dashboard with many sites')
  })
})

/** As a herd of them would be after years: written at once. */
async function giveSites(person: Person, count: number): Promise<void> {
  await portal.testApp.database.pool.query(
    `with payer as (
       select e.id from customers.billing_entities e join customers.members m on m.place_id = e.id
       where m.user_id = $1),
     place as (
       insert into customers.sites
         (id, name, description, subdomain, code, billing_entity_id, plan_id)
       select gen_random_uuid(), 'Pasture ' || lpad(n::text, 5, '0'), '', 'pasture-' || n,
         translate(lpad(n::text, 8, '0'), '01', 'AB'), payer.id, $3
       from payer, generate_series(1, $2::int) n returning id)
     insert into customers.members (place_id, user_id, kind, role)
     select id, $1, 'site', 'Owner' from place`,
    [person.id, count, '019a0000-0000-7000-8000-000000001111'],
  )
}

test('someone who comes for a clinic is welcomed on their way to it', async () => {
  const alice = await portal.testApp.person(newName('alice'))
  await portal.withPage(alice, { width: 360 }, async ({ page }) => {
    await page.goto(`${portal.url}/welcome/3`)
    await button(page, 'Start Clinic').waitFor()
    await assertAccessible(page, 'welcome 3')
    await button(page, 'Start Clinic').click()
    await titled(page, 'New Clinic')
    const { reply } = await portal.testApp.call(getUser, { as: alice, params: { id: alice.id } })
    assert.equal(reply.onboarded, 1)
  })
})
