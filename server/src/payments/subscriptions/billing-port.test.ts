import type { IdOf } from '@byre/contract/subject-kinds'
import { getSubscription } from '@byre/contract/billing/subscriptions'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BillingEntityTerms, Place } from '../../customers/index.ts'
import { placeOfKind } from '../../customers/ports.ts'
import { within, type Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { violated } from '../../platform/database/sql-states.ts'
import { newId } from '../../platform/ids.ts'
import { prove } from '../../platform/proven.ts'
import { billingContextOf, startTrial } from '../../testing/billing.ts'
import { TestApp } from '../../testing/test-app.ts'
import type { BillingContext } from '../billing.policy.ts'
import { idsOf } from '../plan-choices.policy.ts'
import * as port from './subscriptions.actions.ts'

/* The port by which customers' commands start, change and end what a place has subscribed to. */

let testApp: TestApp
let db: Db<'payments'>
let context: BillingContext

before(async () => {
  testApp = await TestApp.start()
  db = within<'payments'>(testApp.database.db)
  context = billingContextOf(testApp)
})
after(() => testApp.close())

const startSubscription = (
  db: Db<'payments'>,
  place: Place,
  billingEntity: BillingEntityTerms,
  plan_id: string,
) => startTrial(context, db, { place, billingEntity, plan_id })
const chooseSubscription = async (place: Place, billingEntity: BillingEntityTerms, plan_id: string) => {
  const charged = { ...billingEntity, id: prove('payWith', billingEntity.id) }
  return (await port.chooseSubscription(context, db, { place, billingEntity: charged, plan_id })).currency
}
const changeSubscription = (
  db: Db<'payments'>,
  place: Place,
  billingEntity: BillingEntityTerms,
  plan_id: string,
) =>
  port.changeSubscription(context, db, {
    place,
    billingEntity: { ...billingEntity, id: prove('payWith', billingEntity.id) },
    plan_id,
  })
const endSubscription = (db: Db<'payments'>, { kind, id }: Place) =>
  port.endSubscription(context, db, { kind, place_id: prove('delete', id), user_id: '' })

const ranch = '019a0000-0000-7000-8000-000000001111'
const herd = '019a0000-0000-7000-8000-000000001211'
const herdInUsd = '019a0000-0000-7000-8000-000000001221'
const solo = '019a0000-0000-7000-8000-000000002111'
const soloInUsd = '019a0000-0000-7000-8000-000000002121'

/** A place of which customers keep only what payments may ask of it. */
async function newPlace(kind: Place['kind'] = 'site'): Promise<Place> {
  const id = newId<IdOf<typeof kind>>()
  const known = {
    id,
    name: 'North',
    subdomain: 'north',
    code: newCode(),
    billing_entity_id: (await newBillingEntity()).id,
  }
  const own =
    kind === 'site'
      ? { plan_id: ranch, description: '' }
      : { email: 'office@north.example', phone: '14035550100' }
  await testApp.database.db
    .insertInto(`customers.${kind}s` as 'customers.sites')
    .values({ ...known, ...own } as never)
    .execute()
  return placeOfKind(kind, id)
}
let codes = 1000
const newCode = () =>
  `NR${String((codes += 1))
    .replaceAll('0', 'A')
    .replaceAll('1', 'B')
    .padStart(6, '2')}`
const newBillingEntity = async (known: Partial<BillingEntityTerms> = {}): Promise<BillingEntityTerms> => {
  const billingEntity: BillingEntityTerms = { id: newId(), currency: null, country: null, ...known }
  const contact = { name: 'North Ranch Ltd', email: 'office@north.example', phone: '4035550100' }
  await testApp.database.db
    .insertInto('customers.billing_entities')
    .values({ ...billingEntity, ...contact } as never)
    .execute()
  return billingEntity
}
const planRequired = {
  code: 'plan.required',
  errors: [{ field: 'plan_id', message: 'You must select a plan to continue.' }],
}

const stored = (place: Place) =>
  db
    .selectFrom('payments.subscriptions as s')
    .innerJoin('payments.subscription_items as i', 'i.subscription_id', 's.id')
    .selectAll('s')
    .select(['i.plan_id', 'i.billing_entity_id as item_billing_entity_id'])
    .where((e) =>
      e.or([e('s.site_id', '=', idsOf(place).site_id), e('s.clinic_id', '=', idsOf(place).clinic_id)]),
    )
    .orderBy('s.id')
    .execute()

const setActive = (id: string, active: boolean) =>
  db.updateTable('payments.plans').set({ active }).where('id', '=', id).execute()

test('a trial starts in one statement and in the caller’s transaction', async () => {
  const place = await newPlace()
  const costs = []
  const billingEntity = await newBillingEntity()
  for (const one of [place, await newPlace(), await newPlace()]) {
    const before = testApp.database.statements()
    await startSubscription(db, one, billingEntity, ranch)
    costs.push(testApp.database.statements() - before)
  }
  // The least: shared limits are settled in between.
  assert.equal(Math.min(...costs), 1)

  const other = await newPlace()
  const failing = transaction(db, async (db) => {
    await startSubscription(db, other, await newBillingEntity(), ranch)
    throw new Error('the place could not be created')
  })
  await assert.rejects(failing, /could not be created/)
  assert.equal((await stored(place)).length, 1)
  assert.deepEqual(await stored(other), [])
})

test('the payer’s currency is that of its first item, else of its country', async () => {
  const start = async (billingEntity: BillingEntityTerms, plan: string, kind?: Place['kind']) =>
    chooseSubscription(await newPlace(kind), billingEntity, plan)
  assert.equal(await start(await newBillingEntity({ country: 'Canada' }), ranch), 'cad')
  assert.equal(await start(await newBillingEntity({ country: null }), ranch), 'cad')
  assert.equal(await start(await newBillingEntity({ country: 'USA' }), herdInUsd), 'usd')
  assert.equal(await start(await newBillingEntity({ country: 'USA', currency: 'cad' }), herd), 'cad')
  assert.equal(await start(await newBillingEntity({ country: 'USA' }), soloInUsd, 'clinic'), 'usd')
  await assert.rejects(start(await newBillingEntity({ country: 'USA' }), ranch), planRequired)
  await assert.rejects(
    start(await newBillingEntity({ country: 'USA', currency: 'cad' }), herdInUsd),
    planRequired,
  )
  await assert.rejects(start(await newBillingEntity(), solo), planRequired)
  await assert.rejects(start(await newBillingEntity(), ranch, 'clinic'), planRequired)
})

test('a place never has two live subscriptions', async () => {
  const place = await newPlace()
  await startSubscription(db, place, await newBillingEntity(), ranch)
  await assert.rejects(startSubscription(db, place, await newBillingEntity(), herd), (error) => {
    assert.equal(violated(error), 'subscriptions_site')
    return true
  })
})

test('in trial a plan and a payer change at once, and the trial ends when it would have', async () => {
  const place = await newPlace()
  const [first, second] = [await newBillingEntity(), await newBillingEntity({ country: 'USA' })]
  await startSubscription(db, place, first, ranch)
  const [before] = await stored(place)

  assert.equal(await changeSubscription(db, place, first, herd), 'cad')
  assert.equal(await changeSubscription(db, place, second, herdInUsd), 'usd')
  const [changed, ...more] = await stored(place)
  assert.deepEqual(more, [])
  const billingEntity = { billing_entity_id: second.id, item_billing_entity_id: second.id }
  assert.deepEqual(changed, { ...before, ...billingEntity, plan_id: herdInUsd, version: 3, events: 2 })
})

test('a change to a plan of the wrong product or currency changes nothing', async () => {
  const place = await newPlace()
  const billingEntity = await newBillingEntity()
  await startSubscription(db, place, billingEntity, ranch)
  const before = await stored(place)
  for (const plan of [solo, herdInUsd, newId()])
    await assert.rejects(changeSubscription(db, place, billingEntity, plan), planRequired)
  await assert.rejects(
    changeSubscription(db, place, await newBillingEntity({ country: 'USA' }), ranch),
    planRequired,
  )
  assert.deepEqual(await stored(place), before)
})

test('P06 a retired plan keeps its buyers, who may still change who pays, and takes no new ones', async () => {
  const [buyer, other] = [await newPlace(), await newPlace()]
  await startSubscription(db, buyer, await newBillingEntity(), herd)
  await startSubscription(db, other, await newBillingEntity(), ranch)
  await setActive(herd, false)
  try {
    const billingEntity = await newBillingEntity()
    assert.equal(await changeSubscription(db, buyer, billingEntity, herd), 'cad')
    assert.equal((await stored(buyer))[0]?.billing_entity_id, billingEntity.id)
    await assert.rejects(changeSubscription(db, other, await newBillingEntity(), herd), planRequired)
    await assert.rejects(chooseSubscription(await newPlace(), await newBillingEntity(), herd), planRequired)
  } finally {
    await setActive(herd, true)
  }
})

test('an ended subscription is canceled at once; its place may have another, its payer still sees it', async () => {
  const alice = await testApp.person('alice')
  const billingEntity = await newBillingEntity()
  const place = await newPlace()
  await startSubscription(db, place, billingEntity, ranch)
  await endSubscription(db, place)
  const [ended] = await stored(place)
  assert.equal(ended?.status, 'canceled')
  assert.ok(ended.ended_at)

  await endSubscription(db, place)
  assert.deepEqual(await stored(place), [ended])
  // There is no second trial: a period begins as soon as there is a card.
  await changeSubscription(db, place, billingEntity, herd)
  assert.deepEqual(
    (await stored(place)).map((one) => [one.status, one.trial_ends_at !== null]),
    [
      ['canceled', true],
      ['read_only', false],
    ],
  )

  await testApp.database.db
    .insertInto('customers.members')
    .values({
      place_id: billingEntity.id,
      user_id: alice.id,
      kind: 'billing_entity',
      role: 'Owner',
      place_deleted_at: null,
    })
    .execute()
  const read = await testApp.call(getSubscription, { as: alice, params: { id: ended.id } })
  assert.deepEqual([read.status, read.reply.status], [200, 'canceled'])
})
