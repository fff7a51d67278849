import { listSiteActivity } from '@byre/contract/activity'
import { getAnimal } from '@byre/contract/herd/animals'
import { addLot, addPen } from '@byre/contract/herd/pens'
import {
  addToShipList,
  checkShipList,
  departShipList,
  dropShipList,
  getClearanceSheet,
  getShipList,
  lockShipList,
  makeShipList,
  overrideHold,
  planShipList,
  reopenShipList,
  takeOffShipList,
} from '@byre/contract/herd/ship-lists'
import type { SiteId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { within } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { event, recorded, type HerdSite } from '../../testing/herd/recording.ts'
import {
  born,
  entryOf,
  hoursOn,
  listOf,
  locked,
  product,
  shipList,
  shippingSite,
  treated,
} from '../../testing/herd/ship-lists.ts'
import { TestApp } from '../../testing/test-app.ts'
import { rebuildHerd, verifyHerd } from '../index.ts'
import { sheetOf } from './sheets.policy.ts'

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

const whole = async () => {
  const db = within<'herd'>(testApp.database.db)
  assert.equal((await verifyHerd(db, site.id as SiteId)).fault, null)
  assert.equal((await rebuildHerd(db, site.id as SiteId)).changed, 0)
}
const held = async (by = site.hers) => {
  const animals = await born(by, 3)
  const given = await product(site.hers, { CA: 30 })
  await recorded(by, treated([animals[2]!], given))
  return { animals, given, bad: animals[2]! }
}

test('a held animal is refused by the lock, taken off at one press, and the rest leaves', async () => {
  const { animals, bad } = await held()
  const id = await listOf(site.his, animals)
  const checked = await site.his.ask(checkShipList, { params: { id } })
  assert.deepEqual(checked.reply, { id, state: 'checked', may: 2, may_not: 1 })
  const refused = await site.hers.ask(lockShipList, { params: { id } })
  assert.deepEqual([refused.status, refused.body['code']], [409, 'ship_list.held'])
  assert.equal((await shipList(site.his, id)).state, 'checked')

  const removed = await site.his.ask(takeOffShipList, { params: { id }, body: { held: 'yes' } })
  assert.deepEqual([removed.reply.removed, removed.reply.state], [1, 'draft'])
  await locked(site.hers, id)
  const left = await site.hers.ask(departShipList, { params: { id }, body: { reason: 'slaughter' } })
  assert.equal(left.reply.state, 'departed')
  const list = await shipList(site.his, id)
  assert.deepEqual([list.head, list.departed_by !== null, list.late], [2, true, []])
  assert.ok(list.entries.every(({ passes, animal_id }) => passes && animal_id !== bad))
  const card = (await site.his.ask(getAnimal, { params: { id: animals[0]! } })).reply
  assert.equal(card.animal.status, 'gone')
  assert.deepEqual(card.events[0]!.body, { reason: 'slaughter', to: 'Prairie Packers' })
  await whole()
})

test('J10 an override lets one animal pass on one list, is printed with its reason and name, and is in the trail', async () => {
  const { animals, bad } = await held()
  const [id, other] = [await listOf(site.hers, animals), await listOf(site.hers, animals)]
  const body = { animal: bad, reason: 'Tested clear by the packer' }
  assert.equal((await site.hers.ask(overrideHold, { params: { id }, body })).status, 200)
  const entry = await entryOf(site.hers, id, bad)
  assert.deepEqual([entry.passes, entry.overridden, entry.because.length], [true, true, 1])
  assert.equal(entry.override?.reason, body.reason)
  assert.equal((await entryOf(site.hers, other, bad)).passes, false)
  const clear = (await site.hers.ask(getAnimal, { params: { id: bad } })).reply.animal.holds[0]!
  assert.ok(Date.parse(clear.clear_at ?? '') > Date.now() + 28 * 86_400_000, 'it moves no clock')
  await locked(site.hers, id)
  const sheet = await site.hers.ask(getClearanceSheet, { params: { id } })
  assert.deepEqual([sheet.status, sheet.headers['content-type']], [200, 'application/pdf'])
  assert.match(sheet.text, /^%PDF-1\.7/)
  const list = await shipList(site.hers, id)
  const [printed] = sheetOf({ list, place_name: 'North Ranch', zone: 'America/Edmonton' }).notes
  assert.match(printed!, /^Override, S-\d{4}: Demo .*, withdrawal by its label \(Canada\), until /)
  assert.ok(
    printed!.endsWith(`“${body.reason}”`) && printed!.includes(`Overridden by ${entry.override?.by} on `),
  )

  const { reply } = await testApp.call(listSiteActivity, { as: site.alice, params: { id: site.id } })
  const lines = reply.activity.filter(({ deed }) => deed === 'overrideHold' || deed === 'lockShipList')
  assert.ok(lines.some(({ changes }) => changes.some(({ after }) => after === body.reason)))
  assert.ok(
    lines.some(({ deed, changes }) => deed === 'lockShipList' && changes.some(({ after }) => after === '3')),
  )
})

test('an override is of the reasons that there were: with another one its animal is held again', async () => {
  const { animals, bad } = await held()
  const id = await listOf(site.hers, animals)
  const body = { animal: bad, reason: 'Tested' }
  await site.hers.ask(overrideHold, { params: { id }, body })
  await recorded(site.his, treated([bad], await product(site.hers, { CA: 20 })))
  assert.deepEqual((await entryOf(site.hers, id, bad)).passes, false)
  await site.hers.ask(overrideHold, { params: { id }, body })
  assert.deepEqual((await entryOf(site.hers, id, bad)).passes, true)
})

test('what is not held is not overridden, and a reason is typed', async () => {
  const { animals, bad } = await held()
  const id = await listOf(site.hers, animals)
  const override = async (body: Record<string, string>) => {
    const { status, body: said } = await site.hers.ask(overrideHold, { params: { id }, body })
    return [status, said['code']]
  }
  assert.deepEqual(await override({ animal: animals[0]!, reason: 'x' }), [409, 'ship_list.not_held'])
  assert.deepEqual(await override({ animal: newId(), reason: 'x' }), [404, 'not_found'])
  for (const reason of ['', '   ', 'x'.repeat(201), 'a\u0007'])
    assert.deepEqual(await override({ animal: bad, reason }), [400, 'request.invalid'])
})

describe('a list is filled', () => {
  test('by pen, lot, selection and tags as they were read or typed, each animal once', async () => {
    const pen = (await site.hers.ask(addPen, { body: { name: `Pen ${newId()}` } })).reply.id
    const lot = (await site.hers.ask(addLot, { body: { name: `Lot ${newId()}` } })).reply.id
    const [inPen, inLot, chosen, tagged] = [newId(), newId(), newId(), newId()]
    const eid = '982000001088420'
    await recorded(
      site.hers,
      event('entered', [inPen], { origin: 'born', pen }),
      event('entered', [inLot], { origin: 'born', lot, pen }),
      event('entered', [chosen], { origin: 'born' }),
      event('entered', [tagged], {
        origin: 'born',
        tags: [
          { kind: 'eid', value: eid },
          { kind: 'visual', value: 'Blue 4417' },
        ],
      }),
    )
    const what = {
      pen,
      lot,
      animals: [chosen, inPen],
      tags: ['LA 982 000001088420', 'blue-4417', '', 'No 7'],
    }
    const body = { destination: 'Prairie Packers', market: 'CA', load_at: hoursOn(4), what }
    const { reply } = await site.his.ask(makeShipList, { body })
    assert.deepEqual([reply.added, reply.unknown_tags], [4, ['No 7']])
    const ids = (await shipList(site.his, reply.id)).entries.map(({ animal_id }) => animal_id)
    assert.deepEqual(ids.toSorted(), [inPen, inLot, chosen, tagged].toSorted())
    const again = await site.his.ask(addToShipList, { params: { id: reply.id }, body: { lot } })
    assert.equal(again.reply.added, 0)
  })

  test('J03 with no animal, pen or lot of another site', async () => {
    const other = await shippingSite(testApp)
    const [foreign] = await born(other.hers, 1)
    const pen = (await other.hers.ask(addPen, { body: { name: 'Theirs' } })).reply.id
    for (const what of [{ animals: [foreign] }, { pen }, { lot: newId() }]) {
      const body = { destination: 'x', market: 'CA', load_at: hoursOn(4), what }
      assert.equal((await site.hers.ask(makeShipList, { body })).status, 404)
    }
    const theirs = await listOf(other.hers, [foreign!])
    for (const call of [getShipList, lockShipList, checkShipList, getClearanceSheet, dropShipList])
      assert.equal((await site.hers.ask(call, { params: { id: theirs } })).status, 404, call.name)
  })

  test('with 500 at most, judged and locked in six statements', async () => {
    const animals = await born(site.hers, 501)
    const body = {
      destination: 'x',
      market: 'CA',
      load_at: hoursOn(4),
      what: { animals: animals.slice(0, 500) },
    }
    const { reply } = await site.hers.ask(makeShipList, { body })
    assert.equal(reply.added, 500)
    const more = await site.hers.ask(addToShipList, {
      params: { id: reply.id },
      body: { animals: animals.slice(500) },
    })
    assert.deepEqual([more.status, more.body['code']], [409, 'list.full'])
    assert.equal((await shipList(site.hers, reply.id)).head, 500)
    const counts: number[] = []
    // Other work of the process may fall in between.
    while (counts.length < 10 && !counts.some((count) => count <= 6)) {
      const id = await listOf(site.hers, animals.slice(0, 300))
      const start = testApp.database.statements()
      await locked(site.hers, id)
      counts.push(testApp.database.statements() - start)
    }
    assert.ok(Math.min(...counts) <= 6, counts.join())
  })
})

describe('a list stands', () => {
  test('locked until it is opened again, and is changed by nobody meanwhile', async () => {
    const animals = await born(site.hers, 2)
    const id = await locked(site.hers, await listOf(site.hers, animals))
    const plan = { destination: 'Elsewhere', market: 'CA', load_at: hoursOn(30) }
    for (const [call, body] of [
      [planShipList, plan],
      [addToShipList, { animals }],
      [takeOffShipList, { animals }],
      [checkShipList, {}],
      [dropShipList, {}],
    ] as const) {
      const { status, body: said } = await site.hers.ask(call, { params: { id }, body })
      assert.deepEqual([status, said['code']], [409, 'ship_list.closed'], call.name)
    }
    assert.equal((await site.hers.ask(lockShipList, { params: { id } })).status, 200, 'twice is once')
    await site.hers.ask(reopenShipList, { params: { id } })
    assert.equal((await site.hers.ask(planShipList, { params: { id }, body: plan })).status, 200)
    const dropped = await site.hers.ask(dropShipList, { params: { id } })
    assert.equal(dropped.status, 409, 'what was locked once is kept')
  })

  test('gone for good: it leaves once, and neither opens nor leaves again', async () => {
    const animals = await born(site.hers, 2)
    const id = await listOf(site.hers, animals)
    const early = await site.hers.ask(departShipList, { params: { id } })
    assert.deepEqual([early.status, early.body['code']], [409, 'ship_list.not_locked'])
    await locked(site.hers, id)
    const answers = await Promise.all([1, 2, 3].map(() => site.hers.ask(departShipList, { params: { id } })))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    const { events } = (await site.hers.ask(getAnimal, { params: { id: animals[0]! } })).reply
    assert.equal(events.filter(({ kind }) => kind === 'left').length, 1)
    assert.equal((await site.hers.ask(reopenShipList, { params: { id } })).status, 409)
    await whole()
  })

  test('a load that leaves before a hold is over stays, whatever it was planned for', async () => {
    const [animal] = await born(site.hers, 1)
    await recorded(site.hers, treated([animal!], await product(site.hers, { CA: 3 })))
    const id = await locked(site.hers, await listOf(site.hers, [animal!], { load_at: hoursOn(24 * 5) }))
    const { status, body } = await site.hers.ask(departShipList, { params: { id } })
    assert.deepEqual([status, body['code']], [409, 'ship_list.held'])
  })

  test('an empty one is neither checked nor locked, and is thrown away', async () => {
    const id = await listOf(site.hers, await born(site.hers, 1))
    await site.hers.ask(takeOffShipList, {
      params: { id },
      body: { animals: (await shipList(site.hers, id)).entries.map(({ animal_id }) => animal_id) },
    })
    for (const call of [checkShipList, lockShipList]) {
      const { body } = await site.hers.ask(call, { params: { id } })
      assert.equal(body['code'], 'ship_list.empty')
    }
    assert.equal((await site.his.ask(dropShipList, { params: { id } })).status, 200)
    assert.equal((await site.his.ask(getShipList, { params: { id } })).status, 404)
  })
})

test('J07 formulas and markup in names stay words, also on paper', async () => {
  const nasty = '=HYPERLINK("x")<script>alert(1)</script>) Tj'
  const [animal] = [newId()]
  const tags = [{ kind: 'visual', value: '<b>(=1+1)\\' } as const]
  await recorded(site.hers, event('entered', [animal], { origin: 'born', tags }))
  await recorded(site.hers, treated([animal], await product(site.hers, { CA: 30 })))
  const transport = { driver: nasty, vehicle: '\u{1F404} %%EOF' }
  const id = await listOf(site.hers, [animal], { destination: nasty, transport })
  await site.hers.ask(overrideHold, { params: { id }, body: { animal, reason: nasty } })
  await locked(site.hers, id)
  const { status, text } = await site.hers.ask(getClearanceSheet, { params: { id } })
  assert.equal(status, 200)
  assert.ok(!text.includes('<script>') && !text.includes('HYPERLINK("x")'))
  assert.equal((await shipList(site.hers, id)).destination, nasty)
})
