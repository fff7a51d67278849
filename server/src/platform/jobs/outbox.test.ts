import { CompiledQuery } from 'kysely'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { openDatabase, within, type Database } from '../database/db.ts'
import { transaction } from '../database/transactions.ts'
import { IdempotentCommand } from '../idempotency/idempotency.ts'
import { bossOver } from './boss.ts'
import { Outbox, queue, type Job } from './outbox.ts'

const letters = queue<{ to: string }>('test.letters', {
  retryLimit: 3,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
})

let scratch: TestDatabase
let database: Database

before(async () => {
  scratch = await createTestDatabase()
  database = openDatabase(scratch.options, { max: 8 })
  await database.pool.query('create table public.ledger (line text primary key)')
})
after(async () => {
  await database.close()
  await scratch.drop()
})

/** A process with one queue; `done` is what its handler was given. */
async function office(
  options: { works?: boolean; handler?: (job: Job<{ to: string }>) => Promise<void> } = {},
) {
  const done: string[] = []
  const errors: unknown[] = []
  const outbox = new Outbox(database, {
    work: options.works ?? false,
    onError: (error) => errors.push(error),
  })
  const arrived = new Map<string, () => void>()
  outbox.handle(letters, async (job) => {
    await options.handler?.(job)
    done.push(job.data.to)
    arrived.get(job.data.to)?.()
  })
  await outbox.start()
  const arrival = (to: string) => new Promise<void>((resolve) => arrived.set(to, resolve))
  return {
    outbox,
    done,
    errors,
    arrival,
    command: () => new IdempotentCommand(within<'customers'>(database.db), outbox),
  }
}

/** Time passes for jobs that wait to be tried again. */
const later = () => database.pool.query(`update pgboss.job set start_after = now() - interval '1 second'`)
/** Refuses a line that is there already, so that a job done twice would fail. */
async function write(line: string): Promise<void> {
  await database.pool.query('insert into public.ledger values ($1)', [line])
}

test('a job of a command that commits is done; one of a command that fails never was', async () => {
  const { outbox, done, command } = await office()
  const failing = command()
  await assert.rejects(
    failing.transaction(async (db) => {
      await failing.enqueue(db, letters, { to: 'nobody' })
      throw new Error('changed my mind')
    }),
    /changed my mind/,
  )
  const working = command()
  await working.transaction((db) => working.enqueue(db, letters, { to: 'alice' }))
  await outbox.drain()
  assert.deepEqual(done, ['alice'])
  await outbox.drain()
  assert.deepEqual(done, ['alice'])
  await outbox.stop()
})

test('a command that is repeated after a serialization failure sends its job once', async () => {
  const { outbox, done, command } = await office()
  let attempts = 0
  const repeated = command()
  await repeated.transaction(async (db) => {
    await repeated.enqueue(db, letters, { to: `attempt ${(attempts += 1)}` })
    if (attempts < 3) await db.executeQuery(serializationFailure)
  })
  await outbox.drain()
  assert.deepEqual(done, ['attempt 3'])
  await outbox.stop()
})

/** PostgreSQL's own 40001, as if another transaction had come in between. */
const serializationFailure = CompiledQuery.raw(
  `do $$ begin raise exception 'as if' using errcode = '40001'; end $$`,
)

test('F09 a failing job is tried again later, with growing pauses, and is not lost', async () => {
  let isDown = true
  const { outbox, done, errors } = await office({
    handler: async () => {
      if (isDown) throw new Error('the mail server refused')
    },
  })
  await outbox.send(database.db, letters, { to: 'bob' })
  const pauses: number[] = []
  for (let round = 0; round < 3; round++) {
    await assert.rejects(outbox.drain(), /the mail server refused/)
    await outbox.drain()
    const { rows } = await database.pool.query<{ seconds: number; state: string }>(
      `select extract(epoch from start_after - now())::float as seconds, state from pgboss.job
       where name = $1 and data ->> 'to' = 'bob'`,
      [letters.name],
    )
    assert.equal(rows[0]?.state, 'retry')
    pauses.push(rows[0]?.seconds ?? 0)
    await later()
  }
  assert.ok(
    pauses.every((pause) => pause > 0 && pause <= 300),
    String(pauses),
  )
  assert.ok((pauses[2] ?? 0) > (pauses[0] ?? 0), String(pauses))

  isDown = false
  await outbox.drain()
  assert.deepEqual(done, ['bob'])
  assert.deepEqual(errors, [])
  await outbox.stop()
})

test('a job may be sent for later', async () => {
  const { outbox, done } = await office()
  await outbox.send(database.db, letters, { to: 'carol' }, { afterSeconds: 3600 })
  await outbox.drain()
  assert.deepEqual(done, [])
  await later()
  await outbox.drain()
  assert.deepEqual(done, ['carol'])
  await outbox.stop()
})

test('a working process is woken by its own commit and does the job at once', async () => {
  const { outbox, command, arrival } = await office({ works: true })
  const arrived = arrival('dora')
  const startedAt = performance.now()
  const mine = command()
  await mine.transaction((db) => mine.enqueue(db, letters, { to: 'dora' }))
  await arrived
  // The poll alone would take up to two seconds.
  assert.ok(performance.now() - startedAt < 1500)
  await outbox.stop()
})

test('what one process keeps another one does', async () => {
  const keeper = await office()
  const worker = await office({ works: true })
  const arrived = worker.arrival('emil')
  await keeper.outbox.send(database.db, letters, { to: 'emil' })
  await arrived
  assert.deepEqual(keeper.done, [])
  await Promise.all([keeper.outbox.stop(), worker.outbox.stop()])
})

test('R07 two working processes do each job once', async () => {
  const many = Array.from({ length: 100 }, (_, at) => `letter ${at}`)
  const offices = await Promise.all(
    [1, 2].map(() => office({ works: true, handler: ({ data }) => write(data.to) })),
  )
  const [sender] = offices
  const arrivals = many.map((to) => Promise.race(offices.map(({ arrival }) => arrival(to))))
  await transaction(within<'customers'>(database.db), async (db) => {
    for (const to of many) await sender?.outbox.send(db, letters, { to })
  })
  await Promise.all(arrivals)
  const done = offices.flatMap(({ done }) => done)
  assert.deepEqual(done.toSorted(), many.toSorted())
  assert.deepEqual(
    offices.flatMap(({ errors }) => errors),
    [],
  )
  await Promise.all(offices.map(({ outbox }) => outbox.stop()))
})

test('a command has the worker of the queue it sent to look for work, and no other', async () => {
  const idle = queue<{ to: string }>('test.idle', letters.options)
  const statements: string[] = []
  const pool = Object.create(database.pool, {
    query: {
      value: (query: string | pg.QueryConfig, values?: unknown[]) => {
        statements.push(typeof query === 'string' ? query : query.text)
        return database.pool.query(query as string, values)
      },
    },
    connect: { value: () => database.pool.connect() },
  }) as Database['pool']
  const outbox = new Outbox(
    { ...database, pool },
    { work: true, onError: (error) => assert.fail(String(error)) },
  )
  let arrived = () => {}
  outbox.handle(letters, async () => arrived())
  outbox.handle(idle, async () => assert.fail('nothing was sent'))
  await outbox.start()
  const looks = ({ name }: { name: string }) => statements.filter((text) => text.includes(`'${name}'`)).length
  const [before, startedAt] = [looks(idle), Date.now()]

  for (let n = 0; n < 20; n++) {
    const arrival = new Promise<void>((resolve) => (arrived = resolve))
    const command = new IdempotentCommand(within<'customers'>(database.db), outbox)
    await command.transaction((db) => command.enqueue(db, letters, { to: 'hanna' }))
    await arrival
  }
  await outbox.stop()

  assert.ok(looks(letters) >= 20)
  assert.equal(looks(idle), before)
  assert.ok(Date.now() - startedAt < 20_000, 'each waited for its poll')
})

test('F10 a job that hangs holds up none of those sent with it', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const { outbox, arrival } = await office({
    works: true,
    handler: ({ data }) => (data.to === 'tarpit' ? held : Promise.resolve()),
  })
  const arrivals = ['frieda', 'georg'].map(arrival)
  await transaction(within<'customers'>(database.db), async (db) => {
    for (const to of ['tarpit', 'frieda', 'georg']) await outbox.send(db, letters, { to })
  })
  await Promise.all(arrivals)
  const late = arrival('tarpit')
  release()
  await late
  await outbox.stop()
})

test('F10 a job is sent over the connection of its transaction alone, the first of a new queue too', async () => {
  const narrow = openDatabase(scratch.options, { max: 1 })
  const newborn = queue<{ to: string }>('test.newborn', letters.options)
  const outbox = new Outbox(narrow, { work: false, onError: (error) => assert.fail(String(error)) })
  outbox.handle(newborn, async () => undefined)
  await outbox.start()
  await transaction(within<'customers'>(narrow.db), (db) => outbox.send(db, newborn, { to: 'ida' }))
  await outbox.drain()
  await outbox.stop()
  await narrow.close()
})

test('a queue follows its declaration when a new version starts', async () => {
  const first = await office()
  await first.outbox.stop()
  const changed = queue<{ to: string }>(letters.name, { ...letters.options, retryLimit: 7 })
  const outbox = new Outbox(database, { work: false, onError: () => undefined })
  outbox.handle(changed, async () => undefined)
  await outbox.start()
  const { rows } = await database.pool.query('select retry_limit from pgboss.queue where name = $1', [
    letters.name,
  ])
  assert.deepEqual(rows, [{ retry_limit: 7 }])
  await outbox.stop()
})

test('a job is kept as pg-boss keeps those that it sends itself', async () => {
  const { outbox, command } = await office()
  const boss = bossOver(database, { install: false, work: false })
  await boss.start()
  const columns = (await database.pool.query('select * from pgboss.job limit 0')).fields.map(
    ({ name }) => name,
  )
  const compared = columns
    .filter((name) => !['id', 'created_on', 'start_after', 'keep_until'].includes(name))
    .concat('start_after - created_on as waits', 'keep_until - created_on as kept')
  const keptFor = async (to: string) =>
    (
      await database.pool.query(`select ${compared.join(', ')} from pgboss.job where data ->> 'to' = $1`, [
        to,
      ])
    ).rows
  for (const afterSeconds of [0, 90]) {
    const [ours, its] = [`ours after ${afterSeconds}`, `its after ${afterSeconds}`]
    const sending = command()
    await sending.transaction((db) => sending.enqueue(db, letters, { to: ours }, afterSeconds))
    await boss.send(letters.name, { to: its }, { startAfter: afterSeconds })
    const [mine, ...more] = await keptFor(ours)
    assert.deepEqual(more, [])
    assert.deepEqual({ ...mine, data: null }, { ...(await keptFor(its))[0], data: null })
  }
  await boss.stop({ graceful: false })
  await outbox.stop()
})
