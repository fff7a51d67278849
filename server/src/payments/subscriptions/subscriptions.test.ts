import { createBillingEntity } from '@byre/contract/billing/billing-entities'
import { createSite } from '@byre/contract/places/sites'
import {
  getSubscription,
  listSubscriptionItems,
  listSubscriptions,
} from '@byre/contract/billing/subscriptions'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { fewestStatements } from '../../testing/statements.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'

let testApp: TestApp
let alice: Person
let bob: Person
let carol: Person

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
  carol = await testApp.person('carol')
})
after(() => testApp.close())

const plans = {
  ranch: '019a0000-0000-7000-8000-000000001111',
  ranchInUsd: '019a0000-0000-7000-8000-000000001121',
  herd: '019a0000-0000-7000-8000-000000001211',
  feedlot: '019a0000-0000-7000-8000-000000001311',
  clinic: '019a0000-0000-7000-8000-000000002111',
}

const billingEntityOf = async (person: Person, country = 'Canada') => {
  const region = country === 'Canada' ? 'AB' : 'MT'
  const body = { name: 'Ardley Cattle', email: person.email, phone: '4035550101', country, region }
  return (await testApp.call(createBillingEntity, { as: person, body })).reply.id
}

let sites = 0
const newSite = (as: Person, billing_entity_id: string, plan_id: string, more: object = {}) => {
  const site = { name: 'Ardley North', description: '', subdomain: `ardley-${++sites}`, country: 'Canada' }
  return testApp.call(createSite, { as, body: { ...site, billing_entity_id, plan_id, ...more } })
}

const siteOf = async (person: Person, billingEntity: string, plan = plans.ranch) =>
  (await newSite(person, billingEntity, plan)).reply.id

const join = (place_id: string, person: Person, kind: 'site' | 'billing_entity', role: 'Admin' | 'User') =>
  testApp.database.db
    .insertInto('customers.members')
    .values({ place_id, user_id: person.id, kind, role, place_deleted_at: null })
    .execute()
const leave = (person: Person) =>
  testApp.database.db.deleteFrom('customers.members').where('user_id', '=', person.id).execute()

const subscriptionsOf = async (as: Person, query: Record<string, string> = {}) =>
  (await testApp.call(listSubscriptions, { as, query })).reply.subscriptions
const itemsOf = async (as: Person, query: Record<string, string> = {}) =>
  (await testApp.call(listSubscriptionItems, { as, query })).reply.subscription_items
const readOne = (as: Person, id: string) => testApp.call(getSubscription, { as, params: { id } })

test('a new site has one subscription with one item, free for 14 days', async () => {
  const billingEntity = await billingEntityOf(alice)
  const site = await siteOf(alice, billingEntity)
  const [subscription, ...more] = await subscriptionsOf(alice, { site_id: site })
  assert.ok(subscription)
  assert.deepEqual(more, [])
  const { id, trial_ends_at, ...rest } = subscription
  const onPlan = { plan_id: plans.ranch, pending_plan_id: null }
  const ofPlace = { billing_entity_id: billingEntity, site_id: site, clinic_id: null, status: 'trialing' }
  const noPeriod = { current_period_start: null, current_period_end: null, cancel_at: null }
  const noChange = { resumes_at: null, pending_billing_entity_id: null }
  assert.deepEqual(rest, { ...ofPlace, ...noPeriod, ...noChange, ...onPlan })
  const days = (Date.parse(trial_ends_at ?? '') - Date.now()) / 86_400_000
  assert.ok(days > 13.99 && days <= 14.01, `${days} days`)

  const [item, ...others] = await itemsOf(alice, { site_id: site })
  assert.deepEqual(others, [])
  assert.deepEqual(item, { id: item?.id, subscription_id: id, ...ofPlace, ...onPlan })

  const read = await readOne(alice, id)
  assert.deepEqual([read.status, read.reply, read.headers.etag], [200, subscription, '"1"'])
})

test('subscriptions can be listed by payer, in order of age, page by page', async () => {
  const billingEntity = await billingEntityOf(alice)
  const ids = []
  for (const plan of [plans.ranch, plans.herd, plans.feedlot])
    ids.push(await siteOf(alice, billingEntity, plan))
  const listed = async (query: Record<string, string>) =>
    (await subscriptionsOf(alice, { billing_entity_id: billingEntity, ...query })).map((one) => one.site_id)
  assert.deepEqual(await listed({}), ids)
  assert.deepEqual(await listed({ sort: '-created_at' }), ids.toReversed())
  assert.deepEqual(await listed({ per_page: '2', page: '2' }), ids.slice(2))
  const query = { billing_entity_id: billingEntity, per_page: '1', sort: '-created_at' } as const
  const items = (await testApp.call(listSubscriptionItems, { as: alice, query })).reply
  assert.deepEqual([items.total, items.subscription_items[0]?.plan_id], [3, plans.feedlot])
})

test('those who run the place or the payer see a subscription, once; C02 nobody else does', async () => {
  const billingEntity = await billingEntityOf(alice)
  const site = await siteOf(alice, billingEntity)
  const [subscription] = await subscriptionsOf(alice, { site_id: site })
  const id = subscription?.id ?? ''

  const sees = async (person: Person) => {
    const { status } = await readOne(person, id)
    const lists = [await subscriptionsOf(person), await itemsOf(person)].map((list) => list.length)
    return [status, ...lists]
  }
  assert.deepEqual(await sees(bob), [404, 0, 0])
  for (const [place, kind] of [[site, 'site'] as const, [billingEntity, 'billing_entity'] as const]) {
    await join(place, bob, kind, 'User')
    assert.deepEqual(await sees(bob), [404, 0, 0], `a User of the ${kind}`)
    await leave(bob)
    await join(place, bob, kind, 'Admin')
    assert.deepEqual(await sees(bob), [200, 1, 1], `an Admin of the ${kind}`)
    await leave(bob)
  }

  await join(site, bob, 'site', 'Admin')
  await join(billingEntity, bob, 'billing_entity', 'Admin')
  assert.deepEqual(await sees(bob), [200, 1, 1])
  await leave(bob)

  const [theirs, nobodys] = [await readOne(carol, id), await readOne(carol, newId())]
  assert.deepEqual([theirs.status, nobodys.status], [404, 404])
  assert.deepEqual({ ...theirs.body, request_id: '' }, { ...nobodys.body, request_id: '' })
  assert.deepEqual(await subscriptionsOf(carol, { site_id: site }), [])
})

test('P06 only a plan on offer, of the right product and currency, is accepted', async () => {
  const billingEntity = await billingEntityOf(alice)
  const { db } = testApp.database
  const setActive = (active: boolean) =>
    db.updateTable('payments.plans').set({ active }).where('id', '=', plans.feedlot).execute()
  await setActive(false)
  try {
    for (const plan of [newId(), plans.clinic, plans.ranchInUsd, plans.feedlot]) {
      const { status, body } = await newSite(alice, billingEntity, plan)
      const message = 'You must select a plan to continue.'
      assert.deepEqual([status, body.code, body.message], [400, 'plan.required', message])
      assert.deepEqual(body.errors, [{ field: 'plan_id', message }])
    }
  } finally {
    await setActive(true)
  }
  assert.deepEqual(await subscriptionsOf(alice, { billing_entity_id: billingEntity }), [])
})

test('P06 what a caller says of price, quantity or trial changes nothing', async () => {
  const billingEntity = await billingEntityOf(alice)
  const stray = { amount: '1', quantity: '-1', currency: 'usd', trial_days: '999', status: 'active' }
  const created = await newSite(alice, billingEntity, plans.ranch, stray)
  assert.equal(created.status, 201)
  const [one] = await subscriptionsOf(alice, { billing_entity_id: billingEntity })
  assert.deepEqual([one?.plan_id, one?.status], [plans.ranch, 'trialing'])
  assert.ok(Date.parse(one?.trial_ends_at ?? '') < Date.now() + 15 * 86_400_000)
})

test('a payer in the USA pays in US dollars, any other in Canadian ones', async () => {
  const american = await billingEntityOf(alice, 'USA')
  assert.equal((await newSite(alice, american, plans.ranch)).status, 400)
  assert.equal((await newSite(alice, american, plans.ranchInUsd)).status, 201)
})

test('a list and one subscription cost one statement each', async () => {
  for (const ask of [
    () => subscriptionsOf(alice),
    () => itemsOf(alice),
    () => readOne(alice, newId()),
  ] as const)
    assert.equal(await fewestStatements(testApp.database, ask, 1), 1, ask.toString())
})

test('C01 nobody sees subscriptions without signing in', async () => {
  assert.equal((await testApp.call(listSubscriptions)).status, 401)
  assert.equal((await testApp.call(listSubscriptionItems)).status, 401)
  assert.equal((await testApp.call(getSubscription, { params: { id: newId() } })).status, 401)
})
