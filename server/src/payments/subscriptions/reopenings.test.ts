import { deleteBillingEntity } from '@byre/contract/billing/billing-entities'
import { listInvoices } from '@byre/contract/billing/invoices'
import { deleteSite } from '@byre/contract/places/sites'
import {
  changeSubscriptionItem,
  createSubscriptionItem,
  getSubscription,
  listSubscriptionItems,
} from '@byre/contract/billing/subscriptions'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { giveCard } from '../../testing/billing.ts'
import { newBillingEntity, newSite, plans } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'

/* What ended at once, since it was not paid for or paused, taken up again. */

let testApp: TestApp
let alice: Person
let carol: Person

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  carol = await testApp.person('carol')
})
after(() => testApp.close())

/** A site of Alice's whose trial is over, with its payer. */
async function siteAfterTrial({ hasCard }: { hasCard: boolean }) {
  const billingEntity = await newBillingEntity(testApp, alice, { country: 'Canada', region: 'AB' })
  if (hasCard) await giveCard(testApp, alice, billingEntity.id)
  const site = await newSite(testApp, alice, { billing_entity_id: billingEntity.id, plan_id: plans.ranch })
  await testApp.pass(15)
  const query = { site_id: site.id }
  const [item] = (await testApp.call(listSubscriptionItems, { as: alice, query })).reply.subscription_items
  assert.ok(item)
  return { payer: billingEntity.id, site: site.id, item: item.id, subscription: item.subscription_id }
}

const change = (id: string, body: Record<string, string>, as = alice) =>
  testApp.call(changeSubscriptionItem, { as, params: { id }, body })
const end = async (id: string) => assert.equal((await change(id, { action: 'remove' })).status, 200)
const keep = async (id: string, as = alice) => {
  const { status, body } = await change(id, { action: 'keep' }, as)
  return [status, body['code']]
}
const subscription = async (id: string) =>
  (await testApp.call(getSubscription, { as: alice, params: { id } })).reply
const invoicesOf = async (payer: string) =>
  (await testApp.call(listInvoices, { as: alice, query: { billing_entity_id: payer } })).reply.invoices

test('what waited for a card waits again, and begins once there is one', async () => {
  const { payer, item, subscription: id } = await siteAfterTrial({ hasCard: false })
  const { status, trial_ends_at } = await subscription(id)
  assert.equal(status, 'read_only')
  await end(item)
  assert.equal((await subscription(id)).status, 'canceled')

  assert.deepEqual(await keep(item, carol), [404, 'not_found'])
  assert.deepEqual(await keep(item), [200, undefined])
  assert.deepEqual(await keep(item), [200, undefined])
  const again = await subscription(id)
  assert.deepEqual([again.status, again.cancel_at, again.trial_ends_at], [status, null, trial_ends_at])
  assert.deepEqual(await invoicesOf(payer), [])

  await giveCard(testApp, alice, payer)
  await testApp.settle()
  assert.deepEqual([(await subscription(id)).status, (await invoicesOf(payer)).length], ['active', 1])
})

test('a pause goes on, costs nothing, and ends on its day', async () => {
  const { payer, item, subscription: id } = await siteAfterTrial({ hasCard: true })
  const periodEnd = Date.parse((await subscription(id)).current_period_end ?? '')
  const resumes_on = new Date(periodEnd + 20 * 86_400_000).toISOString().slice(0, 10)
  assert.equal((await change(item, { action: 'pause', resumes_on })).status, 200)
  await testApp.pass(35)
  await end(item)
  assert.equal((await subscription(id)).resumes_at, null)

  assert.deepEqual(await keep(item), [200, undefined])
  await testApp.settle()
  const paused = await subscription(id)
  assert.deepEqual([paused.status, paused.resumes_at?.slice(0, 10)], ['read_only', resumes_on])
  assert.equal((await invoicesOf(payer)).length, 1)
  await testApp.pass(20)
  assert.deepEqual([(await subscription(id)).status, (await invoicesOf(payer)).length], ['active', 2])
})

test('a day later it is over, and so is what ended with its time', async () => {
  const late = await siteAfterTrial({ hasCard: false })
  await end(late.item)
  await testApp.pass(1)
  assert.deepEqual(await keep(late.item), [404, 'not_found'])

  const paid = await siteAfterTrial({ hasCard: true })
  await end(paid.item)
  await testApp.pass(31)
  assert.equal((await subscription(paid.subscription)).status, 'canceled')
  assert.deepEqual(await keep(paid.item), [404, 'not_found'])
})

test('nothing else can be done to what has ended', async () => {
  const { item } = await siteAfterTrial({ hasCard: false })
  await end(item)
  const bodies: Record<string, string>[] = [
    { action: 'remove' },
    { action: 'resume' },
    { plan_id: plans.herd },
  ]
  for (const body of bodies) assert.equal((await change(item, body)).status, 404, JSON.stringify(body))
})

test('with another plan, or its site or payer deleted, it stays as it is', async () => {
  const chosen = await siteAfterTrial({ hasCard: false })
  await end(chosen.item)
  const body = { site_id: chosen.site, billing_entity_id: chosen.payer, plan_id: plans.herd }
  assert.equal((await testApp.call(createSubscriptionItem, { as: alice, body })).status, 201)
  assert.deepEqual(await keep(chosen.item), [409, 'subscription.not_possible'])

  const deleted = await siteAfterTrial({ hasCard: false })
  await end(deleted.item)
  await testApp.call(deleteSite, { as: alice, params: { id: deleted.site } })
  assert.deepEqual(await keep(deleted.item), [409, 'subscription.not_possible'])

  // Whose last place is gone may be deleted, too.
  const gone = await testApp.call(deleteBillingEntity, { as: alice, params: { id: deleted.payer } })
  assert.equal(gone.status, 200)
  assert.deepEqual(await keep(deleted.item), [404, 'not_found'])
})

test('C03 a site that is being deleted gets no subscription that would be charged for it', async () => {
  const { payer, site, item } = await siteAfterTrial({ hasCard: true })
  await end(item)
  await testApp.pass(31)
  const other = await siteAfterTrial({ hasCard: false })
  await end(other.item)
  const { pool } = testApp.database
  const deletion = await pool.connect()
  await deletion.query('begin')
  await deletion.query('update customers.sites set deleted_at = now() where id = any($1)', [
    [site, other.site],
  ])

  const body = { site_id: site, billing_entity_id: payer, plan_id: plans.ranch }
  const begun = [testApp.call(createSubscriptionItem, { as: alice, body }), keep(other.item)] as const
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  while ((await pool.query(waiting)).rowCount !== 2);
  await deletion.query('commit')
  deletion.release()

  assert.equal((await begun[0]).status, 404)
  assert.deepEqual(await begun[1], [409, 'subscription.not_possible'])
})
