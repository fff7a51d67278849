import { getSpending } from '@byre/contract/billing/spending'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billingEntityOfSites, cardNumbers } from '../../testing/billing.ts'
import { invoicesOf } from '../../testing/invoices.ts'
import { startWith } from '../../testing/people.ts'
import { join } from '../../testing/places.ts'
import type { Person } from '../../testing/test-app.ts'

/* A year of what was invoiced, paid and owed apart, and what the next 30 days bring: of one's own payers alone. */

const { testApp, alice, bob, carol } = await startWith(['alice', 'bob', 'carol'])

const spendingOf = async (as: Person, query: Record<string, string> = {}) =>
  (await testApp.call(getSpending, { as, query })).reply
const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)

test('a year of spending is twelve months of what is paid and what is owed, and comes to the invoices', async () => {
  const good = await billingEntityOfSites(testApp, alice, 2)
  const late = await billingEntityOfSites(testApp, alice, 1, cardNumbers.declines)
  await join(testApp, bob, { kind: 'site', id: good.sites[0]! }, 'Admin')
  assert.deepEqual((await spendingOf(alice)).months, [], 'a trial was not invoiced')
  assert.deepEqual(sum((await spendingOf(alice)).coming.map(({ places }) => places)), 3)

  await testApp.pass(16)
  const { months, coming } = await spendingOf(alice)
  assert.deepEqual([months.length, new Set(months.map(({ currency }) => currency)).size], [12, 1])
  assert.equal(months.at(-1)?.month, testApp.clock.now().toISOString().slice(0, 7))
  const invoiced = async (id: string) => sum((await invoicesOf(testApp, alice, id)).map(({ total }) => total))
  assert.equal(sum(months.map(({ paid }) => paid)), await invoiced(good.id))
  assert.equal(sum(months.map(({ owed }) => owed)), await invoiced(late.id))
  assert.equal(sum(coming.map(({ places }) => places)), 3, 'the next month of each')

  const alone = await spendingOf(alice, { billing_entity_id: late.id })
  assert.deepEqual([sum(alone.months.map(({ paid }) => paid)), alone.coming.length], [0, 1])

  const nothing = { months: [], coming: [] }
  assert.deepEqual(await spendingOf(bob), nothing, 'who runs a place alone')
  assert.deepEqual(await spendingOf(carol, { billing_entity_id: good.id }), nothing)
})
