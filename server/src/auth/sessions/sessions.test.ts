import * as signIns from '@byre/contract/accounts/sign-ins'
import { getUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { App } from '../../app.ts'
import { fewestStatements } from '../../testing/statements.ts'
import { password, TestApp, type Person } from '../../testing/test-app.ts'
import { Secrets } from '../../platform/secrets.ts'
import { isGenuine, parseRefreshToken } from '../tokens.policy.ts'

let testApp: TestApp
let other: { app: App; close(): Promise<void> }
before(async () => {
  testApp = await TestApp.start()
  other = await testApp.anotherProcess()
})
after(async () => {
  await other.close()
  await testApp.close()
})

const query = async (text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query(text, values)).rows
const refresh = (token: string, user: string, at?: App) =>
  testApp.call(signIns.refreshSession, { body: { token, user }, at })
const logIn = async (person: Person) =>
  (await testApp.call(signIns.logIn, { body: { username: person.email, password } })).reply
const logOut = (token?: string, headers = {}) => testApp.call(signIns.logOut, { body: { token }, headers })
const mayCall = async (token: string, person: Person) =>
  (await testApp.call(getUser, { as: token, params: { id: person.id } })).status
/** Makes the last rotation of a person's sessions older. */
const age = (person: Person, interval: string) =>
  query(`update platform.sessions set rotated_at = rotated_at - $2::interval where user_id = $1`, [
    person.id,
    interval,
  ])
const countWarnings = async (person: Person) =>
  (await testApp.mailsTo(person.email)).filter(({ subject }) => subject === 'We signed you out on one device')
    .length
const notRefreshed = 'Could not authenticate with the server.'

test('S01 tokens are 256 random bits, kept as SHA-256 alone; the access token lasts fifteen minutes', async () => {
  const alice = await testApp.person('alice')
  assert.match(alice.token, /^[A-Za-z0-9_-]{43}$/)
  assert.match(alice.refresh, /^[A-Za-z0-9_-]{20,200}$/)
  const [row] = await query(
    `select access_hash = sha256($2) as access, refresh_hash = sha256($3) as refresh,
       round(extract(epoch from access_expires_at - created_at))::int as seconds,
       round(extract(epoch from idle_expires_at - created_at) / 86400)::int as idle_days,
       round(extract(epoch from absolute_expires_at - created_at) / 86400)::int as days
     from platform.sessions where user_id = $1`,
    [alice.id, Buffer.from(alice.token), Buffer.from(alice.refresh)],
  )
  assert.deepEqual(row, { access: true, refresh: true, seconds: 900, idle_days: 7, days: 30 })

  assert.equal(await mayCall(alice.token, alice), 200)
  await query(
    `update platform.sessions set access_expires_at = now() - interval '1 second' where user_id = $1`,
    [alice.id],
  )
  assert.equal(await mayCall(alice.token, alice), 401)
  const renewed = await refresh(alice.refresh, alice.id)
  assert.equal(renewed.status, 200)
  assert.equal(await mayCall(renewed.reply.token, alice), 200)
})

test('a refresh says the 900 seconds that its token lives, whatever the part of a millisecond it was asked at', async () => {
  const person = await testApp.person('punctual')
  let token = person.refresh
  const said = new Set<number>()
  for (let n = 0; n < 10; n++) {
    const { reply } = await refresh(token, person.id)
    said.add(reply.expires_in)
    token = reply.refresh
  }
  assert.deepEqual([...said], [900])
})

test('a refresh is one statement', async () => {
  const person = await testApp.person('quick')
  let token = person.refresh
  const refreshOnce = async () => {
    const { status, reply } = await refresh(token, person.id)
    assert.equal(status, 200)
    token = reply.refresh
  }
  assert.equal(await fewestStatements(testApp.database, refreshOnce, 1), 1)
})

test('S03 twenty refreshes at once, over two processes, give one pair', async () => {
  const bob = await testApp.person('bob')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      refresh(bob.refresh, n % 3 ? bob.id : bob.email, n % 2 ? other.app : undefined),
    ),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const pairs = new Set(answers.map(({ reply }) => `${reply.token} ${reply.refresh}`))
  assert.equal(pairs.size, 1)
  const { token, refresh: next } = answers[0]!.reply
  assert.notEqual(token, bob.token)
  assert.equal(await mayCall(token, bob), 200)
  assert.equal(await mayCall(bob.token, bob), 401)
  assert.equal(await countWarnings(bob), 0)

  await age(bob, '9 seconds')
  assert.equal((await refresh(bob.refresh, bob.id)).status, 200, 'still within ten seconds')
  await age(bob, '2 seconds')
  const late = await refresh(bob.refresh, bob.id)
  assert.deepEqual([late.status, late.body.error], [401, notRefreshed])
  assert.equal(await mayCall(token, bob), 401, 'S02 the whole session is over')
  assert.equal((await refresh(next, bob.id)).status, 401)
  assert.equal(await countWarnings(bob), 1)
})

test('S02 a grandparent ends the session at once; its owner is told once, other sessions go on', async () => {
  const carol = await testApp.person('carol')
  const elsewhere = await logIn(carol)
  const first = (await refresh(carol.refresh, carol.id)).reply
  const second = (await refresh(first.refresh, carol.id)).reply
  assert.equal((await refresh(second.refresh, carol.id)).status, 200)
  for (const old of [carol.refresh, first.refresh, second.refresh]) {
    assert.equal((await refresh(old, carol.id)).status, 401)
  }
  assert.equal(await mayCall(second.token, carol), 401)
  assert.equal(await mayCall(elsewhere.token, carol), 200)
  assert.equal(await countWarnings(carol), 1)
  const lines = await query(
    `select after->>'reason' as reason from platform.audit where deed = 'endSession' and subject_id = $1`,
    [carol.id],
  )
  assert.deepEqual(lines, [{ reason: 'used refresh token' }])
})

test('S02 a session ends after seven idle days, and after thirty in all', async () => {
  const dave = await testApp.person('dave')
  await query(
    `update platform.sessions set idle_expires_at = now() - interval '1 second' where user_id = $1`,
    [dave.id],
  )
  assert.equal((await refresh(dave.refresh, dave.id)).status, 401)

  const last = await logIn(dave)
  await query(
    `update platform.sessions set absolute_expires_at = now() + interval '5 minutes' where user_id = $1`,
    [dave.id],
  )
  const { status, reply } = await refresh(last.refresh, dave.id)
  assert.equal(status, 200)
  assert.ok(reply.expires_in <= 300 && reply.expires_in > 290)
  await query(
    `update platform.sessions set absolute_expires_at = now() - interval '1 second' where user_id = $1`,
    [dave.id],
  )
  assert.equal((await refresh(reply.refresh, dave.id)).status, 401)
  assert.equal(await countWarnings(dave), 0)
})

test('S04 a refresh by anyone but the owner is refused and changes nothing', async () => {
  const erin = await testApp.person('erin')
  const frank = await testApp.person('frank')
  const stranger = '0199aaaa-0000-7000-8000-000000000000'
  for (const user of [frank.id, frank.email, stranger, 'nobody@ranch.example', 'erin', '', `${erin.id} `]) {
    const refused = await refresh(erin.refresh, user)
    assert.deepEqual([refused.status, refused.body.error], [401, notRefreshed], user)
  }
  assert.equal((await testApp.call(signIns.refreshSession, { body: { token: erin.refresh } })).status, 401)
  assert.equal(await mayCall(erin.token, erin), 200)
  const renewed = await refresh(erin.refresh, erin.email.toUpperCase())
  assert.equal(renewed.status, 200)

  // A used token in the wrong hands is refused too, and is no reason to end the owner's session.
  await age(erin, '1 hour')
  assert.equal((await refresh(erin.refresh, frank.id)).status, 401)
  assert.equal(await mayCall(renewed.reply.token, erin), 200)
})

test('S04 each token opens one thing only, and only where it belongs', async () => {
  const grace = await testApp.person('grace')
  const path = `/api/v1/users/${grace.id}`
  const plain = [
    await testApp.send('GET', path, { as: grace.refresh }),
    await testApp.send('GET', `${path}?token=${grace.token}&access_token=${grace.token}`),
    await testApp.send('GET', path, { headers: { cookie: `token=${grace.token}; session=${grace.token}` } }),
    await testApp.send('GET', path, { headers: { authorization: `Basic ${grace.token}` } }),
    await testApp.send('PUT', path, { body: { token: grace.token, first_name: 'Grace' } }),
  ]
  assert.deepEqual(
    plain.map(({ status }) => status),
    [401, 401, 401, 401, 401],
  )
  assert.equal((await refresh(grace.token, grace.id)).status, 401)
  assert.equal(await mayCall(grace.token, grace), 200)
})

test('S04 an invented, cut, lengthened or altered token is refused and ends nothing', async () => {
  const henry = await testApp.person('henry')
  const flipped =
    henry.refresh.slice(0, 40) + (henry.refresh[40] === 'A' ? 'B' : 'A') + henry.refresh.slice(41)
  for (const token of [
    flipped,
    henry.refresh.slice(1),
    `${henry.refresh}A`,
    'x',
    'A'.repeat(84),
    'A'.repeat(5000),
  ]) {
    const refused = await refresh(token, henry.id)
    assert.deepEqual([refused.status, refused.body.error], [401, notRefreshed])
  }
  for (const body of [{}, { token: '' }, { user: henry.id }]) {
    const refused = await testApp.call(signIns.refreshSession, { body })
    assert.deepEqual([refused.status, refused.body.error], [401, 'No token currently set.'])
  }
  const elsewhere = new Secrets(['the secret of another installation, which knows nothing'])
  const parsed = parseRefreshToken(henry.refresh)
  assert.ok(
    parsed && isGenuine(new Secrets(testApp.config.appSecrets), parsed) && !isGenuine(elsewhere, parsed),
  )
  assert.equal((await refresh(henry.refresh, henry.id)).status, 200)
})

test('S06 signing out ends the session on the next call, by either token, and always says 200', async () => {
  const iris = await testApp.person('iris')
  const out = async (choose: (pair: { token: string; refresh: string }) => string) => {
    const pair = await logIn(iris)
    const answer = await logOut(choose(pair))
    assert.deepEqual([answer.status, answer.body], [200, { state: 'okay' }])
    assert.equal(answer.headers['clear-site-data'], '"cache"')
    assert.equal(await mayCall(pair.token, iris), 401)
    assert.equal((await refresh(pair.refresh, iris.id)).status, 401)
    assert.equal((await logOut(choose(pair))).status, 200)
  }
  await out(({ token }) => token)
  await out((pair) => pair.refresh)
  assert.equal(await mayCall(iris.token, iris), 200, 'other devices stay signed in')

  const renewed = (await refresh(iris.refresh, iris.id)).reply
  await query(
    `update platform.sessions set access_expires_at = now() - interval '1 second' where user_id = $1`,
    [iris.id],
  )
  assert.equal((await logOut(renewed.token)).status, 200, 'an expired token ends its session')
  assert.equal((await refresh(renewed.refresh, iris.id)).status, 401)

  const again = await logIn(iris)
  assert.equal((await logOut(undefined, { authorization: `Bearer ${again.token}` })).status, 200)
  assert.equal(await mayCall(again.token, iris), 401)
  for (const nonsense of [undefined, '', 'x', 'y'.repeat(3000)])
    assert.equal((await logOut(nonsense)).status, 200)
  const ends = await query(
    `select after->>'reason' as reason, actor_id from platform.audit where deed = 'endSession' and actor_id = $1`,
    [iris.id],
  )
  assert.equal(ends.length, 4)
})

test('S09 the twenty-first session ends the one longest unused', async () => {
  const jack = await testApp.person('jack')
  const sessions = [{ token: jack.token, refresh: jack.refresh }]
  for (let n = 1; n < 20; n++) sessions.push(await logIn(jack))
  assert.equal(await mayCall(jack.token, jack), 200)
  await query(
    `update platform.sessions set last_seen_at = now() - interval '1 day' where access_hash = sha256($1)`,
    [Buffer.from(sessions[7]!.token)],
  )
  const latest = await logIn(jack)
  assert.equal(await mayCall(sessions[7]!.token, jack), 401)
  assert.equal(await mayCall(latest.token, jack), 200)
  await Promise.all(Array.from({ length: 10 }, () => logIn(jack)))
  const [{ count }] = await query(`select count(*)::int from platform.sessions where user_id = $1`, [jack.id])
  assert.equal(count, 20)
})

test('S09 a disabled user is out on the next call', async () => {
  const kim = await testApp.person('kim')
  await query(`update platform.sessions set user_state = 'disabled' where user_id = $1`, [kim.id])
  assert.equal(await mayCall(kim.token, kim), 401)
  assert.equal((await refresh(kim.refresh, kim.id)).status, 401)
})

test('a session refreshes thirty times a minute', async (t) => {
  const strict = await TestApp.start({ LIMIT_FACTOR: '1' })
  t.after(() => strict.close())
  const person = await strict.person('busy')
  const ask = () => strict.call(signIns.refreshSession, { body: { token: person.refresh, user: person.id } })
  const statuses = []
  for (let n = 0; n < 61; n++) statuses.push((await ask()).status)
  assert.equal(statuses[0], 200)
  assert.ok(statuses.includes(429))
})
