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

test('a subdomain or domain that is cut says so, and its stump is neither checked nor sent until it is changed', async () => {
  const alice = await withBillingEntity(portal, 'alice')
  await portal.withPage(alice, { width: 360 }, async ({ page }) => {
    await page.goto(`${portal.url}/clinic/new`)
    await titled(page, 'New Clinic')
    const summary = page.locator('summary').filter({ hasText: 'Custom domain' })
    await summary.focus()
    await page.keyboard.press('Enter')
    const [frame, below] = await Promise.all([
      summary.boundingBox(),
      page.getByText('Your app can have a domain of your own, too.').evaluate((words) => {
        const range = document.createRange()
        range.selectNodeContents(words)
        return range.getBoundingClientRect().top
      }),
    ])
    const outline = 5
    assert.ok(frame && below >= frame.y + frame.height + outline, 'the frame of the focus cuts no words')
    const checks: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/validate-domain')) checks.push(request.postData() ?? '')
    })
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

    // Cut to a name that could be had.
    const stump = 'coalcreekranch-wyoming.co'
    const domain = field(page, 'Domain (optional)')
    const said = page.getByText('Domains must be 25 characters or less.', { exact: true })
    await field(page, 'Subdomain').fill(newName('coal'))
    await page.getByText(/Your app will answer at/).waitFor()
    await domain.fill('')
    await domain.pressSequentially(`${stump}m`)
    await said.waitFor()
    await domain.blur()
    await field(page, 'Name').fill('Coal Creek Clinic')
    await field(page, 'Phone').fill('4035550177')
    await page.getByRole('radio', { name: /Solo/ }).first().check()
    await said.first().waitFor()
    assert.equal(await domain.inputValue(), stump)
    assert.equal(await page.getByText('can be used.').count(), 0)
    assert.ok(await button(page, 'Create').isDisabled(), 'it is not sent')
    await domain.press('End')
    await domain.press('Backspace')
    await domain.press('Backspace')
    await domain.press('Backspace')
    await domain.pressSequentially('.ca')
    await page.getByText('coalcreekranch-wyoming.ca can be used.').waitFor()
    assert.deepEqual(
      checks.filter((body) => body.includes(stump)),
      [],
      'nobody asks about a stump',
    )
    assert.ok(await button(page, 'Create').isEnabled())
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
