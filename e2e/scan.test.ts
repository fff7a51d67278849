import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { painted } from './browser.ts'
import { assertFits, heading, openRanches, type Ranch, type Ranches } from './herd-steps.ts'

/* Scan as you go: tag after tag, however fast they come and whoever answers. */

let ranches: Ranches
before(async () => {
  ranches = await openRanches()
})
after(() => ranches.portal.close())

const animalsOf = async ({ site }: Ranch) => {
  const { rows } = await ranches.portal.testApp.database.pool.query<{ main_tag: string; is_held: boolean }>(
    `select main_tag, coalesce(clear_at > now(), false) as is_held from herd.animals
     where site_id = $1 and status = 'here' order by main_tag`,
    [site.id],
  )
  return rows
}

for (const width of [360, 1440])
  test(`an unknown tag is an animal with one press at ${width} px, and is known the next time`, async () => {
    const ranch = await ranches.ranch(`Scan Ranch ${width}`)
    await ranches.portal.withPage(ranches.bob, { width }, async ({ page }) => {
      await page.goto(`${ranch.at}/scan`)
      await heading(page, 'Scan as you go')
      const field = page.getByLabel('Tag', { exact: true })
      await field.and(page.locator(':focus')).waitFor()
      // As a reader types it: its own letters first, Enter last.
      await page.keyboard.type('LA 982 000001088420')
      await page.keyboard.press('Enter')
      await page.getByText('This tag is new here.').waitFor()
      await assertFits(page, 'an unknown tag')
      await page.getByRole('button', { name: 'Add this animal' }).click()
      await page.getByText(/^Until /).waitFor()
      await field.and(page.locator(':focus')).waitFor()
      await assertFits(page, 'a known tag')
      await page.keyboard.type('982 000001088421\n')
      await page.getByText('This tag is new here.').waitFor()
      await page.getByLabel('Could it still be under a withdrawal?').selectOption('no')
      await page.getByRole('button', { name: 'Add this animal' }).click()
      await page.getByText('Clear', { exact: true }).waitFor()
      await page.keyboard.type('LR 0006 0000000018514348\n')
      await page.getByText('This is an industrial tag, not an animal’s.').waitFor()
      await page.keyboard.type('982000001088420\n')
      await page.getByText(/^Until /).waitFor()
      assert.deepEqual(await animalsOf(ranch), [
        { main_tag: '982000001088420', is_held: true },
        { main_tag: '982000001088421', is_held: false },
      ])
    })
  })

test('a tag that is scanned while another is looked up is the one that is shown, and none is lost where nobody answers', async () => {
  const ranch = await ranches.ranch('Quick Ranch')
  await ranches.portal.withPage(ranches.bob, { width: 360 }, async ({ page, context, watch }) => {
    await page.goto(`${ranch.at}/scan`)
    await heading(page, 'Scan as you go')
    await page.getByLabel('Tag', { exact: true }).and(page.locator(':focus')).waitFor()
    let answer = () => {}
    const released = new Promise<void>((done) => (answer = done))
    const first = '**/app/v1/animals?q=982000001088430*'
    await context.route(first, async (route) => {
      await released
      await route.continue()
    })
    await page.keyboard.type('982000001088430\n')
    await page.getByText('Looking for 982000001088430…').waitFor()
    await assertFits(page, 'a tag that is being looked up')
    await page.keyboard.type('982000001088431\n')
    await page.getByRole('heading', { name: '982000001088431' }).waitFor()
    const late = page.waitForResponse(first)
    answer()
    await (await late).finished()
    await painted(page)
    assert.equal(await page.getByRole('heading', { name: '982000001088430' }).count(), 0)

    watch.expect(/./)
    await context.route('**/app/v1/animals**', (route) => route.abort())
    await page.keyboard.type('982000001088432\n')
    const failed = page.getByRole('alert').filter({ hasText: '982000001088432' })
    await failed.waitFor()
    assert.equal(
      await page.getByText('This tag is new here.').count(),
      0,
      'nothing is shown of the one before',
    )
    await assertFits(page, 'a tag that could not be looked up')
    await context.unroute('**/app/v1/animals**')
    await failed.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: '982000001088432' }).waitFor()
  })
})
