import { updateBillingEntity } from '@byre/contract/billing/billing-entities'
import { createClinic } from '@byre/contract/places/clinics'
import { endOtherSessions, listSessions } from '@byre/contract/accounts/devices'
import { logIn, logOut } from '@byre/contract/accounts/sign-ins'
import { followEvents } from '@byre/contract/events'
import { revokeSiteInvite } from '@byre/contract/people/invites'
import { removeSiteUser } from '@byre/contract/people/members'
import { acceptSiteInvite } from '@byre/contract/people/received-invites'
import { createSite, deleteSite, updateSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hostOf, newSiteInvite } from '../../testing/invites.ts'
import { Listener } from '../../testing/live.ts'
import { clinicFields, join, newName, newBillingEntity, newSite, siteFields } from '../../testing/places.ts'
import { password, TestApp, type Person } from '../../testing/test-app.ts'
import type { App } from '../../app.ts'
import { LiveStream } from '../../platform/live/live-stream.ts'

/* What people hear of each other's commands. Commands are done at one process and heard at another. */

let testApp: TestApp
let alice: Person
let other: { app: App; close(): Promise<void> }

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  other = await testApp.anotherProcess()
})
after(async () => {
  await other.close()
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

let people = 0
const someone = () => testApp.person(`person-${(people += 1)}`)

function listen(as: Person, options: { at?: App; after?: string } = {}): Promise<Listener> {
  return Listener.open(testApp, options.at ?? other.app, as, options.after)
}

const ask = (as: Person, since: string, at = testApp.app) =>
  testApp.call(followEvents, { as, query: { since }, at })

/** Everything a listener or an answer was told, as short words. */
const eventNames = (events: { kind: string; id?: string }[]) =>
  events.map(({ kind, id }) => `${kind} ${id}`).sort()

/** What a stream told of others' commands; it may begin half a second early, and then tells a thing twice. */
const heardBy = ({ events }: Listener) => [
  ...new Set(eventNames(events.filter(({ kind }) => kind !== 'account'))),
]

test('whoever is invited hears of it within two seconds, at any process; a stranger hears nothing', async () => {
  const [bob, carol] = [await someone(), await someone()]
  const site = await newSite(testApp, alice)
  const [atBobs, atCarols, atAlices] = [await listen(bob), await listen(carol), await listen(alice)]
  assert.match(String(atBobs.headers['content-type']), /^text\/event-stream/)
  assert.equal(atBobs.headers['cache-control'], 'no-store')
  assert.equal(atBobs.headers['x-accel-buffering'], 'no')

  const invite = await newSiteInvite(testApp, alice, site, { email: bob.email })
  await Promise.all([atBobs.heard('invite', site.id), atAlices.heard('site', site.id)])
  // Whoever is invited is no member: of the place itself they hear nothing.
  assert.deepEqual(heardBy(atBobs), [`invite ${site.id}`])

  await testApp.call(acceptSiteInvite, { as: bob, params: { id: invite.id } })
  await atBobs.heard('site', site.id)
  assert.deepEqual(heardBy(atCarols), [])
  for (const text of [JSON.stringify(atBobs.events), JSON.stringify(atAlices.events)])
    for (const word of [bob.email, alice.id, site.name, 'invite_id', 'User']) assert.ok(!text.includes(word))
})

test('an invitation that is taken back, or whose place is deleted, is heard of by whoever was invited', async () => {
  const bob = await someone()
  const [first, second] = [await newSite(testApp, alice), await newSite(testApp, alice)]
  const invite = await newSiteInvite(testApp, alice, first, { email: bob.email })
  await newSiteInvite(testApp, alice, second, { email: bob.email })
  const { reply } = await ask(bob, 'unknown')
  const bobs = await listen(bob, { after: reply.cursor })

  const params = { id: invite.id }
  await testApp.call(revokeSiteInvite, { as: alice, params, host: hostOf(first) })
  await bobs.heard('invite', first.id)
  await testApp.call(deleteSite, { as: alice, params: { id: second.id } })
  await bobs.heard('invite', second.id)
})

test('members hear of their places and payers, and of what the product does there by itself', async () => {
  const bob = await someone()
  const billingEntity = await newBillingEntity(testApp, alice)
  await join(testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'Admin')
  const bobs = await listen(bob)
  const { reply: site } = await testApp.call(createSite, { as: alice, body: siteFields(billingEntity.id) })
  // Bob runs what pays for the site, not the site.
  await bobs.heard('billing_entity', billingEntity.id)
  assert.ok(!JSON.stringify(bobs.events).includes(site.id))

  await join(testApp, bob, { kind: 'site', id: site.id }, 'User')
  await testApp.call(updateSite, { as: alice, params: { id: site.id }, body: { name: 'South Pasture' } })
  await bobs.heard('site', site.id)

  const { cursor } = (await ask(alice, bobs.cursor)).reply
  await newSiteInvite(testApp, alice, site, { email: 'someone@ranch.example' })
  const invited = (await ask(alice, cursor)).reply
  await testApp.settle()
  const mailed = (await ask(alice, invited.cursor)).reply
  assert.deepEqual(eventNames(mailed.events), [`site ${site.id}`], 'its mail has left')

  await testApp.pass(15)
  const unpaid = (await ask(bob, mailed.cursor)).reply
  assert.deepEqual(eventNames(unpaid.events), [`billing_entity ${billingEntity.id}`, `site ${site.id}`])
})

test('a clinic without a plan is heard of when its trial is over', async () => {
  const billingEntity = await newBillingEntity(testApp, alice)
  const { plan_id: _, ...fields } = clinicFields(billingEntity.id)
  const { reply: clinic } = await testApp.call(createClinic, { as: alice, body: fields })
  const { cursor } = (await ask(alice, 'unknown')).reply
  await testApp.pass(16)
  assert.ok(eventNames((await ask(alice, cursor)).reply.events).includes(`clinic ${clinic.id}`))
})

test('C02 nothing that a stranger does with places of their own is heard, asked for or streamed', async () => {
  const [bob, carol] = [await someone(), await someone()]
  const { cursor } = (await ask(carol, 'unknown')).reply
  const carols = await listen(carol, { after: cursor })
  const bobs = await listen(bob)
  const site = await newSite(testApp, bob)
  // The payer's own address is no invitation, though it is Carol's.
  const params = { id: (await newBillingEntity(testApp, bob)).id }
  await testApp.call(updateBillingEntity, { as: bob, params, body: { email: carol.email } })
  await testApp.call(updateSite, { as: bob, params: { id: site.id }, body: { name: 'Hidden Valley' } })
  await newSiteInvite(testApp, bob, site, { email: 'nobody@ranch.example' })
  await testApp.call(deleteSite, { as: bob, params: { id: site.id } })
  await bobs.heard('site', site.id)

  assert.deepEqual(heardBy(carols), [])
  assert.ok(carols.events.every(({ id }) => id === carol.id))
  assert.deepEqual((await ask(carol, cursor)).reply.events, [])
  assert.equal((await testApp.call(followEvents, { query: { since: cursor } })).status, 401)
  assert.equal((await testApp.call(followEvents, { as: 'x'.repeat(43) })).status, 401)
  // Nobody reads from a cursor how much goes on elsewhere.
  assert.doesNotMatch(Buffer.from(cursor, 'base64url').toString(), /\d+:\d+:/)
})

test('whoever is removed hears of it and nothing more; their stream begins anew with what is left', async () => {
  const bob = await someone()
  const site = await newSite(testApp, alice)
  await join(testApp, bob, { kind: 'site', id: site.id }, 'User')
  const bobs = await listen(bob)
  await testApp.call(removeSiteUser, { as: alice, params: { id: site.id, userId: bob.id } })
  await bobs.heard('site', site.id)
  await bobs.ended()

  const again = await listen(bob, { after: bobs.cursor })
  const { cursor } = (await ask(alice, again.cursor)).reply
  await testApp.call(updateSite, { as: alice, params: { id: site.id }, body: { name: 'Without Bob' } })
  assert.deepEqual(eventNames((await ask(alice, cursor)).reply.events).slice(-1), [`site ${site.id}`])
  assert.deepEqual((await ask(bob, cursor)).reply.events, [])
  assert.ok(!again.events.some(({ id }) => id === site.id))
})

test('S06 a stream ends with its session: signed out, ended from elsewhere, or its account disabled', async () => {
  const bob = await someone()
  const signedOut = await listen(bob)
  await testApp.call(logOut, { body: { token: bob.token } })
  await signedOut.ended()

  const { reply } = await testApp.call(logIn, { body: { username: bob.email, password } })
  const there = { ...bob, token: reply.token }
  const here = {
    ...bob,
    token: (await testApp.call(logIn, { body: { username: bob.email, password } })).reply.token,
  }
  const [ended, staying] = [await listen(there), await listen(here)]
  assert.equal((await testApp.call(listSessions, { as: here })).reply.sessions.length, 2)
  await testApp.call(endOtherSessions, { as: here })
  await ended.ended()
  assert.ok(staying.isOpen)

  await testApp.database.pool.query(
    `update platform.sessions set user_state = 'disabled' where user_id = $1`,
    [bob.id],
  )
  await staying.ended()
  assert.equal((await ask(here, staying.cursor)).status, 401)
})

test('lines that are committed in another order than they were begun are all heard, each once', async () => {
  const bob = await someone()
  const site = await newSite(testApp, bob)
  const bobs = await listen(bob)
  const line = (id: string) =>
    [
      `insert into platform.audit (id, at, actor_id, deed, kind, subject_id)
     values (gen_random_uuid(), now(), $1, 'updateSite', 'site', $2)`,
      [bob.id, id] as unknown[],
    ] as const
  const first = (await ask(bob, bobs.cursor)).reply
  const siteAndBillingEntity = [`billing_entity ${site.billing_entity_id}`, `site ${site.id}`]

  const slow = await testApp.database.pool.connect()
  try {
    await slow.query('begin')
    await slow.query(...line(site.id))
    // Begun later, committed earlier.
    await testApp.call(updateSite, { as: bob, params: { id: site.id }, body: { name: 'Early' } })
    const early = (await ask(bob, first.cursor)).reply
    assert.deepEqual(eventNames(early.events), siteAndBillingEntity)
    assert.deepEqual((await ask(bob, early.cursor)).reply.events, [])
    await bobs.heard('site', site.id)
    const heard = bobs.events.length

    await slow.query('commit')
    const late = (await ask(bob, early.cursor)).reply
    assert.deepEqual(eventNames(late.events), siteAndBillingEntity)
    assert.deepEqual((await ask(bob, late.cursor)).reply.events, [])
    await bobs.heardMoreThan(heard)
  } finally {
    slow.release()
  }
})

test('asking with a cursor tells the same as the stream; a stream goes on where another broke off', async () => {
  const bob = await someone()
  const site = await newSite(testApp, bob)
  const bobs = await listen(bob, { at: testApp.app })
  bobs.leave()
  await testApp.call(updateSite, { as: bob, params: { id: site.id }, body: { name: 'Meanwhile' } })
  const missed = (await ask(bob, bobs.cursor, other.app)).reply
  const siteAndBillingEntity = [`billing_entity ${site.billing_entity_id}`, `site ${site.id}`]
  assert.deepEqual(eventNames(missed.events), siteAndBillingEntity)
  const again = await listen(bob, { after: bobs.cursor })
  assert.deepEqual(heardBy(again), siteAndBillingEntity)
  // Without a cursor it begins some seconds back: the page was loading meanwhile.
  const anew = await listen(bob)
  assert.ok(heardBy(anew).includes(`site ${site.id}`))
})

test('a cursor of unknown making, or after a long silence, says that everything may have changed', async () => {
  const bob = await someone()
  await testApp.database.pool.query(
    `insert into platform.audit (id, deed) select gen_random_uuid(), 'nothing' from generate_series(1, 1001)`,
  )
  const { reply, status } = await ask(bob, 'of-unknown-making')
  assert.equal(status, 200)
  assert.deepEqual(eventNames(reply.events), [`everything ${bob.id}`])
  assert.deepEqual((await ask(bob, reply.cursor)).reply.events, [])
  assert.equal((await ask(bob, 'x'.repeat(5000))).status, 400)
})

test('R05 a process that closes ends its streams at once', async () => {
  const third = await testApp.anotherProcess()
  const bob = await someone()
  const bobs = await listen(bob, { at: third.app })
  const begun = Date.now()
  await Promise.all([third.close(), bobs.ended()])
  assert.ok(Date.now() - begun < 2_000)
})

test('R01 a client that reads nothing is cut, not collected for', async () => {
  const stream = new LiveStream({ user_id: alice.id, session_id: newName() })
  stream.begin({ events: [], cursor: '' })
  for (let n = 0; n < 5_000; n++) stream.say({ events: [{ kind: 'site', id: alice.id }], cursor: '' })
  assert.ok(stream.readable.destroyed)
  assert.ok(stream.readable.readableLength < 128 * 1024)
})
