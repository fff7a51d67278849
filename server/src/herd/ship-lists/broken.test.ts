import { listFindings } from '@byre/contract/herd/findings'
import { addPen } from '@byre/contract/herd/pens'
import {
  departShipList,
  getLateNotice,
  lockShipList,
  overrideHold,
  takeOffShipList,
} from '@byre/contract/herd/ship-lists'
import { changeSettings } from '@byre/contract/herd/settings'
import type { SiteId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { within } from '../../platform/database/db.ts'
import { join } from '../../testing/places.ts'
import { event, recorded, sendEvents, type HerdSite } from '../../testing/herd/recording.ts'
import {
  born,
  entryOf,
  listOf,
  locked,
  product,
  shipList,
  shippingSite,
  treated,
  type Given,
} from '../../testing/herd/ship-lists.ts'
import { TestApp } from '../../testing/test-app.ts'
import { Visitor } from '../../testing/visitor.ts'
import { rebuildHerd, verifyHerd } from '../index.ts'

/* What arrives after a list was locked, and after it has left. */

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

const whole = async () => {
  const db = within<'herd'>(testApp.database.db)
  assert.equal((await verifyHerd(db, site.id as SiteId)).fault, null)
  assert.equal((await rebuildHerd(db, site.id as SiteId)).changed, 0)
}
const subjects = async (email: string) => (await testApp.mailsTo(email)).map(({ subject }) => subject)
const departed = async (animals: readonly string[]) => {
  const id = await locked(site.hers, await listOf(site.hers, animals))
  assert.equal((await site.hers.ask(departShipList, { params: { id } })).status, 200)
  return id
}
const penOf = async (name: string) => (await site.hers.ask(addPen, { body: { name } })).reply.id
const late = async () =>
  (await site.his.ask(listFindings, { query: { limit: '200' } })).reply.findings.filter(
    ({ kind }) => kind === 'late truth',
  )

describe('after a list was locked', () => {
  test('a treatment that arrives late breaks it, it cannot leave, and its maker and the owners are mailed', async () => {
    const animals = await born(site.hers, 3)
    const id = await locked(site.hers, await listOf(site.his, animals))
    const before = (await subjects('bob@ranch.example')).length
    await recorded(site.his, treated([animals[1]!], given))
    const list = await shipList(site.hers, id)
    assert.deepEqual(
      [list.state, list.entries.filter(({ changed }) => changed).map(({ animal_id }) => animal_id)],
      ['broken', [animals[1]!]],
    )
    const { status, body } = await site.hers.ask(departShipList, { params: { id } })
    assert.deepEqual([status, body['code']], [409, 'ship_list.not_locked'])
    const [toAlice, toBob] = [await subjects('alice@ranch.example'), await subjects('bob@ranch.example')]
    assert.match(toAlice.at(-1)!, /^A ship list of .* is broken$/)
    assert.deepEqual([toBob.length - before, toBob.at(-1)], [1, toAlice.at(-1)])
    const mail = (await testApp.mailsTo('alice@ranch.example')).at(-1)!
    assert.match(mail.text, new RegExp(`/ship-lists/${id}`))

    await site.hers.ask(takeOffShipList, { params: { id }, body: { held: 'yes' } })
    await locked(site.hers, id)
    assert.equal((await site.hers.ask(departShipList, { params: { id } })).status, 200)
    await whole()
  })

  for (const [what, ending] of [
    ['a death', (id: string) => event('died', [id], {})],
    [
      'a hold by a person',
      (id: string) => event('hold_set', [id], { commodities: ['meat'], reason: 'vial' }),
    ],
    ['another animal being it', (id: string, other: string) => event('same_animal', [other, id], {})],
  ] as const)
    test(`so does ${what}`, async () => {
      const [animal, other] = await born(site.hers, 2)
      const id = await locked(site.hers, await listOf(site.hers, [animal!]))
      await recorded(site.his, ending(animal!, other!))
      assert.equal((await shipList(site.hers, id)).state, 'broken')
    })

  const eid = (value: string) => ({ kind: 'eid', value }) as const
  const onTwo = '124000388888888'
  test('its tag put on another animal breaks it at once, with a mail, and so does a tag that comes back', async () => {
    const [animal, other] = await born(site.hers, 2)
    await recorded(site.his, event('tagged', [animal!], { tag: eid(onTwo) }))
    const id = await locked(site.hers, await listOf(site.hers, [animal!]))
    const mails = (await subjects('alice@ranch.example')).length
    await recorded(site.his, event('tagged', [other!], { tag: eid(onTwo) }))
    const list = await shipList(site.hers, id)
    assert.deepEqual([list.state, list.entries[0]!.obstacles], ['broken', ['shared tag']])
    assert.equal(list.entries[0]!.changed, true)
    assert.match((await subjects('alice@ranch.example'))[mails]!, /^A ship list of .* is broken$/)

    const taken = event('tag_removed', [other!], { tag: eid(onTwo) })
    await recorded(site.his, taken)
    await locked(site.hers, id)
    await recorded(site.hers, event('void', [], { event: taken.id, reason: 'r' }))
    assert.equal((await shipList(site.hers, id)).state, 'broken')
    await whole()
  })

  test('head that could not be read break the list of whoever stood in their pen, and of nobody else', async () => {
    const [pen, elsewhere] = [await penOf('Read in part'), await penOf('Read')]
    const [read, standing] = await born(site.hers, 2, { pen })
    const [away] = await born(site.hers, 1, { pen: elsewhere })
    const [id, untouched] = [
      await locked(site.hers, await listOf(site.hers, [standing!])),
      await locked(site.hers, await listOf(site.hers, [away!])),
    ]
    const group = event('group_treated', [read!], { ...given, route: 'SC', unread: 1 })
    await recorded(site.his, group)
    assert.equal((await shipList(site.hers, id)).state, 'broken')
    assert.deepEqual((await shipList(site.hers, id)).entries[0]!.obstacles, ['unread'])
    assert.equal((await shipList(site.hers, untouched)).state, 'locked')

    // It becomes known that the one that was read stood in the other pen until then.
    const before = new Date(Date.parse(group['at'] as string) - 1).toISOString()
    await recorded(site.his, event('moved', [read!], { pen: elsewhere }, { at: before }))
    assert.equal((await shipList(site.hers, untouched)).state, 'broken')
    await whole()
  })

  test('a market that the settings list no more breaks the lists to there', async () => {
    const own = await shippingSite(testApp)
    const animals = await born(own.hers, 2)
    const [abroad, home] = [
      await locked(own.hers, await listOf(own.hers, [animals[0]!], { market: 'US' })),
      await locked(own.hers, await listOf(own.hers, [animals[1]!])),
    ]
    const body = { kind: 'feedlot', zone: 'America/Edmonton', markets: ['CA'] }
    await own.hers.ask(changeSettings, { body })
    await testApp.settle()
    assert.equal((await shipList(own.hers, abroad)).state, 'broken')
    assert.equal((await shipList(own.hers, home)).state, 'locked')
  })

  test('what changes no answer leaves it: a weight, a note, a move, a treatment of another animal', async () => {
    const [animal, other] = await born(site.hers, 2)
    const id = await locked(site.hers, await listOf(site.hers, [animal!]))
    const weight = { typed: '500', unit: 'kg', base: 500_000 } as const
    await recorded(
      site.his,
      event('weighed', [animal!], { weight, source: 'measured' }),
      event('noted', [animal!], { text: 'quiet' }),
      event('moved', [animal!], {}),
      treated([other!], given),
      treated(
        [animal!],
        await product(site.hers, { CA: 1 }),
        new Date(Date.now() - 3 * 86_400_000).toISOString(),
      ),
    )
    assert.equal((await shipList(site.hers, id)).state, 'locked')
  })

  test('a second treatment of an animal that was let pass breaks it, and the first one taken back does not', async () => {
    const [animal] = await born(site.hers, 1)
    const first = treated([animal!], given)
    await recorded(site.hers, first)
    const id = await listOf(site.hers, [animal!])
    await site.hers.ask(overrideHold, { params: { id }, body: { animal: animal!, reason: 'Tested' } })
    await locked(site.hers, id)
    const second = treated([animal!], given)
    await recorded(site.hers, event('void', [], { event: first.id, reason: 'wrong animal' }))
    assert.equal((await shipList(site.hers, id)).state, 'locked')
    await recorded(site.hers, second)
    assert.equal((await shipList(site.hers, id)).state, 'broken')
  })

  test('another site’s treatment touches nothing', async () => {
    const other = await shippingSite(testApp)
    const [animal] = await born(site.hers, 1)
    const id = await locked(site.hers, await listOf(site.hers, [animal!]))
    assert.equal((await sendEvents(other.hers, treated([animal!], given))).status, 404)
    assert.equal((await shipList(site.hers, id)).state, 'locked')
  })
})

describe('after a list has left', () => {
  test('a treatment that becomes known is a late truth: a finding, a mail and a notice to print', async () => {
    const animals = await born(site.hers, 2)
    const id = await departed(animals)
    assert.equal((await site.hers.ask(getLateNotice, { params: { id } })).status, 404)
    const dose = treated([animals[0]!], given)
    await recorded(site.his, dose)
    const list = await shipList(site.his, id)
    assert.deepEqual(
      [
        list.state,
        list.late_truths,
        list.late.map(({ animal_id, product_name }) => [animal_id, product_name]),
      ],
      ['departed', 1, [[animals[0]!, given.product_name]]],
    )
    assert.equal((await entryOf(site.his, id, animals[0]!)).passes, true, 'what has left stands as it left')
    assert.ok(
      (await late()).some(({ subject, animal_id }) => subject === dose.id && animal_id === animals[0]!),
    )
    assert.ok(
      (await subjects('alice@ranch.example')).some((subject) =>
        subject.endsWith('were still under withdrawal'),
      ),
    )
    const notice = await site.his.ask(getLateNotice, { params: { id } })
    assert.match(notice.text, /^%PDF-1\.7/)
    await whole()

    const settles = { finding: 'late truth', event: dose.id }
    await recorded(site.hers, event('noted', [animals[0]!], { text: 'Packer told', settles }))
    assert.ok(!(await late()).some(({ subject }) => subject === dose.id))
    assert.equal((await shipList(site.his, id)).late_truths, 1, 'it stays true')
    await whole()
  })

  test('taken back, it is none any more, and the list says that it was', async () => {
    const animals = await born(site.hers, 1)
    const id = await departed(animals)
    const dose = treated(animals, given)
    await recorded(site.hers, dose)
    await recorded(site.hers, event('void', [], { event: dose.id, reason: 'another animal' }))
    const list = await shipList(site.his, id)
    assert.deepEqual([list.late_truths, list.late.map(({ taken_back }) => taken_back)], [0, [true]])
    assert.ok(!(await late()).some(({ subject }) => subject === dose.id))
    assert.equal((await site.hers.ask(getLateNotice, { params: { id } })).status, 404)
    await whole()
  })

  test('what was over when it left, and what it was let pass with, is none', async () => {
    const animals = await born(site.hers, 2)
    await recorded(site.hers, treated([animals[1]!], given))
    const id = await listOf(site.hers, animals)
    await site.hers.ask(overrideHold, { params: { id }, body: { animal: animals[1]!, reason: 'Tested' } })
    await locked(site.hers, id)
    await site.hers.ask(departShipList, { params: { id } })
    const over = new Date(Date.now() - 5 * 86_400_000).toISOString()
    await recorded(site.hers, treated([animals[0]!], await product(site.hers, { CA: 2 }), over))
    await recorded(site.hers, event('noted', [animals[1]!], { text: 'gone' }))
    assert.equal((await shipList(site.hers, id)).late_truths, 0)
  })
})

test('two who lock, ship and treat the same animals at once: each time one came first, and the list says which', async () => {
  const admin = await testApp.person('dora')
  await join(testApp, admin, { kind: 'site', id: site.id }, 'Admin')
  const theirs = new Visitor(testApp, site.hers.host)
  await theirs.launch(admin)
  const outcomes = new Set<string>()
  for (let round = 0; round < 10; round++) {
    const animals = await born(site.hers, 5)
    const id = await listOf(site.hers, animals)
    const [first, second, dosed] = await Promise.all([
      site.hers.ask(lockShipList, { params: { id } }),
      theirs.ask(lockShipList, { params: { id } }),
      sendEvents(site.his, treated([animals[round % 5]!], given)),
      theirs.ask(departShipList, { params: { id } }),
    ])
    assert.equal(dosed.status, 200)
    const { state, late_truths, entries } = await shipList(site.hers, id)
    outcomes.add(state)
    if (state === 'departed') assert.equal(late_truths, 1, 'it had left, and is told of')
    else if (state === 'draft') assert.deepEqual([first.status, second.status], [409, 409])
    else assert.equal(state, 'broken', `round ${round}`)
    if (state === 'broken') assert.equal(entries.filter(({ changed }) => changed).length, 1)
    const again = await site.hers.ask(departShipList, { params: { id } })
    assert.equal(again.status, state === 'departed' ? 200 : 409)
  }
  assert.ok(outcomes.size > 0)
  await whole()
})
