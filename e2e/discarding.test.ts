import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { daysAgo, event, recorded } from '../server/src/testing/herd/recording.ts'
import { comeToStandstill } from './browser.ts'
import { assertFits, heading, kg, manyAt, openRanches, type Ranch, type Ranches } from './herd-steps.ts'

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
    await comeToStandstill(page)
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
      await page.waitForURL('**/ship-lists')
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

interface Asking {
  opens: () => Promise<void>
  dialog: Locator
  field: string
  close: 'Cancel' | 'Close'
}

/** Where nothing was typed it closes at once; where something was, that stays until it is discarded. */
async function assertAsked(page: Page, { opens, dialog, field, close }: Asking): Promise<void> {
  const [typed, closing] = [
    dialog.getByLabel(field),
    dialog.getByRole('button', { name: close, exact: true }),
  ]
  await opens()
  await closing.click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await question(page).count(), 0, field)

  await opens()
  await typed.fill('Half a sentence')
  await page.keyboard.press('Escape')
  await question(page).waitFor()
  await assertFits(page, `${field} about to be discarded`)
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await typed.inputValue(), 'Half a sentence')
  await closing.click()
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'detached' })
}

for (const width of [360, 1440])
  test(`at ${width} px why something is corrected, taken back or settled is asked about before it is discarded`, async () => {
    const ranch = await ranches.ranch(`Reason Ranch ${width}`)
    const { ids } = await manyAt(ranch, 1)
    await recorded(
      ranch.hers,
      event('weighed', ids, { weight: kg('512'), source: 'measured' }, { at: daysAgo(2) }),
      event('hold_set', ids, { commodities: ['meat'], reason: 'vial in the alley' }),
    )
    await ranches.portal.withPage(ranches.alice, { width, touch: width === 360 }, async ({ page }) => {
      await page.goto(`${ranch.at}/animals/${ids[0]}`)
      const choose = (what: string) => async () => {
        await page.getByRole('button', { name: 'What to do with: Weighed 512' }).click()
        await button(page, what).click()
      }
      await assertAsked(page, {
        opens: choose('Correct'),
        dialog: page.getByRole('dialog', { name: 'Correct this' }),
        field: 'Why it is corrected (optional)',
        close: 'Cancel',
      })
      await assertAsked(page, {
        opens: choose('Take back'),
        dialog: page.getByRole('alertdialog', { name: 'Take this back?' }),
        field: 'Why?',
        close: 'Cancel',
      })

      await page.goto(`${ranch.at}/holds?ends=never`)
      await assertAsked(page, {
        opens: () => page.getByRole('button', { name: 'Lift the hold: B-001' }).click(),
        dialog: page.getByRole('alertdialog', { name: 'Lift this hold?' }),
        field: 'Why may it go now?',
        close: 'Cancel',
      })
    })
  })

for (const width of [360, 1440])
  test(`at ${width} px what is told of a pen is asked about before it is discarded`, async () => {
    const ranch = await ranches.ranch(`Pen Ranch ${width}`)
    const { pen } = await manyAt(ranch, 1)
    await ranches.portal.withPage(ranches.alice, { width, touch: width === 360 }, async ({ page }) => {
      await page.goto(`${ranch.at}/pens/${pen}`)
      await assertAsked(page, {
        opens: () => button(page, 'Start medicated feed').click(),
        dialog: page.getByRole('dialog', { name: 'Start medicated feed: pen North 4' }),
        field: 'Medicated feed',
        close: 'Close',
      })
      await assertAsked(page, {
        opens: () => button(page, 'Record a head count').click(),
        dialog: page.getByRole('dialog', { name: 'Head count: pen North 4' }),
        field: 'Note',
        close: 'Close',
      })
    })
  })
