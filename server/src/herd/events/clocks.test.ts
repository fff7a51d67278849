import { getAnimal } from '@byre/contract/herd/animals'
import { departShipList } from '@byre/contract/herd/ship-lists'
import type { SiteId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { within } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { event, recorded, type HerdSite } from '../../testing/herd/recording.ts'
import { listOf, locked, product, shippingSite, type Given } from '../../testing/herd/ship-lists.ts'
import { TestApp } from '../../testing/test-app.ts'
import { rebuildHerd, verifyHerd } from './rebuild.actions.ts'

/* The clock of the server jumps, as where a machine starts without a battery, or is set right. */

let testApp: TestApp
let site: HerdSite
let given: Given
before(async () => {
  testApp = await TestApp.start()
  site = await shippingSite(testApp)
  given = await product(site.hers, { CA: 30 })
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

/** Said as the app's screens say what is done now: by the clock of whoever receives it. */
const now = { precision: 'not_after', at: undefined, clock: undefined }
const entered = async () => {
  const id = newId()
  await recorded(site.hers, event('entered', [id], { origin: 'born' }, now))
  return id
}

const whole = async () => {
  const db = within<'herd'>(testApp.database.db)
  assert.equal((await verifyHerd(db, site.id as SiteId)).fault, null)
  assert.equal((await rebuildHerd(db, site.id as SiteId)).changed, 0)
}

test('set back by a year, it makes no hold end earlier: the ledger’s time never runs back', async () => {
  const cow = await entered()
  testApp.clock.pass(-400)
  try {
    await recorded(site.his, event('treated', [cow], { ...given, route: 'SC' }, now))
  } finally {
    testApp.clock.pass(400)
  }
  const { events, withdrawals } = (await site.his.ask(getAnimal, { params: { id: cow } })).reply
  const [treated, born] = events
  assert.ok(treated!.received_at >= born!.received_at, `${treated!.received_at} < ${born!.received_at}`)
  const meat = withdrawals.find(({ commodity, market }) => commodity === 'meat' && market === 'CA')
  const days = (Date.parse(meat?.clear_at ?? '') - Date.now()) / 86_400_000
  assert.ok(days > 29.9, `it is held for ${days} days`)
  await whole()
})

test('what has left by a clock that was set back is gone, though it was entered by one that ran ahead', async () => {
  testApp.clock.pass(1)
  const cow = await entered().finally(() => testApp.clock.pass(-1))
  const id = await locked(site.hers, await listOf(site.hers, [cow]))
  assert.equal((await site.hers.ask(departShipList, { params: { id } })).status, 200)
  assert.equal((await site.hers.ask(getAnimal, { params: { id: cow } })).reply.animal.status, 'gone')
  await whole()
})
