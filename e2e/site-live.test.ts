import { removeSiteUser } from '@byre/contract/people/members'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bornAt, event, recorded } from '../server/src/testing/herd/recording.ts'
import { painted } from './browser.ts'
import { heading, kg, openRanches, tagged, type Ranches } from './herd-steps.ts'

/* What others do at a site shows by itself. */

let ranches: Ranches
before(async () => {
  ranches = await openRanches()
})
after(() => ranches.portal.close())

/** Within the two seconds that are promised, and a moment for the page to ask. */
const soon = { timeout: 3_000 }

test('what somebody records elsewhere shows on an open screen by itself, and a hold on its board', async () => {
  const here = await ranches.ranch('Live Ranch')
  const first = await bornAt(here.hers, tagged('L-001'))
  await ranches.portal.withPage(ranches.bob, {}, async ({ page }) => {
    const opens = page.waitForResponse((response) => response.url().includes('/app/v1/live'))
    await page.goto(`${here.at}/animals`)
    await page.getByRole('link', { name: 'L-001' }).waitFor()
    await opens
    await bornAt(here.hers, tagged('L-002'))
    await page.getByRole('link', { name: 'L-002' }).waitFor(soon)

    await page.goto(`${here.at}/holds`)
    await heading(page, 'Holds')
    await recorded(here.hers, event('treated', [first], { product_name: 'Something blue' }))
    await page.getByRole('link', { name: 'L-001' }).first().waitFor(soon)

    await page.goto(`${here.at}/animals/${first}`)
    await heading(page, 'L-001')
    await recorded(here.hers, event('weighed', [first], { weight: kg('412'), source: 'measured' }))
    await page.getByText('412 kg').first().waitFor(soon)
  })
})

test('a press on an animal opens it, though another is recorded above it meanwhile', async () => {
  const here = await ranches.ranch('Busy Ranch')
  await bornAt(here.hers, tagged('B-005'))
  await ranches.portal.withPage(ranches.bob, { width: 360 }, async ({ page }) => {
    const opens = page.waitForResponse((response) => response.url().includes('/app/v1/live'))
    await page.goto(`${here.at}/animals`)
    const animal = page.getByRole('link', { name: 'B-005' })
    await animal.waitFor()
    await opens
    await animal.hover()
    const box = await animal.boundingBox()
    await page.mouse.down()
    const news = page.waitForResponse(/\/app\/v1\/animals/)
    await bornAt(here.hers, tagged('B-001'))
    await bornAt(here.hers, tagged('B-009'))
    await (await news).finished()
    await painted(page)
    assert.deepEqual(await animal.boundingBox(), box, 'nothing moves while it is pressed')
    await page.mouse.up()
    await heading(page, 'B-005')
    await page.goBack()
    await page.getByRole('link', { name: 'B-009' }).waitFor()
  })
})

test('J04 whoever is removed while a screen is open finds nothing there any more, by itself', async () => {
  const here = await ranches.ranch('Gone Ranch')
  await bornAt(here.hers, tagged('G-001'))
  await ranches.portal.withPage(ranches.bob, {}, async ({ page, watch }) => {
    const opens = page.waitForResponse((response) => response.url().includes('/app/v1/live'))
    await page.goto(`${here.at}/animals`)
    await page.getByRole('link', { name: 'G-001' }).waitFor()
    await opens
    watch.expect(/^404 GET \//)
    const params = { id: here.site.id, userId: ranches.bob.id }
    const { status } = await ranches.portal.testApp.call(removeSiteUser, { as: ranches.alice, params })
    assert.equal(status, 200)
    await page
      .getByRole('heading', { level: 1, name: 'That page cannot be found' })
      .waitFor({ timeout: 8_000 })
    assert.ok(!(await page.content()).includes('Gone Ranch'))
  })
})
