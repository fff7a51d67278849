import { liveLimits } from '@byre/contract/events'
import { logOut } from '@byre/contract/accounts/sign-ins'
import { followSite } from '@byre/contract/herd/live'
import { addPen } from '@byre/contract/herd/pens'
import { getShipList, planShipList } from '@byre/contract/herd/ship-lists'
import { changeSiteUserRole, removeSiteUser } from '@byre/contract/people/members'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { App } from '../../app.ts'
import { newId } from '../../platform/ids.ts'
import { bornAt, daysAgo, event, recorded, type HerdSite } from '../../testing/herd/recording.ts'
import { born, hoursOn, listOf, locked, shippingSite } from '../../testing/herd/ship-lists.ts'
import { Listener } from '../../testing/live.ts'
import { join } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { Visitor } from '../../testing/visitor.ts'

/* What people at a site hear of each other. Commands are done at one process and heard at another. */

let testApp: TestApp
let other: { app: App; close(): Promise<void> }
let site: HerdSite

before(async () => {
  testApp = await TestApp.start()
  other = await testApp.anotherProcess()
  site = await shippingSite(testApp)
})
after(async () => {
  await other.close()
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
/** Nobody hears of what was before they came. */
const quiet = () =>
  sql(`with a as (update herd.changes set changed_at = now() - interval '1 minute')
    update herd.events set received_at = now() - interval '1 minute'`)
const kindsOf = ({ events }: Listener) => [...new Set(events.map(({ kind }) => kind))].toSorted()

let people = 0
async function memberOf(role: 'Admin' | 'User'): Promise<{ person: Person; visitor: Visitor }> {
  const person = await testApp.person(`member-${(people += 1)}`)
  await join(testApp, person, { kind: 'site', id: site.id }, role)
  const visitor = new Visitor(testApp, site.hers.host)
  await visitor.launch(person)
  return { person, visitor }
}

test('what is recorded and arranged at a site is heard by its people within two seconds, and by nobody else', async () => {
  const elsewhere = await shippingSite(testApp)
  await quiet()
  const his = await Listener.ofSite(other.app, site.his)
  const there = await Listener.ofSite(other.app, elsewhere.his)
  assert.match(String(his.headers['content-type']), /^text\/event-stream/)
  assert.equal(his.headers['x-accel-buffering'], 'no')
  assert.deepEqual(kindsOf(his), [])

  const animal = await bornAt(site.hers)
  await his.heard('animals')
  assert.deepEqual(kindsOf(his), ['animals'])
  assert.equal((await site.hers.ask(addPen, { body: { name: `Pen ${newId()}` } })).status, 201)
  await his.heard('site')
  assert.deepEqual(kindsOf(there), [])
  assert.ok(!JSON.stringify(his.events).includes(animal))
  for (const listener of [his, there]) listener.leave()
})

test('a treatment that breaks a locked ship list is heard of, and what is planned anew', async () => {
  const [animal] = await born(site.hers, 1)
  const id = await locked(site.hers, await listOf(site.hers, [animal!]))
  await quiet()
  const his = await Listener.ofSite(other.app, site.his)
  await recorded(site.hers, event('treated', [animal!], { product_name: 'Late' }, { at: daysAgo(1) }))
  await his.heard('animals')
  assert.equal((await site.his.ask(getShipList, { params: { id } })).reply.state, 'broken')

  const draft = await listOf(site.hers, await born(site.hers, 1))
  await his.heard('site')
  const heard = his.events.length
  const plan = { destination: 'Another', market: 'CA', load_at: hoursOn(30) }
  assert.equal((await site.hers.ask(planShipList, { params: { id: draft }, body: plan })).status, 200)
  await his.heardMoreThan(heard)
  his.leave()
})

test('J04 a removed member loses the open stream at once, hears nothing more, and finds no other', async () => {
  const { person, visitor } = await memberOf('User')
  const theirs = await Listener.ofSite(other.app, visitor)
  const heard = theirs.events.length
  const params = { id: site.id, userId: person.id }
  assert.equal((await testApp.call(removeSiteUser, { as: site.alice, params })).status, 200)
  await bornAt(site.hers)
  await theirs.ended()
  assert.equal(theirs.events.length, heard)
  assert.equal((await Listener.ofSite(other.app, visitor, theirs.cursor)).status, 404)
})

test('J04 whoever gets another role loses the open stream at once, and the next one tells of it', async () => {
  const { person, visitor } = await memberOf('Admin')
  const theirs = await Listener.ofSite(other.app, visitor)
  await quiet()
  const params = { id: site.id, userId: person.id }
  const body = { role: 'User' }
  assert.equal((await testApp.call(changeSiteUserRole, { as: site.alice, params, body })).status, 200)
  await theirs.ended()
  const next = await Listener.ofSite(other.app, visitor, theirs.cursor)
  assert.deepEqual([next.status, kindsOf(next)], [200, ['site']])
  next.leave()
})

test('J04 whoever signs out of the portal, and a site that is stopped, end open streams at once', async () => {
  const { person, visitor } = await memberOf('User')
  const theirs = await Listener.ofSite(other.app, visitor)
  await testApp.call(logOut, { body: { token: person.token } })
  await theirs.ended()
  assert.equal((await Listener.ofSite(other.app, visitor)).status, 401)

  const his = await Listener.ofSite(other.app, site.his)
  await sql(`update customers.sites set standing = 'stopped' where id = $1`, site.id)
  await his.ended()
  assert.equal((await Listener.ofSite(other.app, site.his)).status, 503)
  await sql(`update customers.sites set standing = 'ok' where id = $1`, site.id)
})

test('R02 a session has a few streams at a time, and HEAD takes none', async () => {
  const { visitor } = await memberOf('User')
  const own = { headers: { 'sec-fetch-site': 'same-origin' } }
  for (let n = 0; n <= liveLimits.streamsPerUser; n++)
    assert.equal((await visitor.send('HEAD', '/app/v1/live', undefined, own)).status, 200)
  const open = await Promise.all(
    Array.from({ length: liveLimits.streamsPerSession }, () => Listener.ofSite(other.app, visitor)),
  )
  const refused = await Listener.ofSite(other.app, visitor)
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers['retry-after']) > 0)
  for (const listener of open) listener.leave()
})

test('where no stream passes it is asked once, and a cursor of unknown making says that all may have changed', async () => {
  const ask = async (since: string) => (await site.his.ask(followSite, { query: { since } })).reply
  const { events, cursor } = await ask('of-unknown-making')
  assert.deepEqual(events, [{ kind: 'animals' }, { kind: 'site' }])
  assert.deepEqual((await ask(cursor)).events, [])
  await bornAt(site.hers)
  assert.deepEqual((await ask(cursor)).events, [{ kind: 'animals' }])
  assert.equal((await site.his.ask(followSite, { query: { since: 'x'.repeat(500) } })).status, 400)
})

test('J01 no page but the host’s own listens, and no token of the portal', async () => {
  for (const headers of [{ 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'cross-site' }])
    assert.equal((await site.his.send('GET', '/app/v1/live', undefined, { headers })).status, 403)
  const headers = { authorization: `Bearer ${site.alice.token}`, 'sec-fetch-site': 'same-origin' }
  const host = site.hers.host
  assert.equal((await testApp.send('GET', '/app/v1/live', { host, headers })).status, 401)
})
