import { getAnimal } from '@byre/contract/herd/animals'
import { changeSettings } from '@byre/contract/herd/settings'
import type { SiteId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { within } from '../../platform/database/db.ts'
import { enteredIn, feedOf, heldFor, penAt, started, stopped, type Feed } from '../../testing/herd/feeding.ts'
import { herdSite, recorded, sendEvents, type HerdSite } from '../../testing/herd/recording.ts'
import { shippingSite } from '../../testing/herd/ship-lists.ts'
import { TestApp } from '../../testing/test-app.ts'
import { rebuildHerd } from './rebuild.actions.ts'

/* A veterinarian's figure for feed: it counts as one for a treatment does, and clears no use that is banned. */

let testApp: TestApp
let canadian: HerdSite
let american: HerdSite
before(async () => {
  testApp = await TestApp.start()
  canadian = await shippingSite(testApp)
  american = await herdSite(testApp, {
    country: 'USA',
    region: 'TX',
    city: 'Amarillo',
    postal_code: '79101',
  })
  await american.hers.ask(changeSettings, {
    body: { kind: 'feedlot', zone: 'America/Chicago', markets: ['US'] },
  })
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const vet = { name: 'Dr Lee', basis: 'CgFARAD 2026-17', prescription: 'RX 7' }
const meat = (days: number) => [{ kind: 'days', commodity: 'meat', days }]
const says = (days: number) => ({ vet, vet_figures: meat(days) })
const offLabel = { route: 'water' }

/** An animal that ate of it from ten days ago until yesterday. */
async function fedAt(of: HerdSite, feed: Feed, more: object): Promise<string> {
  const pen = await penAt(of)
  const animal = await enteredIn(of, pen, 60)
  const begun = started(pen, 10, feed, more)
  await recorded(of.his, begun, stopped(begun, 1))
  return animal
}
const whole = async ({ id }: HerdSite) =>
  assert.equal((await rebuildHerd(within<'herd'>(testApp.database.db), id as SiteId)).changed, 0)

test('a veterinarian’s figure makes what feed holds longer and never shorter, and clears feed off its label by the longer of both', async () => {
  const feed = await feedOf(canadian, 5)
  for (const [more, held] of [
    [{}, 4],
    [says(9), 8],
    [says(2), 4],
    [{ vet, vet_figures: [{ kind: 'zero', commodity: 'meat' }] }, 4],
    [{ vet, vet_figures: [{ kind: 'hours', commodity: 'meat', hours: 240 }] }, 9],
    [{ vet: { ...vet, markets: ['US'] }, vet_figures: meat(30) }, 4],
    [offLabel, 'held'],
    [{ ...offLabel, ...says(30) }, 29],
    [{ ...offLabel, ...says(2) }, 4],
  ] as const)
    assert.equal(
      await heldFor(canadian, await fedAt(canadian, feed, more)),
      held,
      `${JSON.stringify(more)} held otherwise`,
    )
  const pen = await penAt(canadian)
  const still = await enteredIn(canadian, pen, 60)
  await recorded(canadian.his, started(pen, 10, feed, says(2)))
  assert.equal(await heldFor(canadian, still), 'held', 'while it is fed')
  await whole(canadian)
})

test('feed that is ordered for another time than its label’s is off its label', async () => {
  const feed = await feedOf(canadian, 5, { days: 14 })
  for (const [more, held] of [
    [{ days: 14 }, 4],
    [{ days: 20 }, 'held'],
    [{ days: 20, ...says(30) }, 29],
  ] as const)
    assert.equal(
      await heldFor(canadian, await fedAt(canadian, feed, more)),
      held,
      `${JSON.stringify(more)} held otherwise`,
    )
  await whole(canadian)
})

test('feed off its label is banned in the United States, whatever a veterinarian says', async () => {
  const feed = await feedOf(american, 5)
  const asLabel = await fedAt(american, feed, says(9))
  assert.equal(await heldFor(american, asLabel, 'US'), 8)
  const banned = await fedAt(american, feed, { ...offLabel, ...says(60) })
  assert.equal(await heldFor(american, banned, 'US'), 'held')
  const { findings } = (await american.his.ask(getAnimal, { params: { id: banned } })).reply
  assert.deepEqual(
    findings.map(({ kind }) => kind),
    ['banned use'],
  )
  await whole(american)
})

test('a figure without who gave it, or what it rests on, is refused by its field', async () => {
  const [pen, feed] = [await penAt(canadian), await feedOf(canadian, 5)]
  for (const [more, field] of [
    [{ vet_figures: meat(30) }, 'vet'],
    [{ vet }, 'vet'],
    [{ vet: { name: 'Dr Lee' }, vet_figures: meat(30) }, 'vet.basis'],
    [{ vet: { basis: 'CgFARAD' }, vet_figures: meat(30) }, 'vet.name'],
    [{ vet, vet_figures: meat(0) }, 'vet_figures.0.days'],
    [{ vet, vet_figures: [...meat(30), ...meat(40)] }, 'vet_figures'],
    [{ days: 0 }, 'days'],
  ] as const) {
    const { status, body } = await sendEvents(canadian.his, started(pen, 10, feed, more))
    const fields = (body['errors'] as { field: string }[] | undefined)?.map((one) => one.field)
    assert.deepEqual([status, fields], [400, [`events.0.body.${field}`]], JSON.stringify(more))
  }
})
