import { stepUp } from '@byre/contract/accounts/accounts'
import * as contract from '@byre/contract/accounts/auth'
import * as signIns from '@byre/contract/accounts/sign-ins'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { password, TestApp, type Person } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => (testApp = await TestApp.start()))
after(() => testApp.close())

const query = async (text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query(text, values)).rows
const stale = (person: Person) =>
  query(`update platform.sessions set fresh_at = now() - interval '15 minutes 1 second' where user_id = $1`, [
    person.id,
  ])
const isFresh = async (token: string) =>
  (
    await query(
      `select fresh_at > now() - interval '15 minutes' as fresh from platform.sessions where access_hash = sha256($1)`,
      [Buffer.from(token)],
    )
  )[0]?.fresh
const show = (as: Person | string, secret: string) => testApp.call(stepUp, { as, body: { password: secret } })
const change = (as: Person) =>
  testApp.call(contract.updatePassword, { as, body: { password: 'Otter-7-creek!' } })

test('S07 after the password was shown again, the same command is done', async () => {
  const alice = await testApp.person('alice')
  const elsewhere = await testApp.call(signIns.logIn, { body: { username: alice.email, password } })
  await stale(alice)
  assert.equal((await change(alice)).body.code, 'session.password_reauth_required')

  const shown = await show(alice, password)
  assert.deepEqual([shown.status, shown.body], [200, { state: 'okay' }])
  assert.equal(await isFresh(elsewhere.reply.token), false, 'only the session that showed it is fresh')
  assert.equal((await change(alice)).status, 200)
})

test('S07 a wrong password makes nothing fresh, is said on its field, and is guessed no faster than at sign-in', async () => {
  const bob = await testApp.person('bob')
  await stale(bob)
  for (let n = 0; n < 5; n++) {
    const refused = await show(bob, `Wrong-${n}-fence!`)
    assert.deepEqual([refused.status, refused.body.code], [400, 'account.wrong_password'])
    assert.deepEqual(refused.body.errors, [{ field: 'password', message: 'That is not your password.' }])
  }
  assert.equal((await show(bob, password)).status, 429)
  assert.equal((await testApp.call(signIns.logIn, { body: { username: bob.email, password } })).status, 429)
  assert.equal(await isFresh(bob.token), false)
})

test('S07 nobody is made fresh without a session, or by what came under a key before', async () => {
  const carol = await testApp.person('carol')
  await stale(carol)
  const anonymous = await testApp.call(stepUp, { body: { password } })
  assert.equal(anonymous.status, 401)
  assert.equal((await show(carol.refresh, password)).status, 401)

  const headers = { 'idempotency-key': 'once' }
  assert.equal((await testApp.call(stepUp, { as: carol, body: { password }, headers })).status, 200)
  await stale(carol)
  const again = await testApp.call(stepUp, {
    as: carol,
    body: { password: 'Wrong-1-fence!' },
    headers,
  })
  assert.equal(again.status, 400)
  assert.equal(await isFresh(carol.token), false)
})

test('S07 an account that an operator closes meanwhile is made fresh by no password', async () => {
  const dora = await testApp.person('dora')
  await stale(dora)
  // Its sessions end a moment later.
  await query(`update auth.accounts set user_state = 'disabled' where id = $1`, [dora.id])
  const refused = await show(dora, password)
  assert.deepEqual([refused.status, refused.body.code], [403, 'account.disabled'])
  const current = { password: 'Otter-7-creek!', current_password: password }
  const changed = await testApp.call(contract.updatePassword, { as: dora, body: current })
  assert.deepEqual([changed.status, changed.body.code], [403, 'account.disabled'])
  assert.equal(await isFresh(dora.token), false)
})
