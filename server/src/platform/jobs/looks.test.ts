import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { openDatabase, within, type Database } from '../database/db.ts'
import { IdempotentCommand } from '../idempotency/idempotency.ts'
import { Outbox } from './outbox.ts'

/* What no command sends by itself is found soon after one, and costs an idle process next to nothing. */

let scratch: TestDatabase
let database: Database

before(async () => {
  scratch = await createTestDatabase()
  database = openDatabase(scratch.options, { max: 8 })
})
after(async () => {
  await database.close()
  await scratch.drop()
})

const onError = (error: unknown) => assert.fail(String(error))

/** A process that works and looks for one thing; `next` is its next look. */
async function looker() {
  const outbox = new Outbox(database, { work: true, onError })
  const seen = { looks: 0, isMore: false }
  let looked = () => {}
  outbox.alsoLook(async () => {
    seen.looks += 1
    looked()
    return seen.isMore
  })
  await outbox.start()
  const next = () => new Promise<void>((resolve) => (looked = resolve))
  return { outbox, seen, next }
}

/** One that leaves jobs to others, and tells them. */
async function teller() {
  const outbox = new Outbox(database, { work: false, tells: true, onError })
  outbox.alsoLook(async () => assert.fail('it looks for nothing itself'))
  await outbox.start()
  return outbox
}

const commit = (outbox: Outbox) =>
  new IdempotentCommand(within<'customers'>(database.db), outbox).transaction(async () => undefined)

async function untilItListens(): Promise<void> {
  for (;;) {
    const { rowCount } = await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and query like 'listen %'`,
    )
    if (rowCount) return
    await delay(20)
  }
}

test('R07 what commands write is looked for within a second, by whoever works, and many share a look', async () => {
  const { outbox, seen, next } = await looker()
  const elsewhere = await teller()
  const first = next()
  let at = performance.now()
  for (let n = 0; n < 30; n++) await commit(outbox)
  await first
  assert.ok(performance.now() - at < 1000, 'it waits for nothing')

  // From now on it looks by itself each 15 seconds alone, and nothing that was written is still to be looked for.
  await untilItListens()
  await delay(1200)
  const heard = next()
  await commit(outbox)
  await heard
  await delay(200)

  const afterHint = next()
  at = performance.now()
  await commit(elsewhere)
  await afterHint
  assert.ok(performance.now() - at < 5000, 'a hint of another process is heard')

  seen.isMore = true
  const again = next()
  await commit(outbox)
  await again
  const oncePlus = next()
  at = performance.now()
  seen.isMore = false
  await oncePlus
  assert.ok(performance.now() - at < 5000, 'what could not be read yet is looked for again')
  assert.ok(seen.looks <= 7, `${seen.looks} looks`)

  await elsewhere.stop()
  await outbox.stop()
})
