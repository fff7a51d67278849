import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { billingEntityOfSites } from '../server/src/testing/billing.ts'
import { button, newName } from './place-steps.ts'
import { Portal } from './portal.ts'

/* What comes out of a printer. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

for (const width of [360, 1440])
  test(`at ${width} px paper has the page by day, without menu, buttons and toasts, and its tables whole`, async () => {
    const alice = await portal.onboarded(newName('alice'))
    const { id } = await billingEntityOfSites(portal.testApp, alice, 28)
    await portal.withPage(alice, { width }, async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.goto(`${portal.url}/billing-entities/${id}`)
      const sites = page.getByRole('table', { name: 'Sites this pays for' })
      await page.getByRole('tab', { name: /^Operation Sites/ }).click()
      await sites.waitFor()
      assert.equal(await sites.locator('tbody tr').count(), 25)

      await page.emulateMedia({ media: 'print' })
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      await sites.locator('tbody tr').nth(27).waitFor()
      for (const gone of [
        page.getByRole('navigation', { name: 'Main' }),
        page.getByRole('contentinfo'),
        page.getByRole('navigation', { name: 'Breadcrumb' }),
        button(page, 'Next'),
        page.getByRole('button', { name: /^Your account/ }),
        page.getByRole('link', { name: 'Edit', exact: true }),
      ])
        assert.equal(await gone.filter({ visible: true }).count(), 0)
      await page.getByRole('heading', { level: 1 }).waitFor()
      assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'light')
      const pdf = await page.pdf({ format: 'A4' })
      assert.ok(pdf.length > 5_000)
      await page.evaluate(() => dispatchEvent(new Event('afterprint')))
      await page.emulateMedia({ media: 'screen' })
      await sites.locator('tbody tr').nth(25).waitFor({ state: 'detached' })
    })
  })
