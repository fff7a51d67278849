import { updateSite } from '@byre/contract/places/sites'
import { addSiteWebhook } from '@byre/contract/webhooks'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pino from 'pino'
import { buildApp, type App } from '../../app.ts'
import { Metrics } from '../../platform/metrics/metrics.ts'
import { newSite } from '../../testing/places.ts'
import { Receiver } from '../../testing/receivers/receiver.ts'
import { tellAll } from '../../testing/receivers/told.ts'
import { TestApp } from '../../testing/test-app.ts'

/* What operators' machines see of webhooks. */

let testApp: TestApp
let receiver: Receiver
let app: App
const metrics = new Metrics()
before(async () => {
  receiver = await Receiver.start()
  testApp = await TestApp.start({ WEBHOOK_TEST_CA: receiver.certificateFile })
  const { config, database } = testApp
  app = await buildApp({ config, database, works: false, log: pino({ level: 'silent' }), metrics })
})
after(async () => {
  await app.close()
  await testApp.close()
  await receiver.close()
})

async function webhookValues(): Promise<Record<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith('byre_webhook'))
  return Object.fromEntries(
    lines.map((line) => line.split(' ')).map(([name = '', value]) => [name, Number(value)]),
  )
}

test('what is watched of webhooks is how many stand how, and what waits or was given up; no address is among it', async () => {
  const sql = (text: string) => testApp.database.pool.query(text)
  const alice = await testApp.person('alice')
  const site = await newSite(testApp, alice)
  const params = { id: site.id }
  const body = { url: receiver.url('/watched'), events: 'place.changed' }
  assert.equal((await testApp.call(addSiteWebhook, { as: alice, params, body })).status, 201)
  await tellAll(testApp)
  assert.equal((await webhookValues())['byre_webhooks{state="on"}'], 1)

  receiver.answer = (response) => response.writeHead(500).end()
  await sql(
    `insert into platform.audit (id, at, deed) values (gen_random_uuid(), now() - interval '15 minutes', 'leave')`,
  )
  await testApp.call(updateSite, { as: alice, params, body: { name: 'Watched' } })
  assert.ok((await webhookValues())['byre_webhook_untold_seconds{of="database"}']! >= 900)
  await tellAll(testApp)
  const failing = await webhookValues()
  assert.equal(failing['byre_webhook_untold_seconds{of="database"}'], 0)
  assert.equal(failing['byre_webhooks{state="failing"}'], 1)
  assert.equal(failing['byre_webhook_messages_waiting{kind="site"}'], 1)
  assert.equal(failing['byre_webhook_messages_waiting{kind="clinic"}'], 0)
  assert.equal(failing['byre_webhook_overdue_seconds{kind="site"}'], 0)

  await sql(`update customers.webhook_deliveries set next_try_at = now() - interval '1 hour'`)
  assert.ok((await webhookValues())['byre_webhook_overdue_seconds{kind="site"}']! >= 3600)
  await sql(`update customers.webhook_deliveries set state = 'failed', next_try_at = null`)
  assert.equal((await webhookValues())['byre_webhook_messages_failed{kind="site"}'], 1)
  assert.doesNotMatch(await metrics.text(), /\/watched|127\.0\.0\.1|https:/)
})
