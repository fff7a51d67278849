import { confirmEmail, undoEmail } from '@byre/contract/accounts/accounts'
import * as contract from '@byre/contract/accounts/auth'
import * as signIns from '@byre/contract/accounts/sign-ins'
import { listSecurityEvents, listTrustedDevices } from '@byre/contract/accounts/devices'
import {
  addPasskey,
  askForPasskey,
  beginPasskey,
  confirmTotp,
  beginTotp,
  getBackupCodes,
  getTotp,
  listPasskeys,
  proveSecondFactor,
  removeTotp,
  renewBackupCodes,
} from '@byre/contract/accounts/second-factors'
import { getSite } from '@byre/contract/places/sites'
import { getUser, updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Authenticator } from '../../testing/authenticator.ts'
import { newSite } from '../../testing/places.ts'
import { codeOf, setUpApp } from '../../testing/second-factors.ts'
import { password, TestApp, type Person } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => (testApp = await TestApp.start()))
after(() => testApp.close())

const thiefs = 'Raven-7-creek!'
const owners = 'Otter-7-creek!'
const query = async (text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query(text, values)).rows
const logIn = (email: string, secret: string, headers: Record<string, string> = {}) =>
  testApp.call(signIns.logIn, { body: { username: email, password: secret }, headers })
const status = async (token: string, { id }: Person) =>
  (await testApp.call(getUser, { as: token, params: { id } })).status
const undo = (token: string) => testApp.call(undoEmail, { body: { token } })
const subjectsTo = async (email: string) => (await testApp.mailsTo(email)).map(({ subject }) => subject)
const keyOf = () => new Authenticator(new URL(testApp.config.publicUrl).origin)
const undoTokenTo = async (email: string) => {
  const texts = (await testApp.mailsTo(email)).map(({ text }) => /\/undo-email#token=(\S+)/.exec(text)?.[1])
  return texts.findLast((token) => token !== undefined) ?? ''
}
/** What was set up before is long past. */
const longAgo = ({ id }: Person) =>
  Promise.all([
    query(
      `update auth.totps set confirmed_at = confirmed_at - interval '9 days', begun_at = begun_at - interval '9 days' where user_id = $1`,
      [id],
    ),
    query(`update auth.passkeys set created_at = created_at - interval '9 days' where user_id = $1`, [id]),
    query(`update auth.backup_codes set made_at = made_at - interval '9 days' where user_id = $1`, [id]),
    query(`update platform.sessions set created_at = created_at - interval '9 days' where user_id = $1`, [
      id,
    ]),
  ])
/** Whoever is signed in as `as` moves the account to another address. */
async function takeOver(as: Person | string, owner: Person, wanted: string): Promise<string> {
  const body = { email: wanted }
  assert.equal((await testApp.call(updateUser, { as, params: { id: owner.id }, body })).status, 200)
  const code = await testApp.codeFor(wanted)
  assert.equal((await testApp.call(confirmEmail, { as, body: { code } })).status, 200)
  return undoTokenTo(owner.email)
}
const addKey = async (as: Person | string, key: Authenticator) => {
  const plan = (await testApp.call(beginPasskey, { as })).reply
  return testApp.call(addPasskey, { as, body: { passkey: key.make(plan), name: 'A key' } })
}
/** Sets a new password by the link that the undo had mailed, and signs in with it. */
async function resetAndSignIn(owner: Person) {
  const mail = (await testApp.mailsTo(owner.email)).findLast(({ text }) => text.includes('/reset/confirm#'))
  const link = /\/reset\/confirm#(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const code = new URLSearchParams(link).get('code') ?? ''
  const body = { username: owner.email, password: owners, code }
  assert.equal(
    (await testApp.call(contract.confirmResetPassword, { body })).status,
    200,
    'by the mailed link',
  )
  return logIn(owner.email, owners)
}

test('S08 A15 after the owner undoes a change of address, nothing works that whoever asked for it set since', async () => {
  const alice = await testApp.person('alice')
  const site = await newSite(testApp, alice)
  const thief = (await logIn(alice.email, password)).reply
  const key = keyOf()
  const token = await takeOver(thief.token, alice, 'thief@ranch.example')
  const changed = await testApp.call(contract.updatePassword, { as: thief.token, body: { password: thiefs } })
  assert.equal(changed.status, 200)
  const { secret } = (await testApp.call(beginTotp, { as: thief.token })).reply
  const confirmed = await testApp.call(confirmTotp, { as: thief.token, body: { code: codeOf(secret) } })
  const backupCodes = confirmed.reply.backup_codes ?? []
  assert.equal(backupCodes.length, 10)
  assert.equal((await addKey(thief.token, key)).status, 201)
  const challenge = await logIn('thief@ranch.example', thiefs)
  const ticket = String(challenge.body.ticket)
  const second = await testApp.call(proveSecondFactor, {
    body: { ticket, code: backupCodes[0]!, trust_device: '1' },
  })
  assert.equal(second.status, 200)
  const cookie = String(second.headers['set-cookie']).split(';', 1)[0]!
  const waiting = String((await logIn('thief@ranch.example', thiefs)).body.ticket)
  const passkeyPlan = (await testApp.call(beginPasskey, { as: thief.token })).reply
  await testApp.settle()
  await testApp.call(contract.resetPassword, { body: { username: 'thief@ranch.example' } })
  const resetCode = await testApp.codeFor('thief@ranch.example')

  const undone = await undo(token)
  assert.deepEqual([undone.status, undone.body], [200, { state: 'okay', email: alice.email }])

  for (const dead of [thief.token, second.reply.token]) assert.equal(await status(dead, alice), 401)
  for (const { refresh } of [thief, second.reply]) {
    const again = await testApp.call(signIns.refreshSession, { body: { token: refresh, user: alice.id } })
    assert.equal(again.status, 401)
  }
  for (const email of [alice.email, 'thief@ranch.example'])
    for (const secret of [password, thiefs])
      assert.equal((await logIn(email, secret, { cookie })).status, 401)
  const late = [
    await testApp.call(proveSecondFactor, { body: { ticket: waiting, code: backupCodes[1]! } }),
    await testApp.call(askForPasskey, { body: { ticket: waiting } }),
    await testApp.call(addPasskey, {
      as: thief.token,
      body: { passkey: keyOf().make(passkeyPlan), name: 'x' },
    }),
  ]
  assert.deepEqual(
    late.map((answer) => answer.status),
    [401, 401, 401],
  )
  for (const username of [alice.email, 'thief@ranch.example']) {
    const body = { username, password: thiefs, code: resetCode }
    assert.equal((await testApp.call(contract.confirmResetPassword, { body })).status, 400)
  }

  const signedIn = await resetAndSignIn(alice)
  assert.deepEqual(
    [signedIn.status, signedIn.body.state],
    [200, 'okay'],
    'no second factor of the thief’s is asked for',
  )
  const as = signedIn.reply.token
  assert.equal((await testApp.call(getTotp, { as })).reply.is_set_up, false)
  assert.deepEqual((await testApp.call(listPasskeys, { as })).reply.passkeys, [])
  assert.equal((await testApp.call(getBackupCodes, { as })).reply.left, 0)
  assert.deepEqual((await testApp.call(listTrustedDevices, { as })).reply.trusted_devices, [])
  assert.equal((await testApp.call(getSite, { as, params: { id: site.id } })).reply.role, 'Owner')
  assert.deepEqual(await query(`select 1 from auth.passkey_challenges where user_id = $1`, [alice.id]), [])
})

test('S08 A15 a second factor from before the change stays in force when it is undone', async () => {
  const bob = await testApp.person('bob')
  const { secret, codes } = await setUpApp(testApp, bob)
  const own = keyOf()
  assert.equal((await addKey(bob, own)).status, 201)
  await longAgo(bob)
  const token = await takeOver(bob, bob, 'bob.new@ranch.example')
  assert.equal((await addKey(bob, keyOf())).status, 201)
  assert.equal((await undo(token)).status, 200)

  const challenge = await resetAndSignIn(bob)
  assert.equal(challenge.body.state, 'second_factor')
  const ticket = String(challenge.body.ticket)
  const question = (await testApp.call(askForPasskey, { body: { ticket } })).reply
  assert.equal(question.allowCredentials.length, 1, 'the one that was added since is gone')
  const byKey = await testApp.call(proveSecondFactor, { body: { ticket, passkey: own.use(question) } })
  assert.equal(byKey.status, 200)
  for (const code of [codes[0]!, codeOf(secret)]) {
    const next = String((await logIn(bob.email, owners)).body.ticket)
    assert.equal((await testApp.call(proveSecondFactor, { body: { ticket: next, code } })).status, 200)
  }
})

test('S08 A15 an app that took the place of the owner’s is gone, and what it replaced does not come back', async () => {
  const carol = await testApp.person('carol')
  await setUpApp(testApp, carol)
  await longAgo(carol)
  const token = await takeOver(carol, carol, 'carol.new@ranch.example')
  assert.equal((await testApp.call(removeTotp, { as: carol })).status, 200)
  const { codes } = await setUpApp(testApp, carol)
  assert.equal((await undo(token)).status, 200)
  const signedIn = await resetAndSignIn(carol)
  assert.equal(signedIn.body.state, 'okay')
  assert.equal((await testApp.call(getBackupCodes, { as: signedIn.reply.token })).reply.left, 0)
  assert.equal(codes.length, 10)
  const mail = (await testApp.mailsTo(carol.email)).findLast(({ subject }) => /put back/.test(subject))
  assert.match(mail?.text ?? '', /cannot be brought back/)
})

test('S08 A15 backup codes that were made since are gone, while the app from before stays', async () => {
  const dave = await testApp.person('dave')
  const { secret } = await setUpApp(testApp, dave)
  await longAgo(dave)
  const token = await takeOver(dave, dave, 'dave.new@ranch.example')
  const made = (await testApp.call(renewBackupCodes, { as: dave })).reply.backup_codes
  assert.equal((await undo(token)).status, 200)
  const ticket = String((await resetAndSignIn(dave)).body.ticket)
  assert.equal((await testApp.call(proveSecondFactor, { body: { ticket, code: made[0]! } })).status, 400)
  assert.equal(
    (await testApp.call(proveSecondFactor, { body: { ticket, code: codeOf(secret) } })).status,
    200,
  )
})

test('S08 A15 what a thief adds just before asking for the address ends with it, too', async () => {
  const erin = await testApp.person('erin')
  await longAgo(erin)
  const thief = (await logIn(erin.email, password)).reply
  assert.equal((await addKey(thief.token, keyOf())).status, 201)
  const token = await takeOver(thief.token, erin, 'erin.thief@ranch.example')
  assert.equal((await undo(token)).status, 200)
  assert.equal((await resetAndSignIn(erin)).body.state, 'okay')
})

test('S08 D02 following the link again changes nothing: not the password set since, not the factor', async () => {
  const frank = await testApp.person('frank')
  const token = await takeOver(frank, frank, 'frank.new@ranch.example')
  const answers = await Promise.all([undo(token), undo(token), undo(token)])
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200, 200],
  )
  const signedIn = await resetAndSignIn(frank)
  const owner = { ...frank, token: signedIn.reply.token }
  await setUpApp(testApp, owner)

  assert.equal((await undo(token)).status, 200)
  assert.equal(await status(owner.token, frank), 200)
  assert.equal((await logIn(frank.email, owners)).body.state, 'second_factor')
  const undoSubjects = (await subjectsTo(frank.email)).filter((subject) => /put back/.test(subject))
  assert.equal(undoSubjects.length, 1)
})

test('S08 the owner finds in the list of events what was put back', async () => {
  const grace = await testApp.person('grace')
  const token = await takeOver(grace, grace, 'grace.new@ranch.example')
  await setUpApp(testApp, grace)
  await undo(token)
  const as = (await resetAndSignIn(grace)).reply.token
  const events = (await testApp.call(listSecurityEvents, { as })).reply.security_events.map(
    ({ event }) => event,
  )
  assert.deepEqual(events.slice(0, 3), ['signed_in', 'password_reset', 'address_put_back'])
  const [line] = await query(
    `select after from platform.audit where deed = 'undoEmail' and subject_id = $1`,
    [grace.id],
  )
  assert.deepEqual(line.after, {
    sessions_ended: 1,
    api_keys_revoked: 0,
    totp_removed: true,
    passkeys_removed: 0,
    backup_codes_removed: 10,
  })
})

test('S08 A15 a passkey that is being added while the change is undone is not added after it', async () => {
  const henry = await testApp.person('henry')
  const token = await takeOver(henry, henry, 'henry.new@ranch.example')
  const plan = (await testApp.call(beginPasskey, { as: henry })).reply
  const { secret } = (await testApp.call(beginTotp, { as: henry })).reply
  const hold = await testApp.database.pool.connect()
  try {
    await hold.query('begin')
    await hold.query(`select id from auth.accounts where id = $1 for update`, [henry.id])
    const undone = undo(token)
    const late = [
      testApp.call(addPasskey, { as: henry, body: { passkey: keyOf().make(plan), name: 'x' } }),
      testApp.call(confirmTotp, { as: henry, body: { code: codeOf(secret) } }),
    ]
    await untilWaiting(3)
    await hold.query('commit')
    assert.equal((await undone).status, 200)
    await Promise.all(late)
  } finally {
    hold.release()
  }
  const signedIn = await resetAndSignIn(henry)
  assert.equal(signedIn.body.state, 'okay')
})

/** Until so many statements wait for a row that another holds. */
async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const [{ waiting }] = await query(
      `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    if (waiting >= count) return
  }
}
