import { listPens } from '@byre/contract/herd/pens'
import { herdLimits } from '@byre/contract/herd/events'
import type { SiteId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { within } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { feedOf, heldFor, penAt, started, stopped } from '../../testing/herd/feeding.ts'
import { daysAgo, event, recorded, sendEvents, type HerdSite } from '../../testing/herd/recording.ts'
import { shippingSite } from '../../testing/herd/ship-lists.ts'
import { TestApp } from '../../testing/test-app.ts'
import { rebuildHerd, verifyHerd } from './rebuild.actions.ts'

/* Feed of a pen through which more animals went than are folded at once. */

let testApp: TestApp
before(async () => {
  testApp = await TestApp.start()
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const heldIn = async ({ his }: HerdSite, pen: string) => {
  const { pens } = (await his.ask(listPens)).reply
  const { head, held } = pens.find(({ id }) => id === pen)!
  return [head, held]
}

test('whoever ate of a feed is held and cleared by it, however many they are', async () => {
  const site = await shippingSite(testApp)
  const feed = await feedOf(site, 5)
  const [pen, other] = [await penAt(site), await penAt(site)]
  const animals = Array.from({ length: 5200 }, () => newId())
  for (let at = 0; at < animals.length; at += 200)
    await recorded(
      site.hers,
      ...animals
        .slice(at, at + 200)
        .map((id) => event('entered', [id], { origin: 'born', pen }, { at: daysAgo(60) })),
    )
  const [same, kept] = [animals.at(-1)!, animals[0]!]
  const [left, leaving] = [animals[2600]!, animals[2601]!]
  await recorded(site.hers, event('same_animal', [kept, same], {}))
  await recorded(site.hers, event('moved', [left], { pen: other }, { at: daysAgo(30) }))

  const begun = started(pen, 10, feed)
  await recorded(site.his, event('moved', [leaving], { pen: other }, { at: daysAgo(3) }), begun)
  assert.deepEqual(await heldIn(site, pen), [5197, 5197])
  assert.deepEqual(await heldIn(site, other), [2, 1])
  assert.deepEqual([await heldFor(site, left), await heldFor(site, leaving)], ['clear', 2])
  await recorded(site.his, stopped(begun, 1))
  assert.equal(await heldFor(site, animals[5000]!), 4)
  assert.deepEqual(await heldIn(site, pen), [5197, 5197])

  const db = within<'herd'>(testApp.database.db)
  assert.equal((await verifyHerd(db, site.id as SiteId)).fault, null)
  assert.equal((await rebuildHerd(db, site.id as SiteId)).changed, 0)
  await recorded(site.his, event('void', [], { event: begun.id, reason: 'another pen' }))
  assert.deepEqual(await heldIn(site, pen), [5197, 0])
  assert.deepEqual(await heldIn(site, other), [2, 0])
})

test('more animals than can be worked out at once are refused by the field, and nothing is kept', async () => {
  const site = await shippingSite(testApp)
  const pen = await penAt(site)
  const most = herdLimits.fedACall
  const kept = async () =>
    (await testApp.database.pool.query('select id from herd.events where site_id = $1', [site.id])).rows
  // Stays alone are counted: nothing is folded of them.
  await testApp.database.pool.query(
    `with bred as (
       insert into herd.animals (site_id, id, as_of, status, pen_id, main_tag, card)
       select $1, gen_random_uuid(), 1, 'here', $2, '', '{}' from generate_series(1, $3::int) returning id)
     insert into herd.stays (site_id, animal_id, event_id, pen_id, from_at)
     select $1, id, id, $2, now() - interval '60 days' from bred`,
    [site.id, pen, most + 1],
  )
  const counted = event('counted', [], { pen, head: 1 })
  const begun = event('feed_started', [], { product_name: 'x', pen })
  const { status, body } = await sendEvents(site.his, counted, begun)
  const [error] = body['errors'] as { field: string; message: string }[]
  assert.deepEqual([status, error?.field], [400, 'events.1.body.pen'])
  const [count, limit] = [most + 1, most].map((head) => head.toLocaleString('en'))
  assert.equal(
    error?.message,
    `${count} animals stood in this pen since then; ${limit} at most are worked out at once.`,
  )
  assert.deepEqual(await kept(), [])
})
