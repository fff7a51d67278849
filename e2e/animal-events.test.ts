import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { bornAt, daysAgo, event, recorded } from '../server/src/testing/herd/recording.ts'
import { addPen } from '@byre/contract/herd/pens'
import { assertFits, heading, kg, openRanches, tagged, type Ranches } from './herd-steps.ts'

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
    // What somebody remembers now was before it left.
    await choose('Treated')
    await page.getByLabel('Product', { exact: true }).fill('Sample 300')
    assert.equal(await page.getByRole('radio', { name: 'Now' }).count(), 0)
    await dialog.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByText('On which day was it?').waitFor()
    await page.getByLabel('Day', { exact: true }).fill(daysAgo(2).slice(0, 10))
    await assertFits(page, 'a treatment of an animal that left since')
    await send()
    await page.getByRole('heading', { level: 3, name: 'Treated: Sample 300' }).waitFor()
    await choose('Came back')
    await assertFits(page, 'an animal that came back')
    await send()
    await page.getByText('Was here already').waitFor()
  })
})

test('the next dose of a pen is recorded at once, by whoever began it one animal at a time', async () => {
  const here = await ranches.ranch('Course Ranch')
  const pen = (await here.hers.ask(addPen, { body: { name: 'Sick 1' } })).reply.id
  const ids = Array.from({ length: 60 }, () => randomUUID())
  const later = randomUUID()
  await recorded(
    here.hers,
    ...[...ids, later].map((id, at) =>
      event('entered', [id], { origin: 'born', pen, ...tagged(`C-${101 + at}`) }),
    ),
    ...ids.map((id) =>
      event('treated', [id], {
        product_name: 'Sample 300',
        every_hours: 24,
        days: 3,
        planned: [daysAgo(1), daysAgo(0)].map((at) => `${at.slice(0, 17)}00.000Z`),
      }),
    ),
  )
  await ranches.portal.withPage(ranches.bob, { width: 360, touch: true }, async ({ page }) => {
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const dialog = page.getByRole('dialog')
    await page.goto(`${here.at}/pens/${pen}`)
    await page.getByRole('heading', { name: 'Doses to come' }).waitFor()
    await page.getByText('60 head').first().waitFor()
    await assertFits(page, 'a pen with doses to come')
    await button('Record for 60 head').click()
    await dialog.getByRole('button', { name: 'Record', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Recorded for 60 animals.').waitFor()
    await button('Record for 60 head').click()
    await page.getByLabel('No more will be given').check()
    await dialog.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByRole('heading', { name: 'Doses to come' }).waitFor({ state: 'detached' })
  })
})

test('in Canada the crew are reminded of a tag that is missing, and a manager of one that is to be reported', async () => {
  const here = await ranches.ranch('Tag Ranch')
  const [untagged, dead] = [randomUUID(), randomUUID()]
  await recorded(
    here.hers,
    event('entered', [untagged], { origin: 'bought', word: 'no', ...tagged('T-1') }),
    event('entered', [dead], { origin: 'bought', word: 'no', ...tagged('T-2', '124000299994444') }),
    event('died', [dead], { cause: 'Bloat' }, { at: daysAgo(2) }),
  )
  await ranches.portal.withPage(ranches.bob, { width: 360, touch: true }, async ({ page }) => {
    await page.goto(`${here.at}/animals/${untagged}`)
    await page.getByText('It came here without an approved tag.').waitFor()
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByRole('button', { name: 'Tagged', exact: true }).click()
    await page.getByLabel('Number').fill('124000299994445')
    await page.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByText('It came here without an approved tag.').waitFor({ state: 'detached' })
  })
  await ranches.portal.withPage(ranches.alice, { width: 1440 }, async ({ page }) => {
    await page.goto(`${here.at}/findings`)
    await page.getByRole('heading', { name: 'Tag of a dead animal' }).waitFor()
    await page.getByText(/^Report it by /).waitFor()
    await assertFits(page, 'a tag that is to be reported')
    await page.getByRole('button', { name: 'Retired: T-2' }).click()
    await page.getByLabel('When, and by whom?').fill('Today, by me')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Retired' }).click()
    await page.getByRole('heading', { name: 'Nothing needs a second look' }).waitFor()
    await page.goto(`${here.at}/settings`)
    await heading(page, 'Settings')
    assert.equal(
      await page.getByLabel('Report replaced tags and tags of dead animals within').inputValue(),
      '30',
    )
    await assertFits(page, 'settings')
  })
})
