import { logOut, refreshSession } from '@byre/contract/accounts/sign-ins'
import { changeSettings, getMe } from '@byre/contract/herd/settings'
import { createHandOff } from '@byre/contract/places/launch-codes'
import { deleteSite, listSites, type Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { join, newSite } from '../testing/places.ts'
import { Visitor } from '../testing/visitor.ts'
import { TestApp, type Person } from '../testing/test-app.ts'

const once = { retryLimit: 0, retryDelaySeconds: 1, retryDelayMaxSeconds: 1 }

let testApp: TestApp
let alice: Person
let bob: Person
let site: Site
let host: string

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
  site = await newSite(testApp, alice, { name: 'North <b>Ranch</b>' })
  await join(testApp, bob, { kind: 'site', id: site.id }, 'User')
  host = `${site.subdomain}.localhost:4000`
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const sql = (text: string, values: unknown[] = []) => testApp.database.pool.query(text, values)
const shows = ({ text }: { text: string }, words: string) =>
  assert.ok(text.includes(words), `${words} in ${text}`)

test('T11 cookies belong to the tenant’s host alone, and the portal’s token is in no address', async () => {
  const browser = new Visitor(testApp, host)
  const wayIn = await browser.wayIn(alice, await browser.begin())
  await browser.get(wayIn)
  assert.equal(browser.received.length, 3)
  for (const line of browser.received) {
    assert.match(line, /; Path=\/; HttpOnly; SameSite=Lax/)
    assert.doesNotMatch(line, /domain/i)
  }
  for (const text of [wayIn, ...browser.received]) assert.ok(!text.includes(alice.token))
})

test('T10 a tenant’s cookie opens no other tenant of the same owner', async () => {
  const other = await newSite(testApp, alice)
  const browser = new Visitor(testApp, host)
  await browser.launch(alice)
  const there = new Visitor(testApp, `${other.subdomain}.localhost:4000`)
  there.cookies.set('byre_session', browser.cookies.get('byre_session') ?? '')
  assert.equal((await there.get('/')).status, 302)
})

test('S04 a tenant’s cookie never opens the API, on no host, and a token opens no tenant’s page', async () => {
  const browser = new Visitor(testApp, host)
  await browser.launch(alice)
  const session = browser.cookies.get('byre_session') ?? ''
  const cookie = `byre_session=${session}; __Host-byre_session=${session}`
  for (const [options, expected] of [
    [{ headers: { cookie } }, 401],
    [{ headers: { cookie }, as: session }, 401],
    [{ headers: { cookie }, host }, 404],
    [{ headers: { cookie }, host, as: session }, 404],
  ] as const) {
    const { status } = await testApp.call(listSites, options)
    assert.equal(status, expected)
  }
  assert.equal((await testApp.send('GET', '/', { host, as: alice })).status, 302)
  assert.equal(
    (await testApp.send('GET', '/', { host, headers: { cookie: `byre_session=${alice.token}` } })).status,
    302,
  )
})

test('signing out of the portal ends the session on the tenant’s host', async () => {
  const dave = await testApp.person('dave')
  await join(testApp, dave, { kind: 'site', id: site.id }, 'Admin')
  const browser = new Visitor(testApp, host)
  assert.equal((await browser.launch(dave)).status, 200)
  const unused = await browser.wayIn(dave, 'c'.repeat(43))

  await testApp.call(logOut, { body: { token: dave.token } })

  assert.equal((await browser.get('/')).status, 302)
  browser.cookies.set('byre_state', 'c'.repeat(43))
  assert.equal((await browser.get(unused)).status, 400)
})

test('a portal session that goes on with new tokens keeps the tenant’s', async () => {
  const erin = await testApp.person('erin')
  await join(testApp, erin, { kind: 'site', id: site.id }, 'User')
  const browser = new Visitor(testApp, host)
  await browser.launch(erin)
  const { status } = await testApp.call(refreshSession, { body: { token: erin.refresh, user: erin.id } })
  assert.equal(status, 200)
  assert.equal((await browser.get('/')).status, 200)
})

test('a portal session at its end, or whose user is disabled, ends the tenant’s', async () => {
  const browser = new Visitor(testApp, host)
  await browser.launch(bob)
  for (const change of [`absolute_expires_at = now()`, `user_state = 'disabled'`]) {
    const kept = await sql('select * from platform.sessions where user_id = $1', [bob.id])
    await sql(`update platform.sessions set ${change} where user_id = $1`, [bob.id])
    assert.equal((await browser.get('/')).status, 302, change)
    assert.equal((await browser.ask(getMe)).status, 401, change)
    const { absolute_expires_at, user_state } = kept.rows[0]
    await sql('update platform.sessions set absolute_expires_at = $2, user_state = $3 where user_id = $1', [
      bob.id,
      absolute_expires_at,
      user_state,
    ])
    assert.equal((await browser.get('/')).status, 200)
  }
})

describe('someone who lives in the app and never visits the portal', () => {
  let gail: Person
  let browser: Visitor
  before(async () => {
    gail = await testApp.person('gail')
    await join(testApp, gail, { kind: 'site', id: site.id }, 'User')
    browser = new Visitor(testApp, host)
    await browser.launch(gail)
    await sql(`update platform.sessions set idle_expires_at = now() where user_id = $1`, [gail.id])
  })
  const usedAgo = (ago: string) =>
    sql(`update tenants.sessions set last_used_at = now() - $2::interval where user_id = $1`, [gail.id, ago])
  const isUsedNow = async () => {
    const { rows } = await sql(
      `select last_used_at > now() - interval '1 minute' as is_now from tenants.sessions where user_id = $1`,
      [gail.id],
    )
    return rows[0]?.is_now as boolean
  }

  test('stays signed in there for seven days after each visit', async () => {
    await usedAgo('6 days 23 hours')
    assert.equal((await browser.get('/')).status, 200)
    await usedAgo('6 days 23 hours')
    assert.equal((await browser.ask(getMe)).status, 200)
    assert.ok(await isUsedNow())
    await usedAgo('7 days 1 minute')
    assert.equal((await browser.get('/')).status, 302)
    assert.equal((await browser.ask(getMe)).status, 401)
    assert.equal(await isUsedNow(), false)
  })

  test('is written down once an hour, by page, read and command alike', async () => {
    for (const visit of [
      () => browser.get('/'),
      () => browser.ask(getMe),
      () => browser.ask(changeSettings, { body: {} }),
    ]) {
      await usedAgo('59 minutes')
      await visit()
      assert.equal(await isUsedNow(), false)
      await usedAgo('61 minutes')
      await visit()
      assert.ok(await isUsedNow())
    }
  })

  test('is kept by the sweep until the 30 days are over', async () => {
    await usedAgo('1 day')
    const { app, database } = testApp
    const sweep = async () => {
      await app.outbox.send(database.db, { name: 'platform.sweep', options: once }, {})
      await testApp.settle()
    }
    await sweep()
    assert.equal((await browser.get('/')).status, 200)
    await sql(
      `update platform.sessions set absolute_expires_at = now() - interval '1 second' where user_id = $1`,
      [gail.id],
    )
    await sweep()
    const { rowCount } = await sql('select from tenants.sessions where user_id = $1', [gail.id])
    assert.equal(rowCount, 0)
  })
})

test('S01 someone who is no longer a member sees nothing with the next page', async () => {
  const frank = await testApp.person('frank')
  await join(testApp, frank, { kind: 'site', id: site.id }, 'Admin')
  const browser = new Visitor(testApp, host)
  assert.equal((await browser.launch(frank)).status, 200)
  await sql('delete from customers.members where user_id = $1', [frank.id])
  const page = await browser.get('/')
  assert.equal(page.status, 404)
  shows(page, 'That page cannot be found')
  assert.ok(!page.text.includes('Ranch'))
})

test('a deleted site answers no more, also to whoever is signed in there', async () => {
  const gone = await newSite(testApp, alice)
  const browser = new Visitor(testApp, `${gone.subdomain}.localhost:4000`)
  await browser.launch(alice)
  assert.equal((await testApp.call(deleteSite, { as: alice, params: { id: gone.id } })).status, 200)
  assert.equal((await browser.get('/')).status, 421)
  const { status } = await testApp.call(createHandOff, {
    as: alice,
    body: { host: browser.host, state: 'a'.repeat(43) },
  })
  assert.equal(status, 404)
})
