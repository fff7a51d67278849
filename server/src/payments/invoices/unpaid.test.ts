import { updateBillingEntity } from '@byre/contract/billing/billing-entities'
import { payInvoice } from '@byre/contract/billing/invoice-payments'
import { listUnpaid, type Unpaid } from '@byre/contract/billing/unpaid'
import { getSite, listSites } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billingEntityOfSites, cardNumbers, letCard } from '../../testing/billing.ts'
import { invoicesOf } from '../../testing/invoices.ts'
import { startWith } from '../../testing/people.ts'
import { join } from '../../testing/places.ts'
import type { Person } from '../../testing/test-app.ts'

/* What is not paid is told where its people land, with the one thing that helps; places say how they stand. */

const { testApp, alice, bob, carol } = await startWith(['alice', 'bob', 'carol'])

const unpaidOf = async (as: Person) => (await testApp.call(listUnpaid, { as })).reply.unpaid
const saysOf = ({ status, place_names: names, remedy }: Unpaid) => [status, names, remedy]
const statesOf = async (as: Person) =>
  (await testApp.call(listSites, { as })).reply.sites.map(({ access_state: state }) => state)

test('C02 what a payer does not pay for is told with its sum and what helps, to those who run it alone', async () => {
  const { id, sites } = await billingEntityOfSites(testApp, alice, 4, cardNumbers.declines)
  await testApp.call(updateBillingEntity, { as: alice, params: { id }, body: { name: 'Ardley Cattle' } })
  await join(testApp, bob, { kind: 'site', id: sites[0]! }, 'Admin')
  assert.deepEqual(await unpaidOf(alice), [], 'a trial owes nothing')

  const names = ['Pasture 1', 'Pasture 2', 'Pasture 3', 'Pasture 4']
  await testApp.pass(15)
  const [first, ...more] = await unpaidOf(alice)
  assert.deepEqual(more, [])
  assert.ok(first)
  const open = await invoicesOf(testApp, alice, id)
  assert.deepEqual(
    [first.billing_entity_id, first.billing_entity_name, first.amount, first.currency],
    [id, 'Ardley Cattle', open.reduce((sum, { total }) => sum + total, 0), 'cad'],
  )
  assert.deepEqual(saysOf(first), ['past_due', names, 'try_again'])
  assert.equal(first.next_try_at, open.map(({ next_try_at }) => next_try_at).toSorted()[0])
  assert.deepEqual(await statesOf(alice), ['ok', 'ok', 'ok', 'ok'])
  assert.deepEqual([await unpaidOf(bob), await unpaidOf(carol)], [[], []], 'not who runs a place alone')

  await testApp.pass(14)
  assert.deepEqual((await unpaidOf(alice)).map(saysOf)[0]?.[0], 'read_only')
  assert.deepEqual(await statesOf(alice), ['read_only', 'read_only', 'read_only', 'read_only'])
  await testApp.pass(7)
  assert.equal((await unpaidOf(alice))[0]?.status, 'stopped')
  const seenByBob = await testApp.call(getSite, { as: bob, params: { id: sites[0]! } })
  assert.equal(seenByBob.reply.access_state, 'stopped')

  await letCard(testApp, id, 'pays')
  await testApp.call(payInvoice, { as: alice, params: { id: open[0]!.id }, body: { all: '1' } })
  await testApp.settle()
  assert.deepEqual(await unpaidOf(alice), [])
  assert.deepEqual(await statesOf(alice), ['ok', 'ok', 'ok', 'ok'])
})

test('a card that will never pay is to be replaced, one that asks its bank is confirmed, none is added', async () => {
  const never = await billingEntityOfSites(testApp, carol, 1, cardNumbers.neverPays)
  const asks = await billingEntityOfSites(testApp, carol, 1)
  await letCard(testApp, asks.id, 'asks')
  const none = await billingEntityOfSites(testApp, carol, 2, null)
  await testApp.pass(15)
  const unpaid = await unpaidOf(carol)
  const remedies = new Map(unpaid.map((one) => [one.billing_entity_id, [one.remedy, one.amount > 0]]))
  assert.deepEqual(
    [remedies.get(never.id), remedies.get(asks.id), remedies.get(none.id)],
    [
      ['replace_card', true],
      ['confirm', true],
      ['add_card', false],
    ],
  )
  const order = unpaid.map(({ status }) => status)
  assert.deepEqual(
    order,
    order.toSorted((a, b) => worstFirst.indexOf(a) - worstFirst.indexOf(b)),
  )
})

const worstFirst = ['stopped', 'read_only', 'past_due', 'active']
