import { stepUp } from '@byre/contract/accounts/accounts'
import * as contract from '@byre/contract/accounts/auth'
import * as signIns from '@byre/contract/accounts/sign-ins'
import {
  addPasskey,
  askForPasskey,
  askToStepUp,
  beginPasskey,
  listPasskeys,
  proveSecondFactor,
  removePasskey,
  renamePasskey,
} from '@byre/contract/accounts/second-factors'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { Authenticator } from '../../testing/authenticator.ts'
import { askedOf, setUpApp } from '../../testing/second-factors.ts'
import { password, TestApp, type Person } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => (testApp = await TestApp.start()))
after(() => testApp.close())

const query = async (text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query(text, values)).rows
const newKey = () => new Authenticator(testApp.config.publicUrl)
const goStale = ({ id }: Person) =>
  query(`update platform.sessions set fresh_at = now() - interval '16 minutes' where user_id = $1`, [id])
const listed = async (as: Person) => (await testApp.call(listPasskeys, { as })).reply.passkeys

async function plan(as: Person) {
  const begun = await testApp.call(beginPasskey, { as })
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  return begun.reply
}

const add = (as: Person, passkey: string, name = 'Blue key') =>
  testApp.call(addPasskey, { as, body: { passkey, name } })

/** Someone with a passkey. */
async function keyholder(name: string) {
  const person = await testApp.person(name)
  const key = newKey()
  const added = await add(person, key.make(await plan(person)))
  assert.equal(added.status, 201, JSON.stringify(added.body))
  return { person, key, id: added.reply.passkey.id, codes: added.reply.backup_codes ?? [] }
}

const questionOf = async (ticket: string) => (await testApp.call(askForPasskey, { body: { ticket } })).reply
const prove = (ticket: string, passkey: string) =>
  testApp.call(proveSecondFactor, { body: { ticket, passkey } })
const stepUpWith = (as: Person, passkey: string) => testApp.call(stepUp, { as, body: { passkey } })
const stepUpQuestion = async (as: Person) => (await testApp.call(askToStepUp, { as })).reply

test('A16 someone adds passkeys, names them, and finishes signing in with one', async () => {
  const alice = await testApp.person('alice')
  const key = newKey()
  const creationOptions = await plan(alice)
  assert.deepEqual(creationOptions.rp, { id: 'localhost', name: 'Byre Sites' })
  assert.deepEqual(creationOptions.excludeCredentials, [])
  const added = await add(alice, key.make(creationOptions))
  assert.equal(added.status, 201)
  assert.equal(added.reply.passkey.name, 'Blue key')
  assert.equal(added.reply.passkey.last_used_at, null)
  assert.equal(added.reply.backup_codes?.length, 10)

  const second = await plan(alice)
  assert.equal(second.excludeCredentials.length, 1)
  const phone = await add(alice, newKey().make(second), 'Phone')
  assert.equal(phone.reply.backup_codes, null, 'the codes one has stay')
  assert.deepEqual(
    (await listed(alice)).map(({ name }) => name),
    ['Blue key', 'Phone'],
  )
  const id = phone.reply.passkey.id
  const renamed = await testApp.call(renamePasskey, { as: alice, params: { id }, body: { name: 'My phone' } })
  assert.equal(renamed.reply.name, 'My phone')

  const login = await askedOf(testApp, alice)
  assert.deepEqual(login.methods, ['passkey', 'backup_code'])
  const question = await questionOf(login.ticket)
  assert.equal(question.rpId, 'localhost')
  assert.equal(question.userVerification, 'preferred')
  assert.equal(question.allowCredentials.length, 2)
  const signedIn = await prove(login.ticket, key.use(question))
  assert.equal(signedIn.status, 200)
  assert.equal(signedIn.reply.user.id, alice.id)
  assert.notEqual((await listed(alice))[0]?.last_used_at, null)
  const subjects = (await testApp.mailsTo(alice.email)).map(({ subject }) => subject)
  assert.equal(subjects.filter((subject) => subject === 'A passkey was added to your account').length, 2)
})

test('A16 a challenge works once, for its account and purpose, and for five minutes', async () => {
  const { person: bob, key } = await keyholder('bob')
  const { person: carol, key: hers } = await keyholder('carol')
  const first = await askedOf(testApp, bob)
  const question = await questionOf(first.ticket)
  assert.equal((await prove(first.ticket, key.use(question))).status, 200)
  const again = await askedOf(testApp, bob)
  assert.equal((await prove(again.ticket, key.use(question))).body.code, 'passkey.refused')

  const foreign = await questionOf((await askedOf(testApp, carol)).ticket)
  assert.equal((await prove(again.ticket, key.use(foreign))).status, 400)
  const forStepUp = await stepUpQuestion(bob)
  assert.equal((await prove(again.ticket, key.use(forStepUp))).status, 400)
  assert.equal((await stepUpWith(bob, key.use(await questionOf(again.ticket)))).status, 400)
  assert.equal((await prove(again.ticket, hers.use(await questionOf(again.ticket)))).status, 400)
  assert.equal((await add(bob, newKey().make(await stepUpQuestion(bob)))).status, 400)

  const late = await questionOf(again.ticket)
  await query(`update auth.passkey_challenges set expires_at = expires_at - interval '5 minutes'`)
  assert.equal((await prove(again.ticket, key.use(late))).status, 400)
  assert.equal((await prove(again.ticket, key.use(await questionOf(again.ticket)))).status, 200)
})

test('A16 an answer from another origin, for another host, forged, or counted back is refused', async () => {
  const { person: dave, key } = await keyholder('dave')
  const { ticket } = await askedOf(testApp, dave)
  for (const twist of [
    { origin: 'https://localhost.evil.example' },
    { rpId: 'evil.example' },
    { forged: true },
  ]) {
    const refused = await prove(ticket, key.use(await questionOf(ticket), twist))
    assert.deepEqual([refused.status, refused.body.code], [400, 'passkey.refused'], JSON.stringify(twist))
  }
  for (const text of ['no json', '{}', '[]', 'null', '{"id":"x","response":{"clientDataJSON":"!!"}}'])
    assert.equal((await prove(ticket, text)).status, 400, text)
  const added = await add(dave, newKey().make(await plan(dave), { origin: 'http://evil.example' }))
  assert.equal(added.status, 400)

  assert.equal((await prove(ticket, key.use(await questionOf(ticket), { counter: 40 }))).status, 200)
  const copy = await askedOf(testApp, dave)
  const counted = key.use(await questionOf(copy.ticket), { counter: 40 })
  assert.equal((await prove(copy.ticket, counted)).status, 400, 'a copy counts where the first has been')
  assert.equal(
    (await prove(copy.ticket, key.use(await questionOf(copy.ticket), { counter: 41 }))).status,
    200,
  )
})

test('S07 A16 a passkey shown again makes the session fresh, if it knows its owner', async () => {
  const { person: erin, key } = await keyholder('erin')
  await goStale(erin)
  const change = () =>
    testApp.call(contract.updatePassword, { as: erin, body: { password: 'Otter-7-creek!' } })
  assert.equal((await change()).status, 403)
  const question = await stepUpQuestion(erin)
  assert.equal(question.userVerification, 'required')
  const unlockedByNobody = await stepUpWith(erin, key.use(question, { isVerified: false }))
  assert.deepEqual([unlockedByNobody.status, unlockedByNobody.body.code], [400, 'passkey.refused'])
  assert.equal((await change()).status, 403)
  const shown = await stepUpWith(erin, key.use(await stepUpQuestion(erin)))
  assert.deepEqual([shown.status, shown.body], [200, { state: 'okay' }])
  assert.equal((await change()).status, 200)

  const neither = await testApp.call(stepUp, { as: erin, body: {} })
  assert.deepEqual(neither.body.errors, [{ field: 'password', message: 'Please input your password!' }])
  assert.equal((await testApp.call(askToStepUp)).status, 401)
})

test('A16 C02 nobody lists, renames or removes another’s passkey, and none is added twice', async () => {
  const { person: frank, key, id } = await keyholder('frank')
  const mallory = await testApp.person('mallory')
  const params = { id }
  const body = { name: 'Mine' }
  const nowhere = await testApp.call(removePasskey, { as: mallory, params: { id: newId() } })
  const foreign = await testApp.call(removePasskey, { as: mallory, params })
  assert.deepEqual([foreign.status, nowhere.status], [404, 404])
  assert.deepEqual({ ...foreign.body, request_id: 0 }, { ...nowhere.body, request_id: 0 })
  assert.equal((await testApp.call(renamePasskey, { as: mallory, params, body })).status, 404)
  assert.deepEqual(await listed(mallory), [])
  assert.equal((await add(mallory, key.make(await plan(mallory)))).body.code, 'passkey.exists')
  assert.equal((await add(frank, key.make(await plan(frank)))).body.code, 'passkey.exists')
  assert.equal((await testApp.call(renamePasskey, { as: frank, params, body: { name: ' ' } })).status, 400)
  assert.equal(
    (await testApp.call(renamePasskey, { as: frank, params, body: { name: 'x'.repeat(61) } })).status,
    400,
  )
  for (const endpoint of [listPasskeys, beginPasskey] as const)
    assert.equal((await testApp.call(endpoint)).status, 401)
  assert.equal((await listed(frank)).length, 1)
})

test('A16 a removed passkey opens nothing, and with the last factor its backup codes go', async () => {
  const { person: grace, key, id, codes } = await keyholder('grace')
  const { ticket } = await askedOf(testApp, grace)
  const question = await questionOf(ticket)
  await goStale(grace)
  const stale = await testApp.call(removePasskey, { as: grace, params: { id } })
  assert.equal(stale.body.code, 'session.reauth_required')
  assert.equal((await testApp.call(beginPasskey, { as: grace })).body.code, 'session.reauth_required')
  await stepUpWith(grace, key.use(await stepUpQuestion(grace)))
  assert.equal((await testApp.call(removePasskey, { as: grace, params: { id } })).status, 200)
  assert.equal((await testApp.call(removePasskey, { as: grace, params: { id } })).status, 404)
  assert.equal((await prove(ticket, key.use(question))).status, 400)
  const byCode = await testApp.call(proveSecondFactor, { body: { ticket, code: codes[0]! } })
  assert.equal(byCode.status, 400)
  const signedIn = await testApp.call(signIns.logIn, { body: { username: grace.email, password } })
  assert.equal(signedIn.body.state, 'okay')
  const subjects = (await testApp.mailsTo(grace.email)).map(({ subject }) => subject)
  assert.ok(subjects.includes('A passkey was removed from your account'))
})

test('A16 with an app beside it, either finishes the sign-in; twenty passkeys are the most', async () => {
  const { person: henry, key } = await keyholder('henry')
  const { codes } = await setUpApp(testApp, henry)
  assert.deepEqual(codes, [], 'the codes that came with the passkey stay')
  const login = await askedOf(testApp, henry)
  assert.deepEqual(login.methods, ['totp', 'passkey', 'backup_code'])
  assert.equal((await prove(login.ticket, key.use(await questionOf(login.ticket)))).status, 200)
  const under_way = await plan(henry)
  await query(
    `insert into auth.passkeys (id, user_id, credential_id, public_key, counter, transports, name)
     select gen_random_uuid(), $1, 'filler-' || n, '\\x00', 0, '{}', 'n' from generate_series(1, 19) n`,
    [henry.id],
  )
  assert.equal((await testApp.call(beginPasskey, { as: henry })).body.code, 'passkey.too_many')
  assert.equal((await add(henry, newKey().make(under_way))).body.code, 'passkey.too_many')
})
