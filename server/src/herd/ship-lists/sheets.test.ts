import { departShipList, overrideHold } from '@byre/contract/herd/ship-lists'
import { atLocal, localOf } from '@byre/rules/dates'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recorded, type HerdSite } from '../../testing/herd/recording.ts'
import {
  born,
  listOf,
  locked,
  product,
  shipList,
  shippingSite,
  treated,
} from '../../testing/herd/ship-lists.ts'
import { TestApp } from '../../testing/test-app.ts'
import { noticeOf, sheetOf } from './sheets.policy.ts'

/* What is printed of a list, by the site's clock. */

let testApp: TestApp
let site: HerdSite
before(async () => {
  testApp = await TestApp.start()
  site = await shippingSite(testApp)
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const zone = 'America/Edmonton'
const dayMs = 24 * 3_600_000

test('the end of a hold is printed by the minute that is full, on a sheet and on a notice', async () => {
  const given = await product(site.hers, { CA: 30 })
  const morning = atLocal(`${localOf(Date.now() - 2 * dayMs, zone).slice(0, 10)}T10:00`, zone)
  const dose = (animal: string) => treated([animal], given, new Date(morning + 1).toISOString())
  const clear = localOf(morning + 60_000 + 30 * dayMs, zone).replace('T', ' ')
  const [animal, other] = await born(site.hers, 2)
  await recorded(site.hers, dose(animal!))
  const id = await listOf(site.hers, [animal!, other!])
  const body = { animal: animal!, reason: 'Tested clear by the packer' }
  await site.hers.ask(overrideHold, { params: { id }, body })
  await locked(site.hers, id)
  const whole = async () => ({ list: await shipList(site.hers, id), place_name: 'North Ranch', zone })
  assert.match(sheetOf(await whole()).notes[0]!, new RegExp(`\\(Canada\\), until ${clear}\\.`))

  await site.hers.ask(departShipList, { params: { id }, body: { reason: 'slaughter' } })
  await recorded(site.hers, dose(other!))
  const { rows } = noticeOf(await whole()).table
  assert.deepEqual(
    rows.map((row) => row.at(-1)),
    [clear],
  )
})
