import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertFits, heading, manyAt, openRanches, type Ranch, type Ranches } from './herd-steps.ts'

/* What is typed in a form of the site app is lost by nothing but being discarded. */

let ranches: Ranches
before(async () => {
  ranches = await openRanches()
})
after(() => ranches.portal.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard changes?' })
const tomorrow = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Edmonton' }).format(Date.now() + 24 * 3_600_000)

/** From the start screen, to which Back leads. */
async function beginPlan(page: Page, { at }: Ranch): Promise<void> {
  await page.goto(`${at}/`)
  await heading(page, 'Today')
  await page.getByRole('link', { name: 'Ship lists', exact: true }).click()
  await heading(page, 'Ship lists')
  await button(page, 'New ship list').click()
  await page.getByLabel('Destination').fill('Prairie Packers')
}

test('what is recorded is asked about before it is discarded', async () => {
  const ranch = await ranches.ranch('Note Ranch')
  await manyAt(ranch, 3)
  await ranches.portal.withPage(ranches.bob, {}, async ({ page }) => {
    await page.goto(`${ranch.at}/pens`)
    await button(page, 'Record for pen North 4').click()
    await button(page, 'Noted').click()
    const note = page.getByRole('textbox', { name: 'Note' })
    await note.fill('Half a sentence')
    await page.keyboard.press('Escape')
    await question(page).waitFor()
    // Pressed over and over, the browser closes a dialog whatever its page says.
    for (let again = 0; again < 4; again++) await page.keyboard.press('Escape')
    if (await question(page).isVisible()) await button(page, 'Cancel').click()
    assert.equal(await note.inputValue(), 'Half a sentence')
    await button(page, 'Something else').click()
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await button(page, 'Weighed').waitFor()
  })
})

for (const width of [360, 1440])
  test(`at ${width} px a plan of a load is asked about before it is discarded, and not once it is kept`, async () => {
    const ranch = await ranches.ranch(`Plan Ranch ${width}`)
    await ranches.portal.withPage(ranches.alice, { width, touch: width === 360 }, async ({ page }) => {
      await beginPlan(page, ranch)
      await button(page, 'Close').click()
      await question(page).waitFor()
      await assertFits(page, 'a plan about to be discarded')
      await button(page, 'Cancel').click()
      assert.equal(await page.getByLabel('Destination').inputValue(), 'Prairie Packers')

      await page.goBack()
      await question(page).waitFor()
      await button(page, 'Cancel').click()
      assert.equal(new URL(page.url()).pathname, '/ship-lists')
      assert.equal(await page.getByLabel('Destination').inputValue(), 'Prairie Packers')

      await page.getByLabel('Load day').fill(tomorrow())
      await page.getByLabel('Load time').fill('06:00')
      await button(page, 'Make this list').click()
      await heading(page, 'Prairie Packers')
      assert.equal(await question(page).count(), 0)

      await button(page, 'Change the plan').click()
      await button(page, 'Close').click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await button(page, 'Change the plan').click()
      await page.getByLabel('Destination').fill('Another')
      await page.keyboard.press('Escape')
      await question(page).getByRole('button', { name: 'Discard' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await heading(page, 'Prairie Packers')
    })
  })
