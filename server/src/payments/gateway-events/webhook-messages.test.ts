import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { StripeShop } from '../../testing/stripe/shop.ts'
import { signatureOf, type StripeStandIn } from '../../testing/stripe/stand-in.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'

/* What the card processor's address takes, and what it refuses. */

let shop: StripeShop
let testApp: TestApp
let standIn: StripeStandIn
let alice: Person

before(async () => {
  shop = await StripeShop.open({ STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old' })
  ;({ testApp, standIn } = shop)
  alice = await testApp.person('alice')
})
after(() => shop.close())

const post = (body: string, signature: string, headers: Record<string, string> = {}) =>
  testApp.send('POST', '/api/v1/webhooks/stripe', {
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature, ...headers },
  })
const deliver = (event: object, secrets = ['whsec_new']) => {
  const body = JSON.stringify(event)
  return post(body, signatureOf(body, secrets))
}
const seconds = (ahead: number) => Math.floor(Date.now() / 1000) + ahead
const eventsKept = async () =>
  (await testApp.database.db.selectFrom('payments.gateway_events').selectAll().execute()).length
const event = { id: 'evt_z', object: 'event', type: 'payment_intent.succeeded', created: seconds(0) }

test('P07 a message that is not signed, or not just now, or not as it came, is refused', async () => {
  const { billingEntity } = await shop.billingEntityOf(alice)
  await shop.add(alice, billingEntity, standIn.book.newMethod())
  const event = standIn.events.at(-1)!
  const body = JSON.stringify(event)
  const before = await eventsKept()
  const forged: [string, string][] = [
    [body, ''],
    [body, 't=1,v1=00'],
    [body, signatureOf(body, ['whsec_other'])],
    [body, signatureOf(body, ['whsec_new'], seconds(-301))],
    [body, signatureOf(body, ['whsec_new'], seconds(302))],
    [body, signatureOf(body, ['whsec_new']).replace('v1=', 'v0=')],
    [JSON.stringify(event, null, 1), signatureOf(body, ['whsec_new'])],
    ['not even JSON', signatureOf(body, ['whsec_new'])],
  ]
  for (const [sent, signature] of forged) {
    const { status, body: refusal } = await post(sent, signature)
    assert.deepEqual([status, refusal.code], [400, 'webhook.forged'], signature)
  }
  assert.equal(await eventsKept(), before)

  // While the secret is exchanged either one proves a message.
  for (const secrets of [['whsec_new'], ['whsec_old'], ['whsec_other', 'whsec_old']])
    assert.equal((await deliver(event, secrets)).status, 200)
  assert.equal(await eventsKept(), before + 1)
})

test('P07 a message that is signed and is no event is refused as one that cannot be read', async () => {
  const before = await eventsKept()
  const messages = [
    'not even JSON',
    '',
    '{"id":"evt_1"',
    'null',
    '[]',
    '"evt"',
    '7',
    '{}',
    JSON.stringify({ ...event, id: null }),
    JSON.stringify({ ...event, id: 'evt\u0000' }),
    JSON.stringify({ ...event, id: 'e'.repeat(300) }),
    JSON.stringify({ ...event, type: ['payment_intent.succeeded'] }),
    JSON.stringify({ ...event, data: { object: 'pi_1' } }),
    JSON.stringify({ ...event, object: 'v2.core.event' }),
    JSON.stringify({ ...event, data: 1 }),
  ]
  for (const body of messages) {
    const { status, body: refusal } = await post(body, signatureOf(body, ['whsec_new']))
    assert.deepEqual([status, refusal.code], [400, 'request.malformed'], body.slice(0, 80))
  }
  // An event about nothing that we could look up is none for us.
  for (const data of [
    undefined,
    { object: {} },
    { object: { id: 'pi\u0000' } },
    { object: { id: { a: 1 } } },
  ])
    assert.equal((await deliver({ ...event, data })).status, 200)
  assert.equal(await eventsKept(), before)
  assert.deepEqual(testApp.complaints, [])
})

test('P07 where the sandbox keeps cards every message is refused as one that is not signed', async () => {
  const sandbox = await TestApp.start()
  try {
    const send = (body: string, headers: Record<string, string>) =>
      sandbox.send('POST', '/api/v1/webhooks/stripe', { body, headers })
    const json = { 'content-type': 'application/json' }
    const body = JSON.stringify({ ...event, data: { object: { id: 'pi_1' } } })
    for (const signature of ['', 't=1,v1=00', signatureOf(body, ['whsec_new'])]) {
      const { status, body: refusal } = await send(body, { ...json, 'stripe-signature': signature })
      assert.deepEqual([status, refusal.code, refusal.success], [400, 'webhook.forged', false])
    }
    assert.equal((await send('not JSON', json)).status, 400)
    assert.equal((await send('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status, 415)
    assert.equal((await sandbox.send('GET', '/api/v1/webhooks/stripe')).status, 405)
    const { rows } = await sandbox.database.pool.query('select 1 from payments.gateway_events')
    assert.deepEqual([rows, sandbox.complaints], [[], []])
  } finally {
    await sandbox.close()
  }
})

test('I01 a message that is too large, or no JSON by its type, is refused', async () => {
  const large = 'x'.repeat(513 * 1024)
  assert.equal((await post(large, signatureOf(large, ['whsec_new']))).status, 413)
  const form = await post('a=b', signatureOf('a=b', ['whsec_new']), {
    'content-type': 'application/x-www-form-urlencoded',
  })
  assert.equal(form.status, 415)
})
