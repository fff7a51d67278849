import * as contract from '@byre/contract/accounts/auth'
import * as signIns from '@byre/contract/accounts/sign-ins'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { App } from '../../app.ts'
import { useUpForAll } from '../../testing/limits.ts'
import { password, TestApp } from '../../testing/test-app.ts'
import { hashRuns } from '../hashes.actions.ts'
import { watch } from '../accounts/sweeps.actions.ts'

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

const wrong = 'Wrong-7-fence!'
const logIn = (
  email: string,
  secret: string,
  at?: App,
  { in: inApp = testApp, headers = {} }: { in?: TestApp; headers?: Record<string, string> } = {},
) => inApp.call(signIns.logIn, { body: { username: email, password: secret }, at, headers })
const passTime = () =>
  testApp.database.pool.query(
    `update auth.sign_in_failures set locked_until = now() - interval '1 millisecond' where locked_until is not null`,
  )

/** How long each wrong password of a row locks an address, through both processes in turn. */
async function climb(email: string, failures: number) {
  const locks: number[] = []
  for (let n = 0; n < failures; n++) {
    const looked = await logIn(email, wrong, n % 2 ? other.app : testApp.app)
    assert.deepEqual([looked.status, looked.body.error], [401, 'Wrong email or password'])
    const { rows } = await testApp.database.pool.query(
      `select coalesce(round(extract(epoch from locked_until - last_at)), 0)::int as lock
       from auth.sign_in_failures order by last_at desc limit 1`,
    )
    locks.push(rows[0].lock)
    await passTime()
  }
  return locks
}

test('A01 five wrong passwords are free, then each costs twice the wait, over two processes', async () => {
  await testApp.person('alice')
  const locks = [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]
  assert.deepEqual(await climb('alice@ranch.example', locks.length), locks)
  assert.deepEqual(await climb('nobody@ranch.example', locks.length), locks, 'an unknown address as well')
  for (const email of ['alice@ranch.example', 'nobody@ranch.example']) {
    assert.equal((await logIn(email, wrong)).status, 401)
    for (const at of [testApp.app, other.app]) {
      const refused = await logIn(email, wrong, at)
      assert.equal(refused.status, 429)
      assert.equal(refused.body.error, 'Too many attempts. Please try again later.')
      const retryAfter = Number(refused.headers['retry-after'])
      assert.ok(retryAfter > 800 && retryAfter <= 900)
    }
  }
})

test('A01 while it waits the password is not looked at; a right one in time clears the count', async () => {
  await testApp.person('bob')
  for (let n = 0; n < 5; n++) await logIn('bob@ranch.example', wrong)
  await testApp.database.pool.query(
    `update auth.sign_in_failures set locked_until = locked_until + interval '1 hour'`,
  )
  const runs = hashRuns()
  const locked = await logIn('bob@ranch.example', password)
  assert.equal(locked.status, 429)
  assert.equal(hashRuns(), runs)

  await passTime()
  assert.equal((await logIn('bob@ranch.example', password)).status, 200)
  for (let n = 0; n < 5; n++) assert.equal((await logIn('bob@ranch.example', wrong)).status, 401)
})

test('A01 after a hundred wrong passwords in a row only a reset helps', async () => {
  const dave = await testApp.person('dave')
  await testApp.database.pool.query(`delete from auth.sign_in_failures`)
  await logIn(dave.email, wrong)
  await logIn('stranger@ranch.example', wrong)
  const { rows } = await testApp.database.pool.query(
    `update auth.sign_in_failures set failures = 99, locked_until = null where failures = 1 returning 1`,
  )
  assert.equal(rows.length, 2)
  for (const email of [dave.email, 'stranger@ranch.example']) {
    assert.equal((await logIn(email, wrong)).status, 401)
    await passTime()
    const closed = await logIn(email, password)
    assert.deepEqual([closed.status, closed.headers['retry-after']], [429, '900'])
  }
  const mail = (await testApp.mailsTo(dave.email)).at(-1)
  assert.equal(mail?.subject, 'Signing in to your account is closed')

  await testApp.call(contract.resetPassword, { body: { username: dave.email } })
  const body = { username: dave.email, password: 'Otter-7-creek!', code: await testApp.codeFor(dave.email) }
  assert.equal((await testApp.call(contract.confirmResetPassword, { body })).status, 200)
  assert.equal((await logIn(dave.email, 'Otter-7-creek!')).status, 200)
})

test('A03 an unknown address and a wrong password cost and say the same', async () => {
  await testApp.person('erin')
  await testApp.call(contract.signUp, { body: { email: 'frank@ranch.example', password } })
  const tried = async (email: string) => {
    let statements = Infinity
    const runs = hashRuns()
    let said: Record<string, unknown> = {}
    // The fewest of three: now and then something else speaks to the database as well.
    for (let n = 0; n < 3; n++) {
      const before = testApp.database.statements()
      const { status, body } = await logIn(email, wrong)
      statements = Math.min(statements, testApp.database.statements() - before)
      said = { ...body, status, request_id: undefined }
    }
    return { said, statements, runs: (hashRuns() - runs) / 3 }
  }
  const unknown = await tried('nemo@ranch.example')
  assert.equal(unknown.runs, 1)
  assert.deepEqual([unknown.said.status, unknown.said.error], [401, 'Wrong email or password'])
  assert.deepEqual(await tried('erin@ranch.example'), unknown)
  assert.deepEqual(await tried('frank@ranch.example'), unknown, 'unconfirmed shows only to a right password')
})

test('A03 the right password of an unconfirmed account says so, and mails a code again', async () => {
  await testApp.call(contract.signUp, { body: { email: 'grace@ranch.example', password } })
  const before = (await testApp.mailsTo('grace@ranch.example')).length
  const refused = await logIn('grace@ranch.example', password)
  assert.deepEqual(
    [refused.status, refused.body.error, refused.body.code],
    [403, 'User is not confirmed.', 'account.unconfirmed'],
  )
  assert.equal(refused.body.token, undefined)
  assert.equal((await testApp.mailsTo('grace@ranch.example')).length, before + 1)
  const { rows } = await testApp.database.pool.query(
    `select from platform.sessions join auth.emails using (user_id) where email = 'grace@ranch.example'`,
  )
  assert.equal(rows.length, 0)
})

test('A02 a network tries twenty times a minute and two hundred an hour; an IPv6 /64 is one', async (t) => {
  const strict = await TestApp.start({ LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' })
  const second = await strict.anotherProcess()
  t.after(async () => {
    await second.close()
    await strict.close()
  })
  const attempt = (n: number, address: string) =>
    logIn(`n${n}@ranch.example`, wrong, n % 2 ? second.app : strict.app, {
      in: strict,
      headers: { 'x-forwarded-for': address },
    })
  const ownAddress = (n: number) => `2001:db8:1:2:${n.toString(16)}::1`
  for (let n = 0; n < 20; n++) assert.equal((await attempt(n, ownAddress(n))).status, 401)
  const { rows } = await strict.database.pool.query(
    `select sum(spent)::int as spent from platform.rate_counters
     where bucket in ('sign-in-minute:2001:db8:1:2::/64', 'sign-in-hour:2001:db8:1:2::/64')`,
  )
  assert.equal(rows[0].spent, 40, 'each try counts once for the minute and once for the hour')

  const limits = [
    ['sign-in-minute', 20, 60],
    ['sign-in-hour', 200, 3600],
  ] as const
  for (const [name, most, seconds] of limits) {
    await useUpForAll(strict, name, most, seconds)
    for (let n = 20; n < 24; n++) {
      const refused = await attempt(n, ownAddress(n))
      assert.equal(refused.status, 429)
      const retryAfter = Number(refused.headers['retry-after'])
      assert.ok(retryAfter > 0 && retryAfter <= seconds)
    }
    assert.equal(
      (await attempt(30, `2001:db8:1:3::${seconds}`)).status,
      401,
      'another network is not held up',
    )
    await strict.database.pool.query(`delete from platform.rate_counters`)
    assert.equal((await attempt(31, ownAddress(1))).status, 401)
  }

  await strict.database.pool.query(`delete from platform.rate_counters`)
  const statuses: number[] = []
  for (let n = 0; n < 300; n += 10) {
    const tries = Array.from({ length: 10 }, (_, at) => attempt(100 + n + at, ownAddress(100 + n + at)))
    statuses.push(...(await Promise.all(tries)).map(({ status }) => status))
  }
  const looked = statuses.filter((status) => status === 401).length
  assert.ok(looked >= 20 && looked <= 40, `${looked} of 300 addresses, a minute ending meanwhile or not`)
  assert.equal(statuses.filter((status) => status === 429).length, 300 - looked)
})

test('A02 in production no factor raises what a network may try', async () => {
  const { limitsOf } = await import('../limits.policy.ts')
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
    testApp.complaints.filter((line) => (line as { event?: string }).event === 'sign-ins refused').length
  const look = async () => {
    await testApp.app.outbox.send(testApp.database.db, watch, {})
    await testApp.settle()
  }
  await testApp.database.pool.query(`delete from platform.audit`)
  await logIn('erin@ranch.example', wrong)
  await look()
  assert.equal(warned(), 0, 'one mistake is no attack')
  await testApp.database.pool.query(
    `insert into platform.audit (id, deed, after)
     select gen_random_uuid(), 'logIn', case when n <= 10 then '{"result":"wrong password"}'::jsonb end
     from generate_series(1, 150) as n`,
  )
  await look()
  assert.equal(warned(), 1)
})

test('O03 each sign-in, right or wrong, leaves one line that says who, where and when', async () => {
  const henry = await testApp.person('henry')
  await logIn(henry.email, wrong)
  await logIn('nobody-at-all@ranch.example', wrong)
  const { rows } = await testApp.database.pool.query(
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
