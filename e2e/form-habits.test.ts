import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newClinic } from '../server/src/testing/places.ts'
import { assertAccessible } from './browser.ts'
import { button, calgary, field, link, newName, titled, withBillingEntity } from './place-steps.ts'
import { Portal } from './portal.ts'

/* What every form does for whoever types into it. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

test('an invitation that was begun is asked about before it is left, and is there after a reload', async () => {
  const { testApp, url } = portal
  const alice = await portal.onboarded(newName('alice'), calgary)
  const clinic = await newClinic(testApp, alice, { name: 'Creek Clinic' })
  await portal.withPage(alice, { width: 360 }, async ({ page }) => {
    await page.goto(`${url}/clinic/${clinic.id}`)
    await button(page, 'Invite').click()
    await field(page, 'Email').fill('carol@ranch.example')
    await page.reload()
    await page.getByText('We kept what you typed here before.').waitFor()
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'carol@ranch.example')
  })
  await portal.withPage(alice, { width: 1280 }, async ({ page }) => {
    await page.goto(`${url}/clinic/${clinic.id}`)
    await field(page, 'Email').fill('bob@ranch.example')
    const dialog = page.getByRole('alertdialog')
    await link(page, 'Dashboard').first().click()
    await dialog.getByText('Discard changes?').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.reload()
    await page.getByText('We kept what you typed here before.').waitFor()
    await page.getByRole('list', { name: 'Addresses' }).getByText('bob@ranch.example').waitFor()
    await assertAccessible(page, 'an invitation that was kept')

    // What was meant for a clinic goes with it.
    await button(page, 'Delete').click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await titled(page, 'Dashboard')
  })
})

test('a subdomain or domain that is cut says so until the next key', async () => {
  const alice = await withBillingEntity(portal, 'alice')
  await portal.withPage(alice, { width: 360 }, async ({ page }) => {
    await page.goto(`${portal.url}/clinic/new`)
    await titled(page, 'New Clinic')
    await page.getByText('Custom domain').click()
    const whole = `${'a'.repeat(22)}.ca`
    for (const [name, text, said] of [
      ['Subdomain', 'b'.repeat(25), 'Subdomains must be 25 characters or less.'],
      ['Domain (optional)', whole, 'Domains must be 25 characters or less.'],
    ] as const) {
      const input = field(page, name)
      const warning = page.getByText(said, { exact: true })
      await input.pressSequentially(text)
      assert.equal(await warning.count(), 0)
      await input.press('x')
      await warning.waitFor()
      assert.equal(await input.inputValue(), text)
      await assertAccessible(page, `${name}, cut`)
      await input.press('Backspace')
      await warning.waitFor({ state: 'detached' })
      await input.fill(`${text}.and-more`)
      await warning.waitFor()
      assert.equal(await input.inputValue(), name === 'Subdomain' ? text : whole)
      await input.press('Backspace')
      await warning.waitFor({ state: 'detached' })
    }
  })
})

test('what two fields make wrong together is said beside what is wrong with one', async () => {
  const { testApp, url } = portal
  const alice = await portal.onboarded(newName('alice'), calgary)
  const { billing_entity_id: billingEntity } = await newClinic(testApp, alice)
  await portal.withPage(alice, { width: 360 }, async ({ page }) => {
    await page.goto(`${url}/billing-entities/${billingEntity}/edit`)
    await field(page, 'Postal Code (optional)').fill('T2P')
    await field(page, 'Name').fill('')
    await field(page, 'Name').blur()
    await page.getByText('Billing Entity Name is a required field').first().waitFor()
    await page.getByText('Postal Code should look like T2P 1J9.').first().waitFor()
    await assertAccessible(page, 'billing information, twice wrong')

    await page.goto(`${url}/billing-entities/${billingEntity}/card/new`)
    await field(page, 'Expiry month').selectOption('1')
    const year = field(page, 'Expiry year')
    await year.focus()
    await year.selectOption({ index: 1 })
    await year.blur()
    await field(page, 'Card number').focus()
    await field(page, 'Card number').blur()
    await page.getByText('Please enter a valid 16-digit card number.').first().waitFor()
    await page.getByText('Expiry date cannot be in the past.').first().waitFor()
  })
})
