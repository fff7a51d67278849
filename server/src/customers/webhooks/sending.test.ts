import { listSiteActivity } from '@byre/contract/activity'
import { updateSite } from '@byre/contract/places/sites'
import * as contract from '@byre/contract/webhooks'
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { join, newSite } from '../../testing/places.ts'
import { Receiver } from '../../testing/receivers/receiver.ts'
import { tellAll } from '../../testing/receivers/told.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'

/* What becomes of a message that does not arrive, and how it is sent again. */

let testApp: TestApp
let receiver: Receiver
let alice: Person
before(async () => {
  receiver = await Receiver.start()
  testApp = await TestApp.start({ WEBHOOK_TEST_CA: receiver.certificateFile })
  alice = await testApp.person('alice')
})
after(async () => {
  await testApp.close()
  await receiver.close()
  assert.deepEqual(testApp.complaints, [])
})
beforeEach(() => {
  receiver.answer = (response) => response.end()
})

const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
const answerWith = (status: number, text = '') => {
  receiver.answer = (response) => response.writeHead(status).end(text)
}

let paths = 0
async function siteWith(as = alice) {
  const site = await newSite(testApp, alice)
  if (as !== alice) await join(testApp, as, { kind: 'site', id: site.id }, 'Admin')
  const path = `/hooks/${(paths += 1)}`
  const { reply } = await testApp.call(contract.addSiteWebhook, {
    as,
    params: { id: site.id },
    body: { url: receiver.url(path), events: 'place.changed' },
  })
  const params = { id: site.id, webhookId: reply.id }
  const logged = async () =>
    (await testApp.call(contract.listSiteDeliveries, { as: alice, params })).reply.deliveries
  const webhook = async () =>
    (await testApp.call(contract.listSiteWebhooks, { as: alice, params: { id: site.id } })).reply.webhooks[0]!
  const change = async (name: string) => {
    await testApp.call(updateSite, { as: alice, params: { id: site.id }, body: { name } })
    await tellAll(testApp)
  }
  const send = (body: { delivery?: string; since?: string } = {}) =>
    testApp.call(contract.sendToSiteWebhook, { as: alice, params, body })
  return { site, path, params, logged, webhook, change, send }
}

/** Seconds until the next try of a webhook, which then is made at once. */
async function nextTry(webhookId: string): Promise<number | null> {
  const { rows } = await sql(
    `update pgboss.job set start_after = now()
     where name = 'customers.sendToWebhook' and state = 'created' and data ->> 'webhook_id' = $1 and start_after > now()
     returning (select round(extract(epoch from next_try_at - now())) from customers.webhook_deliveries
       where webhook_id = $1::uuid and state = 'waiting') as seconds`,
    webhookId,
  )
  await testApp.settle()
  return rows[0] ? Number(rows[0].seconds) : null
}

test('what does not arrive is tried ten times in three days; then the webhook is off, and its keeper is mailed', async () => {
  const { params, path, logged, webhook, change, send, site } = await siteWith()
  answerWith(500, 'no room')
  await change('One')
  const waits: number[] = []
  for (let wait = await nextTry(params.webhookId); wait !== null; wait = await nextTry(params.webhookId))
    waits.push(wait)

  const minutes = waits.map((seconds) => Math.round(seconds / 60))
  assert.deepEqual(minutes, [0, 5, 30, 120, 300, 600, 720, 1080, 1440])
  const total = waits.reduce((sum, seconds) => sum + seconds, 0)
  assert.ok(total > 71 * 3600 && total <= 72 * 3600, String(total))
  assert.equal(new Set(receiver.to(path).map(({ headers }) => headers['webhook-id'])).size, 1)
  const [delivery] = await logged()
  assert.deepEqual([delivery?.state, delivery?.tries.length, delivery?.next_try_at], ['failed', 10, null])
  const { status, answer, failure } = delivery!.tries[0]!
  assert.deepEqual([status, answer, failure], [500, 'no room', null])
  const off = await webhook()
  assert.deepEqual([off.status, off.off_because], ['off', 'failing'])

  const mails = (await testApp.mailsTo(alice.email)).filter(({ subject }) =>
    subject.includes('was switched off'),
  )
  assert.equal(mails.length, 1)
  assert.match(mails[0]!.text, /three days/)
  const { reply } = await testApp.call(listSiteActivity, { as: alice, params: { id: site.id } })
  assert.equal(reply.activity[0]?.what, 'Switched off a webhook that did not answer')

  // What happens now is kept, and sent once somebody asks for it.
  answerWith(200)
  const received = receiver.to(path).length
  await change('While it was off')
  assert.equal(receiver.to(path).length, received)
  assert.equal((await logged())[0]?.state, 'missed')
  const refused = await send({ since: '2026-01-01' })
  assert.deepEqual([refused.status, refused.body['code']], [409, 'webhook.off'])
  await testApp.call(contract.changeSiteWebhook, { as: alice, params, body: { status: 'on' } })
  assert.deepEqual((await send({ since: '2026-01-01' })).reply, { sent: 2 })
  await testApp.settle()
  assert.deepEqual(
    (await logged()).map(({ state }) => state),
    ['delivered', 'delivered'],
  )
  assert.equal(receiver.to(path).length, received + 2)
})

test('since a time, what happened before it is not sent again, and what waits is not sent twice', async () => {
  const { params, path, logged, change, send } = await siteWith()
  await change('Long ago')
  await sql(
    `update customers.webhook_deliveries set at = at - interval '3 days' where webhook_id = $1`,
    params.webhookId,
  )
  await change('Today')
  const [today, longAgo] = await logged()
  const yesterday = new Date(Date.now() - 24 * 3600 * 1000).toISOString()
  assert.deepEqual((await send({ since: yesterday })).reply, { sent: 1 })
  assert.deepEqual((await send({ since: yesterday })).reply, { sent: 0 })
  await testApp.settle()
  const ids = receiver.to(path).map(({ headers }) => headers['webhook-id'])
  assert.deepEqual(ids, [longAgo!.id, today!.id, today!.id])
})

test('of more than 1,000 since a time those of longest ago are sent, and the rest when asked again', async () => {
  const { params, change, send } = await siteWith()
  await change('One')
  await sql(
    `insert into customers.webhook_deliveries
     select (jsonb_populate_record(d, jsonb_build_object('event_id', gen_random_uuid(), 'at', d.at + n * interval '1 s'))).*
     from customers.webhook_deliveries as d, generate_series(1, 1004) as n where d.webhook_id = $1`,
    params.webhookId,
  )
  assert.deepEqual((await send({ since: '2026-01-01' })).reply, { sent: 1000 })
  const { rows } = await sql(
    `select count(*)::int as count, min(at) > (select max(at) from customers.webhook_deliveries
       where webhook_id = $1 and state = 'waiting') as are_last
     from customers.webhook_deliveries where webhook_id = $1 and state <> 'waiting'`,
    params.webhookId,
  )
  assert.deepEqual(rows, [{ count: 5, are_last: true }])
  assert.deepEqual((await send({ since: '2026-01-01' })).reply, { sent: 5 })
  // So many need not be sent.
  await sql(
    `delete from pgboss.job where name = 'customers.sendToWebhook' and data ->> 'webhook_id' = $1`,
    params.webhookId,
  )
})

test('a webhook that something reached meanwhile stays on when one message is given up', async () => {
  const { params, logged, webhook, change } = await siteWith()
  answerWith(503)
  await change('One')
  for (let n = 0; n < 8; n++) await nextTry(params.webhookId)
  await sql(
    `update customers.webhook_deliveries set round_at = now() - interval '3 days' where webhook_id = $1`,
    params.webhookId,
  )
  answerWith(200)
  await change('Two')
  assert.equal((await webhook()).failing_since, null)
  answerWith(503)
  await nextTry(params.webhookId)

  assert.deepEqual((await logged()).map(({ state }) => state).toSorted(), ['delivered', 'failed'])
  assert.equal((await webhook()).status, 'on')
})

test('410 switches a webhook off at once; whoever added it and left is not mailed, the Owner is', async () => {
  const bob = await testApp.person('bob')
  const { params, webhook, change, site } = await siteWith(bob)
  await sql('delete from customers.members where place_id = $1 and user_id = $2', site.id, bob.id)
  answerWith(410)
  const before = (await testApp.mailsTo(alice.email)).length
  await change('One')
  assert.deepEqual((await webhook()).off_because, 'gone')
  assert.equal(await nextTry(params.webhookId), null)
  assert.equal((await testApp.mailsTo(alice.email)).length, before + 1)
  assert.ok((await testApp.mailsTo(bob.email)).every(({ subject }) => !subject.includes('switched off')))
})

test('one message is sent again as it was; a job that comes twice sends nothing twice', async () => {
  const { path, logged, change, send } = await siteWith()
  await change('One')
  const [delivery] = await logged()
  assert.equal((await send({ delivery: delivery!.id })).status, 201)
  assert.equal((await send({ delivery: delivery!.id })).status, 201)
  await testApp.settle()
  const received = receiver.to(path)
  assert.equal(received.length, 2)
  assert.equal(new Set(received.map(({ body, headers }) => body + String(headers['webhook-id']))).size, 1)
  assert.equal((await logged())[0]?.tries.length, 2)
  const nobodys = await send({ delivery: 'msg_019a0000-0000-7000-8000-000000000000' })
  assert.equal(nobodys.status, 404)
})

test('a test is sent once, also to a webhook that is off, and changes nothing of it', async () => {
  const { path, params, logged, webhook, send, site } = await siteWith()
  await testApp.call(contract.changeSiteWebhook, { as: alice, params, body: { status: 'off' } })
  answerWith(410, 'not here')
  assert.deepEqual((await send()).reply, { sent: 1 })
  await testApp.settle()
  const { type, data } = JSON.parse(receiver.to(path)[0]!.body)
  assert.deepEqual([type, data], ['test', { kind: 'site', id: site.id }])
  const [delivery] = await logged()
  assert.deepEqual([delivery?.state, delivery?.tries[0]?.status], ['failed', 410])
  assert.equal((await webhook()).off_because, 'asked')
})

test('an address that leads inside is in the log as one that nobody answered at', async () => {
  const { params, logged, send } = await siteWith()
  await sql(`update customers.webhooks set url = 'https://10.0.0.8/' where id = $1`, params.webhookId)
  await send()
  await testApp.settle()
  const { status, failure } = (await logged())[0]!.tries[0]!
  assert.deepEqual([status, failure], [null, 'Its address is not open to the internet.'])
})

test('a flood of messages waits for the next minute', async () => {
  const { path, params, change, logged } = await siteWith()
  await sql(
    `insert into platform.rate_counters (bucket, window_start, spent)
     values ('webhook sends:' || $1::text, date_trunc('minute', now()), 300000), ('webhook sends:' || $1::text, date_trunc('minute', now()) + interval '1 minute', 300000)`,
    params.webhookId,
  )
  await change('One')
  assert.equal(receiver.to(path).length, 0)
  await sql(
    `delete from platform.rate_counters where bucket = 'webhook sends:' || $1::text`,
    params.webhookId,
  )
  await nextTry(params.webhookId)
  assert.equal(receiver.to(path).length, 1)
  assert.equal((await logged())[0]?.tries.length, 1)
})

test('a webhook goes with its place, and what was sent after 30 days', async () => {
  const { params, change, site, logged } = await siteWith()
  await change('One')
  await change('Two')
  await sql(
    `update customers.webhook_deliveries set created_at = now() - interval '31 days'
     where (webhook_id, event_id) in (select webhook_id, event_id from customers.webhook_deliveries where webhook_id = $1 order by at limit 1)`,
    params.webhookId,
  )
  const sweep = async () => {
    await sql(`insert into pgboss.job (name, data) values ('customers.sweepWebhooks', '{}')`)
    await testApp.settle()
  }
  await sweep()
  assert.equal((await logged()).length, 1)
  await sql(`update customers.sites set deleted_at = now() - interval '31 days' where id = $1`, site.id)
  await sweep()
  assert.equal((await sql('select from customers.webhooks where id = $1', params.webhookId)).rowCount, 0)
})
