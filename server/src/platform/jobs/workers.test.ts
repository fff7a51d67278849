import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { openDatabase, within, type Database } from '../database/db.ts'
import { transaction } from '../database/transactions.ts'
import { Outbox, queue } from './outbox.ts'

const options = { retryLimit: 3, retryDelaySeconds: 5, retryDelayMaxSeconds: 300 }
const mails = queue<{ to: string }>('test.mails', options)
const idle = queue<{ to: string }>('test.idle', options)

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

const lookAtAll = 'unnest($1::text[]) as q'

/** A working process with two queues; what it sends to the database is heard by `onStatement`. */
async function worker(
  t: TestContext,
  {
    onStatement = (_text: string, _isNamed: boolean): void => undefined,
    findsDue = true,
    connect = () => database.pool.connect(),
  } = {},
) {
  const done: string[] = []
  const waiting = new Map<number, () => void>()
  const pool = Object.create(database.pool, {
    query: {
      value: (query: string | pg.QueryConfig, values?: unknown[]) => {
        const text = typeof query === 'string' ? query : query.text
        onStatement(text, typeof query !== 'string')
        if (!findsDue && text.includes(lookAtAll)) return { rows: [] }
        return database.pool.query(query as string, values)
      },
    },
    connect: { value: connect },
  }) as Database['pool']
  const outbox = new Outbox(
    { ...database, pool },
    { work: true, onError: (error) => assert.fail(String(error)) },
  )
  outbox.handle(mails, async ({ data }) => {
    done.push(data.to)
    waiting.get(done.length)?.()
  })
  outbox.handle(idle, async () => assert.fail('nothing was sent'))
  await outbox.start()
  t.after(() => outbox.stop())
  const until = (count: number) =>
    new Promise<void>((resolve) => (done.length >= count ? resolve() : waiting.set(count, resolve)))
  return { outbox, done, until }
}

async function keep(...to: string[]): Promise<void> {
  const outbox = new Outbox(database, { work: false, tells: true, onError: () => undefined })
  for (const one of [mails, idle]) outbox.handle(one, async () => undefined)
  await outbox.start()
  await transaction(within<'customers'>(database.db), async (db) => {
    for (const one of to) await outbox.send(db, mails, { to: one })
  })
  await outbox.stop()
}

/** As a worker leaves a job that was killed so long after it had fetched it. */
const heldBy = (to: string, secondsAgo: number) =>
  database.pool.query(
    `update pgboss.job set state = 'active', started_on = now() - make_interval(secs => $2) where data ->> 'to' = $1`,
    [to, secondsAgo],
  )
const stateOf = async (to: string) => {
  const { rows } = await database.pool.query<{ state: string }>(
    `select state from pgboss.job where data ->> 'to' = $1`,
    [to],
  )
  return rows[0]?.state
}

test('R07 a job whose worker is gone is done by another once its lease has ended, and not before', async (t) => {
  await keep('alice', 'bob')
  await heldBy('alice', 61)
  await heldBy('bob', 1)
  const { done, until } = await worker(t)
  while ((await stateOf('alice')) === 'active') await delay(20)
  // Time passes: it is tried again after the pause of a job that failed.
  await database.pool.query(`update pgboss.job set start_after = now() where state = 'retry'`)
  await until(1)
  assert.deepEqual(done, ['alice'])
  assert.equal(await stateOf('bob'), 'active')
  await database.pool.query('delete from pgboss.job')
})

test('many jobs are fetched and ended by few statements', async (t) => {
  const statements: string[] = []
  await keep(...Array.from({ length: 120 }, (_, n) => `mail ${n}`))
  const { outbox, done, until } = await worker(t, { onStatement: (text) => statements.push(text) })
  await until(120)
  await outbox.stop()

  assert.equal(new Set(done).size, 120)
  const counted = (part: string) => statements.filter((text) => text.includes(part)).length
  assert.ok(counted("state = 'active',") <= 4, 'three full batches, and one look that finds nothing')
  assert.equal(counted("state = 'completed'"), 3)
})

test('a busy queue is fetched by a plan for the jobs there are, and not for the empty table of its first fetch', async (t) => {
  const fetches: { text: string; isNamed: boolean }[] = []
  await keep('eve', ...Array.from({ length: 119 }, (_, n) => `mail of eve ${n}`))
  const { outbox, until } = await worker(t, {
    onStatement: (text, isNamed) => {
      if (text.includes(mails.name) && text.includes("state = 'active',")) fetches.push({ text, isNamed })
    },
  })
  await until(120)
  await outbox.stop()
  const anew = fetches.find(({ isNamed }) => !isNamed)
  assert.ok(fetches[0]!.isNamed && anew)

  const client = await database.pool.connect()
  t.after(() => client.release(true))
  await client.query(`insert into pgboss.job (name, data, policy, state)
    select name, data, policy, 'completed' from pgboss.job, generate_series(1, 40) where name = 'test.mails'`)
  await client.query(
    `update pgboss.job set state = 'created' where id in (select id from pgboss.job limit 40)`,
  )
  const [setting, fetch, ...more] = anew.text.split('; ')
  assert.deepEqual(more, [])
  const { rows } = await client.query<{ 'QUERY PLAN': object }>(`explain (analyze, format json) ${fetch}`)
  const looked = [...JSON.stringify(rows).matchAll(/"Rows Removed by Join Filter":(\d+)/g)]
  assert.deepEqual(
    looked.filter(([, count]) => Number(count) > 1000),
    [],
  )
  // Its own commit need not wait for the disk; that of whoever has its connection next must.
  await client.query('set synchronous_commit to on')
  const shown = async (text: string) => {
    const [result] = [await client.query<{ synchronous_commit: string }>(text)].flat().slice(-1)
    return result!.rows[0]!.synchronous_commit
  }
  assert.equal(await shown(`${setting}; show synchronous_commit`), 'off')
  assert.equal(await shown('show synchronous_commit'), 'on')
  await client.query('delete from pgboss.job')
})

test('a worker with nothing to do asks for all its queues with one statement', async (t) => {
  const statements: string[] = []
  let looks = 0
  let looked = () => {}
  const twice = new Promise<void>((resolve) => (looked = resolve))
  await worker(t, {
    onStatement: (text) => {
      statements.push(text)
      if (text.includes(lookAtAll) && ++looks === 3) looked()
    },
  })
  await twice
  const named = statements.slice(statements.findIndex((text) => text.includes(lookAtAll)))
  assert.deepEqual(
    named.filter((text) => text.includes(mails.name) || text.includes(idle.name)),
    [],
  )
})

test('a worker is told of a job in the moment that another process has kept it', async (t) => {
  let hasHeard = () => {}
  const hears = new Promise<void>((resolve) => (hasHeard = resolve))
  // What it would find by itself it does not find here.
  const { until } = await worker(t, {
    findsDue: false,
    async connect() {
      const client = await database.pool.connect()
      client.on('notification', hasHeard)
      return client
    },
  })
  await hears
  await keep('carol')
  await until(1)
})

test('through a pooler that forbids to listen it looks by itself', async (t) => {
  const { until } = await worker(t, {
    connect: async () => Promise.reject(new Error('LISTEN is not supported')),
  })
  await keep('dora')
  await until(1)
})
