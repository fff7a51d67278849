import { createSite, listSites } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '../ids.ts'
import { newBillingEntity, siteFields } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'

/* Calls that are not answered in time, where a second is all the time there is. */

let testApp: TestApp
let alice: Person

before(async () => {
  testApp = await TestApp.start({ ANSWER_SECONDS: '1' })
  alice = await testApp.person('alice')
})
after(() => testApp.close())

test('R01 a call whose time ran out is 503 with Retry-After; what it did is its key’s answer, once', async () => {
  const billingEntity = await newBillingEntity(testApp, alice)
  const sent = { as: alice, body: siteFields(billingEntity.id), headers: { 'idempotency-key': newId() } }
  const holder = await testApp.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table platform.audit in exclusive mode')
    const late = await testApp.call(createSite, sent)
    assert.equal(late.status, 503)
    assert.ok(Number(late.headers['retry-after']) > 0)
    assert.equal(late.body['code'], 'server.busy')
    assert.equal(late.body['success'], false)
  } finally {
    await holder.query('commit')
    holder.release()
  }

  let again = await testApp.call(createSite, sent)
  for (let tries = 0; again.status !== 201 && tries < 100; tries++) {
    assert.ok([409, 503].includes(again.status), JSON.stringify(again.body))
    await delay(20)
    again = await testApp.call(createSite, sent)
  }
  assert.equal(again.status, 201)
  assert.equal((await testApp.call(createSite, sent)).reply.id, again.reply.id)
  const { reply } = await testApp.call(listSites, { as: alice })
  assert.deepEqual(
    reply.sites.map(({ id }) => id),
    [again.reply.id],
  )
})

test('R01 a read whose time ran out is 503 in its service’s envelope, and the next one is answered', async () => {
  const holder = await testApp.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table platform.sessions in access exclusive mode')
    const late = await testApp.call(listSites, { as: alice })
    assert.equal(late.status, 503)
    assert.ok(Number(late.headers['retry-after']) > 0)
    assert.equal(late.body['code'], 'server.busy')
  } finally {
    await holder.query('commit')
    holder.release()
  }
  assert.equal((await testApp.call(listSites, { as: alice })).status, 200)
})
