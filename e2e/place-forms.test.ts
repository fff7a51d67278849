import { deleteBillingEntity, listBillingEntities } from '@byre/contract/billing/billing-entities'
import { getClinic, listClinics, updateClinic } from '@byre/contract/places/clinics'
import { deleteSite, restoreSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newSite } from '../server/src/testing/places.ts'
import { assertAccessible } from './browser.ts'
import {
  button,
  calgary,
  createClinic,
  field,
  fillInClinic,
  link,
  newName,
  titled,
  unfold,
  withBillingEntity,
} from './place-steps.ts'
import { Portal } from './portal.ts'

/* The form of a clinic, which is a site's but for a few fields: what it says, and what it never loses. */

let portal: Portal

before(async () => {
  portal = await Portal.open({ TENANT_A_RECORD: '203.0.113.7' })
})

after(() => portal?.close())

test('the form warns while typing, follows the country and says what is missing', async () => {
  const alice = await portal.onboarded(newName('alice'), calgary)
  await portal.withPage(alice, {}, async ({ page, watch }) => {
    watch.expect(/^400 POST \/api\/v1\/clinics\/validate-domain$/)
    await page.goto(`${portal.url}/clinic/new`)
    await page.getByText('Some information is missing. Please fill out:').waitFor()
    assert.equal(await button(page, 'Create').isDisabled(), true)
    await field(page, 'Name').press('Enter')
    await page.locator('.toast').getByText('Please input your clinic name!').waitFor()
    await field(page, 'Name').and(page.locator(':focus')).waitFor()

    const subdomain = field(page, 'Subdomain')
    await subdomain.pressSequentially('-Creek Clinic!')
    assert.equal(await subdomain.inputValue(), '-creekclinic')
    await page.getByText('Subdomains may not start with a dash').waitFor()
    await subdomain.fill('creek-')
    await page.getByText('Subdomains may not end with a dash.').waitFor()
    await subdomain.fill('billing')
    await page.getByText('This subdomain is not available.').waitFor()
    const free = newName('creek')
    await subdomain.fill(free)
    await page.getByText(`Your app will answer at ${free}.localhost`).waitFor()

    await page.getByText('Custom domain').first().click()
    await page.getByText('203.0.113.7').waitFor()
    const domain = field(page, 'Domain (optional)')
    await domain.pressSequentially('https://Creek.clinic.example')
    assert.equal(await domain.inputValue(), 'creek.clinicexample', 'one dot only')
    await page
      .getByText('Domain does not contain a valid top level domain (e.g .com, .ca, .net, .org)')
      .first()
      .waitFor()
    await domain.fill('creek-')
    await page.getByText('Domains may not end with a dash.').first().waitFor()
    await domain.fill('creekvets.ca')
    await page.getByText('creekvets.ca can be used.').waitFor()
    await assertAccessible(page, 'new clinic with a domain')

    await unfold(page, 'Where it lies')
    await field(page, 'Country (optional)').selectOption('Canada')
    await field(page, 'Province (optional)').selectOption('AB')
    await field(page, 'Postal Code (optional)').pressSequentially('t2p1j9')
    assert.equal(await field(page, 'Postal Code (optional)').inputValue(), 'T2P 1J9')
    await field(page, 'Country (optional)').selectOption('USA')
    assert.equal(await field(page, 'State (optional)').inputValue(), '')
    assert.equal(await field(page, 'Zip Code (optional)').inputValue(), '')
    await field(page, 'Zip Code (optional)').pressSequentially('59718-12')
    assert.equal(await field(page, 'Zip Code (optional)').inputValue(), '59718')

    await field(page, 'Name').fill('Creek Clinic')
    await button(page, 'Copy Clinic Information').click()
    assert.equal(await field(page, 'Organization name').inputValue(), 'Creek Clinic')
    assert.equal(await field(page, 'Organization email').inputValue(), alice.email)
    // Where the clinic lies in the same country and says no more, what was chosen stays.
    await field(page, 'Organization country (optional)').selectOption('USA')
    await field(page, 'Organization state (optional)').selectOption('WY')
    await field(page, 'Zip Code (optional)').fill('')
    await field(page, 'Organization zip code (optional)').fill('82001')
    await button(page, 'Copy Clinic Information').click()
    assert.equal(await field(page, 'Organization state (optional)').inputValue(), 'WY')
    assert.equal(await field(page, 'Organization zip code (optional)').inputValue(), '82001')
    await field(page, 'Country (optional)').selectOption('Canada')
    await button(page, 'Copy Clinic Information').click()
    assert.equal(await field(page, 'Organization province (optional)').inputValue(), '')
    await button(page, 'Clear').click()
    assert.equal(await field(page, 'Organization name').inputValue(), '')
    await page.getByRole('listitem').filter({ hasText: 'Organization name' }).waitFor()
  })
})

test('what was typed is not lost by Cancel, the back button or closing the tab', async () => {
  const alice = await withBillingEntity(portal, 'alice')
  await portal.withPage(alice, {}, async ({ page }) => {
    await page.goto(portal.url)
    await link(page, 'New Clinic').first().click()
    await titled(page, 'New Clinic')
    await field(page, 'Name').fill('Creek Clinic')
    const dialog = page.getByRole('alertdialog')
    for (const leave of [() => link(page, 'Cancel').click(), () => page.goBack()]) {
      await leave()
      await dialog.getByText('Discard changes?').waitFor()
      await assertAccessible(page, 'discard changes')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      assert.equal(await field(page, 'Name').inputValue(), 'Creek Clinic')
    }
    const nextDialog = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const question = await nextDialog
    assert.equal(question.type(), 'beforeunload')
    await question.dismiss()
    await link(page, 'Cancel').click()
    await dialog.getByRole('button', { name: 'OK' }).click()
    await titled(page, 'Dashboard')
  })
})

test('a subdomain that cannot be had is refused before anything is made, and said once at its field', async () => {
  const alice = await portal.onboarded(newName('alice'), calgary)
  await portal.withPage(alice, { width: 360 }, async ({ page, watch }) => {
    watch.expect(/^400 POST \/api\/v1\/clinics\/validate-domain$/)
    await page.goto(`${portal.url}/clinic/new`)
    await titled(page, 'New Clinic')
    await field(page, 'Organization name').fill('Creek Payments')
    await field(page, 'Organization phone').fill('4035550101')
    await fillInClinic(page, 'Creek Clinic', 'billing')
    await button(page, 'Create').click()
    await page.locator('.field-error').getByText('This subdomain is not available.').waitFor()
    await field(page, 'Subdomain').and(page.locator(':focus')).waitFor()
    await page.getByText('3 to 25 letters, digits and dashes.').waitFor()
    assert.equal((await portal.testApp.call(listBillingEntities, { as: alice })).reply.total, 0)

    const free = newName('creek')
    await field(page, 'Subdomain').fill(free)
    await page.getByText(`Your app will answer at ${free}.localhost`).waitFor()
    await button(page, 'Create').click()
    await titled(page, 'Creek Clinic')
  })
})

test('nothing is made twice when the second call fails, or when Create is pressed twice', async () => {
  const alice = await portal.onboarded(newName('alice'), calgary)
  await portal.withPage(alice, { width: 360 }, async ({ page, watch }) => {
    let failures = 0
    await page.route('**/api/v1/clinics', async (route) => {
      if (route.request().method() !== 'POST' || failures >= 2) return route.continue()
      failures += 1
      return route.fulfill({ status: 500, json: { success: false, code: 'server.failed' } })
    })
    watch.expect(/^500 POST \/api\/v1\/clinics$/)
    await page.goto(`${portal.url}/clinic/new`)
    await titled(page, 'New Clinic')
    const create = page.getByRole('radio', { name: 'Create new Billing Information' })
    assert.equal(await create.isChecked(), true, 'nobody to pay yet')
    await fillInClinic(page, 'Creek Clinic', newName('creek'))
    await field(page, 'Organization name').fill('Creek Payments')
    await field(page, 'Organization phone').fill('4035550101')
    await button(page, 'Create').dblclick()
    await page.getByText('An error occurred while creating the clinic.').first().waitFor()
    assert.equal(await page.getByRole('radio', { name: /Creek Payments/ }).isChecked(), true)
    await assertAccessible(page, 'new clinic, failed')

    await button(page, 'Create').dblclick()
    await page.waitForURL(/\/clinic\/[0-9a-f-]{36}$/)
    const billingEntities = await portal.testApp.call(listBillingEntities, { as: alice })
    const clinics = await portal.testApp.call(listClinics, { as: alice })
    assert.equal(failures, 2, 'the client tried once more by itself')
    assert.deepEqual([billingEntities.reply.total, clinics.reply.total], [1, 1])
  })
})

test('the form keeps what was typed when somebody else was faster, and shows what they changed', async () => {
  const alice = await withBillingEntity(portal, 'alice')
  await portal.withPage(alice, {}, async ({ page, watch }) => {
    const id = await createClinic(portal, page, 'Creek Clinic', newName('creek'))
    await link(page, 'Edit').click()
    await field(page, 'Name').fill('Creek Veterinary Clinic')
    const theirs = { name: 'Creek Animal Clinic', phone: '14035550188' }
    await portal.testApp.call(updateClinic, { as: alice, params: { id }, body: theirs })
    watch.expect(/^412 PUT /)
    await button(page, 'Update').click()
    const notice = page.getByRole('status').filter({ hasText: 'What you typed is kept.' })
    await notice.getByText('Creek Animal Clinic').waitFor()
    await notice.getByText('+1 (403) 555-0188').waitFor()
    assert.equal(await field(page, 'Name').inputValue(), 'Creek Veterinary Clinic')
    assert.equal(await field(page, 'Phone').inputValue(), '(403) 555-0188')
    await assertAccessible(page, 'changed meanwhile')
    await button(page, 'Update').click()
    await titled(page, 'Creek Veterinary Clinic')
    const { reply } = await portal.testApp.call(getClinic, { as: alice, params: { id } })
    assert.deepEqual([reply.name, reply.phone], ['Creek Veterinary Clinic', '14035550188'])
  })
})

test('a site whose payer is gone asks for another, in the words of a site', async () => {
  const { testApp, url } = portal
  const alice = await portal.onboarded(newName('alice'), calgary)
  const site = await newSite(testApp, alice)
  await testApp.call(deleteSite, { as: alice, params: { id: site.id } })
  await testApp.call(deleteBillingEntity, { as: alice, params: { id: site.billing_entity_id } })
  await testApp.call(restoreSite, { as: alice, params: { id: site.id }, body: {} })
  const words =
    'Sorry we could not find the billing information. Please update the site to ensure payments can still be recieved.'
  await portal.withPage(alice, {}, async ({ page }) => {
    await page.goto(`${url}/site/${site.id}`)
    await page.getByText(words).waitFor()
    await page.goto(`${url}/site/${site.id}/edit`)
    await page.getByText(words).waitFor()
  })
})

test('the back button after a creation leads to where one came from, not to the form again', async () => {
  const alice = await withBillingEntity(portal, newName('alice'))
  await portal.withPage(alice, {}, async ({ page }) => {
    await page.goto(portal.url)
    await titled(page, 'Dashboard')
    await link(page, 'New Site').first().click()
    await titled(page, 'New Site')
    await field(page, 'Name').fill('Creek Pasture')
    await field(page, 'Subdomain').fill(newName('creek'))
    await page.getByRole('radio', { name: /Ranch/ }).first().check()
    await button(page, 'Create').click()
    await titled(page, 'Creek Pasture')

    await page.goBack()
    await titled(page, 'Dashboard')
  })
})
