import { updateSite } from '@byre/contract/places/sites'
import { listInvoices } from '@byre/contract/billing/invoices'
import { payInvoice } from '@byre/contract/billing/invoice-payments'
import { listPaidPlaces, type PaidPlace } from '@byre/contract/billing/paid-places'
import {
  changeSubscriptionItem,
  createSubscriptionItem,
  previewNewItem,
  previewSubscriptionItem,
} from '@byre/contract/billing/subscriptions'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { cardNumbers, giveCard } from '../../testing/billing.ts'
import { join, newClinic, newBillingEntity, newSite, plans } from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'
import type { Person } from '../../testing/test-app.ts'

const { testApp, alice, bob, carol } = await startWith(['alice', 'bob', 'carol'], {
  TAX_NUMBERS: 'GST=123456789RT0001,QST=1234567890TQ0001',
})

const billingEntityInQuebec = () => newBillingEntity(testApp, alice, { country: 'Canada', region: 'QC' })
const paidBy = async (as: Person, query: Record<string, string>) =>
  (await testApp.call(listPaidPlaces, { as, query })).reply.paid_places
async function onlyPaid(query: Record<string, string>): Promise<PaidPlace> {
  const [place, ...more] = await paidBy(alice, query)
  assert.deepEqual(more, [])
  return place ?? assert.fail('nothing is paid for')
}
const change = (item: string, body: Record<string, string>) =>
  testApp.call(changeSubscriptionItem, { as: alice, params: { id: item }, body })
const openInvoice = async (billing_entity_id: string) =>
  (await testApp.call(listInvoices, { as: alice, query: { billing_entity_id } })).reply.invoices[0]

test('what a first plan costs is told before it is chosen, to those who may choose it', async () => {
  const billingEntity = (await billingEntityInQuebec()).id
  await giveCard(testApp, alice, billingEntity)
  const clinic = await newClinic(testApp, alice, { billing_entity_id: billingEntity, plan_id: '' })
  const chosen = { billing_entity_id: billingEntity, plan_id: plans.solo, clinic_id: clinic.id }
  const look = (as: Person, query: Record<string, string> = chosen) =>
    testApp.call(previewNewItem, { as, query })
  const inTrial = (await look(alice)).reply
  assert.deepEqual(
    [inTrial.begins, inTrial.total, inTrial.each_period.subtotal],
    ['after the trial', 0, 9900],
  )
  assert.equal((await look(carol)).status, 404)
  assert.equal((await look(alice, { ...chosen, plan_id: plans.ranch })).body['code'], 'plan.required')

  await testApp.pass(15)
  const after = (await look(alice)).reply
  assert.deepEqual([after.begins, after.subtotal, after.total], ['now', 9900, after.each_period.total])
  await testApp.call(createSubscriptionItem, { as: alice, body: chosen })
  await testApp.settle()
  const invoice = await openInvoice(billingEntity)
  assert.deepEqual([invoice?.status, invoice?.total], ['paid', after.total])
  assert.equal((await look(alice)).body['code'], 'subscription.exists')
})

test('what is charged next is told to the cent: after the trial, each period, and on the plan that waits', async () => {
  const billingEntity = (await billingEntityInQuebec()).id
  await giveCard(testApp, alice, billingEntity)
  await newSite(testApp, alice, {
    billing_entity_id: billingEntity,
    plan_id: plans.herd,
    name: 'North Pasture',
  })
  const query = { billing_entity_id: billingEntity }
  const inTrial = await onlyPaid(query)
  assert.deepEqual([inTrial.place_name, inTrial.place_role], ['North Pasture', 'Owner'])
  assert.deepEqual(inTrial.next_charge, {
    at: inTrial.trial_ends_at,
    billing_entity_id: billingEntity,
    plan_id: plans.herd,
    currency: 'cad',
    subtotal: 7900,
    tax: 395 + 788,
    total: 9083,
  })

  await testApp.pass(15)
  const active = await onlyPaid(query)
  assert.equal(active.next_charge?.at, active.current_period_end)
  assert.equal((await openInvoice(billingEntity))?.total, active.next_charge?.total)
  await change(active.item_id, { plan_id: plans.ranch })
  const cheaper = (await onlyPaid(query)).next_charge
  assert.deepEqual([cheaper?.plan_id, cheaper?.subtotal], [plans.ranch, 2900])
  const previewCall = { as: alice, params: { id: active.item_id }, query: { plan_id: plans.ranch } }
  assert.equal(
    (await testApp.call(previewSubscriptionItem, previewCall)).reply.each_period.total,
    cheaper?.total,
  )

  const resumes_on = new Date(Date.parse(active.current_period_end ?? '') + 60 * 86_400_000)
    .toISOString()
    .slice(0, 10)
  await change(active.item_id, { action: 'pause', resumes_on })
  assert.equal((await onlyPaid(query)).next_charge?.at?.slice(0, 10), resumes_on)
  await change(active.item_id, { action: 'remove' })
  assert.equal((await onlyPaid(query)).next_charge, null)
})

test('a place without a card is charged as soon as there is one, and one that moves is charged to its next payer', async () => {
  const billingEntity = (await billingEntityInQuebec()).id
  const site = await newSite(testApp, alice, { billing_entity_id: billingEntity })
  await testApp.pass(15)
  const waiting = await onlyPaid({ site_id: site.id })
  assert.deepEqual([waiting.status, waiting.phase, waiting.next_charge?.at], ['read_only', 'waiting', null])

  await giveCard(testApp, alice, billingEntity)
  assert.equal((await openInvoice(billingEntity))?.total, waiting.next_charge?.total)
  const other = (await newBillingEntity(testApp, alice)).id
  const body = { billing_entity_id: other, plan_id: plans.ranch }
  const look = (as: Person) =>
    testApp.call(previewSubscriptionItem, { as, params: { id: waiting.item_id }, query: body })
  const shown = (await look(alice)).reply
  assert.deepEqual([shown.begins, shown.total, shown.each_period.tax], ['with the next period', 0, 145])
  await join(testApp, bob, { kind: 'site', id: site.id }, 'Owner')
  assert.equal((await look(bob)).body['code'], 'billing_entity.unknown', 'not with what pays for others')
  await testApp.call(updateSite, { as: alice, params: { id: site.id }, body })
  const moving = (await onlyPaid({ site_id: site.id })).next_charge
  assert.deepEqual([moving?.billing_entity_id, moving?.tax], [other, 145])
})

test('C02 those who run place or payer see what it costs, with their own role in the place; nobody else does', async () => {
  const billingEntity = (await billingEntityInQuebec()).id
  const clinic = await newClinic(testApp, alice, { billing_entity_id: billingEntity })
  const query = { billing_entity_id: billingEntity }
  assert.deepEqual(await paidBy(carol, query), [])
  await join(testApp, carol, { kind: 'billing_entity', id: billingEntity }, 'User')
  assert.deepEqual(await paidBy(carol, query), [])
  await join(testApp, carol, { kind: 'billing_entity', id: billingEntity }, 'Admin')
  assert.deepEqual(
    (await paidBy(carol, query)).map((place) => [place.clinic_id, place.place_role]),
    [[clinic.id, null]],
  )
  await join(testApp, bob, { kind: 'clinic', id: clinic.id }, 'Admin')
  assert.deepEqual(
    (await paidBy(bob, { clinic_id: clinic.id })).map((place) => place.place_role),
    ['Admin'],
  )
  assert.equal((await testApp.call(listPaidPlaces, {})).status, 401)
})

test('an unpaid invoice is tried again when its payer asks; once however often that is asked; C02 by nobody else', async () => {
  const billingEntity = (await billingEntityInQuebec()).id
  await giveCard(testApp, alice, billingEntity, { number: cardNumbers.declines })
  await newSite(testApp, alice, { billing_entity_id: billingEntity })
  await testApp.pass(14)
  const debt = await openInvoice(billingEntity)
  assert.equal(debt?.status, 'open')
  const id = debt?.id ?? ''
  const pay = (as: Person, key?: string) =>
    testApp.call(payInvoice, {
      as,
      params: { id },
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    })
  const tries = async () => {
    const { rows } = await testApp.database.pool.query<{ tries: number }>(
      'select tries from payments.invoices where id = $1',
      [id],
    )
    return rows[0]?.tries
  }
  assert.equal((await pay(carol)).status, 404)
  await join(testApp, carol, { kind: 'billing_entity', id: billingEntity }, 'User')
  assert.equal((await pay(carol)).status, 403)
  assert.equal(await tries(), 1)

  const key = newId()
  assert.deepEqual([(await pay(alice, key)).status, (await pay(alice, key)).status], [200, 200])
  await testApp.settle()
  assert.equal(await tries(), 2)

  await testApp.database.pool.query('delete from payments.cards where billing_entity_id = $1', [
    billingEntity,
  ])
  assert.equal((await pay(alice)).body['code'], 'card.missing')
  await giveCard(testApp, alice, billingEntity)
  assert.equal((await openInvoice(billingEntity))?.status, 'paid')
  const again = await pay(alice)
  assert.deepEqual([again.status, again.body['code']], [409, 'invoice.closed'])
})
