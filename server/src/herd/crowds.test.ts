import { listAnimals } from '@byre/contract/herd/animals'
import { addDemo, getDemo, removeDemo } from '@byre/contract/herd/demo'
import { addPen, listPens, renamePen } from '@byre/contract/herd/pens'
import {
  addLabelProducts,
  addProduct,
  addProductVersion,
  addStockLot,
  listProducts,
} from '@byre/contract/herd/products'
import { changeSettings } from '@byre/contract/herd/settings'
import type { SiteId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { within } from '../platform/database/db.ts'
import { bringFile, ledgerOf, outcomesOf, type FileRow } from '../testing/herd/importing.ts'
import { bornAt, event, herdSite, recorded, sendEvents } from '../testing/herd/recording.ts'
import { TestApp } from '../testing/test-app.ts'
import { rebuildHerd, verifyHerd } from './index.ts'

/* Two people do the same at the same moment: one comes first, the other is told so or helps nothing, and nobody gets a 500. */

let testApp: TestApp
before(async () => {
  testApp = await TestApp.start()
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const whole = async (id: string) => {
  const db = within<'herd'>(testApp.database.db)
  assert.equal((await verifyHerd(db, id as SiteId)).fault, null)
  assert.equal((await rebuildHerd(db, id as SiteId)).changed, 0)
}
/** The statuses of what is done by so many at once, from the lowest. */
async function atOnce(count: number, ask: (nth: number) => Promise<{ status: number }>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: count }, (_, nth) => ask(nth)))
  return answers.map(({ status }) => status).toSorted((one, other) => one - other)
}

describe('the cabinet and the pens', () => {
  test('several new labels of one product at once are versions one after the other', async () => {
    const { hers } = await herdSite(testApp)
    const params = { id: (await hers.ask(addProduct, { body: { name: 'Demo', uses: [] } })).reply.id }
    for (let round = 0; round < 5; round++)
      assert.deepEqual(
        await atOnce(3, () => hers.ask(addProductVersion, { params, body: { uses: [] } })),
        [201, 201, 201],
      )
    assert.equal((await hers.ask(listProducts)).reply.products[0]?.version, 16)
  })

  test('of one name there is one product, one pen and one lot on the shelf', async () => {
    const { hers } = await herdSite(testApp)
    for (let round = 0; round < 5; round++) {
      const name = `Both ${round}`
      assert.deepEqual(await atOnce(2, () => hers.ask(addPen, { body: { name } })), [201, 409])
      assert.deepEqual(await atOnce(2, () => hers.ask(addProduct, { body: { name, uses: [] } })), [201, 409])
      const { products } = (await hers.ask(listProducts)).reply
      const params = { id: products.find((one) => one.name === name)!.id }
      assert.deepEqual(
        await atOnce(2, () => hers.ask(addStockLot, { params, body: { batch: 'B 1' } })),
        [201, 409],
      )
    }
    const { pens } = (await hers.ask(listPens)).reply
    const renamed = await atOnce(2, (nth) =>
      hers.ask(renamePen, { params: { id: pens[nth]!.id }, body: { name: 'One name' } }),
    )
    assert.deepEqual(renamed, [200, 409])
    assert.deepEqual(await atOnce(3, () => hers.ask(addLabelProducts)), [200, 200, 200])
  })
})

describe('a herd', () => {
  const herd: FileRow[] = Array.from({ length: 60 }, (_, at) => ({
    eid: String(124000299000000 + at),
    pen: `Pen ${at % 7}`,
    weight: '400',
    weighed: '2026-05-01',
    medicine: 'Thing',
    treated: '2026-05-02',
  }))

  test('that several bring at once is brought once, and each of them hears that it is there', async () => {
    for (let round = 0; round < 4; round++) {
      const { id, hers } = await herdSite(testApp)
      const brought = await Promise.all([0, 1, 2].map(() => bringFile(hers, herd)))
      for (const rows of brought) assert.ok(outcomesOf(rows).every((outcome) => outcome !== 'refused'))
      assert.equal(await ledgerOf(testApp, id), herd.length * 3)
      assert.equal(
        (await hers.ask(listAnimals, { query: { limit: '200' } })).reply.animals.length,
        herd.length,
      )
      await whole(id)
    }
  })

  test('of demo animals is added while it is taken away, and recorded meanwhile', async () => {
    const { id, hers, his } = await herdSite(testApp)
    const cow = await bornAt(hers)
    for (let round = 0; round < 3; round++) {
      const [added, gone, noted] = await Promise.all([
        hers.ask(addDemo),
        hers.ask(removeDemo),
        sendEvents(his, event('noted', [cow], { text: 'quiet' })),
      ])
      assert.deepEqual([added.status, gone.status, noted.status], [201, 200, 200])
    }
    await hers.ask(removeDemo)
    assert.equal((await hers.ask(getDemo)).reply.animals, 0)
    await whole(id)
  })
})

test('a site’s first event and its first settings at once: its animals stand under how it is set up', async () => {
  for (let round = 0; round < 10; round++) {
    const { id, hers, his } = await herdSite(testApp)
    const body = { kind: 'feedlot', zone: 'America/Denver', markets: ['CA', 'JP'] }
    const [set] = await Promise.all([hers.ask(changeSettings, { body }), bornAt(his)])
    assert.equal(set.status, 200)
    await testApp.settle()
    const { rows } = await testApp.database.pool.query<{ context: { zone: string; markets: string[] } }>(
      'select context::json as context from herd.ledgers where site_id = $1',
      [id],
    )
    const { zone, markets } = rows[0]!.context
    assert.deepEqual([zone, markets], ['America/Denver', ['CA', 'JP']], `round ${round}`)
  }
})

test('one event that several send at once is there once, and each hears its number', async () => {
  const { id, hers, his } = await herdSite(testApp)
  const cow = await bornAt(hers)
  for (let round = 0; round < 5; round++) {
    const same = event('noted', [cow], { text: `round ${round}` })
    const numbers = await Promise.all([hers, his, hers, his].map((by) => recorded(by, same)))
    assert.equal(new Set(numbers.map(({ events }) => events[0]!.n)).size, 1)
  }
  assert.equal(await ledgerOf(testApp, id), 6)
  await whole(id)
})
