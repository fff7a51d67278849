import { createBillingEntity, listBillingEntities } from '@byre/contract/billing/billing-entities'
import { createSite, getSite, updateSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import pino from 'pino'
import { buildApp, type App } from '../../app.ts'
import {
  billingEntityFields,
  newBillingEntity,
  newSite,
  placeCounts,
  siteFields,
} from '../../testing/places.ts'
import { Proxy } from '../../testing/proxies/proxy.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { damagedAnswers } from '../database/damage.ts'
import { openDatabase, type Database } from '../database/db.ts'
import { DatabaseAway } from '../database/pipelined-client.ts'
import { isReady } from '../database/readiness.ts'
import { lacksRoom } from '../database/room.ts'
import { migrationNames } from '../start/migrate.ts'

/* Alice works through a wire to the database that is lost, or behind which it says nothing or takes no changes. */

let testApp: TestApp
let alice: Person
let proxy: Proxy
let database: Database
let app: App
let migrations: string[]

before(async () => {
  migrations = await migrationNames()
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  proxy = await Proxy.start(testApp.database.pool.options)
  database = openDatabase(proxy.options, { max: 4 })
  app = await buildApp({ config: testApp.config, database, works: false, log: pino({ level: 'silent' }) })
})
after(async () => {
  await app.close()
  await database.close()
  await proxy.close()
  await testApp.close()
})

describe('a command that keeps its reply as it commits', () => {
  let fields: Record<string, string>
  let headers: Record<string, string>
  const create = () => testApp.call(createSite, { as: alice, body: fields, headers, at: app })
  beforeEach(async () => {
    fields = siteFields((await newBillingEntity(testApp, alice)).id)
    headers = { 'idempotency-key': randomUUID() }
    // Its statements are known to the connection then.
    await testApp.call(createSite, { as: alice, body: siteFields(fields['billing_entity_id']!), at: app })
  })

  test('F06 the answer to the commit is lost: it is done once, and its key tells what came of it', async () => {
    const before = await placeCounts(testApp)
    proxy.loseCommit()
    const made = await create()
    const after = await placeCounts(testApp)
    const again = await create()
    assert.deepEqual([made.status, again.status], [201, 201])
    assert.equal(again.reply.id, made.reply.id)
    assert.notDeepEqual(after, before)
    assert.deepEqual(await placeCounts(testApp), after)
  })

  test('F06 the connection is lost before the commit: nothing is done, and the same key does it', async () => {
    const before = await placeCounts(testApp)
    proxy.loseAnswerTo(fields['subdomain']!)
    const lost = await create()
    const between = await placeCounts(testApp)
    const again = await create()
    assert.deepEqual([lost.status, again.status], [503, 201])
    assert.deepEqual(between, before)
    assert.notDeepEqual(await placeCounts(testApp), before)
  })
})

test('F05 a statement by itself whose connection is lost meanwhile is told as a database that is away', async () => {
  proxy.loseAnswerTo('lost on its way')
  await assert.rejects(database.pool.query('select $1::text as words', ['lost on its way']), DatabaseAway)
})

test('F05 a database that takes calls and says nothing is 503, to reads, writes and newcomers, and then works again', async () => {
  const patience = { connectionTimeoutMs: 300, statementTimeoutMs: 300 }
  const impatient = openDatabase(proxy.options, { max: 2, ...patience })
  const log = pino({ level: 'silent' })
  const app = await buildApp({ config: testApp.config, database: impatient, works: false, log })
  const read = () => testApp.call(listBillingEntities, { as: alice, at: app })
  const write = () => testApp.call(createBillingEntity, { as: alice, body: billingEntityFields, at: app })
  assert.deepEqual([(await read()).status, (await write()).status], [200, 201])

  proxy.silence()
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.all([read(), write(), read(), write(), write()])
    for (const { status, headers } of answers)
      assert.deepEqual([status, Number(headers['retry-after']) > 0], [503, true])
  }
  proxy.mend()
  assert.deepEqual([(await read()).status, (await write()).status], [200, 201])
  await app.close()
  await impatient.close()
})

test('F05 a connection on which the database says nothing is given up, with all that waits on it', async () => {
  const impatient = openDatabase(proxy.options, { max: 1, statementTimeoutMs: 300 })
  const client = await impatient.pool.connect()
  await client.query('select $1::int', [1])
  proxy.silence()
  const waiting = [client.query('select $1::int', [2]), client.query('select $1::int', [3])]
  const ends = await Promise.allSettled(waiting)
  proxy.mend()
  for (const end of ends) assert.ok(end.status === 'rejected' && end.reason instanceof DatabaseAway)
  client.release(true)
  await impatient.close()
})

test('F05 a database that takes no changes is 503 to writes, not ready, and is left for one that does', async () => {
  const { rows } = await testApp.database.pool.query<{ name: string }>('select current_database() as name')
  const readOnly = (isSo: boolean) =>
    testApp.database.pool.query(
      `alter database "${rows[0]!.name}" set default_transaction_read_only = ${isSo ? 'on' : 'off'}`,
    )
  const write = () => testApp.call(createBillingEntity, { as: alice, body: billingEntityFields, at: app })
  assert.deepEqual([(await write()).status, await isReady(database, migrations)], [201, true])

  await readOnly(true)
  proxy.cut()
  proxy.mend()
  const refused = await write()
  assert.deepEqual([refused.status, Number(refused.headers['retry-after']) > 0], [503, true])
  // Of its four connections each may be handed out once more before its end has been heard of.
  const isTakingChanges = async (tries = 4): Promise<boolean> =>
    isReady(database, migrations).catch((error: unknown) => {
      if (tries === 0) throw error
      return isTakingChanges(tries - 1)
    })
  assert.equal(await isTakingChanges(), false)
  assert.equal((await testApp.call(listBillingEntities, { as: alice, at: app })).status, 200)

  await readOnly(false)
  for (let refusals = 0; (await write()).status !== 201; refusals++)
    assert.ok(refusals < 4, 'connections to it are kept')
})

test('F13 a database without room for changes is 503 to them and not ready, for a moment', async () => {
  const { id } = await newSite(testApp, alice)
  await testApp.database.pool.query(`
    create function customers.roomless() returns trigger language plpgsql as
      $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger roomless before update on customers.sites for each row
      when (old.id = '${id}') execute function customers.roomless()`)
  assert.equal(await isReady(database, migrations), true)
  const { status, headers } = await testApp.call(updateSite, {
    as: alice,
    params: { id },
    body: { name: 'South' },
    at: app,
  })
  assert.deepEqual([status, Number(headers['retry-after']) > 0], [503, true])
  assert.equal(await isReady(database, migrations), false)
  assert.equal(lacksRoom(performance.now() + 10_000), false)
})

test('what the database cannot read is said in words of its own, and counted', async () => {
  const { id } = await newSite(testApp, alice)
  await testApp.database.pool.query(`
    create function customers.unreadable() returns trigger language plpgsql as
      $$ begin raise 'invalid page in block 7' using errcode = 'XX001'; end $$;
    create trigger unreadable before update on customers.sites for each row
      when (old.id = '${id}') execute function customers.unreadable()`)
  const before = damagedAnswers()
  const { status, body } = await testApp.call(updateSite, {
    as: alice,
    params: { id },
    body: { name: 'South' },
  })
  assert.deepEqual([status, body['code']], [500, 'server.damaged'])
  assert.match(String(body['message']), /cannot be read/)
  assert.equal(damagedAnswers(), before + 1)
  assert.equal((await testApp.call(getSite, { as: alice, params: { id } })).status, 200)
})
