import * as contract from '@byre/contract/accounts/auth'
import * as signIns from '@byre/contract/accounts/sign-ins'
import { passwordRules } from '@byre/contract/passwords'
import { getUser } from '@byre/contract/people/users'
import { hash } from '@node-rs/argon2'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { password, TestApp, type Person } from '../../testing/test-app.ts'
import { hashRuns } from '../hashes.actions.ts'
import { knownWords, weaknessOf } from './passwords.policy.ts'

let testApp: TestApp
before(async () => (testApp = await TestApp.start()))
after(() => testApp.close())

const other = 'Otter-7-creek!'
const query = async (text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query(text, values)).rows
const logIn = (email: string, secret: string) =>
  testApp.call(signIns.logIn, { body: { username: email, password: secret } })
const askReset = (email: string) => testApp.call(contract.resetPassword, { body: { username: email } })
const reset = (email: string, secret: string, code: string) =>
  testApp.call(contract.confirmResetPassword, { body: { username: email, password: secret, code } })
const mayCall = async (token: string, person: Person) =>
  (await testApp.call(getUser, { as: token, params: { id: person.id } })).status
const hashOf = async (person: Person): Promise<string> =>
  (await query(`select password_hash from auth.accounts where id = $1`, [person.id]))[0].password_hash

test('A10 well over ten thousand common passwords that follow the rules are refused', () => {
  const endings = ['1!', '123!', '1@', '2024!', '99!', '!1']
  const common = [...knownWords]
    .flatMap((word) => endings.map((ending) => word[0]!.toUpperCase() + word.slice(1) + ending))
    .filter((candidate) => passwordRules.every((rule) => rule.holds(candidate)))
  const refused = new Set(common.filter((candidate) => weaknessOf(candidate, 'ann@ranch.example')))
  assert.ok(refused.size >= 13_000, `${refused.size}`)
  assert.equal(refused.size, new Set(common).size)
})

test('A10 a weak password is refused with its reason', async () => {
  const easy =
    'This password is too easy to guess: it is made of very common words or patterns. Add a word or two.'
  const reasons: [refused: string, message: string][] = [
    ['', 'Please input your password!'],
    ['Aa1!aaa', 'Password must be at least 8 characters long'],
    ['\u{1f40e}\u{1f40e}\u{1f40e}Aa1!', 'Password must be at least 8 characters long'],
    ['Corral-gate!', 'Need at least one number'],
    ['CORRAL-9-GATE!', 'Need at least one lowercase letter'],
    ['corral-9-gate!', 'Need at least one uppercase letter'],
    ['Corral-9-gate', 'Need at least one symbol'],
    [`Aa1!${'x9'.repeat(63)}`, 'Password must be 128 characters or less'],
    ['Byre-7-otters!', 'Please leave the name of this product out of your password.'],
    ['By7e-8yre-otter!', 'Please leave the name of this product out of your password.'],
    ['Henrietta-7-x!', 'Please leave the parts of your e-mail address out of your password.'],
    ['X-h3nr1etta-K7!', 'Please leave the parts of your e-mail address out of your password.'],
    ['Feedlot-Q7-zx!', 'Please leave the parts of your e-mail address out of your password.'],
    ...(
      'Password1! P@ssw0rd! Pa$$w0rd1 Qwerty123! 1qaz@WSX !QAZ2wsx Zaq1@wsx Abcd1234! Aa123456@ Aa1!Aa1! ' +
      'Summer2024! Winter#2023 Iloveyou1! Il0vey0u! We1come! Welcome2026! Letmein1! Dragon99! Monkey#12 ' +
      'Football7! Baseball!1 Charlie1! Jessica1990! Superman!23 Batman123$ Cowboy1! Angus2025! Tractor#1 ' +
      'Admin123! Admin@123 Test1234! Changeme1! Secret!1 Trustno1! Passw0rd#1 Password!Password1 Aaaaaaa1! ' +
      'Zxcvbnm1! Asdfgh12# 12345678aA! Qwertyuiop1$ Princess@1 Sunshine123! Liverpool1! Calgary2024! Canada1!'
    )
      .split(' ')
      .map((common): [string, string] => [common, easy]),
  ]
  for (const [refused, message] of reasons) {
    const email = 'henrietta.lee7@feedlot.example'
    const answer = await testApp.call(contract.signUp, { body: { email, password: refused } })
    assert.equal(answer.status, 400, refused)
    assert.deepEqual(answer.body.errors, [{ field: 'password', message }], refused)
  }
})

test('A10 a good password is taken as it is: long, with spaces, in any script', async () => {
  const good = [
    'Kx7!pQ2m',
    'Tr0ub4dor&3',
    'Correct-Horse-Battery-9!',
    'a B c 1 ! otter fence',
    'Grün!7weide',
    '牧場Aa1!牧草',
    '  Spaces1!around  ',
    `Aa1!${'ab cd ef '.repeat(14)}`.slice(0, 128),
    `Aa1!${'\u{1f40e}'.repeat(124)}`,
  ]
  for (const [n, secret] of good.entries()) {
    const email = `good${n}@farm.example`
    const answer = await testApp.call(contract.signUp, { body: { email, password: secret } })
    assert.equal(answer.status, 201, secret)
    const code = await testApp.codeFor(email)
    await testApp.call(contract.confirmSignUp, { body: { email, code } })
    assert.equal((await logIn(email, secret)).status, 200, secret)
    assert.equal((await logIn(email, `${secret} `)).status, 401, 'never trimmed')
    assert.equal((await logIn(email, secret.slice(0, -1))).status, 401, 'never cut')
  }
})

test('I10 the slowest password to judge takes no noticeable time', () => {
  for (const secret of [
    `A1!${'passwor'.repeat(17)}`,
    `Ab1!${'xK9#qZ'.repeat(20)}`,
    `A!1${'ab'.repeat(62)}`,
  ]) {
    const { user: before } = process.threadCpuUsage()
    weaknessOf(secret, `${'a-'.repeat(30)}x@${'sub.'.repeat(40)}example`)
    assert.ok(process.threadCpuUsage().user - before < 100_000, 'in microseconds of work')
  }
})

test('A11 a password is kept as Argon2id with its own salt; a weaker hash is made anew at sign-in', async () => {
  const alice = await testApp.person('alice')
  const bob = await testApp.person('bob')
  const shape = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([A-Za-z0-9+/]{22})\$[A-Za-z0-9+/]{43}$/
  const [, aliceSalt] = shape.exec(await hashOf(alice)) ?? []
  const [, bobSalt] = shape.exec(await hashOf(bob)) ?? []
  assert.ok(aliceSalt && bobSalt && aliceSalt !== bobSalt)

  const weak = await hash(password, { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await query(`update auth.accounts set password_hash = $2 where id = $1`, [alice.id, weak])
  assert.equal((await logIn(alice.email, other)).status, 401)
  assert.equal(await hashOf(alice), weak)
  assert.equal((await logIn(alice.email, password)).status, 200)
  const renewed = await hashOf(alice)
  assert.match(renewed, shape)
  assert.equal((await logIn(alice.email, password)).status, 200)
  assert.equal(await hashOf(alice), renewed)
})

test('A12 a flood of sign-ins is answered: 200, or 503 with a time to return', async () => {
  const carol = await testApp.person('carol')
  const answers = await Promise.all(Array.from({ length: 250 }, () => logIn(carol.email, password)))
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  assert.equal(count(200) + count(503), 250)
  assert.ok(count(200) >= 102 && count(503) > 0, `${count(200)} and ${count(503)}`)
  const busy = answers.find(({ status }) => status === 503)
  assert.equal(busy?.headers['retry-after'], '2')
  assert.equal(busy?.body.code, 'server.busy')
  assert.equal((await logIn(carol.email, password)).status, 200)
})

test('A13 a reset ends all sessions, kills all codes, opens the ladder, tells the owner, signs nobody in', async () => {
  const dave = await testApp.person('dave')
  const elsewhere = (await logIn(dave.email, password)).reply
  for (let n = 0; n < 5; n++) await logIn(dave.email, other)
  assert.equal((await logIn(dave.email, password)).status, 429)
  const before = await hashOf(dave)
  await askReset(dave.email)
  const first = await testApp.codeFor(dave.email)
  await askReset(dave.email)
  const second = await testApp.codeFor(dave.email)
  assert.equal(await hashOf(dave), before, 'asking changes nothing')
  assert.equal(await mayCall(elsewhere.token, dave), 200)

  const weak = await reset(dave.email, 'Password1!', second)
  assert.equal(weak.status, 400)
  const done = await reset(dave.email, other, second)
  assert.deepEqual([done.status, done.body], [200, { state: 'okay' }])
  for (const token of [dave.token, elsewhere.token]) assert.equal(await mayCall(token, dave), 401)
  assert.equal((await reset(dave.email, password, first)).status, 400)
  assert.equal((await logIn(dave.email, password)).status, 401)
  assert.equal((await logIn(dave.email, other)).status, 200)

  const notice = (await testApp.mailsTo(dave.email)).at(-1)!
  assert.equal(notice.subject, 'Your password was reset')
  assert.doesNotMatch(notice.text + notice.html, /\b\d{6}\b|Otter|#email/)
  const lines = await query(
    `select after from platform.audit where deed = 'confirmResetPassword' and subject_id = $1`,
    [dave.id],
  )
  assert.deepEqual(lines, [{ after: { sessions_ended: 2 } }])
})

test('A06 a reset takes an account back from whoever signed up first with a stranger’s address', async () => {
  const email = 'victim@ranch.example'
  const attackers = 'Attacker-7-plan!'
  await testApp.call(contract.signUp, { body: { email, password: attackers } })
  await askReset(email)
  assert.equal((await reset(email, other, await testApp.codeFor(email))).status, 200)
  assert.equal((await logIn(email, attackers)).status, 401)
  const { status, reply } = await logIn(email, other)
  assert.equal(status, 200)
  assert.equal(reply.email, email)
  const confirmed = await testApp.call(contract.isConfirmed, { body: { email } })
  assert.equal(confirmed.reply.confirmed, true)
})

/** Commits a change while `command` is hashing: it has read the old state and not yet written the new. */
async function meanwhile<T>(change: string, values: unknown[], command: () => Promise<T>): Promise<T> {
  const client = await testApp.database.pool.connect()
  try {
    await client.query('begin')
    await client.query(change, values)
    const runs = hashRuns()
    const done = command()
    const ended = done.then(() => true)
    const tick = () => new Promise<boolean>((resolve) => setImmediate(resolve, false))
    while (hashRuns() === runs && !(await Promise.race([ended, tick()])));
    await client.query('commit')
    return await done
  } finally {
    client.release()
  }
}

test('A13 a sign-in with the old password that ends after a reset gets no session', async () => {
  const frank = await testApp.person('frank')
  const grace = await testApp.person('grace-first')
  const { status, body } = await meanwhile(
    `update auth.accounts set password_hash = $2 where id = $1`,
    [frank.id, await hashOf(grace)],
    () => logIn(frank.email, password),
  )
  assert.deepEqual([status, body.error], [401, 'Wrong email or password'])
  const sessions = await query(`select from platform.sessions where user_id = $1`, [frank.id])
  assert.equal(sessions.length, 1, 'none but the first')
})

test('S07 A13 a change of password whose session a reset has ended meanwhile changes nothing', async () => {
  const jack = await testApp.person('jack')
  const changed = await meanwhile(`delete from platform.sessions where user_id = $1`, [jack.id], () =>
    testApp.call(contract.updatePassword, { as: jack, body: { password: other } }),
  )
  assert.equal(changed.status, 401)
  assert.equal((await logIn(jack.email, other)).status, 401)
  assert.equal((await logIn(jack.email, password)).status, 200)
})

test('S07 a password changes after a fresh sign-in; other sessions end and the owner is told', async () => {
  const grace = await testApp.person('grace')
  const elsewhere = (await logIn(grace.email, password)).reply
  const changed = await testApp.call(contract.updatePassword, { as: grace, body: { password: other } })
  assert.deepEqual([changed.status, changed.body], [200, { state: 'okay' }])
  assert.equal(await mayCall(grace.token, grace), 200)
  assert.equal(await mayCall(elsewhere.token, grace), 401)
  assert.equal((await logIn(grace.email, password)).status, 401)
  assert.equal((await logIn(grace.email, other)).status, 200)
  assert.equal((await testApp.mailsTo(grace.email)).at(-1)?.subject, 'Your password was changed')
})

test('S07 later it takes the current password, guessed no faster than at sign-in', async () => {
  const henry = await testApp.person('henry')
  const stale = () =>
    query(
      `update platform.sessions set fresh_at = now() - interval '15 minutes 1 second' where user_id = $1`,
      [henry.id],
    )
  const change = (secret: string, current_password?: string, key: string = randomUUID()) =>
    testApp.call(contract.updatePassword, {
      as: henry,
      body: { password: secret, current_password },
      headers: { 'idempotency-key': key },
    })
  await stale()
  for (const current of [undefined, 'Wrong-7-fence!']) {
    const refused = await change(other, current)
    assert.deepEqual(
      [refused.status, refused.body.error, refused.body.code],
      [403, 'Please sign in again to change your password.', 'session.password_reauth_required'],
    )
  }
  assert.equal((await logIn(henry.email, password)).status, 200)
  assert.equal((await change(other, password, 'form-1')).status, 200)
  assert.equal(
    (await change(other, password, 'form-1')).status,
    200,
    'a repetition with the same key is answered again',
  )
  assert.equal((await change(password)).status, 200, 'the password was shown just now')

  await stale()
  for (let n = 0; n < 5; n++) assert.equal((await change(other, `Wrong-${n}-fence!`)).status, 403)
  assert.equal((await change(other, password)).status, 429)
  assert.equal((await logIn(henry.email, password)).status, 429)
})

test('S07 what the new password must be is said, also with spaces; nobody changes it without a session', async () => {
  const iris = await testApp.person('iris')
  const change = async (secret: string) =>
    (await testApp.call(contract.updatePassword, { as: iris, body: { password: secret } })).body.error
  assert.equal(await change('Otter 7 creek!'), 'Password cannot contain spaces.')
  assert.equal(
    await change('Iris-7-creek!'),
    'Please leave the parts of your e-mail address out of your password.',
  )
  assert.equal(await change('otter'), 'Password must be 8 characters long')
  const anonymous = await testApp.call(contract.updatePassword, { body: { password: other } })
  assert.deepEqual([anonymous.status, anonymous.body.state], [401, 'error'])
  assert.equal((await logIn(iris.email, password)).status, 200)
})
