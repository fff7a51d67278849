import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { bornAt, daysAgo, event, recorded } from '../server/src/testing/herd/recording.ts'
import { assertFits, kg, openRanches, tagged, type Ranches } from './herd-steps.ts'

/* What was recorded of an animal is taken back, recorded again, or told differently, and nothing of it goes out of sight. */

let ranches: Ranches
before(async () => {
  ranches = await openRanches()
})
after(() => ranches.portal.close())

test('what was recorded is taken back for a reason, stays struck through, and is recorded again', async () => {
  const here = await ranches.ranch('Mending Ranch')
  const id = await bornAt(here.hers, tagged('Mend 1'))
  await recorded(
    here.hers,
    event('treated', [id], { product_name: 'Sample 300' }, { at: daysAgo(3) }),
    event('weighed', [id], { weight: kg('512'), source: 'measured' }, { at: daysAgo(2) }),
  )
  for (const width of [360, 1440])
    await ranches.portal.withPage(ranches.alice, { width }, async ({ page }) => {
      await page.goto(`${here.at}/animals/${id}`)
      const menu = page.getByRole('button', { name: 'What to do with: Treated: Sample 300' })
      await menu.first().click()
      await page.getByRole('button', { name: 'Take back' }).click()
      await page.getByRole('alertdialog', { name: 'Take this back?' }).waitFor()
      await page.getByRole('button', { name: 'Take back' }).last().click()
      await page.getByText('Please say why.').waitFor()
      await assertFits(page, 'taking an event back')
      await page.getByLabel('Why?').fill('It was the neighbour’s')
      await page.getByRole('button', { name: 'Take back' }).last().click()
      await page.getByText('Taken back: It was the neighbour’s').first().waitFor()
      await page.getByText('Nothing. It is clear.').waitFor()
      await assertFits(page, 'an animal with an event that was taken back')

      await menu.first().click()
      await page.getByRole('button', { name: 'Record again' }).click()
      await page.getByText('Held, no end date').waitFor()
      await page.reload()
      await page.getByText('Held, no end date').waitFor()
      assert.ok((await page.locator('del', { hasText: 'Sample 300' }).count()) > 0)
    })
})

test('a weight that was typed wrongly is corrected in one step, and the wrong one stays in sight', async () => {
  const here = await ranches.ranch('Weighing Ranch')
  const id = await bornAt(here.hers, tagged('Weigh 1'))
  await recorded(
    here.his,
    event('weighed', [id], { weight: kg('512'), source: 'measured' }, { at: daysAgo(2) }),
  )
  for (const [width, wrong, right] of [
    [360, '512', '521'],
    [1440, '521', '530.5'],
  ] as const)
    await ranches.portal.withPage(ranches.bob, { width }, async ({ page }) => {
      await page.goto(`${here.at}/animals/${id}`)
      const menu = page.getByRole('button', { name: `What to do with: Weighed ${wrong}` })
      await menu.first().click()
      await page.getByRole('button', { name: 'Correct' }).click()
      const dialog = page.getByRole('dialog', { name: 'Correct this' })
      await dialog.getByLabel('Weight, kg').fill('heavy')
      await dialog.getByRole('button', { name: 'Correct' }).click()
      await dialog.getByText('Must be a number such as 1,234.5.').waitFor()
      await dialog.getByLabel('Day', { exact: true }).fill('2099-01-01')
      await dialog.getByLabel('Weight, kg').fill(right)
      await dialog.getByRole('button', { name: 'Correct' }).click()
      await dialog.getByText('That day has not come yet.').waitFor()
      await assertFits(page, 'correcting a weight')
      await dialog.getByLabel('Day', { exact: true }).fill(daysAgo(4).slice(0, 10))
      await dialog.getByLabel('Why it is corrected (optional)').fill('The scale was not at nought')
      await dialog.getByRole('button', { name: 'Correct' }).click()
      await page.getByRole('heading', { level: 3, name: `Weighed ${right}` }).waitFor()
      await page.getByText('Taken back: The scale was not at nought').first().waitFor()
      assert.match((await page.locator('.facts').first().textContent()) ?? '', new RegExp(`${right}.kg`))
    })
})

test('the crew take back what is their own, and nothing of anybody else’s', async () => {
  const here = await ranches.ranch('Crew Ranch')
  const id = await bornAt(here.hers, tagged('Crew 1'))
  await recorded(here.his, event('noted', [id], { text: 'Limps' }))
  await ranches.portal.withPage(ranches.bob, { width: 360 }, async ({ page, watch }) => {
    await page.goto(`${here.at}/animals/${id}`)
    await page.getByText('Limps').waitFor()
    const menus = page.getByRole('button', { name: /^What to do with/ })
    assert.deepEqual(await menus.evaluateAll((all) => all.map((one) => one.ariaLabel)), [
      'What to do with: Noted',
    ])
    await assertFits(page, 'an animal as the crew see it')

    // Taken back by somebody else meanwhile, a day ago by the server's clock.
    await menus.click()
    await page.getByRole('button', { name: 'Take back' }).click()
    await ranches.portal.testApp.database.pool.query(
      `update herd.events set record = replace(record, '"received_at":"20', '"received_at":"19') where site_id = $1 and kind = 'noted'`,
      [here.site.id],
    )
    watch.expect(/^403 POST \/app\/v1\/events/)
    await page.getByLabel('Why?').fill('No longer')
    await page.getByRole('button', { name: 'Take back' }).last().click()
    await page.getByText('Your role does not allow this.').first().waitFor()
  })
})

test('what settles a hold is recorded on its animal: a dose that was not given, the seller’s word, a hold of one’s own', async () => {
  const here = await ranches.ranch('Settling Ranch')
  const [id, gone] = [randomUUID(), await bornAt(here.hers, tagged('Gone 1'))]
  await recorded(
    here.hers,
    event('entered', [id], { origin: 'bought', ...tagged('Arrived 1') }),
    event('treated', [id], {
      product_name: 'Sample 300',
      every_hours: 24,
      days: 2,
      planned: [daysAgo(-1)],
    }),
    event('left', [gone], { reason: 'sold' }),
  )
  await ranches.portal.withPage(ranches.bob, { width: 360, touch: true }, async ({ page }) => {
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const dialog = page.getByRole('dialog')
    const choose = async (kind: string) => {
      await button('Record').click()
      await button(kind).click()
    }
    const send = async () => {
      await dialog.getByRole('button', { name: 'Record', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.goto(`${here.at}/animals/${id}`)
    await button('Record a dose').click()
    await page.getByLabel('It was not given').check()
    await assertFits(page, 'what became of a dose')
    await send()
    await page.getByText('A dose was not given').waitFor()
    await page.getByRole('heading', { name: 'Doses to come' }).waitFor({ state: 'detached' })

    await choose('Seller’s word')
    await dialog.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByText('Who says so?').waitFor()
    await page.getByLabel('Who says so').fill('High River')
    await assertFits(page, 'the seller’s word')
    await send()
    await page.getByText('By: High River').waitFor()

    await choose('Hold set')
    await page.getByLabel('Why', { exact: true }).fill('Broken needle')
    await send()
    await page.getByText('Hold set on meat').waitFor()
    await choose('Tag taken off')
    await send()
    await page.getByText('Tag Arrived 1 taken off').waitFor()

    await page.goto(`${here.at}/animals/${gone}`)
    await choose('Came back')
    await assertFits(page, 'an animal that came back')
    await send()
    await page.getByText('Was here already').waitFor()
  })
})
