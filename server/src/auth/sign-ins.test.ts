import * as contract from '@byre/contract/auth'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { App } from '../app.ts'
import { password, World } from '../testing/world.ts'
import { hashRuns } from './hashes.actions.ts'
import { watch } from './sweeps.actions.ts'

let world: World
let other: { app: App; close(): Promise<void> }
before(async () => {
  world = await World.start()
  other = await world.anotherProcess()
})
after(async () => {
  await other.close()
  await world.close()
})

const wrong = 'Wrong-7-fence!'
const logIn = (email: string, secret: string, at?: App, in_: World = world, headers = {}) =>
  in_.call(contract.logIn, { body: { username: email, password: secret }, at, headers })
const passTime = () =>
  world.database.pool.query(
    `update auth.sign_in_failures set locked_until = now() - interval '1 millisecond' where locked_until is not null`,
  )

/** Wrong passwords until `failures` were looked at, through both processes in turn. */
async function guess(email: string, failures: number) {
  const trace: string[] = []
  for (let n = 0; n < failures;) {
    const { status, body, headers } = await logIn(email, wrong, n % 2 ? other.app : world.app)
    trace.push(`${status} ${body.error} ${headers['retry-after'] ?? ''}`)
    if (status === 429) await passTime()
    else n += 1
  }
  return trace
}

test('A01 five wrong passwords are free, then each costs twice the wait, over two processes', async () => {
  await world.person('alice')
  const looked = '401 Wrong email or password '
  const waited = (seconds: number) => `429 Too many attempts. Please try again later. ${seconds}`
  const expected = [
    ...Array.from({ length: 5 }, () => looked),
    ...[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900].flatMap((seconds) => [waited(seconds), looked]),
  ]
  assert.deepEqual(await guess('alice@ranch.example', 17), expected)
  assert.deepEqual(await guess('nobody@ranch.example', 17), expected, 'an unknown address gives the same trace')
})

test('A01 while it waits the password is not looked at; a right one in time clears the count', async () => {
  await world.person('bob')
  for (let n = 0; n < 5; n++) await logIn('bob@ranch.example', wrong)
  const runs = hashRuns()
  const locked = await logIn('bob@ranch.example', password)
  assert.equal(locked.status, 429)
  assert.equal(hashRuns(), runs)

  await passTime()
  assert.equal((await logIn('bob@ranch.example', password)).status, 200)
  for (let n = 0; n < 5; n++) assert.equal((await logIn('bob@ranch.example', wrong)).status, 401)
})

test('A01 fifty guesses at once learn no more than five one after the other', async () => {
  await world.person('carol')
  const guesses = Array.from({ length: 50 }, (_, n) => (n === 29 ? password : `Wrong-${n}-fence!`))
  const answers = await Promise.all(
    guesses.map((secret, n) => logIn('carol@ranch.example', secret, n % 2 ? other.app : world.app)),
  )
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  assert.deepEqual([count(401), count(429)], [5, 45])
})

test('A01 forty at once with the right password all get in', async () => {
  await world.person('dora')
  const answers = await Promise.all(Array.from({ length: 40 }, () => logIn('dora@ranch.example', password)))
  assert.ok(answers.every(({ status }) => status === 200))
})

test('A01 after a hundred wrong passwords in a row only a reset helps', async () => {
  const dave = await world.person('dave')
  await world.database.pool.query(`delete from auth.sign_in_failures`)
  await logIn(dave.email, wrong)
  await logIn('stranger@ranch.example', wrong)
  const { rows } = await world.database.pool.query(
    `update auth.sign_in_failures set failures = 99, locked_until = null where failures = 1 returning 1`,
  )
  assert.equal(rows.length, 2)
  for (const email of [dave.email, 'stranger@ranch.example']) {
    assert.equal((await logIn(email, wrong)).status, 401)
    await passTime()
    const closed = await logIn(email, password)
    assert.deepEqual([closed.status, closed.headers['retry-after']], [429, '900'])
  }
  const mail = (await world.mailsTo(dave.email)).at(-1)
  assert.equal(mail?.subject, 'Signing in to your account is closed')

  await world.call(contract.resetPassword, { body: { username: dave.email } })
  const body = { username: dave.email, password: 'Otter-7-creek!', code: await world.codeFor(dave.email) }
  assert.equal((await world.call(contract.confirmResetPassword, { body })).status, 200)
  assert.equal((await logIn(dave.email, 'Otter-7-creek!')).status, 200)
})

test('A03 an unknown address and a wrong password cost and say the same', async () => {
  await world.person('erin')
  await world.call(contract.signUp, { body: { email: 'frank@ranch.example', password } })
  const tried = async (email: string) => {
    const [runs, statements] = [hashRuns(), world.database.statements()]
    const { status, body } = await logIn(email, wrong)
    const work = { runs: hashRuns() - runs, statements: world.database.statements() - statements }
    return { status, body: { ...body, request_id: undefined } as Record<string, unknown>, work }
  }
  const unknown = await tried('nemo@ranch.example')
  assert.equal(unknown.work.runs, 1)
  assert.equal(unknown.body.error, 'Wrong email or password')
  assert.deepEqual(await tried('erin@ranch.example'), unknown)
  assert.deepEqual(await tried('frank@ranch.example'), unknown, 'unconfirmed shows only to a right password')
})

test('A03 the right password of an unconfirmed account says so, and mails a code again', async () => {
  await world.call(contract.signUp, { body: { email: 'grace@ranch.example', password } })
  const before = (await world.mailsTo('grace@ranch.example')).length
  const refused = await logIn('grace@ranch.example', password)
  assert.deepEqual(
    [refused.status, refused.body.error, refused.body.code],
    [403, 'User is not confirmed.', 'account.unconfirmed'],
  )
  assert.equal(refused.body.token, undefined)
  assert.equal((await world.mailsTo('grace@ranch.example')).length, before + 1)
  const { rows } = await world.database.pool.query(
    `select from platform.sessions join auth.emails using (user_id) where email = 'grace@ranch.example'`,
  )
  assert.equal(rows.length, 0)
})

test('A02 a network tries twenty times a minute and two hundred an hour; an IPv6 /64 is one', async () => {
  const strict = await World.start({ LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' })
  try {
    const second = await strict.anotherProcess()
    const attempt = (n: number, address: string) =>
      logIn(`n${n}@ranch.example`, wrong, n % 2 ? second.app : strict.app, strict, { 'x-forwarded-for': address })
    const ownAddress = (n: number) => `2001:db8:1:2:${n.toString(16)}::1`
    for (let n = 0; n < 20; n++) assert.equal((await attempt(n, ownAddress(n))).status, 401)
    for (let n = 20; n < 30; n++) {
      const refused = await attempt(n, ownAddress(n))
      assert.equal(refused.status, 429)
      const retryAfter = Number(refused.headers['retry-after'])
      assert.ok(retryAfter > 0 && retryAfter <= 60)
    }
    assert.equal((await attempt(30, '2001:db8:1:3::1')).status, 401, 'another network is not held up')

    await strict.database.pool.query(
      `update platform.rate_counters set spent = 200 where bucket like 'sign-in-hour:2001:db8:1:3:%'`,
    )
    const refused = await attempt(31, '2001:db8:1:3::1')
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers['retry-after']) <= 3600)
    await second.close()
  } finally {
    await strict.close()
  }
})

test('A02 in production no factor raises what a network may try', async () => {
  const { limitsOf } = await import('./limits.policy.ts')
  const raised = limitsOf({ nodeEnv: 'production', limitFactor: 50 })
  assert.deepEqual(
    [raised.signInMinute.max, raised.signInHour.max, raised.askForCode.max, raised.codeMails.most],
    [20, 200, 20, 5],
  )
  assert.equal(raised.signUp.max, 500)
  assert.equal(limitsOf({ nodeEnv: 'test', limitFactor: 50 }).signInMinute.max, 1000)
})

test('A02 an operator is warned when many sign-ins are refused', async () => {
  const warned = () =>
    world.complaints.filter((line) => (line as { event?: string }).event === 'sign-ins refused').length
  const look = async () => {
    await world.app.outbox.send(world.database.db, watch, {})
    await world.settle()
  }
  await world.database.pool.query(`delete from platform.audit`)
  await logIn('erin@ranch.example', wrong)
  await look()
  assert.equal(warned(), 0, 'one mistake is no attack')
  await world.database.pool.query(
    `insert into platform.audit (id, deed, after)
     select gen_random_uuid(), 'logIn', case when n <= 10 then '{"result":"wrong password"}'::jsonb end
     from generate_series(1, 150) as n`,
  )
  await look()
  assert.equal(warned(), 1)
})

test('O03 each sign-in, right or wrong, leaves one line that says who, where and when', async () => {
  const henry = await world.person('henry')
  await logIn(henry.email, wrong)
  await logIn('nobody-at-all@ranch.example', wrong)
  const { rows } = await world.database.pool.query(
    `select deed, kind, actor_id, subject_id, after->>'result' as result, network, request_id <> '' as has_request
     from platform.audit where deed = 'logIn' order by at desc, id desc limit 3`,
  )
  const line = { deed: 'logIn', network: '127.0.0.1', has_request: true }
  const failed = { ...line, kind: 'account', actor_id: null, result: 'wrong password' }
  assert.deepEqual(rows.slice(0, 2), [
    { ...failed, subject_id: null },
    { ...failed, subject_id: henry.id },
  ])
  assert.equal(rows[2].actor_id, henry.id)
  assert.equal(rows[2].kind, 'session')
  assert.ok(!JSON.stringify(rows).includes('nobody-at-all'))
})
