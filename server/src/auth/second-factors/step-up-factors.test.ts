import { stepUp } from '@byre/contract/accounts/accounts'
import * as contract from '@byre/contract/accounts/auth'
import * as signIns from '@byre/contract/accounts/sign-ins'
import {
  addPasskey,
  askToStepUp,
  beginPasskey,
  getBackupCodes,
  proveSecondFactor,
  renewBackupCodes,
} from '@byre/contract/accounts/second-factors'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Authenticator } from '../../testing/authenticator.ts'
import { askedOf, codeOf, setUpApp } from '../../testing/second-factors.ts'
import { password, TestApp, type Person } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => (testApp = await TestApp.start()))
after(() => testApp.close())

const query = async (text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query(text, values)).rows
const stale = ({ id }: Person) =>
  query(`update platform.sessions set fresh_at = now() - interval '16 minutes' where user_id = $1`, [id])
const show = (as: Person | string, body: Record<string, string>) => testApp.call(stepUp, { as, body })
/** Whether a command that needs a step-up is done. */
const mayChange = async (as: Person | string) =>
  (await testApp.call(beginPasskey, { as })).body.code !== 'session.reauth_required'
const newKey = () => new Authenticator(new URL(testApp.config.publicUrl).origin)
async function addKey(as: Person): Promise<Authenticator> {
  const key = newKey()
  const plan = (await testApp.call(beginPasskey, { as })).reply
  const added = await testApp.call(addPasskey, { as, body: { passkey: key.make(plan), name: 'A key' } })
  assert.equal(added.status, 201)
  return key
}
const subjectsTo = async ({ email }: Person) => (await testApp.mailsTo(email)).map(({ subject }) => subject)

test('S07 A15 where an app is set up the password alone makes nothing fresh; with its code it does', async () => {
  const alice = await testApp.person('alice')
  const { secret } = await setUpApp(testApp, alice)
  await stale(alice)

  const challenge = await show(alice, { password })
  assert.deepEqual(
    [challenge.status, challenge.body],
    [200, { state: 'second_factor', methods: ['totp', 'backup_code'] }],
  )
  assert.equal(await mayChange(alice), false)
  const wrong = await show(alice, { password, code: codeOf(secret, 9) })
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'second_factor.wrong_code'])
  assert.deepEqual(wrong.body.errors, [
    { field: 'code', message: 'That code is not right, or was used before.' },
  ])
  assert.equal(await mayChange(alice), false)
  const codeAlone = await show(alice, { code: codeOf(secret) })
  assert.deepEqual(
    [codeAlone.status, codeAlone.body.errors],
    [400, [{ field: 'password', message: 'Please input your password!' }]],
  )
  const wrongPassword = await show(alice, { password: 'Wrong-7-fence!', code: codeOf(secret) })
  assert.equal(wrongPassword.body.code, 'account.wrong_password')
  assert.equal(await mayChange(alice), false)

  const code = codeOf(secret)
  const shown = await show(alice, { password, code })
  assert.deepEqual([shown.status, shown.body], [200, { state: 'okay' }])
  assert.equal(await mayChange(alice), true)
  await stale(alice)
  assert.equal((await show(alice, { password, code })).status, 400, 'a code works once')
})

test('S07 A15 a backup code stands in for the app, once, and its owner is told', async () => {
  const bob = await testApp.person('bob')
  const { codes } = await setUpApp(testApp, bob)
  await stale(bob)
  const answers = await Promise.all([0, 1].map(() => show(bob, { password, code: codes[0]! })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
  assert.equal(await mayChange(bob), true)
  assert.equal((await testApp.call(getBackupCodes, { as: bob })).reply.left, 9)
  assert.ok((await subjectsTo(bob)).includes('A backup code was used'))
})

test('S07 A15 codes are guessed no faster here than at sign-in, over all processes', async () => {
  const carol = await testApp.person('carol')
  const { secret, codes } = await setUpApp(testApp, carol)
  await stale(carol)
  const taken = new Set([-1, 0, 1, 2].map((step) => codeOf(secret, step)))
  const guesses = Array.from({ length: 12 }, (_, n) => String(310_000 + n)).filter((code) => !taken.has(code))
  const answers = await Promise.all(guesses.map((code) => show(carol, { password, code })))
  assert.equal(answers.filter(({ status }) => status === 400).length, 5)
  assert.equal(answers.filter(({ status }) => status === 429).length, guesses.length - 5)
  assert.equal((await show(carol, { password, code: codeOf(secret) })).status, 429)
  const { ticket } = await askedOf(testApp, carol)
  const signIn = await testApp.call(proveSecondFactor, { body: { ticket, code: codeOf(secret) } })
  assert.equal(signIn.status, 429, 'the same pause at sign-in')
  assert.equal(await mayChange(carol), false)
  assert.ok((await subjectsTo(carol)).includes('Someone knows your password'))
  assert.equal((await show(carol, { password, code: codes[0]! })).status, 200)
})

test('S07 A16 a passkey that knows its owner is enough alone; one that is only held comes after the password', async () => {
  const dave = await testApp.person('dave')
  const key = await addKey(dave)
  await stale(dave)
  const challenge = await show(dave, { password })
  assert.deepEqual(challenge.body, { state: 'second_factor', methods: ['passkey', 'backup_code'] })
  const question = async (with_password?: string) =>
    (await testApp.call(askToStepUp, { as: dave, body: with_password ? { with_password } : {} })).reply
  assert.equal((await question()).userVerification, 'required')
  assert.equal((await question('1')).userVerification, 'preferred')

  const held = { isVerified: false }
  const alone = await show(dave, { passkey: key.use(await question('1'), held) })
  assert.deepEqual([alone.status, alone.body.code], [400, 'passkey.refused'])
  const stranger = await show(dave, { password, passkey: newKey().use(await question('1')) })
  assert.equal(stranger.status, 400)
  assert.equal(await mayChange(dave), false)

  const withPassword = await show(dave, { password, passkey: key.use(await question('1'), held) })
  assert.equal(withPassword.status, 200)
  assert.equal(await mayChange(dave), true)
  await stale(dave)
  assert.equal((await show(dave, { passkey: key.use(await question()) })).status, 200)
  assert.equal(await mayChange(dave), true)
})

test('S07 A17 a sign-in that showed the second factor is fresh, one by a trusted device is not', async () => {
  const erin = await testApp.person('erin')
  const { secret } = await setUpApp(testApp, erin)
  const { ticket } = await askedOf(testApp, erin)
  const body = { ticket, code: codeOf(secret), trust_device: '1' } as const
  const signedIn = await testApp.call(proveSecondFactor, { body })
  assert.equal(await mayChange(signedIn.reply.token), true)

  const cookie = String(signedIn.headers['set-cookie']).split(';', 1)[0]!
  const headers = { cookie }
  const trusted = await testApp.call(signIns.logIn, { body: { username: erin.email, password }, headers })
  assert.equal(trusted.body.state, 'okay')
  assert.equal(await mayChange(trusted.reply.token), false)
  const challenge = await testApp.call(stepUp, { as: trusted.reply.token, body: { password }, headers })
  assert.equal(challenge.body.state, 'second_factor', 'the trust is for signing in alone')
  assert.equal((await show(trusted.reply.token, { password, code: codeOf(secret, 1) })).status, 200)
  assert.equal(await mayChange(trusted.reply.token), true)
})

test('S07 A15 what another session showed before the first factor was set up is not enough after it', async () => {
  const frank = await testApp.person('frank')
  const elsewhere = (await testApp.call(signIns.logIn, { body: { username: frank.email, password } })).reply
  assert.equal(await mayChange(elsewhere.token), true)
  await setUpApp(testApp, frank)
  assert.equal(await mayChange(elsewhere.token), false)
  assert.equal(await mayChange(frank), true)
})

test('S07 A15 a new password is not set with the present one alone where there is a second factor', async () => {
  const grace = await testApp.person('grace')
  const { secret } = await setUpApp(testApp, grace)
  await stale(grace)
  const change = () =>
    testApp.call(contract.updatePassword, {
      as: grace,
      body: { password: 'Otter-7-creek!', current_password: password },
    })
  assert.deepEqual(
    [(await change()).status, (await change()).body.code],
    [403, 'session.password_reauth_required'],
  )
  assert.equal(await mayChange(grace), false)
  assert.equal((await show(grace, { password, code: codeOf(secret) })).status, 200)
  assert.equal((await change()).status, 200)
})

test('S07 without a second factor the password is enough, and a code beside it changes nothing', async () => {
  const henry = await testApp.person('henry')
  await stale(henry)
  assert.deepEqual((await show(henry, { password, code: '123456' })).body, { state: 'okay' })
  assert.equal(await mayChange(henry), true)
  assert.equal((await testApp.call(renewBackupCodes, { as: henry })).body.code, 'second_factor.none')
})
