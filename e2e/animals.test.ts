import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { bornAt, daysAgo, event, recorded } from '../server/src/testing/herd/recording.ts'
import { assertFits, heading, kg, manyAt, openRanches, tagged, tryAgain, type Ranches } from './herd-steps.ts'

/* Every animal of a site: found by a piece of a tag, by where it is and whether it is held, and looked at. */

let ranches: Ranches
before(async () => {
  ranches = await openRanches()
})
after(() => ranches.portal.close())

const search = (page: Page) => page.getByRole('searchbox', { name: 'Find by any part of a tag' })
const animal = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

for (const width of [360, 1440])
  test(`at ${width} px an animal is found by a piece of its tag, looked at, and left again where one was`, async () => {
    const here = await ranches.ranch(`Find Ranch ${width}`)
    const { ids } = await manyAt(here, 60)
    await recorded(
      here.hers,
      event('treated', [ids[0]!], { product_name: 'Sample 300', reason: 'cough' }, { at: daysAgo(2) }),
      event('weighed', [ids[0]!], { weight: kg('300'), source: 'measured' }, { at: daysAgo(41) }),
      event('weighed', [ids[0]!], { weight: kg('356.8'), source: 'measured' }, { at: daysAgo(1) }),
    )
    await ranches.portal.withPage(ranches.alice, { width, touch: width === 360 }, async ({ page }) => {
      await page.goto(`${here.at}/`)
      await page.getByRole('link', { name: 'Animals' }).click()
      await heading(page, 'Animals')
      await page.getByText(`${width === 360 ? 20 : 50} animals on this page`).waitFor()
      await animal(page, 'B-001').waitFor()
      await page.getByText('356.8 kg').waitFor()
      await assertFits(page, 'the list of animals')

      // The number that is printed under the bar code, in the middle of it.
      await search(page).fill('275 001 0')
      await page.getByText('1 animal found').waitFor()
      await search(page).press('Enter')
      await heading(page, 'B-002')
      await page.goBack()
      await page.getByText('1 animal found').waitFor()
      assert.equal(await search(page).inputValue(), '275 001 0')

      await search(page).fill('no such tag')
      await page.getByText('No tag has “no such tag” in it').waitFor()
      await assertFits(page, 'a search that finds nothing')
      await page.getByRole('button', { name: 'Show all animals' }).click()

      await page.getByLabel('Hold').selectOption('Held')
      await page.getByText('1 animal', { exact: true }).waitFor()
      await page.getByLabel('Pen').selectOption('North 4')
      await page.getByText('1 animal', { exact: true }).waitFor()
      await page.reload()
      await page.getByText('1 animal', { exact: true }).waitFor()
      assert.equal(await page.getByLabel('Hold').inputValue(), 'yes')
      await animal(page, 'B-001').click()

      await heading(page, 'B-001')
      await page.getByText('Meat, Canada').waitFor()
      await page.getByText('Held, no end date').waitFor()
      await page.getByText('no withdrawal known').waitFor()
      await page.getByText('+1.42 kg a day').first().waitFor()
      await page.getByRole('heading', { level: 2, name: 'History' }).waitFor()
      await page.getByText('Alice Ardley').last().waitFor()
      if (width === 360) await page.getByRole('heading', { level: 2, name: 'Weights' }).click()
      await page.getByText('All 2 weights').click()
      await assertFits(page, 'an animal')
      await page.getByRole('link', { name: 'Sample 300' }).click()
      await page.waitForURL(/#event-/)

      await page.goBack()
      await page.goBack()
      await heading(page, 'Animals')
      await page
        .getByLabel('Pen')
        .locator('option:checked')
        .filter({ hasText: 'North 4' })
        .waitFor({ state: 'attached' })
      await page.getByText('1 animal', { exact: true }).waitFor()
    })
  })

test('a long list comes in pages, and Back finds the page and the place on it', async () => {
  const here = await ranches.ranch('Many Ranch')
  await manyAt(here, 60)
  await ranches.portal.withPage(ranches.bob, { width: 360 }, async ({ page }) => {
    await page.goto(`${here.at}/animals`)
    await animal(page, 'B-020').waitFor()
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    assert.ok(height <= 2400, `the list is ${height} px high`)
    await page.getByRole('button', { name: 'Next' }).click()
    await animal(page, 'B-040').waitFor()
    await page.getByText('Page 2').waitFor()
    await page.getByLabel('Choose B-021').check()
    await animal(page, 'B-031').scrollIntoViewIfNeeded()
    const y = await page.evaluate(() => scrollY)
    assert.ok(y > 500, `scrolled to ${y}`)
    await animal(page, 'B-031').click()
    await heading(page, 'B-031')
    await page.goBack()
    await heading(page, 'Animals')
    await page.getByText('Page 2').waitFor()
    assert.ok(Math.abs((await page.evaluate(() => scrollY)) - y) < 5)
    await page.reload()
    await animal(page, 'B-040').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await animal(page, 'B-060').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Next' }).isDisabled())
    await page.getByRole('button', { name: 'Previous' }).click()
    await animal(page, 'B-021').waitFor()
  })
})

test('animals are chosen over several pages, for one thing to be recorded of all', async () => {
  const here = await ranches.ranch('Choosing Ranch')
  await manyAt(here, 60)
  await ranches.portal.withPage(ranches.bob, { width: 1024 }, async ({ page }) => {
    await page.goto(`${here.at}/animals`)
    await page.getByLabel('Choose all on this page').check()
    await page.getByText('50 animals chosen').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Choose B-060').check()
    await page.getByText('51 animals chosen').waitFor()
    await page.getByRole('button', { name: 'Record', exact: true }).waitFor()
    await assertFits(page, 'animals that are chosen')
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await page.getByText('51 animals chosen').waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Choose B-060').isChecked(), false)
  })
})

test('an animal of another site, and one that never was, cannot be found', async () => {
  const here = await ranches.ranch('Own Ranch')
  const other = await ranches.ranch('Other Ranch')
  const foreign = await bornAt(other.hers, tagged('Foreign 1'))
  await ranches.portal.withPage(ranches.bob, {}, async ({ page, watch }) => {
    await page.goto(`${here.at}/animals`)
    await page.getByRole('heading', { name: 'No animals yet' }).waitFor()
    await assertFits(page, 'a site without animals')
    watch.expect(/^40[04] GET \/app\/v1\/animals\//)
    for (const id of [foreign, randomUUID(), 'nonsense']) {
      await page.goto(`${here.at}/animals/${id}`)
      await heading(page, 'That page cannot be found')
      assert.ok(!(await page.content()).includes('Foreign 1'))
    }
  })
})

test('a server that fails is said to have failed, and asked again', async () => {
  const here = await ranches.ranch('Failing Ranch')
  const id = await bornAt(here.hers, tagged('Fail 1'))
  await ranches.portal.withPage(ranches.bob, { width: 360 }, async ({ page, context, watch }) => {
    watch.expect(/^500 GET \/app\/v1\/animals/)
    const fail = () =>
      context.route('**/app/v1/animals**', (route) =>
        route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false}' }),
      )
    await fail()
    await page.goto(`${here.at}/animals`)
    await page.getByText('The animals could not be loaded.').waitFor()
    await assertFits(page, 'a list that could not be loaded')
    assert.equal(await page.locator('.toast').count(), 0, 'it is said once, and covers nothing')
    await tryAgain(page, '**/app/v1/animals**')
    await page.getByText('1 animal', { exact: true }).waitFor()

    await context.route('**/app/v1/animals/**', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false}' }),
    )
    await animal(page, 'Fail 1').click()
    await page.getByText('This animal could not be loaded.').first().waitFor()
    await tryAgain(page, '**/app/v1/animals/**')
    await heading(page, 'Fail 1')
    assert.ok(page.url().endsWith(id))
  })
})

const broken = (route: Route) =>
  route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false}' })

test('what fails for several parts of a screen is said once, and what is old is called old', async () => {
  const here = await ranches.ranch('Broken Ranch')
  await manyAt(here, 3)
  await ranches.portal.withPage(ranches.bob, { width: 1440 }, async ({ page, context, watch }) => {
    watch.expect(/^500 GET /)
    for (const [path, call, said] of [
      ['/pens', '**/app/v1/{pens,lots}', 'The pens could not be loaded.'],
      ['/holds', '**/app/v1/holds**', 'The board could not be loaded.'],
      ['/findings', '**/app/v1/findings**', 'The findings could not be loaded.'],
    ] as const) {
      await context.route(call, broken)
      await page.goto(`${here.at}${path}`)
      await page.getByText(said).waitFor()
      assert.deepEqual(await page.getByRole('alert').count(), 1, path)
      assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 1, path)
      assert.equal(await page.locator('.toast').count(), 0, path)
      await assertFits(page, said)
      await tryAgain(page, call)
      await page.getByText(said).waitFor({ state: 'detached' })
    }
    await page.goto(`${here.at}/pens`)
    await page.getByRole('link', { name: 'North 4' }).waitFor()
    await context.route('**/app/v1/pens', broken)
    await manyAt(here, 1, 'South 1')
    await page.getByText('This could not be brought up to date. What you see may be old.').waitFor()
    await page.getByRole('link', { name: 'North 4' }).waitFor()
    await assertFits(page, 'what is old')
  })
})

test('what takes long says so in words', async () => {
  const here = await ranches.ranch('Slow Ranch')
  await ranches.portal.withPage(ranches.bob, { width: 360 }, async ({ page, context }) => {
    let answer = () => {}
    const released = new Promise<void>((done) => (answer = done))
    await context.route('**/app/v1/products', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${here.at}/cabinet`)
    await page.getByText('Still loading. The connection is slow.').waitFor()
    await assertFits(page, 'what takes long')
    answer()
    await page.getByRole('heading', { name: 'The cabinet is empty' }).waitFor()
  })
})

test('a dialog or a screen that cannot be fetched says so and leaves what is there', async () => {
  const here = await ranches.ranch('Faraway Ranch')
  await manyAt(here, 3)
  await ranches.portal.withPage(ranches.bob, { width: 360 }, async ({ page, context, watch }) => {
    watch.expect(/./)
    await page.goto(`${here.at}/animals`)
    await page.getByLabel('Choose B-002').check()
    // The part that draws toasts is fetched last.
    await page.locator('.toasts').waitFor({ state: 'attached' })
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.locator('.toast').filter({ hasText: 'This could not be opened.' }).waitFor()
    await page.getByText('You are offline. What you see may be old.').waitFor()
    await page.getByText('1 animal chosen').waitFor()
    await animal(page, 'B-001').waitFor()
    await assertFits(page, 'a list of whoever is offline')

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Pens' }).click()
    await page.getByText('This screen could not be loaded.').waitFor()
    await assertFits(page, 'a screen that could not be fetched')
    await context.setOffline(false)
    await page.getByRole('link', { name: 'North 4' }).waitFor()
    await heading(page, 'Pens')
  })
})
