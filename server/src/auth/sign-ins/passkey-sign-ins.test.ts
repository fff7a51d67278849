import { deleteMe } from '@byre/contract/people/leaving'
import { updatePassword } from '@byre/contract/accounts/auth'
import { listSecurityEvents } from '@byre/contract/accounts/devices'
import { askToSignIn, signInByPasskey } from '@byre/contract/accounts/passkey-sign-ins'
import {
  addPasskey,
  askForPasskey,
  askToStepUp,
  beginPasskey,
  listPasskeys,
  proveSecondFactor,
  removePasskey,
} from '@byre/contract/accounts/second-factors'
import { logIn } from '@byre/contract/accounts/sign-ins'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Authenticator } from '../../testing/authenticator.ts'
import { useUpForAll } from '../../testing/limits.ts'
import { askedOf, setUpApp } from '../../testing/second-factors.ts'
import { password, TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => (testApp = await TestApp.start()))
after(() => testApp.close())

const query = async (text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query(text, values)).rows
const newKey = () => new Authenticator(testApp.config.publicUrl)
type Twist = Parameters<Authenticator['use']>[1]

/** Someone with a passkey. */
async function keyholder(name: string) {
  const person = await testApp.person(name)
  const key = newKey()
  const plan = (await testApp.call(beginPasskey, { as: person })).reply
  const body = { passkey: key.make(plan), name: 'Phone' }
  const added = await testApp.call(addPasskey, { as: person, body })
  assert.equal(added.status, 201, JSON.stringify(added.body))
  return { person, key, plan, id: added.reply.passkey.id }
}

const question = async () => (await testApp.call(askToSignIn)).reply
const show = (passkey: string, headers: Record<string, string> = {}) =>
  testApp.call(signInByPasskey, { body: { passkey }, headers })
const signIn = async (key: Authenticator, twist: Twist = {}) => show(key.use(await question(), twist))
const firefox = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0',
}

test('A18 a passkey signs its owner in without address or password, and is both factors', async () => {
  const { person: alice, key, plan } = await keyholder('alice')
  assert.equal(plan.authenticatorSelection.residentKey, 'preferred')
  assert.equal(Buffer.from(plan.user.id, 'base64url').length, 16)
  await setUpApp(testApp, alice)
  const open = await question()
  assert.deepEqual(
    [open.rpId, open.userVerification, open.allowCredentials, open.timeout],
    ['localhost', 'required', [], 300_000],
  )

  const signedIn = await show(key.use(open), firefox)
  assert.equal(signedIn.status, 200)
  assert.deepEqual([signedIn.body.state, signedIn.reply.user.email], ['okay', alice.email])
  const { token } = signedIn.reply
  const body = { password: 'Otter-7-creek!' }
  const changed = await testApp.call(updatePassword, { as: token, body })
  assert.equal(changed.status, 200, 'it is as fresh as a sign-in with both factors')
  const [used] = (await testApp.call(listPasskeys, { as: token })).reply.passkeys
  assert.notEqual(used?.last_used_at, null)

  const events = (await testApp.call(listSecurityEvents, { as: token })).reply.security_events
  const event = events.find(({ event }) => event === 'signed_in')
  assert.equal(event?.device, 'Firefox on Windows')
  const lines = await query(
    `select after from platform.audit where deed = 'logIn' and actor_id = $1 order by at desc limit 1`,
    [alice.id],
  )
  assert.deepEqual(lines[0].after, { device: 'Firefox on Windows', method: 'passkey alone' })
  const subjects = (await testApp.mailsTo(alice.email)).map(({ subject }) => subject)
  assert.ok(subjects.some((subject) => subject.startsWith('A new device')))
})

test('A18 its challenge works once, for this alone, and for five minutes', async () => {
  const { person: bob, key } = await keyholder('bob')
  const open = await question()
  assert.equal((await show(key.use(open))).status, 200)
  assert.equal((await show(key.use(open))).body.code, 'passkey.refused', 'a replay')

  const { ticket } = await askedOf(testApp, bob)
  const second = (await testApp.call(askForPasskey, { body: { ticket } })).reply
  assert.equal((await show(key.use(second))).status, 400, 'one for after the password')
  const stepUp = (await testApp.call(askToStepUp, { as: bob })).reply
  assert.equal((await show(key.use(stepUp))).status, 400)
  const alone = key.use(await question())
  const proven = await testApp.call(proveSecondFactor, { body: { ticket, passkey: alone } })
  assert.equal(proven.status, 400, 'and the other way round')
  assert.equal((await show(key.use({ challenge: 'x'.repeat(43) }))).status, 400, 'one that nobody made')

  const late = await question()
  await query(`update auth.passkey_challenges set expires_at = expires_at - interval '5 minutes'`)
  assert.equal((await show(key.use(late))).status, 400)
  assert.equal((await signIn(key)).status, 200)
})

test('A18 an answer from elsewhere, forged, counted back, or without its owner is refused', async () => {
  const { key } = await keyholder('carol')
  const { plan: hers } = await keyholder('dora')
  for (const twist of [
    { origin: 'https://localhost.evil.example' },
    { rpId: 'evil.example' },
    { forged: true },
    { isVerified: false },
    { userHandle: null },
    { userHandle: hers.user.id },
  ]) {
    const refused = await signIn(key, twist)
    assert.deepEqual([refused.status, refused.body.code], [400, 'passkey.refused'], JSON.stringify(twist))
  }
  for (const text of ['no json', '{}', 'null', '{"id":"x","response":{"clientDataJSON":"!!"}}'])
    assert.equal((await show(text)).status, 400, text)
  assert.equal((await signIn(key, { counter: 40 })).status, 200)
  assert.equal((await signIn(key, { counter: 40 })).status, 400, 'a copy counts where the first has been')
  assert.equal((await signIn(key, { counter: 41 })).status, 200)
  const two = [await question(), await question()].map((open) => key.use(open, { counter: 42 }))
  const answers = await Promise.all(two.map((passkey) => show(passkey)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400], 'also at the same moment')
})

test('A03 A18 what nobody has, has removed or has left behind is answered like a wrong answer', async () => {
  const { key } = await keyholder('erin')
  const { person: frank, key: removed, id } = await keyholder('frank')
  assert.equal((await testApp.call(removePasskey, { as: frank, params: { id } })).status, 200)
  const { person: gina, key: left } = await keyholder('gina')
  assert.equal((await testApp.call(deleteMe, { as: gina, body: { email: gina.email } })).status, 200)
  const strange = newKey()
  strange.make({ challenge: '', user: { id: 'AAAAAAAAAAAAAAAAAAAAAA' } })

  const tried = async (one: Authenticator, twist: Twist) => {
    let statements = Infinity
    let said: Record<string, unknown> = {}
    // The fewest of three: now and then something else speaks to the database as well.
    for (let n = 0; n < 3; n++) {
      const open = await question()
      const before = testApp.database.statements()
      const { status, body } = await show(one.use(open, twist))
      statements = Math.min(statements, testApp.database.statements() - before)
      said = { ...body, status, request_id: undefined }
    }
    return { said, statements }
  }
  const wrong = await tried(key, { forged: true })
  assert.deepEqual([wrong.said['status'], wrong.said['code']], [400, 'passkey.refused'])
  for (const one of [removed, left, strange]) assert.deepEqual(await tried(one, {}), wrong)
  const lines = await query(
    `select subject_id from platform.audit where after->>'result' = 'wrong passkey' order by id desc limit 12`,
  )
  assert.equal(lines.filter(({ subject_id }) => subject_id !== null).length, 3, 'each is written down')
})

test('A18 a closed or unconfirmed account is told so by its own passkey alone, and begins no session', async () => {
  const { person: henry, key } = await keyholder('henry')
  await query(`update auth.accounts set user_state = 'disabled' where id = $1`, [henry.id])
  assert.equal((await signIn(key, { forged: true })).body.code, 'passkey.refused')
  const closed = await signIn(key)
  assert.deepEqual([closed.status, closed.body.code], [403, 'account.disabled'])
  const [line] = await query(
    `select subject_id from platform.audit where after->>'result' = 'disabled' order by id desc limit 1`,
  )
  assert.equal(line.subject_id, henry.id)

  await query(`update auth.accounts set user_state = 'active', confirmed_at = null where id = $1`, [henry.id])
  const before = (await testApp.mailsTo(henry.email)).length
  const unconfirmed = await signIn(key)
  assert.deepEqual([unconfirmed.status, unconfirmed.body.code], [403, 'account.unconfirmed'])
  assert.equal((await testApp.mailsTo(henry.email)).length, before + 1, 'a code again')
  const sessions = await query(`select from platform.sessions where user_id = $1`, [henry.id])
  assert.equal(sessions.length, 1, 'the one he added the passkey in')
})

test('A01 A18 wrong passwords keep no passkey out, and a passkey forgives none of them', async () => {
  const { person: iris, key } = await keyholder('iris')
  const wrong = { username: iris.email, password: 'Wrong-7-fence!' }
  for (let n = 0; n < 5; n++) await testApp.call(logIn, { body: wrong })
  await query(`update auth.sign_in_failures set locked_until = now() + interval '1 hour'`)
  const right = { username: iris.email, password }
  assert.equal((await testApp.call(logIn, { body: right })).status, 429)
  assert.equal((await signIn(key)).status, 200)
  assert.equal((await testApp.call(logIn, { body: right })).status, 429)
})

test('A02 A18 a network tries passkeys and passwords twenty times a minute in all', async () => {
  const { person: jack, key } = await keyholder('jack')
  const body: { username: string; password: string } = { username: jack.email, password }
  for (const [name, seconds] of [
    ['sign-in-hour', 3600],
    ['sign-in-minute', 60],
  ] as const) {
    await useUpForAll(testApp, name, 1_000_000, seconds)
    const refused = await signIn(key)
    assert.deepEqual([refused.status, refused.body.code], [429, 'limit.reached'])
    assert.ok(Number(refused.headers['retry-after']) > 0)
    assert.equal((await testApp.call(logIn, { body })).status, 429)
    await query(`delete from platform.rate_counters`)
    assert.equal((await signIn(key)).status, 200)
  }
  await useUpForAll(testApp, 'passkey-question', 1_000_000, 60)
  assert.equal((await testApp.call(askToSignIn)).status, 429)
})
