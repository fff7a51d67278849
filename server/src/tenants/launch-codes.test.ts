import { createHandOff } from '@byre/contract/places/launch-codes'
import type { Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { join, newSite } from '../testing/places.ts'
import { Visitor } from '../testing/visitor.ts'
import { TestApp, type Person } from '../testing/test-app.ts'

let testApp: TestApp
let alice: Person
let bob: Person
let carol: Person
let site: Site
let host: string

before(async () => {
  // With the app off a site's host says who is signed in, as a clinic's does.
  testApp = await TestApp.start({ BYRE_APPS: 'clinic' })
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
  carol = await testApp.person('carol')
  site = await newSite(testApp, alice, { name: 'North <b>Ranch</b>' })
  await join(testApp, bob, { kind: 'site', id: site.id }, 'User')
  host = `${site.subdomain}.localhost:4000`
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const sql = (text: string, values: unknown[] = []) => testApp.database.pool.query(text, values)
const once = { retryLimit: 0, retryDelaySeconds: 1, retryDelayMaxSeconds: 1 }
const shows = ({ text }: { text: string }, words: string) =>
  assert.ok(text.includes(words), `${words} in ${text}`)

test('launching a site signs its owner in there and shows name, species, unit and role', async () => {
  const browser = new Visitor(testApp, host)
  const first = await browser.get('/')
  assert.equal(first.status, 302)
  const portal = new URL(String(first.headers.location))
  assert.equal(portal.origin + portal.pathname, `${testApp.config.publicUrl}/launch`)
  assert.equal(portal.searchParams.get('host'), host)

  const wayIn = await browser.wayIn(alice, portal.searchParams.get('state') ?? '')
  const entered = await browser.get(wayIn)
  assert.equal(entered.status, 302)
  assert.equal(entered.headers.location, '/')

  const page = await browser.get('/')
  assert.equal(page.status, 200)
  for (const words of ['Beef Cattle', 'Metric', alice.email, 'Owner', 'Back to the portal', 'Sign out'])
    shows(page, words)
})

test('a site’s name is shown as text, whatever stands in it', async () => {
  const page = await new Visitor(testApp, host).launch(alice)
  shows(page, '<h1>North &lt;b&gt;Ranch&lt;/b&gt;</h1>')
})

test('a member sees the role they really have', async () => {
  shows(await new Visitor(testApp, host).launch(bob), '<dd>User</dd>')
})

test('a stranger cannot launch a site, nor learn that it exists', async () => {
  const state = 'a'.repeat(43)
  const refusals = await Promise.all(
    [
      host,
      `${site.id}.localhost:4000`,
      'nobody.localhost:4000',
      'localhost:4000',
      'evil.example',
      'a.b.localhost:4000',
      '',
    ].map((host) => testApp.call(createHandOff, { as: carol, body: { host, state } })),
  )
  for (const { status, body } of refusals) {
    assert.equal(status, 404)
    assert.equal(body['message'], 'That page cannot be found')
  }
})

test('nobody gets a code without signing in', async () => {
  const { status } = await testApp.call(createHandOff, { body: { host, state: 'a'.repeat(43) } })
  assert.equal(status, 401)
})

test('a code signs in once', async () => {
  const browser = new Visitor(testApp, host)
  const state = await browser.begin()
  const wayIn = await browser.wayIn(alice, state)
  const thief = new Visitor(testApp, host)
  thief.cookies.set('byre_state', state)

  const [one, other] = await Promise.all([browser.get(wayIn), thief.get(wayIn)])
  assert.deepEqual([one.status, other.status].toSorted(), [302, 400])
  assert.equal(
    [...browser.cookies.keys(), ...thief.cookies.keys()].filter((name) => name === 'byre_session').length,
    1,
  )
})

test('opening the way in again while signed in just goes on', async () => {
  const browser = new Visitor(testApp, host)
  const wayIn = await browser.wayIn(alice, await browser.begin())
  await browser.get(wayIn)
  const again = await browser.get(wayIn)
  assert.equal(again.status, 302)
  assert.equal(again.headers.location, '/')
})

test('another person’s code is worth nothing in a browser that did not begin the launch', async () => {
  const attacker = new Visitor(testApp, host)
  const wayIn = await attacker.wayIn(bob, await attacker.begin())

  const victim = new Visitor(testApp, host)
  assert.equal((await victim.get(wayIn)).status, 400)
  await victim.begin()
  const answer = await victim.get(wayIn)
  assert.equal(answer.status, 400)
  shows(answer, 'The launch has expired. Please start it again.')
  assert.ok(!victim.cookies.has('byre_session'))
  assert.equal((await attacker.get(wayIn)).status, 302)
})

test('a state of another launch does not make a code good', async () => {
  const browser = new Visitor(testApp, host)
  const wayIn = await browser.wayIn(alice, 'b'.repeat(43))
  const { status } = await browser.get(wayIn)
  assert.equal(status, 400)
  const mixed = new URL(wayIn, 'http://x')
  const state = await browser.begin()
  mixed.searchParams.set('state', state)
  assert.equal((await browser.get(mixed.pathname + mixed.search)).status, 400)
})

test('two tabs that launch the same site at once both arrive', async () => {
  const browser = new Visitor(testApp, host)
  const [first, second] = [await browser.begin(), await browser.begin()]
  const ways = [await browser.wayIn(alice, first), await browser.wayIn(alice, second)]
  for (const way of ways) assert.equal((await browser.get(way)).status, 302)
  assert.equal((await browser.get('/')).status, 200)
})

test('a code is good for a minute', async () => {
  const browser = new Visitor(testApp, host)
  const wayIn = await browser.wayIn(alice, await browser.begin())
  await sql(
    `update tenants.hand_offs set expires_at = expires_at - interval '61 seconds' where used_at is null`,
  )
  assert.equal((await browser.get(wayIn)).status, 400)
})

test('T10 a code is good on the host it was made for alone', async () => {
  const other = await newSite(testApp, alice)
  const browser = new Visitor(testApp, host)
  const state = await browser.begin()
  const wayIn = await browser.wayIn(alice, state)
  for (const elsewhere of [`${other.subdomain}.localhost:4000`, `${site.id}.localhost:4000`]) {
    const there = new Visitor(testApp, elsewhere)
    there.cookies.set('byre_state', state)
    assert.equal((await there.get(wayIn)).status, 400)
  }
  assert.equal((await browser.get(wayIn)).status, 302)
})

test('what only looks at an address does not use its code up', async () => {
  const browser = new Visitor(testApp, host)
  const wayIn = await browser.wayIn(alice, await browser.begin())
  assert.equal((await browser.send('HEAD', wayIn)).status, 302)
  assert.ok(!browser.cookies.has('byre_session'))
  assert.equal((await browser.get(wayIn)).status, 302)
  assert.ok(browser.cookies.has('byre_session'))
})

test('neither code nor cookie is kept as it is, and old codes are swept away', async () => {
  const browser = new Visitor(testApp, host)
  const wayIn = await browser.wayIn(alice, await browser.begin())
  await browser.get(wayIn)
  const { rows } = await sql('select * from tenants.hand_offs h, tenants.sessions s')
  const kept = JSON.stringify(rows)
  const code = new URL(wayIn, 'http://x').searchParams.get('code') ?? ''
  for (const secret of [code, browser.cookies.get('byre_session') ?? ''])
    for (const spelling of [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret, 'base64url').toString('hex'),
    ])
      assert.ok(!kept.includes(spelling))

  await sql(`update tenants.hand_offs set expires_at = now() - interval '2 hours'`)
  const { app, database } = testApp
  await app.outbox.send(database.db, { name: 'tenants.sweep', options: once }, {})
  await testApp.settle()
  assert.equal((await sql('select from tenants.hand_offs')).rowCount, 0)
  assert.equal((await browser.get('/')).status, 200)
})

test('each launch is written down: who, to what, when', async () => {
  await new Visitor(testApp, host).launch(bob)
  const { rows } = await sql(
    `select kind, subject_id from platform.audit where actor_id = $1 and deed = 'createHandOff'`,
    [bob.id],
  )
  assert.deepEqual(rows.at(-1), { kind: 'site', subject_id: site.id })
})
