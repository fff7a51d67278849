import * as contract from '@byre/contract/accounts/auth'
import * as signIns from '@byre/contract/accounts/sign-ins'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { password, TestApp } from '../../testing/test-app.ts'
import { sweep } from './sweeps.actions.ts'

let testApp: TestApp
before(async () => (testApp = await TestApp.start()))
after(() => testApp.close())

const query = async (text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query(text, values)).rows
const signUp = (email: string) => testApp.call(contract.signUp, { body: { email, password } })
const logIn = (email: string, secret = password) =>
  testApp.call(signIns.logIn, { body: { username: email, password: secret } })
const rowsOf = (table: string, email: string) =>
  query(`select t.* from ${table} t where id = (select user_id from auth.emails where email = $1)`, [email])
async function sweepNow() {
  await testApp.app.outbox.send(testApp.database.db, sweep, {})
  await testApp.settle()
}

test('A06 an account that nobody confirms is gone after 72 hours, its profile with it', async () => {
  for (const name of ['stale', 'young', 'late']) await signUp(`${name}@ranch.example`)
  const code = await testApp.codeFor('late@ranch.example')
  await query(
    `update auth.accounts set created_at = now() - interval '72 hours 1 second'
     where id in (select user_id from auth.emails where email in ('stale@ranch.example', 'late@ranch.example'))`,
  )
  await testApp.call(contract.confirmSignUp, { body: { email: 'late@ranch.example', code } })
  const stale = await rowsOf('customers.users', 'stale@ranch.example')
  assert.equal(stale.length, 1)

  await sweepNow()
  await sweepNow()
  assert.equal((await rowsOf('auth.accounts', 'stale@ranch.example')).length, 0)
  assert.equal((await query('select from customers.users where id = $1', [stale[0].id])).length, 0)
  assert.equal((await rowsOf('auth.accounts', 'young@ranch.example')).length, 1)
  assert.equal((await logIn('late@ranch.example')).status, 200)
  assert.equal((await signUp('stale@ranch.example')).status, 201)
})

test('what no rule looks at any more is swept; a ladder that only a reset opens is not', async () => {
  await testApp.person('alice')
  for (const email of ['alice@ranch.example', 'bob@ranch.example', 'carol@ranch.example']) {
    await logIn(email, 'Wrong-7-fence!')
  }
  await testApp.call(contract.resetPassword, { body: { username: 'alice@ranch.example' } })
  await testApp.settle()
  const count = async () =>
    (
      await query(
        `select (select count(*)::int from auth.codes) as codes, (select count(*)::int from auth.code_tries) as tries,
           (select count(*)::int from auth.askings) as askings,
           (select count(*)::int from auth.sign_in_failures) as failures`,
      )
    )[0]
  await query(
    `delete from auth.accounts where id not in (select user_id from auth.emails where email like 'alice%')`,
  )
  await query(`delete from auth.codes where purpose = 'confirm'`)
  await query(`delete from auth.askings where purpose = 'confirm'`)
  const before = await count()
  assert.deepEqual(before, { codes: 1, tries: 1, askings: 1, failures: 3 })
  await sweepNow()
  assert.deepEqual(await count(), before)

  await query(`update auth.codes set expires_at = now() - interval '25 hours'`)
  await query(`update auth.askings set last_at = now() - interval '25 hours'`)
  await query(`update auth.sign_in_failures set last_at = now() - interval '31 days'`)
  await query(
    `update auth.sign_in_failures set failures = 100
     where address_hash = (select address_hash from auth.sign_in_failures limit 1)`,
  )
  await sweepNow()
  assert.deepEqual(await count(), { codes: 0, tries: 0, askings: 0, failures: 1 })
})
