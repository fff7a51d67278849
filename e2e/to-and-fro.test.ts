import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newBillingEntity, newClinic } from '../server/src/testing/places.ts'
import { button, calgary, field, link, newName, titled, withBillingEntity } from './place-steps.ts'
import { Portal } from './portal.ts'

/* From a card to its page and its form, and back; and what the forms offer. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

test('a clinic’s card leads to its form, filled in and open at its domain, and that leads back', async () => {
  const { testApp, url } = portal
  const alice = await portal.onboarded(newName('alice'), calgary)
  const domain = `${newName('creek')}.ca`
  const clinic = await newClinic(testApp, alice, { name: 'Creek Clinic', domain })
  await portal.withPage(alice, { width: 1440 }, async ({ page }) => {
    await page.goto(`${url}/?tab=clinics`)
    await link(page, 'Edit Creek Clinic').click()
    await titled(page, 'Update Clinic')
    assert.equal(await field(page, 'Name').inputValue(), 'Creek Clinic')
    await field(page, 'Domain (optional)').waitFor()
    assert.equal(await field(page, 'Domain (optional)').inputValue(), domain)
    for (const back of ['Back to Clinic', 'Cancel']) {
      await link(page, back).click()
      await titled(page, 'Creek Clinic')
      assert.equal(new URL(page.url()).pathname, `/clinic/${clinic.id}`)
      await page.goBack()
      await titled(page, 'Update Clinic')
    }
    await page.goto(`${url}/?tab=clinics`)
    await page.getByRole('main').getByRole('link', { name: 'Creek Clinic', exact: true }).click()
    await titled(page, 'Creek Clinic')
    for (const offered of [link(page, 'Launch'), link(page, 'Edit'), button(page, 'Delete')])
      await offered.waitFor()
    const people = page.getByRole('table', { name: 'Users of Creek Clinic' })
    await people.waitFor()
    assert.deepEqual(await people.getByRole('columnheader').allInnerTexts(), [
      'Name',
      'Email',
      'Role',
      'Remove',
    ])
    await page.goto(`${url}/billing-entities`)
    await link(page, 'North Ranch Ltd').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Add Billing Information' }).waitFor()
  })
})

test('billing information that is added or changed is shown, and named before it goes', async () => {
  const bob = await portal.onboarded(newName('bob'), calgary)
  await portal.withPage(bob, {}, async ({ page }) => {
    await page.goto(`${portal.url}/billing-entities/new`)
    await page.locator('form').getByText('+1', { exact: true }).waitFor()
    await field(page, 'Name').fill('Ardley Cattle')
    await field(page, 'Phone').fill('4035550101')
    await button(page, 'Create').click()
    await page.waitForURL(/\/billing-entities\/[0-9a-f-]{36}$/)
    await titled(page, 'Ardley Cattle')
    await link(page, 'Edit').click()
    await field(page, 'Name').fill('Ardley Cattle Ltd')
    await button(page, 'Update').click()
    await page.waitForURL(/\/billing-entities\/[0-9a-f-]{36}$/)
    await titled(page, 'Ardley Cattle Ltd')
    await button(page, 'Delete').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('Are you sure?').waitFor()
    await dialog.getByText('Ardley Cattle Ltd', { exact: true }).waitFor()
  })
})

test('forms ask for all billing information and all species by name, and begin in the reader’s country', async () => {
  const carol = await withBillingEntity(portal, 'carol')
  await portal.withPage(carol, {}, async ({ page }) => {
    const requested = new Set<string>()
    page.on('request', (request) => requested.add(request.url().replace(portal.url, '')))
    await page.goto(`${portal.url}/site/new`)
    await page
      .getByLabel('Operation type')
      .getByRole('option', { name: 'Beef Cattle' })
      .waitFor({ state: 'attached' })
    assert.equal(await field(page, 'Country (optional)').inputValue(), 'Canada')
    const plans = page.getByRole('region', { name: 'Plans' }).locator('label')
    await plans.filter({ hasText: 'Ranch' }).getByText('C$29 per month', { exact: true }).waitFor()
    for (const address of [
      '/api/v1/billing-entities?per_page=2000&sort=name',
      '/api/v1/species?per_page=9999&sort=name',
    ])
      assert.ok(requested.has(address), [...requested].join(' '))
  })
})

test('a card’s years go from this one to twenty on', async () => {
  const dora = await portal.onboarded(newName('dora'), calgary)
  const billingEntity = await newBillingEntity(portal.testApp, dora)
  await portal.withPage(dora, {}, async ({ page }) => {
    await page.goto(`${portal.url}/billing-entities/${billingEntity.id}/card/new`)
    await field(page, 'Expiry year').waitFor()
    const offered = await field(page, 'Expiry year').locator('option').allTextContents()
    const first = new Date().getUTCFullYear()
    const years = Array.from({ length: 21 }, (_, ahead) => String(first + ahead))
    assert.deepEqual(
      offered.filter((label) => /^\d/.test(label)),
      years,
    )
  })
})
