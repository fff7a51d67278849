import * as contract from '@byre/contract/accounts/auth'
import * as signIns from '@byre/contract/accounts/sign-ins'
import {
  endOtherSessions,
  endSession,
  endTrust,
  listSessions,
  listTrustedDevices,
} from '@byre/contract/accounts/devices'
import { proveSecondFactor, removeTotp } from '@byre/contract/accounts/second-factors'
import { getUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { askedOf, codeOf, setUpApp } from '../../testing/second-factors.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => (testApp = await TestApp.start()))
after(() => testApp.close())

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'
const query = async (text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query(text, values)).rows
const trustOf = async (as: Person | string) =>
  (await testApp.call(listTrustedDevices, { as })).reply.trusted_devices
/** Signs in with a browser that keeps this cookie; what is asked, or okay. */
const stateWith = async (person: Person, cookie: string, headers: Record<string, string> = {}) =>
  (await askedOf(testApp, person, { cookie, ...headers })).state

/** Someone who trusts the browser they sign in with. */
async function truster(name: string, at: TestApp = testApp) {
  const person = await at.person(name)
  const { secret, codes } = await setUpApp(at, person)
  const trust = async (step = 0) => {
    const { ticket } = await askedOf(at, person)
    const body = { ticket, code: step === 0 ? codeOf(secret) : codes.pop()!, trust_device: '1' as const }
    const signedIn = await at.call(proveSecondFactor, { body, headers: { 'user-agent': firefox } })
    assert.equal(signedIn.status, 200, JSON.stringify(signedIn.body))
    const line = String(signedIn.headers['set-cookie'])
    return { line, cookie: line.split(';')[0]!, token: signedIn.reply.token }
  }
  return { person, trust, ...(await trust()) }
}

test('A17 a trusted browser is not asked for the second factor for 30 days, and only for the account that trusts it', async () => {
  const { person: alice, line, cookie, token } = await truster('alice')
  assert.match(
    line,
    /^byre_trusted_[0-9a-f]{16}=[\w-]{43}; Max-Age=2592000; Path=\/api\/v1\/login; HttpOnly; SameSite=Strict$/,
  )
  const { person: bob } = await truster('bob')
  assert.equal(await stateWith(alice, cookie), 'okay')
  assert.equal(await stateWith(alice, ''), 'second_factor')
  assert.equal(await stateWith(alice, `${cookie}; ${cookie}`), 'second_factor', 'one of them was planted')
  assert.equal(await stateWith(bob, cookie), 'second_factor')
  const renamed = (await truster('carol')).cookie.split('=')[0]
  assert.equal(await stateWith(bob, `${renamed}=${cookie.split('=')[1]}`), 'second_factor')

  const [device, ...others] = await trustOf(token)
  assert.deepEqual(others, [])
  assert.equal(device?.network, '127.0.0.1')
  await query(`update auth.trusted_devices set expires_at = expires_at - interval '30 days'`)
  assert.deepEqual(await trustOf(token), [])
  assert.equal(await stateWith(alice, cookie), 'second_factor')
})

test('A17 S04 H05 the cookie stands for no password and opens no call', async () => {
  const { person: dave, cookie } = await truster('dave')
  const body = { username: dave.email, password: 'Wrong-7-fence!' }
  assert.equal((await testApp.call(signIns.logIn, { body, headers: { cookie } })).status, 401)
  const params = { id: dave.id }
  assert.equal((await testApp.call(getUser, { params, headers: { cookie } })).status, 401)
  const token = cookie.split('=')[1]!
  assert.equal((await testApp.call(getUser, { as: token, params })).status, 401)
  const rows = await query(`select encode(token_hash, 'hex') from auth.trusted_devices`)
  assert.ok(!JSON.stringify(rows).includes(Buffer.from(token, 'base64url').toString('hex')))
})

test('A17 its owner sees where trust is kept and ends it, and nobody else does', async () => {
  const { person: erin, cookie, token } = await truster('erin')
  const mallory = await testApp.person('mallory')
  const [device] = await trustOf(token)
  assert.equal(device?.device, 'Firefox on Windows')
  const params = { id: device!.id }
  const foreign = await testApp.call(endTrust, { as: mallory, params })
  const nowhere = await testApp.call(endTrust, { as: mallory, params: { id: newId() } })
  assert.deepEqual([foreign.status, nowhere.status], [404, 404])
  assert.deepEqual(await trustOf(mallory), [])
  assert.equal(await stateWith(erin, cookie), 'okay')
  assert.equal((await testApp.call(endTrust, { as: erin, params })).status, 200)
  assert.equal((await testApp.call(endTrust, { as: erin, params })).status, 404)
  assert.equal(await stateWith(erin, cookie), 'second_factor')
  for (const answer of [await testApp.call(listTrustedDevices), await testApp.call(endTrust, { params })])
    assert.equal(answer.status, 401)
})

test('A17 A13 trust ends with a new password, a reset, a sign-out of the device, and the last factor', async () => {
  const { person: frank, trust, cookie: first, token } = await truster('frank')
  const changed = { body: { password: frank.password } }
  assert.equal((await testApp.call(contract.updatePassword, { as: token, ...changed })).status, 200)
  assert.equal(await stateWith(frank, first), 'second_factor')

  const signedOut = await trust(1)
  const sessions = (await testApp.call(listSessions, { as: token })).reply.sessions
  const device = sessions.find(({ current }) => !current)!
  await testApp.call(endSession, { as: token, params: { id: device.id } })
  assert.equal(await stateWith(frank, signedOut.cookie), 'second_factor')

  const elsewhere = await trust(1)
  await testApp.call(endOtherSessions, { as: token })
  assert.equal(await stateWith(frank, elsewhere.cookie), 'second_factor')

  const beforeReset = await trust(1)
  await testApp.settle()
  await testApp.call(contract.resetPassword, { body: { username: frank.email } })
  const body = { username: frank.email, password: frank.password, code: await testApp.codeFor(frank.email) }
  assert.equal((await testApp.call(contract.confirmResetPassword, { body })).status, 200)
  assert.equal(await stateWith(frank, beforeReset.cookie), 'second_factor')

  const last = await trust(1)
  assert.equal((await testApp.call(removeTotp, { as: last.token })).status, 200)
  assert.deepEqual(await trustOf(last.token), [])
})

test('A17 under https the cookie is for https alone', async () => {
  const live = await TestApp.start({ PUBLIC_URL: 'https://portal.example', TRUSTED_PROXIES: '127.0.0.1' })
  try {
    const send = live.send.bind(live)
    live.send = (method, url, options = {}) =>
      send(method, url, { ...options, headers: { 'x-forwarded-proto': 'https', ...options.headers } })
    const { line, cookie, person } = await truster('grace', live)
    assert.match(
      line,
      /^__Secure-byre_trusted_[0-9a-f]{16}=.*; Max-Age=2592000; .*; Secure; SameSite=Strict$/,
    )
    assert.equal((await askedOf(live, person, { cookie })).state, 'okay')
  } finally {
    await live.close()
  }
})
