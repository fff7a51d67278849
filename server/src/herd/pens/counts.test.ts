import { listFindings } from '@byre/contract/herd/findings'
import { addPen, getPen } from '@byre/contract/herd/pens'
import type { SiteId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { within } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import {
  daysAgo,
  event,
  herdSite,
  recorded,
  sendEvents,
  type HerdSite,
} from '../../testing/herd/recording.ts'
import { TestApp } from '../../testing/test-app.ts'
import { rebuildHerd, verifyHerd } from '../index.ts'

/* Head counted in a pen, beside what the records say stood there then. */

let testApp: TestApp
let site: HerdSite
before(async () => {
  testApp = await TestApp.start()
  site = await herdSite(testApp)
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const whole = async () => {
  const db = within<'herd'>(testApp.database.db)
  assert.equal((await verifyHerd(db, site.id as SiteId)).fault, null)
  assert.equal((await rebuildHerd(db, site.id as SiteId)).changed, 0)
}
async function penWith(head: number): Promise<{ pen: string; animals: string[] }> {
  const pen = (await site.hers.ask(addPen, { body: { name: `Pen ${newId()}` } })).reply.id
  const animals = Array.from({ length: head }, () => newId())
  for (const id of animals)
    await recorded(site.hers, event('entered', [id], { origin: 'born', pen }, { at: daysAgo(20) }))
  return { pen, animals }
}
const counted = (pen: string, head: number, days: number) =>
  event('counted', [], { pen, head }, { at: daysAgo(days) })
const oddIn = async (pen: string) => {
  const { findings, kinds } = (await site.his.ask(listFindings, { query: { kind: 'head count differs' } }))
    .reply
  const own = findings.filter(({ animal_id }) => animal_id === pen)
  assert.equal(kinds.find(({ kind }) => kind === 'head count differs')?.head ?? 0, findings.length)
  return own.map(({ subject }) => subject)
}
const countsOf = async (pen: string) =>
  (await site.his.ask(getPen, { params: { id: pen } })).reply.counts.map(({ head, told }) => [head, told])

test('a count that is not what the records say is a finding of its pen, and one that is it is none', async () => {
  const { pen, animals } = await penWith(3)
  await recorded(site.his, counted(pen, 3, 10))
  assert.deepEqual(await oddIn(pen), [])
  const short = counted(pen, 2, 8)
  await recorded(site.his, short)
  assert.deepEqual(await oddIn(pen), [short.id])
  const [shown] = (await site.his.ask(listFindings, { query: { kind: 'head count differs' } })).reply.findings
  assert.deepEqual(
    [shown!.who, shown!.settled_by, shown!.about?.event_kind],
    ['crew', ['counted', 'moved', 'void'], 'counted'],
  )
  assert.ok(shown!.pen_name?.startsWith('Pen '))
  await whole()

  // The move that nobody had recorded: before the count it settles it, after it says nothing of it.
  await recorded(site.his, event('moved', [animals[0]!], {}, { at: daysAgo(7) }))
  assert.deepEqual(await oddIn(pen), [short.id])
  await recorded(site.his, event('moved', [animals[1]!], {}, { at: daysAgo(9) }))
  assert.deepEqual(await oddIn(pen), [])
  assert.deepEqual(await countsOf(pen), [
    [2, 2],
    [3, 3],
  ])
  await whole()
})

test('the last count of a pen counts, whatever arrives first; one that is taken back is none', async () => {
  const { pen } = await penWith(2)
  const [last, first] = [counted(pen, 5, 1), counted(pen, 7, 4)]
  await recorded(site.his, last)
  await recorded(site.his, first)
  assert.deepEqual(await oddIn(pen), [last.id])
  await recorded(site.his, event('void', [], { event: last.id, reason: 'another pen' }))
  assert.deepEqual(await oddIn(pen), [first.id])
  await recorded(site.his, counted(pen, 2, 0.5))
  assert.deepEqual(await oddIn(pen), [])
  await whole()
})

test('a move that is taken back, a death, and a whole day are counted with', async () => {
  const { pen, animals } = await penWith(2)
  const died = event('died', [animals[0]!], {}, { at: daysAgo(5) })
  await recorded(site.his, died, counted(pen, 1, 4))
  assert.deepEqual(await oddIn(pen), [])
  const moved = event('moved', [animals[1]!], {}, { at: daysAgo(6) })
  await recorded(site.his, moved)
  assert.equal((await oddIn(pen)).length, 1)
  await recorded(site.his, event('void', [], { event: moved.id, reason: 'another animal' }))
  assert.deepEqual(await oddIn(pen), [])
  const day = daysAgo(2).slice(0, 10)
  await recorded(site.his, event('counted', [], { pen, head: 1 }, { day, at: undefined }))
  assert.deepEqual(await oddIn(pen), [])
  await whole()
})

test('it is of a pen of this site, and of no animal', async () => {
  const other = await herdSite(testApp)
  const theirs = (await other.hers.ask(addPen, { body: { name: 'Theirs' } })).reply.id
  assert.equal((await sendEvents(site.hers, counted(theirs, 1, 1))).status, 404)
  const { pen, animals } = await penWith(1)
  assert.equal((await sendEvents(site.hers, { ...counted(pen, 1, 1), animals })).status, 400)
  assert.equal((await sendEvents(site.hers, event('counted', [], { pen, head: -1 }))).status, 400)
  assert.equal((await site.hers.ask(getPen, { params: { id: theirs } })).status, 404)
})
