import { listBillingEntityActivity, listSiteActivity } from '@byre/contract/activity'
import { payInvoice } from '@byre/contract/billing/invoice-payments'
import { changeSubscriptionItem, listSubscriptionItems } from '@byre/contract/billing/subscriptions'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardNumbers, giveCard } from '../../testing/billing.ts'
import { invoicesOf } from '../../testing/invoices.ts'
import { newBillingEntity, newSite, plans } from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'

/* What was done about money, as those who run a payer or a site read it afterwards. */

const { testApp, alice } = await startWith(['alice'], { TAX_NUMBERS: 'GST=1' })

async function siteOf(card: string) {
  const { id: billingEntity } = await newBillingEntity(testApp, alice)
  await giveCard(testApp, alice, billingEntity, { number: card })
  const { id: site } = await newSite(testApp, alice, { billing_entity_id: billingEntity })
  await testApp.pass(14)
  return { billingEntity, site }
}

/** Everything but how it began, the oldest first. */
async function storyOf(call: typeof listBillingEntityActivity | typeof listSiteActivity, id: string) {
  const { reply } = await testApp.call(call, { as: alice, params: { id } })
  return reply.activity
    .filter(({ deed }) => !/^(create|add)/.test(deed))
    .map(({ what, changes }) => ({ what, changes: new Map(changes.map((one) => [one.field, one.after])) }))
    .toReversed()
}

test('whether a subscription was ended, kept, paused, resumed or its plan changed is told by its name', async () => {
  const { billingEntity, site } = await siteOf(cardNumbers.pays)
  const { reply } = await testApp.call(listSubscriptionItems, { as: alice, query: { site_id: site } })
  const params = { id: reply.subscription_items[0]!.id }
  const change = async (body: Record<string, string>) => {
    const { status } = await testApp.call(changeSubscriptionItem, { as: alice, params, body })
    assert.equal(status, 200, JSON.stringify(body))
  }
  const resumes_on = new Date(testApp.clock.now().getTime() + 90 * 86_400_000).toISOString().slice(0, 10)
  await change({ action: 'remove' })
  await change({ action: 'keep' })
  await change({ plan_id: plans.herd })
  await change({ action: 'pause', resumes_on })
  await testApp.pass(40)
  await change({ action: 'resume' })

  const expected = [
    'Ended the subscription',
    'Kept the subscription',
    'Changed the plan',
    'Paused the subscription',
    'Resumed the subscription',
  ]
  const ofSite = await storyOf(listSiteActivity, site)
  assert.deepEqual(
    ofSite.map(({ what }) => what),
    expected,
  )
  assert.equal(ofSite[3]?.changes.get('resumes_on'), resumes_on)
  assert.deepEqual(
    (await storyOf(listBillingEntityActivity, billingEntity)).map(({ what }) => what),
    expected,
  )
})

test('a payment that was tried again, and an invoice that was credited, are told in words and money', async () => {
  const { billingEntity } = await siteOf(cardNumbers.declines)
  const [debt] = await invoicesOf(testApp, alice, billingEntity)
  const { status } = await testApp.call(payInvoice, { as: alice, params: { id: debt!.id } })
  assert.equal(status, 200)
  await testApp.settle()
  await testApp.app.creditInvoice({ invoice_id: debt!.id, reason: 'Not used.' })

  const story = await storyOf(listBillingEntityActivity, billingEntity)
  assert.deepEqual(
    story.map(({ what }) => what),
    ['Tried a payment again', 'Was credited an invoice'],
  )
  assert.deepEqual([...story[1]!.changes].toSorted(), [
    ['credit_note', debt!.number.replace(/1$/, '2')],
    ['invoice', debt!.number],
    ['reason', 'Not used.'],
    ['total', 'C$30.45'],
  ])
})
