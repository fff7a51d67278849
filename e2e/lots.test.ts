import { addLot } from '@byre/contract/herd/pens'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { daysAgo, event, middayOf, recorded } from '../server/src/testing/herd/recording.ts'
import { assertFits, heading, kg, openRanches, type Ranches } from './herd-steps.ts'

/* One lot: its head, its weight against what was meant, and what it was given. */

let ranches: Ranches
before(async () => {
  ranches = await openRanches()
})
after(() => ranches.portal.close())

/** Head that came 62 days ago, had 300 kg the day after and gained 1 kg a day; one was weighed by itself between. */
async function fedLot(name: string) {
  const ranch = await ranches.ranch(name)
  const { reply } = await ranch.hers.ask(addLot, { body: { name: 'F101' } })
  const ids = Array.from({ length: 11 }, () => randomUUID())
  const weighed = (id: string, weight: string, days: number) =>
    event('weighed', [id], { weight: kg(weight), source: 'measured' }, { at: middayOf(days) })
  await recorded(
    ranch.hers,
    ...ids.map((id, at) =>
      event(
        'entered',
        [id],
        { origin: 'born', lot: reply.id, tags: [{ kind: 'visual', value: `F${at}` }] },
        { at: middayOf(62) },
      ),
    ),
    ...ids.map((id) => weighed(id, '300', 61)),
    weighed(ids[0]!, '305', 31),
    ...ids.map((id) => weighed(id, '360', 1)),
    event('group_treated', ids, { product_name: 'Vaccine' }, { at: daysAgo(59) }),
    event('treated', [ids[0]!], { product_name: 'Antibiotic' }, { at: daysAgo(30) }),
    event('died', [ids[1]!], {}),
  )
  return ranch
}

for (const width of [360, 1440])
  test(`a lot’s weight is drawn against the target that somebody says, and stands in a table, at ${width} px`, async () => {
    const ranch = await fedLot(`Lot Ranch ${width}`)
    await ranches.portal.withPage(ranches.alice, { width, touch: width === 360 }, async ({ page }) => {
      await page.goto(`${ranch.at}/pens`)
      await page.getByRole('link', { name: 'F101' }).click()
      await heading(page, 'Lot F101')
      await page.getByText('+1.00 kg a day').waitFor()
      await page.getByText('9.1% of the lot').waitFor()
      await page.getByText('1 head was pulled and treated by itself.').waitFor()
      await page.getByRole('img', { name: /^Average weight from 300.kg on .* to 360.kg on/ }).waitFor()
      assert.equal(await page.getByText('Against target', { exact: true }).count(), 0)
      await assertFits(page, 'a lot')

      const target = page.getByLabel('Target gain a day, in kg')
      await target.fill('a lot')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Please type a gain such as 1.5.').waitFor()
      await assertFits(page, 'a target that is none')
      await target.fill('1.5')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The target is saved.').waitFor()
      await page.getByText('0.50 kg a day below').waitFor()
      await page.getByRole('img', { name: /Target 390.kg by then\.$/ }).waitFor()
      await assertFits(page, 'a lot against its target')

      await page.getByText('In figures').click()
      const figures = page.getByRole('table', { name: 'Weighings of the lot' }).locator('tbody tr')
      assert.equal(await figures.count(), 3)
      assert.match(await figures.first().innerText(), /360.kg[\s\S]*390.kg/)
      await assertFits(page, 'the weighings of a lot')

      await page.emulateMedia({ media: 'print' })
      assert.equal(await target.isVisible(), false)
      assert.ok(await page.getByText('Dashed: a gain of').isVisible())
      await page.emulateMedia({ media: 'screen' })

      // Whoever else works there sees it and says no other.
      const { portal, bob } = ranches
      await portal.withPage(bob, { width }, async ({ page: his }) => {
        await his.goto(page.url())
        await his.getByText('Target: 1.50 kg a day').waitFor()
        await his.getByText('0.50 kg a day below').waitFor()
        assert.equal(await his.getByLabel('Target gain a day, in kg').count(), 0)
        await assertFits(his, 'a lot of whoever says no target')
      })

      // Nothing typed takes it away.
      await target.fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Against target', { exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: '10', exact: true }).first().click()
      await heading(page, 'Animals')
    })
  })

test('a lot in which nothing was weighed or given says so, and one that is not there is nowhere', async () => {
  const ranch = await ranches.ranch('New Ranch')
  const { reply } = await ranch.hers.ask(addLot, { body: { name: 'Empty' } })
  await ranches.portal.withPage(ranches.bob, { width: 360 }, async ({ page, watch }) => {
    await page.goto(`${ranch.at}/lots/${reply.id}`)
    await page.getByText('Nothing in this lot has been weighed yet.').waitFor()
    await page.getByText('Nothing was given to this lot.').waitFor()
    await assertFits(page, 'an empty lot')
    watch.expect(/^404 GET \/app\/v1\/lots\//)
    await page.goto(`${ranch.at}/lots/${randomUUID()}`)
    await page.getByText('That page cannot be found').waitFor()
  })
})
