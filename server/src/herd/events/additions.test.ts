import { addPen } from '@byre/contract/herd/pens'
import { addProduct } from '@byre/contract/herd/products'
import { changeSettings } from '@byre/contract/herd/settings'
import { getAnimal } from '@byre/contract/herd/animals'
import type { SiteId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { within } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { event, herdSite, recorded, type HerdSite } from '../../testing/herd/recording.ts'
import { TestApp } from '../../testing/test-app.ts'
import { rebuildHerd } from './rebuild.actions.ts'

/* What is added to an animal by its latest events is what folding all of them makes of it (decision 0108). */

let testApp: TestApp
before(async () => {
  testApp = await TestApp.start()
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const rebuilt = (site: HerdSite) => rebuildHerd(within<'herd'>(testApp.database.db), site.id as SiteId)

/** The same numbers below 1 for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Sent = Parameters<typeof recorded>[1] & { id: string }

/** Pens, a product of a label and two tags, and what may be recorded with them. */
async function yard(site: HerdSite, random: () => number) {
  const below = (most: number) => Math.floor(random() * most)
  const names = ['North', 'South', 'Sick']
  const pens = await Promise.all(
    names.map(async (name) => (await site.hers.ask(addPen, { body: { name } })).reply.id),
  )
  const figures = [{ kind: 'days', commodity: 'meat', days: 18 }]
  const use = {
    country: 'CA',
    species: 'cattle',
    classes: ['beef'],
    route: 'SC',
    figures,
    source: 'Demo',
    read_on: '2026-01-01',
  }
  const { reply } = await site.hers.ask(addProduct, { body: { name: 'Demo', uses: [use] } })
  const tag = () => ({ kind: 'visual' as const, value: `T${below(3)}` })
  const voidable: string[] = []
  const makers: ((animal: string, more: object) => Sent)[] = [
    (animal, more) => event('moved', [animal], { pen: pens[below(3)]! }, { ...more }),
    (animal, more) => event('moved', [animal], {}, { ...more }),
    (animal, more) => {
      const kg = 200 + below(300)
      const weight = { typed: `${kg}`, unit: 'kg' as const, base: kg * 1000 }
      return event('weighed', [animal], { weight, source: 'measured' }, { ...more })
    },
    (animal, more) => event('observed', [animal], { signs: ['cough'], pulled: 'yes' }, { ...more }),
    ...[1, 2, 3].map(
      () => (animal: string, more: object) =>
        event(
          'treated',
          [animal],
          { product: reply.version_id, product_name: 'Demo', route: below(3) === 0 ? 'IM' : 'SC' },
          { ...more },
        ),
    ),
    (animal, more) =>
      event('treated', [animal], { product_name: 'Something blue', open: 'yes' }, { ...more }),
    (animal, more) => event('noted', [animal], { text: 'quiet' }, { ...more }),
    (animal, more) => event('described', [animal], { field: 'class', value: 'dairy' }, { ...more }),
    (animal, more) => event('tagged', [animal], { tag: tag() }, { ...more }),
    (animal, more) => event('tag_removed', [animal], { tag: tag() }, { ...more }),
    (animal, more) => event('bred', [animal], { method: 'natural' }, { ...more }),
    (animal, more) => event('preg_checked', [animal], { result: 'pregnant', days: 60 }, { ...more }),
    (animal, more) => event('weaned', [animal], {}, { ...more }),
    (animal, more) => event('calved', [animal], { calves: 1 }, { ...more }),
    (animal, more) => event('hold_set', [animal], { commodities: ['meat'], reason: 'r' }, { ...more }),
    (animal, more) => event('left', [animal], { reason: 'sold' }, { ...more }),
    (animal, more) => event('entered', [animal], { origin: 'born', pen: pens[below(3)]! }, { ...more }),
    (animal, more) =>
      voidable.length === 0
        ? event('noted', [animal], { text: 'loud' }, { ...more })
        : event(
            'void',
            [],
            { event: voidable.splice(below(voidable.length), 1)[0]!, reason: 'r' },
            { ...more },
          ),
  ]
  return (animal: string, more: object) => {
    const made = makers[below(makers.length)]!(animal, more)
    if (made['kind'] !== 'void') voidable.push(made.id)
    return made
  }
}

for (const seed of [1, 2, 3])
  test(`whatever is recorded, in whatever order, making all again finds nothing to change (seed ${seed})`, async () => {
    const site = await herdSite(testApp)
    const random = numbersFrom(seed)
    const make = await yard(site, random)
    const animals = Array.from({ length: 4 }, () => newId())
    const begun = Date.now() - 300 * 86_400_000
    const moment = (hours: number) => {
      const at = new Date(begun + hours * 3_600_000).toISOString()
      return { at, clock: { device_at: at, offset_ms: 0 } }
    }
    await recorded(site.hers, ...animals.map((id) => event('entered', [id], { origin: 'born' }, moment(0))))
    let hours = 1
    for (let call = 0; call < 60; call++) {
      const events = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
        hours += random() < 0.2 ? 0.1 : 20
        const late = random() < 0.1 ? 200 : 0
        const day = new Date(begun + hours * 3_600_000).toISOString().slice(0, 10)
        const when = random() < 0.1 ? { day, at: undefined } : moment(Math.max(1, hours - late))
        return make(animals[Math.floor(random() * animals.length)]!, when)
      })
      await recorded(site.hers, ...events)
      if (call % 10 === 9) assert.deepEqual(await rebuilt(site), { animals: 4, changed: 0 })
    }
  })

test('what is the latest of an animal is recorded without reading what was before it, and what is not is folded whole', async () => {
  const site = await herdSite(testApp)
  const animals = Array.from({ length: 5 }, () => newId())
  const ago = (minutes: number) => {
    const at = new Date(Date.now() - minutes * 60_000).toISOString()
    return { at, clock: { device_at: at, offset_ms: 0 } }
  }
  await recorded(site.hers, ...animals.map((id) => event('entered', [id], { origin: 'born' }, ago(90))))
  /** Of one call for each animal the least, since other work of the process may fall in between. */
  const statementsOf = async (make: (id: string) => Sent) => {
    const counts: number[] = []
    for (const id of animals) {
      const before = testApp.database.statements()
      await recorded(site.hers, make(id))
      counts.push(testApp.database.statements() - before)
    }
    return Math.min(...counts)
  }
  const weight = { typed: '300', unit: 'kg' as const, base: 300_000 }
  const treated = (minutes: number) => (id: string) =>
    event('treated', [id], { product_name: 'x' }, ago(minutes))
  assert.equal(await statementsOf(treated(60)), 7)
  // What could be its double is found in what was before.
  assert.equal(await statementsOf(treated(50)), 8)
  assert.equal(await statementsOf(treated(30)), 7)
  assert.equal(await statementsOf((id) => event('noted', [id], { text: 'earlier' }, ago(40))), 8)
  assert.equal(await statementsOf((id) => event('died', [id], {}, ago(20))), 7)
  assert.equal(await statementsOf((id) => event('weighed', [id], { weight, source: 'measured' }, ago(10))), 8)
  const { findings } = (await site.hers.ask(getAnimal, { params: { id: animals[0]! } })).reply
  assert.ok(findings.some(({ kind }) => kind === 'recorded after its end'))
  assert.equal((await rebuilt(site)).changed, 0)
})

test('a day is of the zone that the site is in now, also after it was another', async () => {
  const site = await herdSite(testApp)
  const [first, second] = await Promise.all(
    ['First', 'Second'].map(async (name) => (await site.hers.ask(addPen, { body: { name } })).reply.id),
  )
  const moveTo = async (zone: string) => {
    const body = { kind: 'feedlot', zone, markets: ['CA'] }
    assert.equal((await site.hers.ask(changeSettings, { body })).status, 200)
    await testApp.app.outbox.drain()
  }
  await moveTo('Pacific/Auckland')
  const id = newId()
  const day = new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10)
  await recorded(site.hers, event('entered', [id], { origin: 'born', pen: first! }, { day, at: undefined }))
  const card = async () => (await site.hers.ask(getAnimal, { params: { id } })).reply
  const was = Date.parse((await card()).events[0]!.at)
  await moveTo('America/Edmonton')
  const is = Date.parse((await card()).events[0]!.at)
  assert.ok(is - was > 17 * 3_600_000)
  // On that day by the new zone and after it by the old one: it is no later than what is known.
  const at = new Date((is + was) / 2).toISOString()
  const clock = { device_at: at, offset_ms: 0 }
  await recorded(site.hers, event('moved', [id], { pen: second! }, { at, clock }))
  assert.equal((await card()).animal.pen_id, first)
  assert.equal((await rebuilt(site)).changed, 0)
})
