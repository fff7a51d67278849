import { getMe } from '@byre/contract/herd/settings'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { event, recorded } from '../server/src/testing/herd/recording.ts'
import { listOf } from '../server/src/testing/herd/ship-lists.ts'
import { assertFits, heading, manyAt, openRanches, soon, type Ranch, type Ranches } from './herd-steps.ts'

/* Whoever only looks: made one in the settings, and shown everything with nothing to do. */

let ranches: Ranches
before(async () => {
  ranches = await openRanches()
})
after(() => ranches.portal.close())

for (const width of [360, 1440])
  test(`at ${width} px an owner makes a member a viewer, whose open screen follows, and lets them work again`, async () => {
    const ranch = await ranches.ranch(`Viewer Ranch ${width}`)
    await manyAt(ranch, 3)
    const seat = { width, touch: width === 360 }
    const { portal, alice, bob } = ranches
    await portal.withPage(bob, seat, async ({ page: his }) => {
      const opens = his.waitForResponse((response) => response.url().includes('/app/v1/live'))
      await his.goto(`${ranch.at}/pens`)
      const record = his.getByRole('button', { name: 'Record for pen North 4' })
      await record.waitFor()
      await opens
      await portal.withPage(alice, seat, async ({ page }) => {
        await page.goto(`${ranch.at}/settings`)
        await heading(page, 'Settings')
        const people = page.getByRole('table', { name: 'People of this site' })
        await people.getByText('(you)').waitFor()
        await assertFits(page, 'the people of a site')
        assert.equal(await people.getByRole('button').count(), 1)
        await people.getByRole('button', { name: 'Make a viewer: Bob Baker' }).click()
        await page.getByText('Bob Baker can only look now.').first().waitFor()
        await people.getByRole('button', { name: 'Make crew again: Bob Baker' }).waitFor()
        await record.waitFor({ state: 'detached', ...soon })

        await people.getByRole('button', { name: 'Make crew again: Bob Baker' }).click()
        await page.getByText('Bob Baker can work here again.').first().waitFor()
        await record.waitFor(soon)
      })
      await his.goto(`${ranch.at}/settings`)
      await his.getByText('Only an owner or a manager can change this.').waitFor()
      assert.equal(await his.getByRole('table', { name: 'People of this site' }).count(), 0)
    })
  })

/** Bob only looks there. */
async function onlyLooks({ his, site }: Ranch): Promise<void> {
  const person = (await his.ask(getMe)).reply.person.id
  await ranches.portal.testApp.database.pool.query(
    'insert into herd.viewers (site_id, person_id) values ($1, $2)',
    [site.id, person],
  )
}

test('a viewer is told what is so, and not to do what others must', async () => {
  const ranch = await ranches.ranch('Looked Ranch')
  await onlyLooks(ranch)
  await ranches.portal.withPage(ranches.bob, { width: 360 }, async ({ page }) => {
    await page.goto(`${ranch.at}/`)
    await page.getByText('An owner or a manager brings the herd.').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Bring your herd' }).count(), 0)
    await assertFits(page, 'a viewer’s site without animals')
    const { ids } = await manyAt(ranch, 3)
    await recorded(ranch.hers, event('treated', [ids[0]!], { product_name: 'From the shelf' }))
    await page.goto(`${ranch.at}/ship-lists/${await listOf(ranch.hers, ids)}`)
    await page.getByText('1 animal may not leave at the planned time.', { exact: true }).waitFor()
    await assertFits(page, 'a viewer’s list with a held animal')
  })
})

test('a viewer is offered nothing to do on any screen', async () => {
  const ranch = await ranches.ranch('Only Ranch')
  const { ids } = await manyAt(ranch, 3)
  const list = await listOf(ranch.hers, ids)
  await onlyLooks(ranch)
  await ranches.portal.withPage(ranches.bob, { width: 360, touch: true }, async ({ page }) => {
    for (const [path, title] of [
      ['/', 'Today'],
      ['/animals', 'Animals'],
      [`/animals/${ids[0]}`, 'B-001'],
      ['/holds', 'Holds'],
      ['/ship-lists', 'Ship lists'],
      [`/ship-lists/${list}`, 'Prairie Packers'],
      ['/pens', 'Pens'],
      ['/cabinet', 'Cabinet'],
      ['/findings', 'Findings'],
      ['/settings', 'Settings'],
    ] as const) {
      await page.goto(`${ranch.at}${path}`)
      await heading(page, title)
      await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
      const does = page.getByRole('button', {
        name: /record|add|new |rename|check$|lock|throw|change|remove|save|put /i,
      })
      assert.deepEqual(await does.allInnerTexts(), [], path)
      await assertFits(page, `${title} of a viewer`)
    }
  })
})
