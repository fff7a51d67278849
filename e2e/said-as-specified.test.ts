import { addCard } from '@byre/contract/billing/cards'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { join, newBillingEntity, newClinic, newSite } from '../server/src/testing/places.ts'
import { assertAccessible } from './browser.ts'
import { invite, moreAbout } from './people-steps.ts'
import { button, calgary, field, link, newName, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* What screens say and where, as the specification has it. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
const fact = (page: Page, name: string) =>
  page
    .locator('.fact')
    .filter({ has: page.locator('dt').getByText(name, { exact: true }) })
    .locator('dd')

test('the welcome leads step by step, with the way back above each, and says that the account was updated', async () => {
  const alice = await portal.testApp.person(newName('alice'))
  await portal.withPage(alice, { width: 360 }, async ({ page }) => {
    await page.goto(portal.url)
    await titled(page, 'Welcome to Byre Sites')
    assert.deepEqual(await crumbs(page).allInnerTexts(), ['Welcome to Byre Sites'])
    await link(page, 'Get Started!').click()
    await titled(page, 'Tell us who you are')
    assert.deepEqual(await crumbs(page).allInnerTexts(), ['Welcome', 'Tell us who you are'])
    await assertAccessible(page, 'welcome 2')
    await field(page, 'First name (optional)').fill('Alice')
    await button(page, 'Continue & Update Account').click()
    await page.locator('.toast[data-kind="success"]').getByText('User update successfully').waitFor()
    await titled(page, 'What brings you here?')
    assert.deepEqual(await crumbs(page).allInnerTexts(), [
      'Welcome',
      'Tell us who you are',
      'What brings you here?',
    ])
    await assertAccessible(page, 'welcome 3')
    await button(page, 'Check for Invites').click()
    await titled(page, 'Invites')
    await page.goto(portal.url)
    await titled(page, 'Dashboard')
    assert.deepEqual(await crumbs(page).allInnerTexts(), ['Dashboard'])
  })
})

test('titles and crumbs carry the name of what they are about', async () => {
  const alice = await portal.onboarded(newName('alice'), calgary)
  const { id, billing_entity_id: payer } = await newSite(portal.testApp, alice, { name: 'North Pens' })
  await portal.withPage(alice, {}, async ({ page }) => {
    for (const [path, title, way, name] of [
      [`/site/${id}`, 'North Pens', ['Dashboard', 'North Pens'], ''],
      [`/site/${id}/edit`, 'Update Site', ['Dashboard', 'North Pens', 'Update Site'], ' · North Pens'],
      [
        `/billing-entities/${payer}/edit`,
        'Update Billing Information',
        ['Dashboard', 'North Ranch Ltd', 'Update Billing Information'],
        ' · North Ranch Ltd',
      ],
    ] as const) {
      await page.goto(portal.url + path)
      await titled(page, title)
      await crumbs(page)
        .nth(way.length - 1)
        .waitFor()
      assert.deepEqual(await crumbs(page).allInnerTexts(), way, path)
      await page.waitForFunction((whole) => document.title === whole, `${title}${name} · Byre Sites`)
    }
  })
})

test('a clinic is found where it answers: at its own domain once that is proven', async () => {
  const { testApp, url } = portal
  const alice = await portal.onboarded(newName('alice'), calgary)
  const domain = `${newName('creek')}.ca`
  const clinic = await newClinic(testApp, alice, { name: 'Creek Clinic', domain })
  const host = new URL(clinic.launch_url).host
  await portal.withPage(alice, { width: 360 }, async ({ page }) => {
    const address = () => fact(page, 'Web address').getByRole('link').getAttribute('href')
    await page.goto(`${url}/?tab=clinics`)
    await page.getByRole('tabpanel').getByText(host, { exact: true }).waitFor()
    await page.goto(`${url}/clinic/${clinic.id}`)
    await fact(page, 'Custom domain').getByText('Pending').waitFor()
    assert.match(await fact(page, 'Custom domain').innerText(), new RegExp(domain))
    assert.equal(await address(), clinic.launch_url)
    await assertAccessible(page, 'a clinic whose domain is unproven')

    await testApp.database.pool.query(
      `update customers.domain_claims set state = 'verified', verified_at = now() where domain = $1`,
      [domain],
    )
    await page.reload()
    await fact(page, 'Web address').getByText('Verified').waitFor()
    assert.equal(await address(), `https://${domain}`)
    assert.equal(await fact(page, 'Custom domain').count(), 0, 'one line')
    await page.getByRole('tab', { name: 'Domain' }).click()
    await page.getByText('Records', { exact: true }).click()
    assert.equal(await fact(page, 'Launches at').innerText(), host)
  })
})

test('what is about to go is named with what it goes from', async () => {
  const { testApp, url } = portal
  const alice = await portal.onboarded(newName('alice'), calgary)
  const bob = await portal.onboarded(newName('bob'), { ...calgary, first_name: 'Bob', last_name: 'Barnes' })
  const clinic = await newClinic(testApp, alice, { name: 'Creek Clinic' })
  await join(testApp, bob, { kind: 'clinic', id: clinic.id }, 'User')
  const billing_entity_id = clinic.billing_entity_id
  const card = {
    billing_entity_id,
    number: '4242424242424242',
    exp_month: '12',
    exp_year: '2040',
    cvc: '123',
  }
  assert.equal((await testApp.call(addCard, { as: alice, body: card })).status, 201)
  await portal.withPage(alice, { width: 360 }, async ({ page }) => {
    const dialog = page.getByRole('alertdialog')
    await page.goto(`${url}/clinic/${clinic.id}`)
    await moreAbout(page, 'Bob Barnes')
    await button(page, 'Remove Bob Barnes').click()
    await dialog.getByText('Are you sure you want to remove Bob Barnes from this clinic?').waitFor()
    await dialog.getByText('Creek Clinic', { exact: true }).waitFor()
    await assertAccessible(page, 'removing a person')

    await page.goto(`${url}/billing-entities/${billing_entity_id}`)
    await button(page, 'Delete Card').click()
    await dialog.getByText('Are you sure?').waitFor()
    await dialog.getByText('North Ranch Ltd', { exact: true }).waitFor()
    await assertAccessible(page, 'removing a card')
  })
})

test('another code is asked for right below the code, and said to be sent in any case', async () => {
  await portal.withPage(null, { width: 360 }, async ({ page }) => {
    await page.goto(`${portal.url}/confirm/nobody%40ranch.example`)
    const form = page.locator('form')
    await form.getByRole('button', { name: 'Resend code', exact: true }).click()
    await page
      .locator('.toast[data-kind="info"]')
      .getByText('If a record with this e-mail address exists, a code was sent to it.', { exact: true })
      .waitFor()
    await form.getByRole('button', { name: /^Resend code in \d+ s$/ }).waitFor()
    await assertAccessible(page, 'confirm, another code')
  })
})

test('billing is one press away, and a new payer lies where its maker does', async () => {
  const alice = await portal.onboarded(newName('alice'), calgary)
  await newClinic(portal.testApp, alice)
  await portal.withPage(alice, { width: 1440 }, async ({ page }) => {
    await page.goto(`${portal.url}/?tab=billing`)
    await assertAccessible(page, 'dashboard, billing')
    await page.getByRole('tabpanel').getByRole('link', { name: 'Add Billing Information' }).click()
    await titled(page, 'New Billing Information')
    assert.equal(await field(page, 'Country (optional)').inputValue(), 'Canada')
    assert.equal(await field(page, 'Province (optional)').inputValue(), 'AB')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Billing Info' }).click()
    await titled(page, 'Billing Information')
  })
})

test('an invitation to a clinic says who invites', async () => {
  const { testApp, url } = portal
  const alice = await portal.onboarded(newName('alice'), calgary)
  const clinic = await newClinic(testApp, alice)
  await portal.withPage(alice, {}, async ({ page }) => {
    const posted = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/clinic-invites'),
    )
    await page.goto(`${url}/clinic/${clinic.id}`)
    await invite(page, 'bob@ranch.example', 'User')
    const body = new URLSearchParams((await posted).postData() ?? '')
    assert.deepEqual([body.get('email'), body.get('invited_by')], ['bob@ranch.example', alice.id])
  })
})

test('whoever works with somebody adds them to billing information without an invitation', async () => {
  const { testApp, url } = portal
  const alice = await portal.onboarded(newName('alice'), calgary)
  const bob = await portal.onboarded(newName('bob'), { ...calgary, first_name: 'Bob', last_name: 'Barnes' })
  const clinic = await newClinic(testApp, alice, { name: 'Creek Clinic' })
  await newSite(testApp, alice, { name: 'Lonely Ranch' })
  await join(testApp, bob, { kind: 'clinic', id: clinic.id }, 'User')
  const billingEntity = await newBillingEntity(testApp, alice, { name: 'Ardley Cattle' })
  await portal.withPage(alice, { width: 360 }, async ({ page, watch }) => {
    await page.goto(`${url}/billing-entities/${billingEntity.id}`)
    await page.getByRole('tab', { name: 'Users (1)' }).click()
    await button(page, 'Add someone you work with').click()
    const dialog = page.getByRole('dialog', { name: 'Add someone you work with' })
    const choose = (label: string, option: string) => dialog.getByLabel(label).selectOption({ label: option })
    await choose('Site or clinic', 'Lonely Ranch')
    await dialog.getByText('Nobody else works there').waitFor({ state: 'attached' })
    await choose('Site or clinic', 'Creek Clinic')
    await choose('Person', `Bob Barnes, ${bob.email}`)
    await dialog.getByRole('radio', { name: /^Admin/ }).check()
    assert.equal(await dialog.getByText('Please choose a person.').count(), 0)
    await assertAccessible(page, 'adding someone')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Bob Barnes was added.').waitFor()
    await page.getByRole('tab', { name: 'Users (2)' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'Bob Barnes' }).getByText('Admin').waitFor()

    watch.expect(/^409 POST /)
    await button(page, 'Add someone you work with').click()
    await choose('Site or clinic', 'Creek Clinic')
    await choose('Person', `Bob Barnes, ${bob.email}`)
    await dialog.getByRole('radio', { name: /^User/ }).check()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('This person belongs here already.').waitFor()
  })
})
