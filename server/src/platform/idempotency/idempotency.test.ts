import { signUp } from '@byre/contract/accounts/auth'
import { logIn } from '@byre/contract/accounts/sign-ins'
import { createBillingEntity, listBillingEntities } from '@byre/contract/billing/billing-entities'
import { createSite, listSites } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newName, newBillingEntity, billingEntityFields, siteFields } from '../../testing/places.ts'
import { password, TestApp, type Person } from '../../testing/test-app.ts'
import { newId } from '../ids.ts'

let testApp: TestApp
let alice: Person
let bob: Person

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

let keys = 0
const newKey = () => `key-${(keys += 1)}`
const sql = (text: string, values: unknown[] = []) => testApp.database.pool.query(text, values)
const billingEntitiesOf = async (person: Person) =>
  (await testApp.call(listBillingEntities, { as: person })).reply.total
const add = (key: string, options: { as?: Person; body?: Record<string, unknown>; json?: boolean } = {}) =>
  testApp.call(createBillingEntity, {
    as: alice,
    body: billingEntityFields,
    headers: { 'idempotency-key': key },
    ...options,
  })

test('P04 repeating a call with its key gives the first answer again and does nothing more', async () => {
  const [key, earlier] = [newKey(), await billingEntitiesOf(alice)]
  const first = await add(key)
  const again = await add(key)
  assert.deepEqual([first.status, again.status], [201, 201])
  assert.deepEqual(again.reply, first.reply)
  assert.equal(again.headers.etag, first.headers.etag)
  assert.equal(await billingEntitiesOf(alice), earlier + 1)
  assert.equal((await add(key, { json: true })).reply.id, first.reply.id)
})

test('without a key, or with another, the same call is another command', async () => {
  const earlier = await billingEntitiesOf(alice)
  await add(newKey())
  await add(newKey())
  await testApp.call(createBillingEntity, { as: alice, body: billingEntityFields })
  assert.equal(await billingEntitiesOf(alice), earlier + 3)
})

test('P04 a key that was used for other fields is 422', async () => {
  const [key, earlier] = [newKey(), await billingEntitiesOf(alice)]
  await add(key)
  const other = await add(key, { body: { ...billingEntityFields, name: 'Another name' } })
  assert.equal(other.status, 422)
  assert.equal(other.body['code'], 'request.key_reused')
  assert.equal(await billingEntitiesOf(alice), earlier + 1)
})

test('P04 twenty at once with one key are one command with one answer', async () => {
  const [key, earlier] = [newKey(), await billingEntitiesOf(alice)]
  const answers = await Promise.all(Array.from({ length: 20 }, () => add(key)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(answers.map(({ reply }) => reply.id)).size, 1)
  assert.equal(await billingEntitiesOf(alice), earlier + 1)
})

test('two processes that get the same call with one key do it once', async () => {
  const other = await testApp.anotherProcess()
  const billingEntity = await newBillingEntity(testApp, alice)
  const body = siteFields(billingEntity.id)
  const call = (at = testApp.app) =>
    testApp.call(createSite, { as: alice, body, headers: { 'idempotency-key': 'two-processes' }, at })
  const [one, two] = await Promise.all([call(), call(other.app)])
  await other.close()
  assert.deepEqual([one.status, two.status], [201, 201])
  assert.equal(one.reply.id, two.reply.id)
  const { reply } = await testApp.call(listSites, { as: alice, query: { q: body.name } })
  assert.equal(reply.sites.filter(({ subdomain }) => subdomain === body.subdomain).length, 1)
})

/** Another process that has done the command under a key but not committed yet. */
async function duplicate(key: string, like: string) {
  const client = await testApp.database.pool.connect()
  await client.query('begin')
  await client.query(
    `insert into platform.idempotency_keys (scope, route, key, body_hash, state, status, reply)
     select scope, route, $2, body_hash, 'done', status, reply from platform.idempotency_keys
     where key = $1 and scope = $3`,
    [like, key, alice.id],
  )
  return {
    async end(how: 'commit' | 'rollback') {
      await client.query(how)
      client.release()
    },
  }
}

/** Resolves once some statement waits for the duplicate request. */
async function someoneWaits(): Promise<void> {
  const giveUpAt = performance.now() + 3000
  while (performance.now() < giveUpAt) {
    const { rowCount } = await sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rowCount) return
  }
  assert.fail('nobody waited')
}

test('a call whose duplicate request is under way waits for it and gets its answer', async () => {
  const [like, key, earlier] = [newKey(), newKey(), await billingEntitiesOf(alice)]
  const first = await add(like)
  const other = await duplicate(key, like)
  const waiting = add(key)
  await someoneWaits()
  await other.end('commit')
  const answer = await waiting
  assert.equal(answer.status, 201)
  assert.equal(answer.reply.id, first.reply.id)
  assert.equal(await billingEntitiesOf(alice), earlier + 1)
})

test('a call whose duplicate request fails does the command itself', async () => {
  const [like, key, earlier] = [newKey(), newKey(), await billingEntitiesOf(alice)]
  await add(like)
  const other = await duplicate(key, like)
  const waiting = add(key)
  await someoneWaits()
  await other.end('rollback')
  assert.equal((await waiting).status, 201)
  assert.equal(await billingEntitiesOf(alice), earlier + 2)
})

test('a duplicate request that takes longer than three seconds is 409 with Retry-After, and later its answer', async () => {
  const [like, key] = [newKey(), newKey()]
  const first = await add(like)
  const other = await duplicate(key, like)
  const answer = await add(key)
  assert.equal(answer.status, 409)
  assert.equal(answer.body['code'], 'request.in_progress')
  assert.equal(answer.headers['retry-after'], '1')
  await other.end('commit')
  assert.equal((await add(key)).reply.id, first.reply.id)
})

test('a key that is being worked on outside the database is 409 until its minute is over', async () => {
  const [like, key] = [newKey(), newKey()]
  await add(like)
  await sql(
    `insert into platform.idempotency_keys (scope, route, key, body_hash, state, lease_until)
     select scope, route, $2, body_hash, 'running', now() + interval '60 seconds'
     from platform.idempotency_keys where key = $1 and scope = $3`,
    [like, key, alice.id],
  )
  const early = await add(key)
  assert.equal(early.status, 409)
  assert.equal(early.headers['retry-after'], '1')
  await sql(`update platform.idempotency_keys set lease_until = now() where key = $1`, [key])
  const done = await add(key)
  assert.equal(done.status, 201)
  assert.equal((await add(key)).reply.id, done.reply.id)
})

test('what was refused is not kept: the corrected form goes through with its key', async () => {
  const key = newKey()
  const billingEntity = await newBillingEntity(testApp, alice)
  const taken = newName('taken')
  const send = (subdomain: string, header = key) =>
    testApp.call(createSite, {
      as: alice,
      body: siteFields(billingEntity.id, { subdomain }),
      headers: { 'idempotency-key': header },
    })
  assert.equal((await send(taken, newKey())).status, 201)
  assert.equal((await send(taken)).status, 400)
  assert.equal((await send('x')).status, 400)
  assert.equal((await send(newName('free'))).status, 201)
})

test('a key is its user’s own, and its call’s own', async () => {
  const key = newKey()
  const mine = await add(key)
  const his = await add(key, { as: bob })
  assert.deepEqual([mine.status, his.status], [201, 201])
  assert.notEqual(mine.reply.id, his.reply.id)
  assert.equal((await add(key, { as: bob })).reply.id, his.reply.id)
  const site = await testApp.call(createSite, {
    as: alice,
    body: siteFields(mine.reply.id),
    headers: { 'idempotency-key': key },
  })
  assert.equal(site.status, 201)
})

test('signing up again with the key of a lost answer is no "already registered"', async () => {
  const headers = { 'idempotency-key': newKey() }
  const register = (email: string) =>
    testApp.call(signUp, { body: { username: email, email, password }, headers })
  const [first, again] = [await register('dora@ranch.example'), await register('dora@ranch.example')]
  assert.deepEqual([first.status, again.status], [201, 201])
  assert.equal(again.reply.id, first.reply.id)
  assert.equal((await testApp.mailsTo('dora@ranch.example')).length, 1)

  const other = await register('emil@ranch.example')
  assert.equal(other.status, 201)
  assert.notEqual(other.reply.id, first.reply.id)
  const { rows } = await sql(`select scope from platform.idempotency_keys where route = 'signUp'`)
  for (const { scope } of rows) assert.match(scope, /^[0-9a-f]{64}$/)
})

test('a call whose answer holds secrets takes a key and keeps nothing', async () => {
  const key = newKey()
  const enter = () =>
    testApp.call(logIn, {
      body: { username: alice.email, password: alice.password },
      headers: { 'idempotency-key': key },
    })
  const [one, two] = [await enter(), await enter()]
  assert.notEqual(one.reply.token, two.reply.token)
  assert.equal((await sql('select from platform.idempotency_keys where key = $1', [key])).rowCount, 0)
})

test('a key that is none is 400', async () => {
  for (const key of ['', 'x'.repeat(256)]) {
    const { status, body } = await add(key)
    assert.equal(status, 400)
    assert.equal(body['message'], 'Idempotency-Key must have 1 to 255 characters.')
  }
  assert.equal((await add('x'.repeat(255))).status, 201)
})

test('a key is kept for a day', async () => {
  const key = newKey()
  const first = await add(key)
  const sweep = () =>
    testApp.app.outbox.send(testApp.database.db, { name: 'platform.sweep', options: quick }, {})
  await sql(`update platform.idempotency_keys set created_at = now() - interval '23 hours' where key = $1`, [
    key,
  ])
  await sweep()
  await testApp.settle()
  assert.equal((await add(key)).reply.id, first.reply.id)
  await sql(`update platform.idempotency_keys set created_at = now() - interval '25 hours' where key = $1`, [
    key,
  ])
  await sweep()
  await testApp.settle()
  assert.notEqual((await add(key)).reply.id, first.reply.id)
})

const quick = { retryLimit: 0, retryDelaySeconds: 1, retryDelayMaxSeconds: 1 }

test('P02 neither a body nor a password can be read in what is kept for a key', async () => {
  const secret = `Gate-${newId()}!Aa1`
  const email = 'frieda@ranch.example'
  await testApp.call(signUp, {
    body: { username: email, email, password: secret },
    headers: { 'idempotency-key': newKey() },
  })
  const { rows } = await sql('select * from platform.idempotency_keys')
  const kept = JSON.stringify(rows)
  assert.ok(!kept.includes(secret))
  assert.ok(!kept.includes(Buffer.from(secret).toString('hex')))
})
