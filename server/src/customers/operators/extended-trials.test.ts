import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listInvoices } from '@byre/contract/billing/invoices'
import {
  changeSubscriptionItem,
  listSubscriptionItems,
  listSubscriptions,
} from '@byre/contract/billing/subscriptions'
import { giveCard } from '../../testing/billing.ts'
import { startWith } from '../../testing/people.ts'
import { newBillingEntity, newSite } from '../../testing/places.ts'

/* What staff have done when they let a trial last longer; the command itself is in scripts/byre-trials.test.ts. */

const { testApp, alice } = await startWith(['alice'])

let made = 0
async function siteInTrial() {
  const email = `longer-${(made += 1)}@north.example`
  const { id: payer } = await newBillingEntity(testApp, alice, { email })
  const { id } = await newSite(testApp, alice, { billing_entity_id: payer })
  return { id, payer, email }
}

const extend = (id: string, until: string) =>
  testApp.app.extendTrial({ id, until, staff: 'maria', witness: async () => undefined })
const subscriptionOf = async (site_id: string) =>
  (await testApp.call(listSubscriptions, { as: alice, query: { site_id } })).reply.subscriptions[0]!
/** The day so many days after the one on which a site’s trial ends by now. */
const dayAfterEnd = async (id: string, days: number) => {
  const end = Date.parse((await subscriptionOf(id)).trial_ends_at!)
  return new Date(end + days * 86_400_000).toISOString().slice(0, 10)
}
const invoicesOf = async (billing_entity_id: string) =>
  (await testApp.call(listInvoices, { as: alice, query: { billing_entity_id } })).reply.invoices
const subjectsTo = async (email: string) => (await testApp.mailsTo(email)).map(({ subject }) => subject)
const passTo = async (days: number) => {
  for (let day = 0; day < days; day++) await testApp.pass(1)
}
const [in7, in3, in1] = ['in 7 days', 'in 3 days', 'tomorrow'].map(
  (when) => `The free trial of North Pasture ends ${when}`,
)

test('an extended trial costs nothing until its new end, is reminded of anew, and is charged from then on', async () => {
  const { id, payer, email } = await siteInTrial()
  await giveCard(testApp, alice, payer)
  const { trial_ends_at } = await subscriptionOf(id)
  await passTo(13)
  assert.deepEqual(await subjectsTo(email), [in7, in3, in1])

  const said = await extend(id, await dayAfterEnd(id, 9))
  const end = new Date(Date.parse(trial_ends_at!) + 9 * 86_400_000).toISOString()
  assert.deepEqual([said?.extended, said?.trial_ends_at], [true, end])
  assert.equal((await subscriptionOf(id)).trial_ends_at, end)
  const dueAt = async () =>
    (
      await testApp.database.pool.query<{ due_at: string }>(
        `select due_at from payments.subscriptions where site_id = $1`,
        [id],
      )
    ).rows[0]?.due_at
  assert.equal(await dueAt(), new Date(Date.parse(end) - 7 * 86_400_000).toISOString())
  await passTo(2)
  assert.deepEqual([await invoicesOf(payer), (await subjectsTo(email)).length], [[], 3])

  await passTo(2)
  assert.deepEqual(await subjectsTo(email), [in7, in3, in1, in7])
  await passTo(5)
  assert.deepEqual(await subjectsTo(email), [in7, in3, in1, in7, in3, in1])
  assert.equal((await subscriptionOf(id)).status, 'trialing')
  await passTo(1)
  assert.deepEqual(
    [(await subscriptionOf(id)).current_period_start?.slice(0, 10), (await invoicesOf(payer)).length],
    [end.slice(0, 10), 1],
  )
})

test('a reminder that waits to leave is not sent once the trial was extended; one whose time stays past is not repeated', async () => {
  const { id, email } = await siteInTrial()
  testApp.clock.pass(8)
  await testApp.app.runBilling(testApp.clock.now())
  await extend(id, await dayAfterEnd(id, 14))
  assert.deepEqual(await subjectsTo(email), [])
  await passTo(13)
  assert.deepEqual(await subjectsTo(email), [in7])

  // Two days more: seven days before that is past by now, three and one are not.
  await passTo(3)
  await extend(id, await dayAfterEnd(id, 2))
  await passTo(1)
  assert.deepEqual(await subjectsTo(email), [in7])
  await passTo(2)
  assert.deepEqual(await subjectsTo(email), [in7, in3])
})

test('a trial that was cancelled ends later, and costs nothing then either', async () => {
  const { id, payer } = await siteInTrial()
  await giveCard(testApp, alice, payer)
  const { reply } = await testApp.call(listSubscriptionItems, { as: alice, query: { site_id: id } })
  const item = { as: alice, params: { id: reply.subscription_items[0]!.id } }
  await testApp.call(changeSubscriptionItem, { ...item, body: { action: 'remove' } })
  await extend(id, await dayAfterEnd(id, 16))
  const { cancel_at, trial_ends_at, status } = await subscriptionOf(id)
  assert.deepEqual([cancel_at, status], [trial_ends_at, 'trialing'])
  await testApp.pass(31)
  const { reply: after } = await testApp.call(listSubscriptions, { as: alice, query: { site_id: id } })
  assert.deepEqual([after.subscriptions, await invoicesOf(payer)], [[], []])
})

test('extended in the moment in which it ends, a trial either goes on or has ended, and is refused then', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, payer } = await siteInTrial()
    await giveCard(testApp, alice, payer)
    const until = await dayAfterEnd(id, 5)
    testApp.clock.pass(14)
    const [extended] = await Promise.allSettled([
      extend(id, until),
      testApp.app.runBilling(testApp.clock.now()),
    ])
    const { status } = await subscriptionOf(id)
    const invoices = (await invoicesOf(payer)).length
    if (extended.status === 'fulfilled') assert.deepEqual([status, invoices], ['trialing', 0])
    else {
      assert.match(String(extended.reason), /in no free trial/)
      assert.equal(invoices, 1)
    }
  }
})
