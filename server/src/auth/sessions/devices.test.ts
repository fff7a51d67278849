import * as contract from '@byre/contract/accounts/auth'
import * as signIns from '@byre/contract/accounts/sign-ins'
import {
  endOtherSessions,
  endSession,
  listSecurityEvents,
  listSessions,
} from '@byre/contract/accounts/devices'
import { getUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { fewestStatements } from '../../testing/statements.ts'
import { password, TestApp, type Person } from '../../testing/test-app.ts'
import { deviceName, eventCommands, eventOf, widerNetwork } from '../devices.policy.ts'

let testApp: TestApp
before(async () => (testApp = await TestApp.start({ TRUSTED_PROXIES: '127.0.0.1' })))
after(() => testApp.close())

const query = async (text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query(text, values)).rows
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
/** Signs in with a browser, from an address. */
const signInWith = async (person: Person, userAgent: string, address = '203.0.113.9') =>
  (
    await testApp.call(signIns.logIn, {
      body: { username: person.email, password },
      headers: { 'user-agent': userAgent, 'x-forwarded-for': address },
    })
  ).reply
const sessionsOf = async (as: Person | string) => (await testApp.call(listSessions, { as })).reply.sessions
const eventsOf = async (as: Person | string, page: Record<string, string> = {}) =>
  (await testApp.call(listSecurityEvents, { as, query: page })).reply
const mayCall = async (token: string, person: Person) =>
  (await testApp.call(getUser, { as: token, params: { id: person.id } })).status
const noticesTo = async (person: Person) =>
  (await testApp.mailsTo(person.email)).filter(({ subject }) => subject.startsWith('A new device'))

test('S09 someone sees where they are signed in, this device first, and nobody else’s', async () => {
  const alice = await testApp.person('alice')
  await testApp.person('bob')
  const phone = await signInWith(alice, iPhone, '2001:db8:1:2::7')
  await signInWith(alice, firefox)
  const sessions = await sessionsOf(phone.token)
  assert.deepEqual(
    sessions.map(({ device, network, current }) => [device, network, current]),
    [
      ['Safari on iPhone', '2001:db8:1:2::/64', true],
      ['Firefox on Windows', '203.0.113.9', false],
      ['An unknown device', '127.0.0.1', false],
    ],
  )
  assert.deepEqual(Object.keys(sessions[0]!).sort(), [
    'created_at',
    'current',
    'device',
    'id',
    'last_seen_at',
    'network',
  ])
  await query(
    `update platform.sessions set idle_expires_at = now() - interval '1 second' where access_hash = sha256($1)`,
    [Buffer.from(alice.token)],
  )
  assert.equal((await sessionsOf(phone.token)).length, 2, 'one that has run out is none')
})

test('S09 a device that is signed out is out on its next call, and cannot renew itself', async () => {
  const carol = await testApp.person('carol')
  const phone = await signInWith(carol, iPhone)
  const other = (await sessionsOf(carol)).find(({ current }) => !current)!
  const ended = await testApp.call(endSession, { as: carol, params: { id: other.id } })
  assert.deepEqual([ended.status, ended.body], [200, { state: 'okay' }])
  assert.equal(await mayCall(phone.token, carol), 401)
  const body = { token: phone.refresh, user: carol.id }
  assert.equal((await testApp.call(signIns.refreshSession, { body })).status, 401)
  assert.equal(await mayCall(carol.token, carol), 200)
  const again = await testApp.call(endSession, { as: carol, params: { id: other.id } })
  assert.equal(again.status, 404, 'twice is safe')
})

test('S09 C02 nobody signs another account’s device out', async () => {
  const dave = await testApp.person('dave')
  const mallory = await testApp.person('mallory')
  const [session] = await sessionsOf(dave)
  const foreign = await testApp.call(endSession, { as: mallory, params: { id: session!.id } })
  const nowhere = await testApp.call(endSession, { as: mallory, params: { id: newId() } })
  assert.deepEqual([foreign.status, nowhere.status], [404, 404])
  assert.deepEqual({ ...foreign.body, request_id: 0 }, { ...nowhere.body, request_id: 0 })
  await testApp.call(endOtherSessions, { as: mallory })
  assert.equal(await mayCall(dave.token, dave), 200)
  for (const [endpoint, params] of [
    [listSessions, {}],
    [listSecurityEvents, {}],
    [endOtherSessions, {}],
    [endSession, { id: session!.id }],
  ] as const)
    assert.equal((await testApp.call(endpoint, { params })).status, 401)
})

test('S09 all other devices are signed out at once', async () => {
  const erin = await testApp.person('erin')
  const others = [await signInWith(erin, iPhone), await signInWith(erin, firefox)]
  const ended = await testApp.call(endOtherSessions, { as: erin })
  assert.deepEqual([ended.status, ended.reply.ended], [200, 2])
  for (const { token } of others) assert.equal(await mayCall(token, erin), 401)
  assert.equal(await mayCall(erin.token, erin), 200)
  assert.equal((await testApp.call(endOtherSessions, { as: erin })).reply.ended, 0)
})

test('S09 a sign-in from a new device is told by mail, one from a known device or network nearby is not', async () => {
  const frank = await testApp.person('frank')
  assert.equal((await noticesTo(frank)).length, 0, 'the first is nobody’s surprise')
  await signInWith(frank, firefox)
  const [mail] = await noticesTo(frank)
  assert.match(
    mail?.text ?? '',
    /Firefox on Windows, from the network 203\.0\.113\.9, on \d{4}-\d\d-\d\d at \d\d:\d\d UTC\./,
  )
  assert.match(mail?.text ?? '', new RegExp(`/users/${frank.id}/profile\\?tab=security`))

  await signInWith(frank, firefox)
  await signInWith(frank, firefox.replaceAll('128.0', '131.0'), '203.0.77.4')
  assert.equal((await noticesTo(frank)).length, 1, 'an update, or another address of the same provider')
  await signInWith(frank, iPhone)
  await signInWith(frank, firefox, '198.51.100.7')
  assert.equal((await noticesTo(frank)).length, 3)
  const refused = await testApp.call(signIns.logIn, {
    body: { username: frank.email, password: 'Wrong-1-fence!' },
    headers: { 'user-agent': 'curl/8.0' },
  })
  assert.equal(refused.status, 401)
  assert.equal((await noticesTo(frank)).length, 3, 'who did not get in is in the list of events')
})

test('O03 someone reads what happened to their account, newest first', async () => {
  const grace = await testApp.person('grace')
  const phone = await signInWith(grace, iPhone)
  for (let n = 0; n < 6; n++)
    await testApp.call(signIns.logIn, { body: { username: grace.email, password: `Wrong-${n}-fence!` } })
  await query(`delete from auth.sign_in_failures`)
  await testApp.call(contract.updatePassword, { as: grace, body: { password: 'Otter-7-creek!' } })
  await testApp.call(signIns.logOut, { body: { token: phone.token } })
  const { security_events: events, total } = await eventsOf(grace)
  assert.deepEqual(
    events.map(({ event }) => event),
    [
      'password_changed',
      'signing_in_paused',
      'sign_in_refused',
      'sign_in_refused',
      'sign_in_refused',
      'sign_in_refused',
      'signed_in',
      'signed_in',
      'address_confirmed',
      'signed_up',
    ],
  )
  assert.equal(total, 10)
  assert.equal(events[6]?.device, 'Safari on iPhone')
  assert.equal(events[6]?.network, '203.0.113.9')

  const second = await eventsOf(grace, { page: '2', per_page: '4' })
  assert.deepEqual([second.page, second.per_page, second.total], [2, 4, 10])
  assert.deepEqual(second.security_events, events.slice(4, 8))
  assert.deepEqual((await eventsOf(grace, { page: '9' })).security_events, [])
})

test('O03 nobody reads what happened to another account', async () => {
  const henry = await testApp.person('henry')
  const iris = await testApp.person('iris')
  await testApp.call(signIns.logIn, { body: { username: henry.email, password: 'Wrong-1-fence!' } })
  const { security_events: events } = await eventsOf(iris)
  assert.deepEqual(
    events.map(({ event }) => event),
    ['signed_in', 'address_confirmed', 'signed_up'],
  )
})

test('O03 the lists of sessions and events are one statement each', async () => {
  const jack = await testApp.person('jack')
  for (const endpoint of [listSessions, listSecurityEvents]) {
    const ask = () => testApp.call(endpoint, { as: jack })
    assert.equal((await ask()).status, 200)
    assert.equal(await fewestStatements(testApp.database, ask, 1), 1)
  }
})

test('a copied sign-in that was ended shows as such', async () => {
  const kim = await testApp.person('kim')
  const refresh = (token: string) => testApp.call(signIns.refreshSession, { body: { token, user: kim.id } })
  const elsewhere = await signInWith(kim, firefox)
  const next = (await refresh(kim.refresh)).reply
  await refresh(next.refresh)
  assert.equal((await refresh(kim.refresh)).status, 401)
  assert.equal((await eventsOf(elsewhere.token)).security_events[0]?.event, 'copy_signed_out')
})

test('devices are named in plain words, whatever they say of themselves', () => {
  const named = {
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36':
      'Chrome on Linux',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0':
      'Edge on Windows',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15':
      'Safari on Mac',
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36':
      'Samsung Internet on Android',
    'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1':
      'Chrome on iPad',
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36':
      'Chrome on ChromeOS',
    'curl/8.5.0': 'curl',
    'Something (Windows)': 'A browser on Windows',
    '<b>Your bank</b> https://evil.example': 'An unknown device',
    '': 'An unknown device',
  }
  for (const [userAgent, name] of Object.entries(named)) assert.equal(deviceName(userAgent), name)
  const wide = (address: string) => widerNetwork(address)
  assert.equal(wide('203.0.113.9'), wide('203.0.1.1'))
  assert.notEqual(wide('203.0.113.9'), wide('203.1.113.9'))
  assert.equal(wide('2001:db8:1:2::/64'), wide('2001:db8:1:9::/64'))
  assert.notEqual(wide('2001:db8:1:2::/64'), wide('2001:db8:2:2::/64'))
})

test('every command that is listed has a name', () => {
  const plain = { result: null, reason: null, failures: null }
  for (const deed of eventCommands) assert.ok(eventOf({ deed, ...plain }), deed)
})
