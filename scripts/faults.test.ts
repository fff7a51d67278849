import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Random } from '@byre/server/testing/fuzz/random'
import { faults, type Size } from './faults/breaking.ts'
import { killNodes } from './faults/node.ts'
import { Place } from './faults/place.ts'
import { restarted, silent } from './faults/portal/of-databases.ts'
import { breakAt, meetAt, type Outcome } from './faults/runs.ts'

/* The short set of `npm run faults`: the built product broken while people work, against a witness outside the database. */

const size: Size = { isShort: true, random: new Random(7) }

let place: Place
before(async () => {
  place = await Place.make()
  await place.start()
})
after(async () => {
  await place.close()
  killNodes()
})

function assertRight({ row, wrong }: Outcome): void {
  console.log(JSON.stringify(row))
  assert.deepEqual(wrong, [])
  assert.ok(row.calls > row.times)
}

test('R04 the server killed while people record, bring a herd and ship: what was acknowledged is there once', async () =>
  assertRight(await breakAt(place, faults.killed, size, { isTimed: true })))

test('F05 its own database ended at once meanwhile: what was acknowledged is there once', async () =>
  assertRight(await breakAt(place, faults.restarted, size, { isTimed: true })))

test('its clock ahead, back and back by a year: no hold ends earlier, and nothing is lost', async () =>
  assertRight(await breakAt(place, faults.jumped, size, { isTimed: true })))

test('at two nodes people lock, ship and treat the same animals at once: nobody leaves who is held', async () => {
  await place.start()
  assertRight(await meetAt(place, 12, size))
})

test('F05 at the portal the given database restarted at once: 503 until 5 s after it is back, and each site is there once', async () =>
  assertRight(await restarted(size)))

test('F05 at the portal the database says nothing: 503 and never 500, not ready, and served again in 5 s', async () =>
  assertRight(await silent(size)))
