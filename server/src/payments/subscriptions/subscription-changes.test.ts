import { getInvoice, listInvoices } from '@byre/contract/billing/invoices'
import { getSite } from '@byre/contract/places/sites'
import {
  changeSubscriptionItem,
  createSubscriptionItem,
  getSubscription,
  listSubscriptionItems,
  previewSubscriptionItem,
} from '@byre/contract/billing/subscriptions'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { giveCard } from '../../testing/billing.ts'
import { join, newBillingEntity, newSite, plans } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { withinDay } from '../../testing/windows.ts'

let testApp: TestApp
let alice: Person
let bob: Person
let carol: Person

before(async () => {
  testApp = await TestApp.start({ TAX_NUMBERS: 'GST=123456789RT0001,QST=1234567890TQ0001' })
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
  carol = await testApp.person('carol')
})
after(() => testApp.close())

/** A site with its payer, and a card unless it is not wanted; `days` after it was made. */
async function siteAfter(days: number, { hasCard = true, plan_id = plans.ranch } = {}) {
  const billingEntity = await newBillingEntity(testApp, alice, { country: 'Canada', region: 'QC' })
  if (hasCard) await giveCard(testApp, alice, billingEntity.id)
  const site = await newSite(testApp, alice, { billing_entity_id: billingEntity.id, plan_id })
  await testApp.pass(days)
  const query = { site_id: site.id }
  const [item] = (await testApp.call(listSubscriptionItems, { as: alice, query })).reply.subscription_items
  assert.ok(item)
  return { billingEntity: billingEntity.id, site: site.id, item: item.id, subscription: item.subscription_id }
}

const change = (as: Person, id: string, body: Record<string, string>) =>
  testApp.call(changeSubscriptionItem, { as, params: { id }, body })
const preview = (as: Person, id: string, plan_id: string) =>
  testApp.call(previewSubscriptionItem, { as, params: { id }, query: { plan_id } })
const subscription = async (id: string) =>
  (await testApp.call(getSubscription, { as: alice, params: { id } })).reply
const invoicesOf = async (billing_entity_id: string) =>
  (await testApp.call(listInvoices, { as: alice, query: { billing_entity_id, sort: 'issued_at' } })).reply
    .invoices

test('the amount that is shown before an upgrade is the amount that is charged, to the cent', () =>
  withinDay(async () => {
    const { billingEntity, item, subscription: id } = await siteAfter(15)
    const shown = await preview(alice, item, plans.herd)
    assert.equal(shown.status, 200)
    assert.equal(shown.reply.begins, 'now')
    assert.deepEqual(
      shown.reply.lines.map(({ kind }) => kind),
      ['credit', 'charge'],
    )
    assert.deepEqual(
      shown.reply.taxes.map(({ name }) => name),
      ['GST', 'QST'],
    )
    assert.equal((await invoicesOf(billingEntity)).length, 1, 'looking costs nothing')

    const changed = await change(alice, item, { plan_id: plans.herd })
    assert.deepEqual(
      [changed.status, changed.reply.plan_id, changed.reply.pending_plan_id],
      [200, plans.herd, null],
    )
    await testApp.settle()
    const [, upgrade, ...more] = await invoicesOf(billingEntity)
    assert.deepEqual([more, upgrade?.status], [[], 'paid'])
    const { reply } = await testApp.call(getInvoice, { as: alice, params: { id: upgrade?.id ?? '' } })
    const { lines, taxes, subtotal, tax, total } = shown.reply
    const { lines: l, taxes: t, subtotal: s, tax: x, total: sum } = reply
    assert.deepEqual(
      { lines: l, taxes: t, subtotal: s, tax: x, total: sum },
      { lines, taxes, subtotal, tax, total },
    )

    await testApp.pass(31)
    assert.equal((await subscription(id)).plan_id, plans.herd)
    assert.equal((await invoicesOf(billingEntity)).at(-1)?.subtotal, 7900)
  }))

test('a cheaper plan begins with the next period, and can be taken back until then', async () => {
  const { billingEntity, site, item, subscription: id } = await siteAfter(15, { plan_id: plans.herd })
  const shown = await preview(alice, item, plans.ranch)
  const { current_period_end } = await subscription(id)
  assert.deepEqual(
    [shown.reply.begins, shown.reply.begins_at, shown.reply.total, shown.reply.each_period.subtotal],
    ['with the next period', current_period_end, 0, 2900],
  )
  await change(alice, item, { plan_id: plans.ranch })
  assert.equal((await subscription(id)).pending_plan_id, plans.ranch)
  assert.equal((await testApp.call(getSite, { as: alice, params: { id: site } })).reply.plan_id, plans.ranch)

  await change(alice, item, { plan_id: plans.herd })
  assert.deepEqual((await subscription(id)).pending_plan_id, null)
  await change(alice, item, { plan_id: plans.ranch })
  await testApp.pass(31)
  const { plan_id, pending_plan_id } = await subscription(id)
  assert.deepEqual([plan_id, pending_plan_id], [plans.ranch, null])
  assert.deepEqual(
    (await invoicesOf(billingEntity)).map((invoice) => invoice.subtotal),
    [7900, 2900],
  )
})

test('P11 removed, it ends with its period; kept in time, it goes on; anything else is refused', async () => {
  const { billingEntity, site, item, subscription: id } = await siteAfter(15)
  for (const body of [{}, { action: 'delete' }, { action: 'remove', plan_id: plans.herd }, { action: '' }]) {
    const { status, body: envelope } = await change(alice, item, body as Record<string, string>)
    assert.deepEqual([status, envelope.code], [400, 'request.invalid'], JSON.stringify(body))
  }
  assert.equal((await subscription(id)).cancel_at, null)

  for (let time = 1; time <= 2; time++)
    assert.equal((await change(alice, item, { action: 'remove' })).status, 200)
  const { cancel_at, current_period_end } = await subscription(id)
  assert.equal(cancel_at, current_period_end)
  await change(alice, item, { action: 'keep' })
  assert.equal((await subscription(id)).cancel_at, null)

  await change(alice, item, { action: 'remove' })
  await testApp.pass(31)
  assert.equal((await subscription(id)).status, 'canceled')
  assert.equal((await change(alice, item, { action: 'keep' })).status, 404)
  assert.equal((await invoicesOf(billingEntity)).length, 1)

  // A plan again: no second trial, a period from today.
  const body = { billing_entity_id: billingEntity, plan_id: plans.herd, site_id: site }
  const chosen = await testApp.call(createSubscriptionItem, { as: alice, body })
  assert.deepEqual([chosen.status, chosen.reply.status], [201, 'active'])
  assert.equal((await invoicesOf(billingEntity)).at(-1)?.subtotal, 7900)
  const twice = await testApp.call(createSubscriptionItem, { as: alice, body })
  assert.deepEqual([twice.status, twice.body.code], [409, 'subscription.exists'])
})

test('paused for a season nothing is charged; the site can be read, and resumes on its day or when asked', async () => {
  const { billingEntity, item, subscription: id } = await siteAfter(15)
  const end = Date.parse((await subscription(id)).current_period_end ?? '')
  const dayAfter = (days: number) => new Date(end + days * 86_400_000).toISOString().slice(0, 10)
  for (const resumes_on of ['', 'soon', '2026-02-31', dayAfter(0), dayAfter(400)]) {
    const { status } = await change(alice, item, { action: 'pause', resumes_on })
    assert.equal(status, 400, resumes_on)
  }
  assert.equal((await change(alice, item, { action: 'pause', resumes_on: dayAfter(60) })).status, 200)
  assert.equal((await subscription(id)).resumes_at?.slice(0, 10), dayAfter(60))
  await testApp.pass(40)
  assert.deepEqual(
    [(await subscription(id)).status, (await invoicesOf(billingEntity)).length],
    ['read_only', 1],
  )

  assert.equal((await change(alice, item, { action: 'resume' })).status, 200)
  assert.equal((await change(alice, item, { action: 'resume' })).status, 409)
  await testApp.settle()
  assert.deepEqual([(await subscription(id)).status, (await invoicesOf(billingEntity)).length], ['active', 2])
})

test('who may: the place’s Owner who runs the payer changes; the payer’s Admin may only end; strangers see nothing', async () => {
  const { billingEntity, site, item } = await siteAfter(1)
  const rights = async (who: Person) => [
    (await preview(who, item, plans.herd)).status,
    (await change(who, item, { plan_id: plans.herd })).status,
    (await change(who, item, { action: 'remove' })).status,
    (await change(who, item, { action: 'keep' })).status,
  ]
  assert.deepEqual(await rights(carol), [404, 404, 404, 404])
  await join(testApp, bob, { kind: 'site', id: site }, 'Admin')
  assert.deepEqual(await rights(bob), [200, 403, 403, 403])
  await join(testApp, bob, { kind: 'billing_entity', id: billingEntity }, 'Admin')
  assert.deepEqual(await rights(bob), [200, 403, 200, 200])
  await join(testApp, bob, { kind: 'site', id: site }, 'Owner')
  assert.deepEqual(await rights(bob), [200, 200, 200, 200])
  assert.deepEqual(await rights(alice), [200, 200, 200, 200])

  const [theirs, nobodys] = [
    await preview(carol, item, plans.herd),
    await preview(carol, newId(), plans.herd),
  ]
  assert.deepEqual({ ...theirs.body, request_id: '' }, { ...nobodys.body, request_id: '' })
})

test('C03 nobody chooses a plan for another’s site, or with another’s payer', async () => {
  const { billingEntity, site } = await siteAfter(1)
  const theirs = await newBillingEntity(testApp, carol)
  const create = (as: Person, body: Record<string, string>) =>
    testApp.call(createSubscriptionItem, { as, body })
  const wanted = { plan_id: plans.ranch, site_id: site }
  assert.equal((await create(carol, { ...wanted, billing_entity_id: theirs.id })).status, 404)
  const foreign = await create(alice, { ...wanted, billing_entity_id: theirs.id })
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'billing_entity.unknown'])
  const placeless = await create(alice, { plan_id: plans.ranch, billing_entity_id: billingEntity })
  assert.equal(placeless.status, 400)
  assert.equal((await create(alice, { ...wanted, billing_entity_id: billingEntity })).status, 409)
})

test('P06 amounts come from the plan table alone, and a plan of another product or currency is refused', () =>
  withinDay(async () => {
    const { billingEntity, item } = await siteAfter(15)
    for (const plan_id of [plans.solo, plans.ranchInUsd, newId(), 'free']) {
      const { status, body } = await change(alice, item, { plan_id })
      assert.deepEqual([status, body.message], [400, 'You must select a plan to continue.'])
    }
    const stray = { plan_id: plans.herd, amount: '1', total: '1', quantity: '-1', currency: 'usd' }
    const shown = (await preview(alice, item, plans.herd)).reply.total
    assert.equal((await change(alice, item, stray)).status, 200)
    assert.equal((await invoicesOf(billingEntity)).at(-1)?.total, shown)
  }))

test('another payer pays from the next period on; what is paid stays paid', async () => {
  const { billingEntity, site, subscription: id } = await siteAfter(15)
  const next = await newBillingEntity(testApp, alice, { country: 'USA', name: 'Southern Ranch Inc' })
  await giveCard(testApp, alice, next.id)
  const body = { billing_entity_id: next.id, plan_id: plans.ranchInUsd }
  const moved = await testApp.send('PUT', `/api/v1/sites/${site}`, { as: alice, body })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  const present = await subscription(id)
  assert.deepEqual([present.billing_entity_id, present.pending_billing_entity_id], [billingEntity, next.id])
  assert.equal(present.pending_plan_id, plans.ranchInUsd)

  await testApp.pass(31)
  const { billing_entity_id, plan_id, pending_billing_entity_id } = await subscription(id)
  assert.deepEqual([billing_entity_id, plan_id, pending_billing_entity_id], [next.id, plans.ranchInUsd, null])
  assert.equal((await invoicesOf(billingEntity)).length, 1)
  const [invoice] = await invoicesOf(next.id)
  assert.deepEqual(
    [invoice?.currency, invoice?.total, invoice?.tax, invoice?.status, invoice?.number.slice(-4)],
    ['usd', 2900, 0, 'paid', '0001'],
  )
})

test('C02 invoices are seen by those who run the payer, and by nobody else', async () => {
  const { billingEntity, site } = await siteAfter(15)
  const [invoice] = await invoicesOf(billingEntity)
  const sees = async (who: Person) => [
    (await testApp.call(getInvoice, { as: who, params: { id: invoice?.id ?? '' } })).status,
    (await testApp.call(listInvoices, { as: who, query: { billing_entity_id: billingEntity } })).reply.total,
  ]
  assert.deepEqual(await sees(carol), [404, 0])
  await join(testApp, carol, { kind: 'site', id: site }, 'Owner')
  assert.deepEqual(await sees(carol), [404, 0])
  await join(testApp, carol, { kind: 'billing_entity', id: billingEntity }, 'User')
  assert.deepEqual(await sees(carol), [404, 0])
  await join(testApp, carol, { kind: 'billing_entity', id: billingEntity }, 'Admin')
  assert.deepEqual(await sees(carol), [200, 1])
})
