import { listAnimals } from '@byre/contract/herd/animals'
import { addDemo, getDemo, removeDemo } from '@byre/contract/herd/demo'
import { listHolds } from '@byre/contract/herd/holds'
import { addPen, listPens } from '@byre/contract/herd/pens'
import { listProducts } from '@byre/contract/herd/products'
import type { SiteId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { within } from '../../platform/database/db.ts'
import { bornAt, event, herdSite, recorded } from '../../testing/herd/recording.ts'
import { TestApp } from '../../testing/test-app.ts'
import { rebuildHerd, verifyHerd } from '../events/rebuild.actions.ts'

/* Demo animals: a herd to look around in, and not a trace of it on any list afterwards. */

let testApp: TestApp

before(async () => {
  testApp = await TestApp.start()
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const pensOf = async (by: Awaited<ReturnType<typeof herdSite>>['hers']) =>
  (await by.ask(listPens)).reply.pens.map(({ name, head, held }) => ({ name, head, held }))

async function assertWhole(id: string) {
  const herd = within<'herd'>(testApp.database.db)
  assert.equal((await verifyHerd(herd, id as SiteId)).fault, null)
  assert.equal((await rebuildHerd(herd, id as SiteId)).changed, 0)
}

test('demo animals stand in four pens, some of them held, and pressing twice adds them once', async () => {
  const own = await herdSite(testApp)
  assert.equal((await own.hers.ask(getDemo)).reply.animals, 0)
  const [one, other] = await Promise.all([own.hers.ask(addDemo), own.hers.ask(addDemo)])
  assert.deepEqual([one.status, other.status], [201, 201])
  assert.equal((await own.hers.ask(getDemo)).reply.animals, 60)
  const pens = await pensOf(own.hers)
  assert.equal(pens.length, 4)
  assert.equal(
    pens.reduce((sum, { head }) => sum + head, 0),
    58,
  )
  const { holds } = (await own.hers.ask(listHolds)).reply
  const ends = new Set(
    holds.map(({ because }) => (because.some(({ clear_at }) => clear_at === null) ? 'none' : 'a day')),
  )
  assert.deepEqual(ends, new Set(['none', 'a day']))
  assert.ok(holds.length >= 8 && holds.length < 45, `${holds.length} are held`)
  const { animals } = (await own.hers.ask(listAnimals, { query: { limit: '200' } })).reply
  assert.ok(animals.every(({ weight, main_tag }) => weight !== undefined && main_tag.startsWith('D')))
  await assertWhole(own.id)
})

test('they are taken away with all that was tried on them; what is one’s own stays', async () => {
  const own = await herdSite(testApp)
  const cow = await bornAt(own.hers, { tags: [{ kind: 'visual', value: 'MINE' }] })
  await own.hers.ask(addDemo)
  const { animals } = (await own.hers.ask(listAnimals, { query: { q: 'D-10' } })).reply
  const [first, second] = animals
  await recorded(own.his, event('noted', [first!.id], { text: 'Tried a note' }))
  await recorded(own.his, event('moved', [second!.id, cow], { reason: 'Both at once' }))
  const removed = await own.hers.ask(removeDemo)
  assert.equal(removed.status, 200, removed.text)
  assert.equal((await own.hers.ask(getDemo)).reply.animals, 0)
  const left = (await own.hers.ask(listAnimals)).reply.animals
  assert.deepEqual(
    left.map(({ main_tag }) => main_tag),
    ['MINE'],
  )
  assert.deepEqual(await pensOf(own.hers), [])
  assert.deepEqual((await own.hers.ask(listProducts)).reply.products, [])
  assert.deepEqual((await own.hers.ask(listHolds)).reply.holds, [])
  await assertWhole(own.id)
  assert.equal((await own.hers.ask(removeDemo)).status, 200)
  // And again: they come and go as often as somebody likes.
  await own.hers.ask(addDemo)
  assert.equal((await own.hers.ask(getDemo)).reply.animals, 60)
  await own.hers.ask(removeDemo)
  await assertWhole(own.id)
})

test('a pen of one’s own that is called like a demo pen is used, and stays', async () => {
  const own = await herdSite(testApp)
  await own.hers.ask(addPen, { body: { name: 'DEMO PEN 1' } })
  await own.hers.ask(addDemo)
  await own.hers.ask(removeDemo)
  assert.deepEqual(await pensOf(own.hers), [{ name: 'DEMO PEN 1', head: 0, held: 0 }])
})

test('crew sees that some are demo animals, and neither adds nor removes them', async () => {
  const own = await herdSite(testApp)
  assert.equal((await own.his.ask(addDemo)).status, 403)
  assert.equal((await own.his.ask(removeDemo)).status, 403)
  assert.equal((await own.his.ask(getDemo)).status, 200)
})
