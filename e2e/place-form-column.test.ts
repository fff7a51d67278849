import { listSites } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessibleEverywhere } from './money-steps.ts'
import { button, calgary, field, link, newName, titled, unfold, withBillingEntity } from './place-steps.ts'
import { Portal } from './portal.ts'

/* Beside the form of a place: what it comes to, what is left, and the button; on a phone a bar with both. */

let portal: Portal
before(async () => {
  portal = await Portal.open({ TAX_NUMBERS: 'GST=123456789RT0001' })
})
after(() => portal?.close())

const fact = (page: Page, name: string) =>
  page
    .locator('.form-column .fact')
    .filter({ has: page.locator('dt', { hasText: name }) })
    .locator('dd')
const left = (page: Page) => page.locator('.form-left')

async function openNew(page: Page, kind: 'site' | 'clinic'): Promise<void> {
  await page.goto(`${portal.url}/${kind}/new`)
  await field(page, 'Name').waitFor()
}

test('from 1100 px a column stays: address, plan, price with tax, first charge, links to what is missing, Create', async () => {
  const alice = await withBillingEntity(portal, 'alice')
  await portal.withPage(alice, { width: 1440 }, async ({ page }) => {
    await openNew(page, 'site')
    const missing = page.locator('.missing').getByRole('link')
    assert.deepEqual(await missing.allTextContents(), ['Name', 'Subdomain', 'Plan'])
    await missing.nth(1).click()
    await field(page, 'Subdomain').and(page.locator(':focus')).waitFor()
    assert.equal(new URL(page.url()).hash, '')

    const name = newName('creek')
    await field(page, 'Subdomain').fill(name)
    await field(page, 'Name').fill('Creek Pasture')
    await page.getByRole('radio', { name: /Ranch/ }).first().check()
    await fact(page, 'Address').getByText(`${name}.localhost`).waitFor()
    await fact(page, 'Plan').getByText('Ranch, C$29 per month').waitFor()
    await fact(page, 'With tax').getByText('C$30.45').waitFor()
    await fact(page, 'First charge')
      .getByText(/^\w+ \d+\w+ \d{4}$/)
      .waitFor()
    assert.equal(await missing.count(), 0)
    await assertAccessibleEverywhere(page, 'a form with its column')

    // Scrolled to the end of the fields it is still there, beside them.
    await page.evaluate(() => scrollTo(0, 600))
    const create = (await button(page, 'Create').boundingBox())!
    const first = (await field(page, 'Name').boundingBox())!
    assert.ok(create.y > 0 && create.y + create.height <= 900, `Create at ${create.y}`)
    assert.ok(create.x > first.x + first.width, 'beside the fields')
    await button(page, 'Create').click()
    await titled(page, 'Creek Pasture')

    await link(page, 'Edit').click()
    await fact(page, 'Plan').getByText('Ranch, C$29 per month').waitFor()
    await fact(page, 'With tax').getByText('C$30.45').waitFor()
  })
})

test('on a phone the bar says how many are left, leads to the first, and creates, by thumb', async () => {
  const alice = await withBillingEntity(portal, 'alice')
  await portal.withPage(alice, { width: 360, touch: true }, async ({ page }) => {
    await openNew(page, 'site')
    await left(page).getByText('3 left', { exact: true }).waitFor()
    assert.equal(await button(page, 'Create').isDisabled(), true)
    const bar = (await page.locator('.form-go').boundingBox())!
    assert.ok(bar.y + bar.height === 900, 'at the foot')
    assert.equal(await page.getByRole('navigation', { name: 'Shortcuts' }).count(), 0)
    await left(page).tap()
    await field(page, 'Name').and(page.locator(':focus')).waitFor()
    await assertAccessibleEverywhere(page, 'a form on a phone')

    // While a keyboard is open it gives way.
    await page.setViewportSize({ width: 360, height: 480 })
    await page.locator('.form-go').waitFor({ state: 'hidden' })
    await page.keyboard.type('Creek Pasture')
    await page.setViewportSize({ width: 360, height: 900 })
    await left(page).getByText('2 left', { exact: true }).waitFor()
    await field(page, 'Subdomain').fill(newName('creek'))

    const plans = page.getByRole('radio', { name: /per (month|year)/ })
    assert.equal(await page.locator('.carousel').count(), 0)
    const edges = await plans.evaluateAll((all) =>
      all.map((one) => Math.round(one.getBoundingClientRect().left)),
    )
    assert.equal(edges.length, 6)
    assert.equal(new Set(edges).size, 1, 'one below the other')
    await page.locator('label.radio-card', { hasText: 'Herd' }).first().tap()
    await left(page).waitFor({ state: 'detached' })
    // At the end of the page it covers nothing.
    await page.waitForFunction(() => {
      scrollTo(0, document.body.scrollHeight)
      const { bottom } = document.querySelector('footer')!.getBoundingClientRect()
      return bottom <= document.querySelector('.form-go')!.getBoundingClientRect().top + 1
    })
    await button(page, 'Create').tap()
    await titled(page, 'Creek Pasture')
    const { reply } = await portal.testApp.call(listSites, { as: alice })
    assert.equal(reply.sites.length, 1)
  })
})

for (const touch of [true, false])
  test(`Monthly and Yearly turn the carousel, by ${touch ? 'thumb' : 'mouse'}`, async () => {
    const alice = await withBillingEntity(portal, 'alice')
    await portal.withPage(alice, { width: touch ? 800 : 1440, touch }, async ({ page }) => {
      await openNew(page, 'clinic')
      const plans = page.getByRole('region', { name: 'Plans' })
      const press = (name: string) => (touch ? button(plans, name).tap() : button(plans, name).click())
      const pressed = (name: string) => button(plans, name).getAttribute('aria-pressed')
      await plans.getByText('Plans 1 to 3 of 6').waitFor()
      assert.deepEqual([await pressed('Monthly'), await pressed('Yearly')], ['true', 'false'])
      await press('Yearly')
      await plans.getByText('Plans 4 to 6 of 6').waitFor()
      assert.deepEqual([await pressed('Monthly'), await pressed('Yearly')], ['false', 'true'])
      await plans.getByRole('radio', { name: /Solo.*per year/ }).check()
      await press('Monthly')
      await plans.getByText('Plans 1 to 3 of 6').waitFor()
      await assertAccessibleEverywhere(page, 'plans by month and year')
    })
  })

test('optional sections are folded, and open where something in them is filled in or wrong', async () => {
  const alice = await portal.onboarded(newName('alice'), calgary)
  await portal.withPage(alice, {}, async ({ page }) => {
    await openNew(page, 'site')
    for (const title of ['Site Location', 'Install Preference'])
      await page.locator('summary', { hasText: title }).waitFor()
    const city = field(page, 'City (optional)')
    assert.equal(await city.isVisible(), false)
    assert.equal(await field(page, 'Operation type (optional)').isVisible(), false)
    await unfold(page, 'Site Location')
    await city.fill('Olds')
    await assertAccessibleEverywhere(page, 'a form with a section unfolded')

    await page.reload()
    await page.getByText('We kept what you typed here before.').waitFor()
    assert.equal(await city.isVisible(), true, 'a draft is seen')
    await field(page, 'Country (optional)').selectOption('Canada')
    await field(page, 'Postal Code (optional)').fill('T2')
    await page.locator('summary', { hasText: 'Site Location' }).click()
    await page.locator('.missing').getByRole('link', { name: 'Postal Code' }).click()
    assert.equal(await city.isVisible(), true, 'what is wrong is unfolded')
  })
})

test('a form is no wider than a phone whose letters are twice as large', async () => {
  const alice = await withBillingEntity(portal, 'alice')
  await portal.withPage(alice, { width: 360 }, async ({ page }) => {
    for (const kind of ['site', 'clinic'] as const) {
      await openNew(page, kind)
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
      for (const summary of await page.locator('summary').all()) await summary.click()
      const [wide, room] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ])
      assert.ok(wide! <= room!, `${kind}: ${wide} of ${room}`)
    }
  })
})
