import * as contract from '@byre/contract/accounts/auth'
import * as signIns from '@byre/contract/accounts/sign-ins'
import type { Endpoint } from '@byre/contract/endpoint'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { useUpForAll } from '../../testing/limits.ts'
import { password, TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => (testApp = await TestApp.start()))
after(() => testApp.close())

const signUp = (email: string, more: object = {}) =>
  testApp.call(contract.signUp, { body: { username: email, email, password, ...more } })
const logIn = (email: string, secret = password) =>
  testApp.call(signIns.logIn, { body: { username: email, password: secret } })
const rowsOf = async (table: string, email: string) =>
  (
    await testApp.database.pool.query(
      `select t.* from ${table} t where id = (select user_id from auth.emails where email = $1)`,
      [email],
    )
  ).rows

test('someone signs up, enters the mailed code and signs in', async () => {
  const signedUp = await signUp('alice@ranch.example')
  assert.equal(signedUp.status, 201)
  assert.deepEqual(signedUp.body, {
    state: 'okay',
    id: signedUp.reply.id,
    email: 'alice@ranch.example',
  })

  const early = await logIn('alice@ranch.example')
  assert.equal(early.status, 403)
  assert.equal(early.body.error, 'User is not confirmed.')

  const code = await testApp.codeFor('alice@ranch.example')
  const confirmed = await testApp.call(contract.confirmSignUp, {
    body: { email: 'alice@ranch.example', code },
  })
  assert.deepEqual([confirmed.status, confirmed.body], [200, { state: 'okay' }])

  const { status, reply } = await logIn('alice@ranch.example')
  assert.equal(status, 200)
  assert.equal(reply.id, signedUp.reply.id)
  assert.deepEqual(reply.user, { id: reply.id, email: 'alice@ranch.example', groups: ['User'] })
  assert.equal(reply.expires_in, 900)
})

test('A05 a known address is refused and nothing changes; its owner is told once a day', async () => {
  await testApp.person('bob')
  await signUp('unconfirmed@ranch.example')
  for (const email of ['bob@ranch.example', 'unconfirmed@ranch.example']) {
    const before = await rowsOf('auth.accounts', email)
    for (let again = 0; again < 2; again++) {
      const refused = await signUp(email, { password: 'Another-7-fence!' })
      assert.equal(refused.status, 400)
      assert.equal(refused.body.state, 'error')
      assert.equal(refused.body.code, 'account.exists')
      assert.equal(refused.body.error, 'User with this email already registered')
      assert.deepEqual(refused.body.errors, [
        { field: 'email', message: 'Already exist, please enter another email' },
      ])
    }
    assert.deepEqual(await rowsOf('auth.accounts', email), before)
    const warningMails = async () =>
      (await testApp.mailsTo(email)).filter(({ subject }) => subject === 'You already have an account')
    assert.equal((await warningMails()).length, 1)

    await testApp.database.pool.query(
      `update auth.askings set asked_at = array[now() - interval '25 hours'] where purpose = 'known'`,
    )
    await signUp(email)
    assert.equal((await warningMails()).length, 2)
  }
  assert.equal((await logIn('bob@ranch.example', 'Another-7-fence!')).status, 401)
})

test('twenty people who sign up with one address at once make one account', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => signUp('crowd@ranch.example')))
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [201, ...Array.from({ length: 19 }, () => 400)])
  assert.equal((await rowsOf('customers.users', 'crowd@ranch.example')).length, 1)
  const codes = (await testApp.mailsTo('crowd@ranch.example')).filter(({ subject }) =>
    subject.startsWith('Confirm'),
  )
  assert.equal(codes.length, 1)
})

test('a sign-up whose answer was lost gets it again with the same key, and mails one code', async () => {
  const headers = { 'idempotency-key': 'form-1' }
  const body = { username: 'lost@ranch.example', email: 'lost@ranch.example', password }
  const [first, duplicate] = await Promise.all([
    testApp.call(contract.signUp, { body, headers }),
    testApp.call(contract.signUp, { body, headers }),
  ])
  const again = await testApp.call(contract.signUp, { body, headers })
  assert.deepEqual([first.status, duplicate.status, again.status], [201, 201, 201])
  assert.deepEqual([duplicate.body, again.body], [first.body, first.body])
  assert.equal((await testApp.mailsTo('lost@ranch.example')).length, 1)
})

test('I08 a sign-up under a user name that is not the address is refused at that field, and makes nothing', async () => {
  const email = 'named@ranch.example'
  const register = (username: string) =>
    testApp.call(contract.signUp, { body: { username, email, password } })
  for (const username of ['other@ranch.example', 'named', 'named@ranch.example.evil', ' ']) {
    const { status, body } = await register(username)
    assert.equal(status, 400, username)
    const message = 'The user name must be the e-mail address.'
    assert.deepEqual([body.error, body.errors], [message, [{ field: 'username', message }]])
  }
  assert.equal((await rowsOf('auth.accounts', email)).length, 0)
  assert.equal((await register(' Named@Ranch.example ')).status, 201, 'the same in any letters')
})

test('A14 C04 groups, ids and confirmations sent by the client are ignored', async () => {
  const wanted = { groups: 'Admin', group: 'Admin', confirmed_at: '2020-01-01', onboarded: '1' }
  const { reply } = await signUp('mallory@ranch.example', { ...wanted, id: 'mine', user_id: 'mine' })
  const [account] = await rowsOf('auth.accounts', 'mallory@ranch.example')
  assert.deepEqual(account.groups, ['User'])
  assert.equal(account.confirmed_at, null)
  assert.notEqual(reply.id, 'mine')
  const { rows } = await testApp.database.pool.query(`select distinct groups from auth.accounts`)
  assert.deepEqual(rows, [{ groups: ['User'] }])
})

test('an account keeps the language of the form that made it; without one it has none, and none that there is not', async () => {
  const languageOf = async (email: string) => {
    const { rows } = await testApp.database.pool.query<{ language: string | null }>(
      'select language from customers.users where email = $1',
      [email],
    )
    return rows.map(({ language }) => language)
  }
  assert.equal((await signUp('french@ranch.example', { language: 'fr-CA' })).status, 201)
  assert.equal((await signUp('program@ranch.example')).status, 201)
  const refused = await signUp('klingon@ranch.example', { language: 'tlh' })
  assert.equal(refused.status, 400)
  assert.deepEqual(refused.body['errors'], [
    { field: 'language', message: 'Please choose a language that there is.' },
  ])
  assert.deepEqual(await languageOf('french@ranch.example'), ['fr-CA'])
  assert.deepEqual(await languageOf('program@ranch.example'), [null])
  assert.deepEqual(await languageOf('klingon@ranch.example'), [])
})

test('A04 is-confirmed says the same of an unknown address as of an unconfirmed one', async () => {
  await signUp('waiting@ranch.example')
  const ask = async (email: string) => (await testApp.call(contract.isConfirmed, { body: { email } })).body
  assert.deepEqual(await ask('waiting@ranch.example'), { state: 'okay', confirmed: false })
  assert.deepEqual(await ask('nobody@ranch.example'), { state: 'okay', confirmed: false })
  assert.deepEqual(await ask('Bob@Ranch.example'), { state: 'okay', confirmed: true })
})

test('M02 addresses are one by ASCII letters alone; look-alikes are no addresses', async () => {
  assert.equal((await logIn('BOB@Ranch.EXAMPLE')).status, 200)
  assert.equal((await signUp('Bob@RANCH.example')).body.code, 'account.exists')
  for (const lookAlike of [
    'bob@ranch.ex\u0430mple',
    '\uff42ob@ranch.example',
    'b\u00f6b@ranch.example',
    'm\u0131ke@ranch.example',
    '\u212aate@ranch.example',
  ]) {
    const refused = await signUp(lookAlike)
    assert.equal(refused.status, 400, lookAlike)
    assert.deepEqual(refused.body.errors, [{ field: 'email', message: 'Please enter a valid email' }])
  }
})

test('A05 a network signs up ten times an hour and asks ten times a minute, over all processes', async (t) => {
  const strict = await TestApp.start({ LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' })
  const other = await strict.anotherProcess()
  t.after(async () => {
    await other.close()
    await strict.close()
  })
  const ask = <E extends Endpoint>(endpoint: E, n: number, address: string, more = {}) =>
    strict.call(endpoint, {
      body: { email: `p${n}@ranch.example`, ...more },
      headers: { 'x-forwarded-for': address },
      at: n % 2 ? other.app : strict.app,
    })
  const limits = [
    { endpoint: contract.signUp, name: 'sign-up', seconds: 3600, status: 201, more: { password } },
    { endpoint: contract.isConfirmed, name: 'is-confirmed', seconds: 60, status: 200, more: {} },
  ]
  for (const { endpoint, name, seconds, status, more } of limits) {
    for (let n = 0; n < 10; n++) {
      assert.equal((await ask(endpoint, n, '203.0.113.9', more)).status, status)
    }
    const { rows } = await strict.database.pool.query(
      `select sum(spent)::int as spent from platform.rate_counters where bucket = $1`,
      [`${name}:203.0.113.9`],
    )
    assert.equal(rows[0].spent, 10)
    await useUpForAll(strict, name, 10, seconds)
    for (const n of [10, 11]) {
      const refused = await ask(endpoint, n, '203.0.113.9', more)
      assert.equal(refused.status, 429)
      assert.equal(refused.body.error, 'Too many attempts. Please try again later.')
      const retryAfter = Number(refused.headers['retry-after'])
      assert.ok(retryAfter > 0 && retryAfter <= seconds)
    }
    assert.equal((await ask(endpoint, 10, '203.0.113.10', more)).status, status)
  }
})
