import * as contract from '@byre/contract/accounts/auth'
import * as signIns from '@byre/contract/accounts/sign-ins'
import { createBillingEntity, listBillingEntities } from '@byre/contract/billing/billing-entities'
import { getUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Started } from './testing/main-process.ts'
import { billingEntityFields } from './testing/places.ts'
import { callOf as call, startTwo } from './testing/two-mains.ts'
import { password } from './testing/test-app.ts'

/*
 * Two real processes on one PostgreSQL: what one was told, the other knows with the next call. Their
 * limits are those of an installation; each try comes from a network of its own.
 */

const { one, two, pool, newAccount, codeFor, logInAt: logIn } = await startTwo()

const mayCall = async (at: Started, { id, token }: { id: string; token: string }) =>
  (await call(at, getUser, { token, params: { id } })).status

const wrong = 'Wrong-7-fence!'
/** Lets the wait of every address pass, long before any try that is under way began, and nothing else. */
const passTime = () => pool.query(`update auth.sign_in_failures set locked_until = now() - interval '1 hour'`)

/** What each of many wrong passwords is told, through both processes in turn; each wait is let pass. */
async function trace(email: string, tries: number): Promise<unknown[]> {
  const answers = []
  for (let n = 0; n < tries; n++) {
    const { status, body } = await logIn(n % 2 ? one : two, email, wrong)
    answers.push({ status, body })
    await passTime()
  }
  return answers
}

test('A01 R07 the sixth and the hundred and first wrong password close both, of known and unknown addresses alike', async () => {
  const known = await newAccount('alice')
  const unknown = 'nobody@ranch.example'

  const six = [await trace(known, 5), await trace(unknown, 5)]
  assert.deepEqual(six[0], six[1])
  for (const email of [known, unknown]) {
    assert.equal((await logIn(one, email, wrong)).status, 401)
    for (const at of [two, one]) {
      const sixth = await logIn(at, email, wrong)
      assert.deepEqual([sixth.status, sixth.retryAfter], [429, 2])
      assert.equal(sixth.body['error'], 'Too many attempts. Please try again later.')
    }
  }
  await passTime()

  // Eighty-five more, as they would have been counted; the last nine of a hundred are tried again.
  await pool.query('update auth.sign_in_failures set failures = failures + 85')
  const rest = await Promise.all([trace(known, 9), trace(unknown, 9)])
  assert.deepEqual(rest[0], rest[1])
  assert.deepEqual([...new Set(rest[0].map((answer) => (answer as { status: number }).status))], [401])
  for (const email of [known, unknown])
    for (const at of [one, two]) {
      const closed = await logIn(at, email)
      assert.deepEqual([closed.status, closed.retryAfter], [429, 900])
    }
})

test('S01 S06 R07 a session that one process ends is over in the other with the next call', async () => {
  const email = await newAccount('bob')
  const session = (await logIn(one, email)).reply
  assert.deepEqual([await mayCall(one, session), await mayCall(two, session)], [200, 200])

  const renew = (at: Started) =>
    call(at, signIns.refreshSession, { body: { token: session.refresh, user: session.id } })
  const renewed = await Promise.all([renew(one), renew(two)])
  assert.deepEqual(
    renewed.map(({ status }) => status),
    [200, 200],
  )
  const { token } = renewed[0]!.reply
  assert.equal(renewed[1]!.reply.token, token, 'S03 both give the same pair')
  assert.equal(await mayCall(one, session), 401)
  assert.equal(await mayCall(two, { id: session.id, token }), 200)

  assert.equal((await call(two, signIns.logOut, { body: { token } })).status, 200)
  assert.equal(await mayCall(one, { id: session.id, token }), 401)
  const dead = await call(one, signIns.refreshSession, {
    body: { token: renewed[0]!.reply.refresh, user: session.id },
  })
  assert.equal(dead.status, 401)
})

test('R07 a form sent to both at once under one key is done once, and both give the same answer', async () => {
  const session = (await logIn(one, await newAccount('carol'))).reply
  const body = billingEntityFields
  const send = (at: Started, key: string, changed = {}) =>
    call(at, createBillingEntity, { token: session.token, body: { ...body, ...changed }, key })

  const made = await Promise.all([send(one, 'first'), send(two, 'first'), send(one, 'first')])
  assert.deepEqual(
    made.map(({ status }) => status),
    [201, 201, 201],
  )
  assert.equal(new Set(made.map(({ reply }) => reply.id)).size, 1)
  assert.equal((await send(two, 'first', { name: 'Another' })).status, 422)
  assert.equal((await call(two, listBillingEntities, { token: session.token })).reply.total, 1)
})

test('A07 A08 R07 the five tries of a code, and its one use, count for both', async () => {
  const email = 'dave@ranch.example'
  await call(one, contract.signUp, { body: { email, password } })
  const code = await codeFor(email)
  const confirm = (at: Started, entered: string) =>
    call(at, contract.confirmSignUp, { body: { email, code: entered } })
  const no = code === '000000' ? '111111' : '000000'
  for (let n = 0; n < 5; n++) assert.equal((await confirm(n % 2 ? one : two, no)).status, 400)
  for (const at of [one, two]) assert.equal((await confirm(at, code)).status, 400)

  await call(two, contract.resendConfirmation, { body: { email } })
  const erin = 'erin@ranch.example'
  await call(one, contract.signUp, { body: { email: erin, password } })
  const [once, twice] = await Promise.all(
    [one, two].map(async (at) =>
      call(at, contract.confirmSignUp, { body: { email: erin, code: await codeFor(erin) } }),
    ),
  )
  assert.deepEqual([once!.status, twice!.status].sort(), [200, 400])
})
