import { deleteSite } from '@byre/contract/places/sites'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { billingEntityOfSites } from '../server/src/testing/billing.ts'
import { newSite } from '../server/src/testing/places.ts'
import { staffMember } from '../server/src/testing/second-factors.ts'
import { assertAccessible } from './browser.ts'
import { invoicesOf } from './money-steps.ts'
import { button, newName } from './place-steps.ts'
import { Portal } from './portal.ts'

/* What staff are asked before they do something to what is somebody else's. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

/** Opens what a button asks, has it judged, and thinks better of it. */
async function assertDialog(page: Page, path: string, open: RegExp): Promise<void> {
  await page.goto(portal.url + path)
  await page.getByRole('button', { name: open }).first().click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await dialog.getByLabel('Reason').waitFor()
  await assertAccessible(page, `${open} in the back office`)
  await button(page, 'Cancel').click()
  await dialog.waitFor({ state: 'detached' })
}

for (const width of [360, 1440])
  test(`at ${width} px staff are asked before they credit, restore or mail again`, async () => {
    const { testApp } = portal
    const carol = await portal.onboarded(newName('carol'))
    const { id } = await billingEntityOfSites(testApp, carol, 1)
    const gone = await newSite(testApp, carol, { name: 'Gone Pens' })
    await testApp.call(deleteSite, { as: carol, params: { id: gone.id } })
    await testApp.pass(15)
    const [invoice] = await invoicesOf(portal, carol, id)
    const alice = await staffMember(testApp, newName('alice'))
    await portal.withPage(alice, { width }, async ({ page }) => {
      await assertDialog(page, `/staff/invoice/${invoice!.id}`, /^Credit what is left/)
      await assertDialog(page, `/staff/invoice/${invoice!.id}`, /^Credit line 1/)
      await assertDialog(page, `/staff/site/${gone.id}`, /^Restore$/)
      await assertDialog(page, `/staff/account/${carol.id}`, /^Send again/)
    })
  })
