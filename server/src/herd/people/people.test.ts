import { listSiteActivity } from '@byre/contract/activity'
import { listAnimals } from '@byre/contract/herd/animals'
import { endViewer, listPeople, makeViewer } from '@byre/contract/herd/people'
import { addPen } from '@byre/contract/herd/pens'
import { recordEvents } from '@byre/contract/herd/records'
import { getMe } from '@byre/contract/herd/settings'
import { changeSiteUserRole } from '@byre/contract/people/members'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { bornAt, event, herdSite, type HerdSite } from '../../testing/herd/recording.ts'
import { Listener } from '../../testing/live.ts'
import { join } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { Visitor } from '../../testing/visitor.ts'

/* Who only looks in a site's app: Alice owns it, Bob works there, Dora manages it, Carol is a stranger. */

let testApp: TestApp
let dora: Person
let carol: Person

before(async () => {
  testApp = await TestApp.start()
  dora = await testApp.person('dora')
  carol = await testApp.person('carol')
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

async function siteOf(): Promise<HerdSite & { bob: string; theirs: Visitor }> {
  const site = await herdSite(testApp)
  await join(testApp, dora, { kind: 'site', id: site.id }, 'Admin')
  const theirs = new Visitor(testApp, site.hers.host)
  await theirs.launch(dora)
  return { ...site, theirs, bob: (await site.his.ask(getMe)).reply.person.id }
}

const born = () => ({ body: { events: [event('entered', [newId()], { origin: 'born' })] } })
const changesOf = async ({ id, alice }: HerdSite) => {
  const { reply } = await testApp.call(listSiteActivity, { as: alice, params: { id } })
  return reply.activity.filter(({ deed }) => deed === 'makeViewer' || deed === 'endViewer')
}

test('whoever is made a viewer sees everything and changes nothing from the next call on, and works again once they are none', async () => {
  const site = await siteOf()
  const params = { id: site.bob }
  const made = await site.theirs.ask(makeViewer, { params })
  assert.deepEqual([made.status, made.reply.role, made.reply.usual_role], [200, 'viewer', 'crew'])
  const { role, rights } = (await site.his.ask(getMe)).reply
  assert.deepEqual([role, rights], ['viewer', ['see']])
  assert.equal((await site.his.ask(listAnimals)).status, 200)
  const refused = await site.his.ask(recordEvents, born())
  assert.deepEqual([refused.status, refused.body['code']], [403, 'role.insufficient'])

  assert.equal((await site.hers.ask(endViewer, { params })).reply.role, 'crew')
  assert.equal((await site.his.ask(recordEvents, born())).status, 200)
})

test('it is of one site, and a manager can be a viewer; what they are is listed by name', async () => {
  const [site, other] = [await siteOf(), await siteOf()]
  assert.equal((await site.hers.ask(makeViewer, { params: { id: dora.id } })).status, 200)
  assert.equal((await site.theirs.ask(listPeople)).status, 403)
  const { people } = (await site.hers.ask(listPeople)).reply
  assert.deepEqual(
    people.map(({ id, role, usual_role }) => [id, role, usual_role]),
    [
      [site.alice.id, 'owner', 'owner'],
      [site.bob, 'crew', 'crew'],
      [dora.id, 'viewer', 'manager'],
    ],
  )
  assert.equal((await other.theirs.ask(listPeople)).status, 200)
  assert.equal((await other.theirs.ask(addPen, { body: { name: 'North' } })).status, 201)
})

test('J03 no Owner becomes a viewer, nobody makes one of themselves, and whoever is no member is nobody there', async () => {
  const site = await siteOf()
  const of = async (visitor: Visitor, id: string) =>
    (await visitor.ask(makeViewer, { params: { id } })).status
  assert.equal(await of(site.theirs, site.alice.id), 403)
  assert.equal(await of(site.theirs, dora.id), 403)
  assert.equal(await of(site.theirs, carol.id), 404)
  assert.equal(await of(site.theirs, newId()), 404)
  assert.equal(await of(site.his, dora.id), 403)
  assert.deepEqual(
    (await site.hers.ask(listPeople)).reply.people.map(({ role }) => role),
    ['owner', 'crew', 'manager'],
  )
})

test('a viewer who becomes an Owner is one, and one who gets another role stays a viewer', async () => {
  const site = await siteOf()
  await site.hers.ask(makeViewer, { params: { id: site.bob } })
  const params = { id: site.id, userId: site.bob }
  const become = async (role: string) => {
    assert.equal(
      (await testApp.call(changeSiteUserRole, { as: site.alice, params, body: { role } })).status,
      200,
    )
    return (await site.his.ask(getMe)).reply.role
  }
  assert.equal(await become('Admin'), 'viewer')
  assert.equal(await become('Owner'), 'owner')
  assert.equal((await site.hers.ask(listPeople)).reply.people[1]?.role, 'owner')
})

test('J10 each change leaves one line in the trail: who, of whom, and what they were before', async () => {
  const site = await siteOf()
  const params = { id: site.bob }
  for (const call of [makeViewer, makeViewer, endViewer, endViewer])
    assert.equal((await site.hers.ask(call, { params })).status, 200)
  const [second, first, ...more] = await changesOf(site)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [first?.actor_id, first?.about_id, first?.what],
    [site.alice.id, site.bob, 'Let a member only look in the app'],
  )
  assert.deepEqual(first?.changes, [{ field: 'role_in_the_app', before: 'crew', after: 'viewer' }])
  assert.deepEqual(second?.changes, [{ field: 'role_in_the_app', before: 'viewer', after: 'crew' }])
})

test('J04 whoever is made a viewer loses the open stream at once, and the next one tells of it', async () => {
  const site = await siteOf()
  const theirs = await Listener.ofSite(testApp.app, site.his)
  await site.hers.ask(makeViewer, { params: { id: site.bob } })
  await theirs.ended()
  const next = await Listener.ofSite(testApp.app, site.his, theirs.cursor)
  await next.heard('site')
  next.leave()
})

test('what a viewer recorded before stands, and is taken back by a manager alone', async () => {
  const site = await siteOf()
  const animal = await bornAt(site.his)
  const noted = event('noted', [animal], { text: 'quiet' })
  await site.his.ask(recordEvents, { body: { events: [noted] } })
  await site.hers.ask(makeViewer, { params: { id: site.bob } })
  const back = () => ({ body: { events: [event('void', [], { event: noted.id, reason: 'wrong' })] } })
  assert.equal((await site.his.ask(recordEvents, back())).status, 403)
  assert.equal((await site.theirs.ask(recordEvents, back())).status, 200)
})
