import type { Page } from 'playwright-core'
import { assertAccessible } from './browser.ts'
import { button } from './place-steps.ts'

/** Opens what a button of the back office asks for, has it judged, and thinks better of it. */
export async function assertDialog(page: Page, open: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: open, exact: true }).first().click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await dialog.getByLabel('Reason').waitFor()
  await assertAccessible(page, `${open} in the back office`)
  await button(page, 'Cancel').click()
  await dialog.waitFor({ state: 'detached' })
}
