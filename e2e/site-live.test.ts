import { addProduct, addStockLot } from '@byre/contract/herd/products'
import { changeSettings } from '@byre/contract/herd/settings'
import { removeSiteUser } from '@byre/contract/people/members'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { bornAt, event, recorded } from '../server/src/testing/herd/recording.ts'
import { hoursOn, product, treated } from '../server/src/testing/herd/ship-lists.ts'
import { painted } from './browser.ts'
import { heading, kg, openRanches, soon, tagged, type Ranch, type Ranches } from './herd-steps.ts'

/* What others do at a site shows by itself. */

let ranches: Ranches
before(async () => {
  ranches = await openRanches()
})
after(() => ranches.portal.close())

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

/** A press counts for five seconds (`web/src/lib/after-release.ts`); one that took longer is done again. */
const pressMs = 4_500

test('a press on an animal opens it, though another is recorded above it meanwhile', async () => {
  const here = await ranches.ranch('Busy Ranch')
  await bornAt(here.hers, tagged('B-005'))
  await ranches.portal.withPage(ranches.bob, { width: 360 }, async ({ page }) => {
    const opens = page.waitForResponse((response) => response.url().includes('/app/v1/live'))
    await page.goto(`${here.at}/animals`)
    const animal = page.getByRole('link', { name: 'B-005' })
    await animal.waitFor()
    await opens
    const pressed = async (above: string, below: string) => {
      await animal.hover()
      const box = await animal.boundingBox()
      const begun = performance.now()
      await page.mouse.down()
      const news = page.waitForResponse(
        async (response) =>
          response.url().includes('/app/v1/animals') &&
          (await response.text().catch(() => '')).includes(below),
      )
      await bornAt(here.hers, tagged(above))
      await bornAt(here.hers, tagged(below))
      await news
      await painted(page)
      const after = await animal.boundingBox()
      await page.mouse.up()
      return { box, after, isLong: performance.now() - begun > pressMs }
    }
    let press = await pressed('B-001', 'B-009')
    for (let round = 2; round < 5 && press.isLong; round++) {
      await page.goto(`${here.at}/animals`)
      press = await pressed(`B-00${round}`, `B-01${round}`)
    }
    assert.deepEqual(press.after, press.box, 'nothing moves while it is pressed')
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
    await heading(page, 'That page cannot be found')
    assert.ok(!(await page.content()).includes('Gone Ranch'))
  })
})

const utcHour = new Date().getUTCHours()
/** Where it is neither late nor early, so that two hours on is still today. */
const zone = utcHour >= 4 && utcHour < 20 ? 'Africa/Abidjan' : 'Asia/Tokyo'

/** A screen that was opened a day ago, and is left open until now. */
async function leftOpen(
  here: Ranch,
  path: string,
  tell: (page: Page, wait: () => Promise<void>) => Promise<void>,
) {
  const body = { kind: 'feedlot', zone, markets: ['CA'] }
  assert.equal((await here.hers.ask(changeSettings, { body })).status, 200)
  await ranches.portal.withPage(ranches.bob, {}, async ({ page }) => {
    await page.clock.install({ time: hoursOn(-24) })
    const opens = page.waitForResponse((response) => response.url().includes('/app/v1/live'))
    await page.goto(here.at + path)
    await opens
    await tell(page, () => page.clock.setSystemTime(Date.now()))
  })
}

test('on a board left open over midnight what ends today is of today, once anything is recorded', async () => {
  const here = await ranches.ranch('Night Ranch')
  const ends = await bornAt(here.hers, tagged('N-001'))
  const medicine = await product(here.hers, { CA: 21 })
  await recorded(here.hers, treated([ends], medicine, hoursOn(2 - 21 * 24)))
  await leftOpen(here, '/holds?ends=today', async (page, wait) => {
    await page.getByRole('heading', { level: 2, name: 'No hold matches' }).waitFor()
    await wait()
    await bornAt(here.hers, tagged('N-002'))
    const today = page.getByRole('table', { name: 'Held animals: Today' })
    await today.getByRole('link', { name: 'N-001', exact: true }).waitFor()
  })
  await leftOpen(here, '/holds', async (page) => {
    const today = page.getByRole('table', { name: 'Held animals: Today' })
    await today.getByRole('link', { name: 'N-001', exact: true }).waitFor()
  })
})

test('a lot that expired over midnight is called so on a screen left open', async () => {
  const here = await ranches.ranch('Shelf Ranch')
  const { reply } = await here.hers.ask(addProduct, { body: { name: 'Demo old', uses: [] } })
  const yesterday = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(hoursOn(-24)))
  const lot = { params: { id: reply.id }, body: { batch: 'B-1', expires_on: yesterday } }
  assert.equal((await here.hers.ask(addStockLot, lot)).status, 201)
  await leftOpen(here, '/cabinet', async (page, wait) => {
    const shelf = page.getByRole('listitem').filter({ hasText: 'Demo old' })
    await shelf.getByText('Demo old').first().waitFor()
    assert.equal(await shelf.getByText('Expired lot').count(), 0)
    await wait()
    await here.hers.ask(addProduct, { body: { name: 'Demo new', uses: [] } })
    await page.getByText('Demo new').first().waitFor()
    await shelf.getByText('Expired lot').waitFor()
  })
})
