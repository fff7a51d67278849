import {
  createBillingEntity,
  getBillingEntity,
  updateBillingEntity,
} from '@byre/contract/billing/billing-entities'
import { addCard } from '@byre/contract/billing/cards'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardNumbers } from '../../testing/billing.ts'
import { invoiceOf, invoicesOf } from '../../testing/invoices.ts'
import { newSite, billingEntityFields } from '../../testing/places.ts'
import { StripeStandIn } from '../../testing/stripe/stand-in.ts'
import { startWith } from '../../testing/people.ts'
import { TestApp } from '../../testing/test-app.ts'

/* The first card of a payer of whom nobody has said where it is: taxes go by that. */

const { testApp, alice } = await startWith(['alice'], { TAX_NUMBERS: 'GST=1,QST=2' })

async function billingEntityWith(
  fields: Record<string, string> = {},
  at = testApp,
  as = alice,
): Promise<string> {
  const { reply } = await at.call(createBillingEntity, { as, body: { ...billingEntityFields, ...fields } })
  return reply.id
}
const read = async (id: string) => (await testApp.call(getBillingEntity, { as: alice, params: { id } })).reply

const exp_year = String(new Date().getUTCFullYear() + 2)
const add = (billing_entity_id: string, said: Record<string, string> = {}, number = cardNumbers.pays) =>
  testApp.call(addCard, {
    as: alice,
    body: { billing_entity_id, number, exp_month: '12', exp_year, cvc: '123', ...said },
  })

const fieldsOf = (body: { errors?: unknown }) =>
  (body.errors as { field: string }[]).map(({ field }) => field)

const refusedOn = async (answer: ReturnType<typeof add>) => {
  const { status, body } = await answer
  assert.deepEqual([status, body.code], [400, 'request.invalid'])
  return body.errors
}

/** What the gateway was asked, and what became of it. */
async function traces(billingEntity: string): Promise<number> {
  const { rows } = await testApp.database.pool.query<{ n: number }>(
    `select (select count(*) from payments.card_attempts where billing_entity_id = $1)::int
       + (select count(*) from payments.cards where billing_entity_id = $1)::int
       + (select count(*) from payments.sandbox_cards where customer = 'sandbox_payer_' || $1)::int
       + (select count(*) from payments.gateway_customers where billing_entity_id = $1)::int as n`,
    [billingEntity],
  )
  return rows[0]!.n
}

const linesOf = async (billingEntity: string) =>
  await testApp.database.db
    .selectFrom('platform.audit')
    .select(['actor_id', 'before', 'after'])
    .where('subject_id', '=', billingEntity)
    .where('deed', '=', 'updateBillingEntity')
    .execute()

test('a first card is refused while nobody has said where its payer is, before the gateway is asked', async () => {
  const billingEntity = await billingEntityWith()
  assert.deepEqual(await refusedOn(add(billingEntity)), [
    { field: 'country', message: 'Please choose Canada or USA.' },
    { field: 'region', message: 'Please choose a province or state.' },
  ])
  const [province, state] = ['Please choose a province.', 'Please choose a state.']
  assert.deepEqual(await refusedOn(add(billingEntity, { country: 'Canada' })), [
    { field: 'region', message: province },
  ])
  assert.deepEqual(await refusedOn(add(billingEntity, { country: 'USA', region: 'QC' })), [
    { field: 'region', message: state },
  ])
  const abroad = await add(billingEntity, { country: 'France', region: 'QC' })
  assert.deepEqual([abroad.status, fieldsOf(abroad.body)[0]], [400, 'country'])
  assert.equal(await traces(billingEntity), 0)
  assert.equal((await read(billingEntity)).country, null)

  const canadian = await billingEntityWith({ country: 'Canada' })
  assert.deepEqual(await refusedOn(add(canadian)), [{ field: 'region', message: province }])
  assert.equal(await traces(canadian), 0)
})

test('where a payer is, said with its card, stands with it; its first charge bears that province’s taxes', async () => {
  const billingEntity = await billingEntityWith({ country: 'Canada', postal_code: 'G5L 1A1' })
  const site = await newSite(testApp, alice, { billing_entity_id: billingEntity })
  assert.equal((await add(billingEntity, { region: 'Quebec' })).status, 201)

  const { country, region, postal_code } = await read(billingEntity)
  assert.deepEqual([country, region, postal_code], ['Canada', 'QC', 'G5L 1A1'])
  assert.deepEqual(await linesOf(billingEntity), [
    {
      actor_id: alice.id,
      before: { country: 'Canada', region: null },
      after: { country: 'Canada', region: 'QC' },
    },
  ])

  await testApp.pass(14)
  const [head] = await invoicesOf(testApp, alice, billingEntity)
  const invoice = await invoiceOf(testApp, alice, head!.id)
  assert.equal(invoice.status, 'paid')
  assert.equal(invoice.site_id, site.id)
  assert.deepEqual(
    invoice.taxes.map(({ name, amount }) => [name, amount]),
    [
      ['GST', 145],
      ['QST', 289],
    ],
  )
  assert.equal(invoice.payer.region, 'QC')
})

test('a payer whose place is known keeps it, whatever comes with a card', async () => {
  const billingEntity = await billingEntityWith({ country: 'Canada', region: 'AB' })
  assert.equal((await add(billingEntity, { country: 'USA', region: 'MT' })).status, 201)
  const { country, region } = await read(billingEntity)
  assert.deepEqual([country, region], ['Canada', 'AB'])
  assert.deepEqual(await linesOf(billingEntity), [])
})

test('a declined card says nothing of its payer; one that waits for its bank does', async () => {
  const billingEntity = await billingEntityWith({ postal_code: 'T4H 1A1' })
  const said = { country: 'USA', region: 'MT' }
  assert.equal((await add(billingEntity, said, '4000000000000002')).body.code, 'card.declined')
  assert.equal((await read(billingEntity)).region, null)

  const { reply } = await add(billingEntity, said, '4000002500003155')
  assert.equal(reply.status, 'requires_action')
  const { country, region, postal_code } = await read(billingEntity)
  assert.deepEqual([country, region, postal_code], ['USA', 'MT', null], 'with no postal code of elsewhere')
})

test('D02 whoever edits the payer meanwhile is not overwritten, and learns that it has changed', async () => {
  const billingEntity = await billingEntityWith()
  assert.equal((await add(billingEntity, { country: 'Canada', region: 'ON' })).status, 201)
  const { status } = await testApp.call(updateBillingEntity, {
    as: alice,
    params: { id: billingEntity },
    body: { name: 'Another name' },
    headers: { 'if-match': '"1"' },
  })
  assert.equal(status, 412)
})

test('P01 with Stripe the same is asked, before a card given by name is kept there', async () => {
  const standIn = await StripeStandIn.open()
  const stripes = await TestApp.start({
    PAYMENT_GATEWAY: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_stories',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_stories',
    STRIPE_WEBHOOK_SECRET: 'whsec_stories',
    STRIPE_API_BASE: standIn.url,
  })
  try {
    const bob = await stripes.person('bob')
    const billingEntity = await billingEntityWith({ country: 'Canada' }, stripes, bob)
    const payment_method = standIn.book.newMethod('pays', { last4: '4242' })
    const give = (said: object) =>
      stripes.call(addCard, { as: bob, body: { billing_entity_id: billingEntity, payment_method, ...said } })

    assert.deepEqual(fieldsOf((await give({})).body), ['region'])
    assert.deepEqual(standIn.calls, [])
    assert.equal((await give({ region: 'BC' })).status, 201)
    const { reply } = await stripes.call(getBillingEntity, { as: bob, params: { id: billingEntity } })
    assert.deepEqual([reply.region, reply.last_four], ['BC', '4242'])
  } finally {
    await stripes.close()
    await standIn.close()
  }
})
