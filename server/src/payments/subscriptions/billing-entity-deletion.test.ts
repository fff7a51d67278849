import { deleteBillingEntity } from '@byre/contract/billing/billing-entities'
import { getCard, updateCard } from '@byre/contract/billing/cards'
import { deleteMe, listBlockers } from '@byre/contract/people/leaving'
import { deleteSite, restoreSite, updateSite } from '@byre/contract/places/sites'
import { listSubscriptions } from '@byre/contract/billing/subscriptions'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cardNumbers, giveCard } from '../../testing/billing.ts'
import { newBillingEntity, newSite, plans } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'

/* Billing information stays for as long as it pays for something, also where another payer was chosen already. */

let testApp: TestApp
let alice: Person
before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
})
after(() => testApp.close())

const remove = (id: string) => testApp.call(deleteBillingEntity, { as: alice, params: { id } })
const move = (site: string, billingEntity: string) =>
  testApp.call(updateSite, { as: alice, params: { id: site }, body: { billing_entity_id: billingEntity } })
const subscriptionOf = async (site_id: string) =>
  (await testApp.call(listSubscriptions, { as: alice, query: { site_id } })).reply.subscriptions[0]
const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
  body['used_by'],
]
const waysOf = async (billingEntity: string) => {
  const { reply } = await testApp.call(listBlockers, { as: alice })
  return reply.blockers.find(({ id }) => id === billingEntity)?.ways
}

async function replaceCard(billingEntity: string, number: string) {
  const { reply } = await testApp.call(getCard, { as: alice, params: { id: cards.get(billingEntity) ?? '' } })
  const body = { number, exp_month: '12', exp_year: String(reply.exp_year), cvc: '123' }
  assert.equal((await testApp.call(updateCard, { as: alice, params: { id: reply.id }, body })).status, 200)
}
const cards = new Map<string, string>()

/** Sites in their first paid period, each with a payer of its own and another one that could pay for it. */
async function paidSites(count: number) {
  const made = []
  for (let n = 0; n < count; n++) {
    const [present, next] = [await newBillingEntity(testApp, alice), await newBillingEntity(testApp, alice)]
    for (const { id } of [present, next]) cards.set(id, await giveCard(testApp, alice, id))
    const site = await newSite(testApp, alice, { billing_entity_id: present.id, name: 'Moving Pasture' })
    made.push({ site: site.id, present: present.id, next: next.id })
  }
  await testApp.pass(15)
  return made
}

async function paidSite() {
  const { site, present, next } = (await paidSites(1))[0]!
  const subscription = await subscriptionOf(site)
  assert.equal(subscription?.status, 'active')
  return { site, present, next, until: subscription?.current_period_end }
}

test('a payer that a site moves away from pays until its period ends, and is deleted after it', async () => {
  const { site, present, next, until } = await paidSite()
  assert.deepEqual(await waysOf(present), ['invite'])
  assert.equal((await move(site, next)).status, 200)

  const still = { kind: 'site', id: site, name: 'Moving Pasture', pays_until: until }
  assert.deepEqual(refusal(await remove(present)), [409, 'billing_entity.in_use', [still]])
  const chosen = { kind: 'site', id: site, name: 'Moving Pasture' }
  assert.deepEqual(refusal(await remove(next)), [409, 'billing_entity.in_use', [chosen]])
  assert.deepEqual([await waysOf(present), await waysOf(next)], [['invite'], ['invite']])
  assert.equal((await subscriptionOf(site))?.status, 'active')

  await testApp.pass(32)
  assert.equal((await subscriptionOf(site))?.billing_entity_id, next)
  assert.deepEqual(await waysOf(present), ['invite', 'delete'])
  assert.equal((await remove(present)).status, 200)
  assert.equal((await subscriptionOf(site))?.status, 'active')
})

test('an account whose only payer still pays until another one does is told no way that would be refused', async () => {
  const { site, present, next } = await paidSite()
  await move(site, next)
  const { status, body } = await testApp.call(deleteMe, { as: alice, body: { email: alice.email } })
  assert.deepEqual([status, body['code']], [409, 'account.needed'])
  const blockers = body['blockers'] as { id: string; ways: string[] }[]
  assert.deepEqual(blockers.find(({ id }) => id === present)?.ways, ['invite'])
})

test('what is owed and asked for again keeps its payer; what nobody asks for any more does not', async () => {
  const { site, present, next } = await paidSite()
  await testApp.pass(25)
  await replaceCard(present, cardNumbers.declines)
  const dearer = { as: alice, params: { id: site }, body: { plan_id: plans.herd } }
  assert.equal((await testApp.call(updateSite, dearer)).status, 200)
  assert.equal((await move(site, next)).status, 200)
  await testApp.pass(8)
  assert.equal((await subscriptionOf(site))?.billing_entity_id, next)

  const owing = { kind: 'site', id: site, name: 'Moving Pasture' }
  assert.deepEqual(refusal(await remove(present)), [409, 'billing_entity.in_use', [owing]])
  assert.deepEqual(await waysOf(present), ['invite'])
  await testApp.pass(21)
  assert.deepEqual(await waysOf(present), ['invite', 'delete'])
  assert.equal((await remove(present)).status, 200)
})

test('a deleted place keeps no payer, also in the middle of a move', async () => {
  const { site, present, next } = await paidSite()
  await move(site, next)
  await testApp.call(deleteSite, { as: alice, params: { id: site } })
  assert.deepEqual([(await remove(present)).status, (await remove(next)).status], [200, 200])
})

test('a move at the same moment never leaves a place with a payer that is gone', async () => {
  for (const { site, present, next } of await paidSites(8)) {
    const [away, moved] = await Promise.all([remove(present), move(site, next)])
    assert.deepEqual([away.status, moved.status], [409, 200])

    const [gone, back] = await Promise.all([remove(present), move(site, present)])
    assert.deepEqual([gone.status, back.status], [409, 200])
    const third = await newBillingEntity(testApp, alice)
    const [lost, taken] = await Promise.all([remove(third.id), move(site, third.id)])
    assert.ok([200, 409].includes(lost.status))
    assert.equal(taken.status === 200, lost.status === 409)
  }
})

test('nor does a place that is brought back meanwhile: its payer stays from the moment it is looked at', async () => {
  const { site, present, next } = await paidSite()
  await move(site, next)
  const params = { id: site }
  await testApp.call(deleteSite, { as: alice, params })

  const { pool } = testApp.database
  const other = await pool.connect()
  await other.query('begin')
  await other.query('select from customers.members where place_id = $1 for update', [site])
  const restoring = testApp.call(restoreSite, { as: alice, params, body: {} })
  await waiters(1)
  const removing = remove(present)
  await Promise.race([removing, waiters(2)])
  await other.query('rollback')
  other.release()

  assert.equal((await restoring).status, 200)
  assert.equal((await removing).status, 409)
  assert.equal((await subscriptionOf(site))?.status, 'active')
})

/** Until so many statements wait for a lock that another one holds. */
async function waiters(count: number) {
  const { pool } = testApp.database
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while (((await pool.query(waiting)).rowCount ?? 0) < count) await pool.query('select pg_sleep(0.005)')
}
