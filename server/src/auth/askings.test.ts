import * as contract from '@byre/contract/accounts/auth'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { password, TestApp } from '../testing/test-app.ts'

test('A04 nobody learns from resend, reset or a wrong code whether an address is known', async (t) => {
  const testApp = await TestApp.start()
  t.after(() => testApp.close())
  const signUp = (email: string) => testApp.call(contract.signUp, { body: { email, password } })
  const resend = (email: string) => testApp.call(contract.resendConfirmation, { body: { email } })
  const askReset = (email: string) => testApp.call(contract.resetPassword, { body: { username: email } })
  const confirm = (email: string) => testApp.call(contract.confirmSignUp, { body: { email, code: '000000' } })
  const reset = (email: string) =>
    testApp.call(contract.confirmResetPassword, {
      body: { username: email, password: 'Otter-7-creek!', code: '000000' },
    })
  await testApp.person('erin')
  await signUp('newcomer@ranch.example')
  await testApp.settle()
  const measure = async (
    command: (email: string) => Promise<{ status: number; body: object }>,
    email: string,
  ) => {
    let statements = Infinity
    let said: object = {}
    // The fewest of three: now and then something else speaks to the database as well.
    for (let n = 0; n < 3; n++) {
      const before = testApp.database.statements()
      const { status, body } = await command(email)
      statements = Math.min(statements, testApp.database.statements() - before)
      said = { ...body, status, request_id: undefined }
    }
    return { said, statements }
  }
  for (const command of [resend, askReset, confirm, reset]) {
    const unknown = await measure(command, 'nobody@ranch.example')
    assert.deepEqual(await measure(command, 'erin@ranch.example'), unknown)
    assert.deepEqual(await measure(command, 'newcomer@ranch.example'), unknown)
  }
  assert.equal((await testApp.mailsTo('nobody@ranch.example')).length, 0)
})

test('M03 an address gets a code a minute and five an hour, whoever asks and through any process', async (t) => {
  const strict = await TestApp.start({ LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' })
  const other = await strict.anotherProcess()
  t.after(async () => {
    await other.close()
    await strict.close()
  })
  const email = 'bombed@ranch.example'
  await strict.call(contract.signUp, { body: { email, password } })
  let n = 0
  const ask = async () => {
    const at = n++ % 2 ? other.app : strict.app
    const headers = { 'x-forwarded-for': `198.51.100.${n}` }
    const answer = await strict.call(contract.resendConfirmation, { body: { email }, at, headers })
    assert.deepEqual([answer.status, answer.body], [200, { state: 'okay' }])
  }
  const mails = async () => (await strict.mailsTo(email)).length
  const pass = (interval: string) =>
    strict.database.pool.query(
      `update auth.askings set asked_at = array(select at - $1::interval from unnest(asked_at) at)`,
      [interval],
    )
  await Promise.all([ask(), ask(), ask()])
  assert.equal(await mails(), 1, 'the first mail is not a minute old')
  for (let minute = 2; minute <= 8; minute++) {
    await pass('61 seconds')
    await Promise.all([ask(), ask()])
    assert.equal(await mails(), Math.min(minute, 5))
  }
  await pass('1 hour')
  await ask()
  assert.equal(await mails(), 6)

  const before = await strict.mailsTo(email)
  await strict.call(contract.resetPassword, { body: { username: email } })
  assert.equal(await mails(), before.length + 1, 'a reset is not held up by confirmations')
})

test('A04 a network asks for twenty codes an hour; then 429 for any address', async (t) => {
  const strict = await TestApp.start({ LIMIT_FACTOR: '1' })
  t.after(() => strict.close())
  const ask = (email: string) => strict.call(contract.resetPassword, { body: { username: email } })
  for (let n = 0; n < 20; n++) assert.equal((await ask(`n${n}@ranch.example`)).status, 200)
  const counters = 'platform.rate_counters'
  const { rows } = await strict.database.pool.query(
    `insert into ${counters} (bucket, window_start, spent)
     select bucket, window_start + interval '1 hour', 20 from ${counters} where bucket = 'reset-password:127.0.0.1'
     returning (select sum(spent)::int from ${counters} where bucket = 'reset-password:127.0.0.1') as spent`,
  )
  assert.equal(rows[0].spent, 20)
  const refused = await ask('n20@ranch.example')
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers['retry-after']) > 0)
})

test('a sign-up that waited while the same one was done tells nobody that their address is taken', async (t) => {
  const testApp = await TestApp.start({ TRUSTED_PROXIES: '127.0.0.1' })
  t.after(() => testApp.close())
  const { pool } = testApp.database
  const from = (address: string) => ({ 'x-forwarded-for': address, 'idempotency-key': 'form-1' })
  const signUp = (email: string, address: string) =>
    testApp.call(contract.signUp, { body: { email, password }, headers: from(address) })

  // It waits for its network's count, and has by then asked whether it was done before.
  await signUp('first@ranch.example', '198.51.100.9')
  const lock = await pool.connect()
  await lock.query('begin')
  await lock.query(`select from platform.rate_counters where bucket like '%198.51.100.%' for update`)
  const waiting = signUp('twice@ranch.example', '198.51.100.9')
  const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await pool.query(isWaiting)).rowCount === 0);
  const done = await signUp('twice@ranch.example', '203.0.113.7')
  await lock.query('commit')
  lock.release()

  assert.deepEqual([(await waiting).status, (await waiting).body], [201, done.body])
  assert.equal((await testApp.mailsTo('twice@ranch.example')).length, 1)
})
