import * as signIns from '@byre/contract/accounts/sign-ins'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { App } from '../app.ts'
import { Secrets } from '../platform/secrets.ts'
import { password, TestApp } from '../testing/test-app.ts'
import { addressHashes } from './codes.actions.ts'

/* Many who sign in to one account at the same moment, through two processes. */

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
const logIn = (email: string, secret: string, at?: App) =>
  testApp.call(signIns.logIn, { body: { username: email, password: secret }, at })

/** Holds what is counted against an address until `release`; `waiting` tells how many tries stand before it. */
async function holdCount(email: string) {
  const client = await testApp.database.pool.connect()
  await client.query('begin')
  const { rows } = await client.query(
    `select from auth.sign_in_failures where address_hash = $1 for update`,
    [addressHashes(new Secrets(testApp.config.appSecrets), email).address_hash],
  )
  assert.equal(rows.length, 1)
  return {
    async waiting(most: number) {
      const deadline = Date.now() + 10_000
      for (;;) {
        // The first look at who waits would else stand for the whole transaction.
        await client.query('select pg_stat_clear_snapshot()')
        const { rows: waits } = await client.query(
          `select count(*)::int as tries from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
        if (waits[0].tries >= most) return
        assert.ok(Date.now() < deadline, `${waits[0].tries} tries wait`)
      }
    },
    async release() {
      await client.query('rollback')
      client.release()
    },
  }
}

test('A01 fifty guesses at once learn as much as one, also where the right one is among them', async () => {
  await testApp.person('carol')
  await logIn('carol@ranch.example', wrong)
  await testApp.database.pool.query(
    `update auth.sign_in_failures set failures = 12 where last_at = (select max(last_at) from auth.sign_in_failures)`,
  )
  const guess = (n: number) =>
    logIn('carol@ranch.example', n === 29 ? password : `Wrong-${n}-fence!`, n % 2 ? other.app : testApp.app)

  // The first is held at the very moment it is counted, so that the others overtake all that came before.
  const count = await holdCount('carol@ranch.example')
  const guesses = [guess(0)]
  try {
    await count.waiting(1)
    for (let n = 1; n < 50; n++) guesses.push(guess(n))
    await count.waiting(2)
  } finally {
    await count.release()
  }
  const judgedGuesses = (await Promise.all(guesses)).filter(({ status }) => status !== 429 && status !== 503)
  assert.deepEqual(
    judgedGuesses.map(({ status }) => status),
    [401],
  )
})

test('A01 forty at once with the right password all get in', async () => {
  await testApp.person('dora')
  // Where transactions are serializable, the last of a crowd may be told to come again.
  const patiently = async (): Promise<number> => {
    const { status } = await logIn('dora@ranch.example', password)
    return status === 503 ? patiently() : status
  }
  const statuses = await Promise.all(Array.from({ length: 40 }, patiently))
  assert.deepEqual([...new Set(statuses)], [200])
})
