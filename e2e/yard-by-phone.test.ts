import { addLot, addPen } from '@byre/contract/herd/pens'
import { addProduct } from '@byre/contract/herd/products'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { bornAt, daysAgo, event, recorded } from '../server/src/testing/herd/recording.ts'
import { born, listOf } from '../server/src/testing/herd/ship-lists.ts'
import { resize } from './browser.ts'
import {
  assertFits,
  heading,
  kg,
  manyAt,
  openRanches,
  tagged,
  type Ranch,
  type Ranches,
} from './herd-steps.ts'

/* The site app in one hand: what is long comes in pages that are looked through, in rows of two lines, and nothing lies under the bar. */

let ranches: Ranches
before(async () => {
  ranches = await openRanches()
})
after(() => ranches.portal.close())

const phone = { width: 360, touch: true } as const
const tallest = 2400
/** Two lines that a thumb presses, and what is around them. */
const tallestRow = 104

/** Sixty head, thirty of them held: to a day of their own each, or until somebody acts. */
async function heldHerd(name: string): Promise<{ ranch: Ranch; ids: string[] }> {
  const ranch = await ranches.ranch(name)
  const { ids } = await manyAt(ranch, 60)
  const figures = [{ kind: 'days', commodity: 'meat', days: 40 }]
  const use = {
    country: 'CA',
    species: 'cattle',
    route: 'SC',
    figures,
    source: 'Demo',
    read_on: '2026-01-01',
  }
  const { reply } = await ranch.hers.ask(addProduct, {
    body: { name: 'Demo long-acting antibiotic', uses: [use] },
  })
  const given = { product: reply.version_id, product_name: 'Demo long-acting antibiotic', route: 'SC' }
  await recorded(
    ranch.hers,
    ...ids.slice(0, 20).map((id, at) => event('treated', [id], given, { at: daysAgo(1 + at) })),
    ...ids.slice(20, 30).map((id) => event('treated', [id], { product_name: 'From the shelf' })),
  )
  return { ranch, ids }
}

const rows = (page: Page, name: string | RegExp) => page.getByRole('table', { name }).locator('tbody tr')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function assertShort(page: Page, screen: string): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  assert.ok(height <= tallest, `${screen} is ${height} px high`)
}

async function assertTwoLines(all: Locator): Promise<void> {
  for (const row of await all.all()) {
    const { height } = (await row.boundingBox())!
    assert.ok(height <= tallestRow, `${height} px: ${await row.innerText()}`)
  }
}

test('the board of holds is two lines a row, with its calendar above them, and what settles them said once', async () => {
  const { ranch } = await heldHerd('Board Ranch')
  await ranches.portal.withPage(ranches.alice, phone, async ({ page }) => {
    await page.goto(`${ranch.at}/holds`)
    await rows(page, /^Held animals/)
      .nth(9)
      .waitFor()
    await assertShort(page, 'the board')
    await assertTwoLines(rows(page, /^Held animals/))
    const { y } = (await page.getByRole('heading', { name: 'Clear dates' }).boundingBox())!
    assert.ok(y < 900, `the calendar begins at ${y}`)
    await page.getByRole('heading', { name: 'Clear dates' }).click()
    await page.getByRole('img', { name: /^Clear in the next six weeks: 20 head/ }).waitFor()
    await assertFits(page, 'the board with its calendar')
    await button(page, 'Next').click()
    await page.getByText('Page 2').waitFor()

    await page.goto(`${ranch.at}/holds?ends=never`)
    const endless = rows(page, 'Held animals: Held until somebody acts')
    await endless.nth(9).waitFor()
    await assertShort(page, 'the board of those without an end')
    await assertTwoLines(endless)
    await endless.first().getByRole('link', { name: 'From the shelf: no withdrawal known' }).click()
    await page.waitForURL(/\/animals\/.*#event-/)
  })
})

test('a load is two lines an animal that may not leave and one that may, with a menu for what can be done', async () => {
  const { ranch, ids } = await heldHerd('Load Ranch')
  const id = await listOf(ranch.hers, ids)
  await ranches.portal.withPage(ranches.alice, phone, async ({ page }) => {
    await page.goto(`${ranch.at}/ship-lists/${id}`)
    await page.getByRole('heading', { name: 'May not leave (30)' }).waitFor()
    await assertShort(page, 'the load')
    await assertTwoLines(rows(page, 'Animals that may not leave'))
    await assertTwoLines(rows(page, 'Animals that may leave'))
    await assertFits(page, 'the load')
    await button(page, 'What to do with B-021').waitFor({ state: 'detached' })
    const [first] = await rows(page, 'Animals that may not leave').getByRole('link').allInnerTexts()
    await button(page, `What to do with ${first}`).click()
    await assertFits(page, 'the menu of an animal on a load')
    await button(page, `Take off ${first}`).click()
    await page.getByRole('heading', { name: 'May not leave (29)' }).waitFor()
  })
})

test('pens and lots come in short pages, each in two lines', async () => {
  const ranch = await ranches.ranch('Pen Ranch')
  for (let at = 1; at <= 14; at += 1) {
    const name = `North alley ${String(at).padStart(2, '0')}`
    const pen = (await ranch.hers.ask(addPen, { body: { name } })).reply.id
    const lot = (await ranch.hers.ask(addLot, { body: { name: `F${100 + at}` } })).reply.id
    await born(ranch.hers, 1, { pen, lot })
  }
  await ranches.portal.withPage(ranches.bob, phone, async ({ page }) => {
    await page.goto(`${ranch.at}/pens`)
    await rows(page, 'Lots').first().waitFor()
    await assertShort(page, 'the pens')
    await assertTwoLines(rows(page, 'Pens'))
    await assertTwoLines(rows(page, 'Lots'))
    await assertFits(page, 'the pens')
    await button(page, 'Record for pen North alley 01').waitFor()
    await page
      .getByRole('navigation', { name: 'Pages of Pens' })
      .getByRole('button', { name: 'Next' })
      .click()
    await page.getByRole('link', { name: 'North alley 14' }).waitFor()
  })
})

test('an animal with sixty records is a short page, and whoever comes for an old one is led to it', async () => {
  const ranch = await ranches.ranch('Long Ranch')
  const id = await bornAt(ranch.hers, {
    ...tagged('Long 1', '124000275000001'),
    sex: 'female',
    breed: 'Angus cross',
    class: 'beef',
  })
  const notes = Array.from({ length: 40 }, (_, at) =>
    event('noted', [id], { text: `Limps on her left hind foot, day ${at + 1}` }, { at: daysAgo(20 + at) }),
  )
  await recorded(
    ranch.hers,
    ...notes,
    ...Array.from({ length: 14 }, (_, at) =>
      event(
        'weighed',
        [id],
        { weight: kg(String(400 - 5 * at)), source: 'measured' },
        { at: daysAgo(1 + at) },
      ),
    ),
    ...['From the shelf', 'A bottle without a label', 'Sample 300', 'Sample 400', 'Sample 500'].map(
      (name, at) => event('treated', [id], { product_name: name, reason: 'cough' }, { at: daysAgo(2 + at) }),
    ),
  )
  await ranches.portal.withPage(ranches.alice, phone, async ({ page }) => {
    await page.goto(`${ranch.at}/animals/${id}`)
    await heading(page, 'Long 1')
    await page.getByText('42 older records').waitFor()
    await assertShort(page, 'an animal with sixty records')
    await assertFits(page, 'an animal with sixty records')
    await page.getByText('3 more reasons').waitFor()
    for (const title of ['Tags', 'Weights'])
      await page.getByRole('heading', { level: 2, name: title }).click()
    await page.getByRole('cell', { name: '124000275000001' }).waitFor()
    await page.getByText('All 14 weights').waitFor()
    await page.getByText('Beef, Angus cross').click()
    await assertFits(page, 'an animal with all that was folded')

    // Among those that are folded, and on the page behind.
    for (const at of [25, 39]) {
      const record = `event-${notes[at]!.id}`
      await page.goto(`${ranch.at}/ship-lists`)
      await page.goto(`${ranch.at}/animals/${id}#${record}`)
      await page.locator(`#${record}[data-named="true"]`).waitFor()
      await page.waitForFunction((id) => {
        const { top, bottom } = document.getElementById(id)!.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }, record)
    }
    await page.getByText('Page 2').waitFor()
    await assertFits(page, 'the record that somebody came for')
  })
})

test('a menu opens above the bar at the foot, wherever its button stands', async () => {
  const { ranch, ids } = await heldHerd('Menu Ranch')
  // Something stands below it, so that it can be scrolled to the foot.
  const notes = [2, 3, 4, 5, 6, 7].map((day) =>
    event('noted', [ids[0]!], { text: 'Limps' }, { at: daysAgo(day) }),
  )
  await recorded(ranch.hers, ...notes)
  await ranches.portal.withPage(ranches.alice, phone, async ({ page }) => {
    await page.goto(`${ranch.at}/animals/${ids[0]}`)
    await heading(page, 'B-001')
    const menu = page.getByRole('button', { name: 'What to do with: Treated: Demo long-acting antibiotic' })
    await menu.waitFor()
    const bar = (await page.getByRole('navigation', { name: 'Main' }).boundingBox())!
    for (const room of [8, 60, 90, 140]) {
      // Its button ends so far above the bar.
      await menu.evaluate(
        (button, end) => scrollBy({ top: button.getBoundingClientRect().bottom - end, behavior: 'instant' }),
        bar.y - room,
      )
      await menu.click()
      const item = (await button(page, 'Take back').boundingBox())!
      assert.ok(
        item.y + item.height <= bar.y,
        `with ${room} px below its button it ends at ${item.y + item.height}, the bar begins at ${bar.y}`,
      )
      await page.keyboard.press('Escape')
    }
  })
})

test('the ways around take one line above a page that has no room beside it', async () => {
  const { ranch } = await heldHerd('Tablet Ranch')
  for (const touch of [true, false])
    await ranches.portal.withPage(ranches.alice, { width: 768, touch }, async ({ page }) => {
      await page.goto(`${ranch.at}/`)
      await heading(page, 'Today')
      const main = page.getByRole('navigation', { name: 'Main' })
      await main.getByRole('button', { name: 'Sign out' }).waitFor()
      for (const width of [640, 768, 900, 1023]) {
        await resize(page, { width, height: 900 })
        const tops = await main
          .locator('.side-item')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
        assert.equal(tops.length, 9)
        assert.equal(new Set(tops).size, 1, `at ${width} px: ${tops.join()}`)
        const wide = await main.locator('.site-nav').evaluate((nav) => nav.scrollWidth - nav.clientWidth)
        assert.ok(wide <= 0, `at ${width} px ${wide} px of it are out of sight`)
        await assertFits(page, `the ways around at ${width} px`)
      }
    })
})
