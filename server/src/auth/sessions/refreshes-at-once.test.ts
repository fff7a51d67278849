import * as signIns from '@byre/contract/accounts/sign-ins'
import { getUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startWith } from '../../testing/people.ts'
import type { Person } from '../../testing/test-app.ts'

/* Whoever refreshes while others do shares a statement with them, and nothing else. */

const { testApp, alice, bob } = await startWith(['alice', 'bob'])
after(() => assert.deepEqual(testApp.complaints, []))

const refresh = (token: string, user: string) =>
  testApp.call(signIns.refreshSession, { body: { token, user } })
const mayCall = async (token: string, person: Person) =>
  (await testApp.call(getUser, { as: token, params: { id: person.id } })).status

test('S03 refreshes of many people at once give each a pair of their own', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, (_, n) => testApp.person(`herder${n}`)))
  const answers = await Promise.all(
    people.map(({ refresh: token, id, email }, n) => refresh(token, n % 2 === 0 ? id : email)),
  )
  for (const [n, { status, reply }] of answers.entries()) {
    assert.equal(status, 200)
    assert.equal(await mayCall(reply.token, people[n]!), 200)
    assert.equal((await refresh(reply.refresh, people[n]!.id)).status, 200)
  }
  assert.equal(new Set(answers.map(({ reply }) => reply.token)).size, people.length)
})

test('S03 a session that somebody holds for a moment is refreshed once they let go', async () => {
  const holder = await testApp.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from platform.sessions where user_id = $1 for update', [alice.id])
    const held = refresh(alice.refresh, alice.id)
    const isOver = Promise.race([held.then(() => true), refresh(bob.refresh, bob.id).then(() => false)])
    assert.equal(await isOver, false, 'nobody else waits')
    await holder.query('commit')
    const { status, reply } = await held
    assert.equal(status, 200)
    assert.equal(await mayCall(reply.token, alice), 200)
  } finally {
    holder.release()
  }
})
