import { listSiteActivity } from '@byre/contract/activity'
import { followEvents, type LiveEvents } from '@byre/contract/events'
import { createSite, deleteSite, getSite, updateSite } from '@byre/contract/places/sites'
import { getUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { join, newSite, siteFields } from './testing/places.ts'
import { TestApp, type Person } from './testing/test-app.ts'

let testApp: TestApp
let alice: Person
let carol: Person
before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  carol = await testApp.person('carol')
})
after(() => testApp.close())

const query = async (text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query(text, values)).rows
const lines = (actor: Person) =>
  query(
    `select kind, subject_id, after, request_id, network from platform.audit
     where deed = 'refuseAccess' and actor_id = $1 order by id`,
    [actor.id],
  )
/** A person's lines once `count` of them are written, which the product does once a second. */
async function linesOf(actor: Person, count: number) {
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline) {
    const refusals = await lines(actor)
    if (refusals.length >= count) return refusals
    await delay(20)
  }
  throw new Error(`never ${count} lines`)
}

test('O03 C02 who asks for a place that is not theirs stands in the trail: who, what, when and where from', async () => {
  const site = await newSite(testApp, alice)
  const answer = await testApp.call(getSite, { as: carol, params: { id: site.id } })
  assert.equal(answer.status, 404)
  const [line] = await linesOf(carol, 1)
  assert.deepEqual(line, {
    kind: 'site',
    subject_id: site.id,
    after: { command: 'getSite', code: 'not_found', count: 1 },
    request_id: answer.headers['x-request-id'],
    network: '127.0.0.1',
  })
})

test('O03 C02 a member without the right is written down, too, and so is who names another’s payer', async () => {
  const bob = await testApp.person('bob')
  const site = await newSite(testApp, alice)
  await join(testApp, bob, { kind: 'site', id: site.id }, 'User')
  assert.equal((await testApp.call(deleteSite, { as: bob, params: { id: site.id } })).status, 403)
  // Lines that are written together are of one moment, and in no order.
  await linesOf(bob, 1)
  const body = siteFields(site.billing_entity_id)
  assert.equal((await testApp.call(createSite, { as: bob, body })).status, 404)
  const refusals = await linesOf(bob, 2)
  assert.deepEqual(
    refusals.map(({ kind, subject_id, after }) => [kind, subject_id, after.command, after.code]),
    [
      ['site', site.id, 'deleteSite', 'role.insufficient'],
      ['billing_entity', site.billing_entity_id, 'createSite', 'billing_entity.unknown'],
    ],
  )
})

test('O03 nothing is written of an id that nobody has, of what is one’s own, or of what is answered', async () => {
  const dave = await testApp.person('dave')
  const own = await newSite(testApp, dave)
  const theirs = await newSite(testApp, alice)
  await testApp.call(getSite, { as: dave, params: { id: own.id } })
  await testApp.call(getSite, { as: dave, params: { id: randomUUID() } })
  await testApp.call(getSite, { as: dave, params: { id: 'no-id' } })
  await testApp.call(getUser, { as: dave, params: { id: dave.id } })
  await testApp.send('GET', `/api/v1/sites/${own.id}/users/${randomUUID()}`, { as: dave })
  await testApp.call(updateSite, { as: dave, params: { id: theirs.id }, body: { name: 'Mine' } })
  const refusals = await linesOf(dave, 1)
  assert.deepEqual(
    refusals.map(({ after }) => after.command),
    ['updateSite'],
  )
})

test('O03 who asks hundreds of times fills the trail with a handful of lines', async () => {
  const erin = await testApp.person('erin')
  const site = await newSite(testApp, alice)
  const last = await newSite(testApp, alice)
  for (let n = 0; n < 60; n++) {
    const ask = () => testApp.call(getSite, { as: erin, params: { id: site.id } })
    assert.ok((await Promise.all([ask(), ask(), ask(), ask(), ask()])).every(({ status }) => status === 404))
  }
  const frank = await testApp.person('frank')
  await testApp.call(getSite, { as: frank, params: { id: last.id } })
  await linesOf(frank, 1)
  const refusals = await lines(erin)
  // Ten of a minute and one in a hundred; the test may see two minutes.
  assert.ok(refusals.length >= 10 && refusals.length <= 24, `${refusals.length}`)
})

test('O03 no activity shows it, and nobody’s page is asked to load anything again', async () => {
  const grace = await testApp.person('grace')
  const site = await newSite(testApp, alice)
  const since = (cursor: string) =>
    testApp.call(followEvents, { as: alice, query: { since: cursor } }) as Promise<{ reply: LiveEvents }>
  // Of unknown making, so it is answered with where things stand.
  const { cursor } = (await since('now')).reply
  await testApp.call(updateSite, { as: grace, params: { id: site.id }, body: { name: 'Mine' } })
  await linesOf(grace, 1)
  assert.deepEqual((await since(cursor)).reply.events, [])
  const { activity } = (
    await testApp.call(listSiteActivity, { as: alice, params: { id: site.id }, query: {} })
  ).reply
  assert.ok(activity.length > 0 && activity.every(({ deed }) => deed !== 'refuseAccess'))
})
