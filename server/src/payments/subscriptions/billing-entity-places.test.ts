import {
  createBillingEntity,
  getBillingEntity,
  updateBillingEntity,
} from '@byre/contract/billing/billing-entities'
import { addCard, confirmCard, getCard, updateCard } from '@byre/contract/billing/cards'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardNumbers, giveCard } from '../../testing/billing.ts'
import { invoiceOf, invoicesOf } from '../../testing/invoices.ts'
import { newBillingEntity, newSite, billingEntityFields } from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'

/* Where a payer is stays known for as long as it has a card: taxes go by it. */

const { testApp, alice } = await startWith(['alice'], { TAX_NUMBERS: 'GST=1,QST=2' })

const read = async (id: string) => (await testApp.call(getBillingEntity, { as: alice, params: { id } })).reply
const placeOf = async (id: string) => {
  const { country, region } = await read(id)
  return [country, region]
}
const change = (id: string, body: Record<string, string>) =>
  testApp.call(updateBillingEntity, { as: alice, params: { id }, body })

const expiry = { exp_month: '11', exp_year: String(new Date().getUTCFullYear() + 2) }
const another = { number: cardNumbers.alsoPays, cvc: '123', ...expiry }
const replace = (id: string, body: Record<string, string>) =>
  testApp.call(updateCard, { as: alice, params: { id }, body })

/** A payer that had a card before anybody was asked where it is. */
async function oldBillingEntity(
  known: { country?: string } = {},
): Promise<{ billingEntity: string; card: string }> {
  const { id: billingEntity } = await newBillingEntity(testApp, alice)
  const card = await giveCard(testApp, alice, billingEntity)
  await testApp.database.pool.query(
    'update customers.billing_entities set country = $2, region = null where id = $1',
    [billingEntity, known.country ?? null],
  )
  return { billingEntity, card }
}

const refusedOn = ({ status, body }: { status: number; body: Record<string, unknown> }) => {
  assert.deepEqual([status, body['code']], [400, 'request.invalid'])
  return (body['errors'] as { field: string; message: string }[]).map(({ field, message }) => [
    field,
    message,
  ])
}

test('another card of a payer nobody has placed is refused until somebody says where that is', async () => {
  const { billingEntity, card } = await oldBillingEntity()
  assert.deepEqual(refusedOn(await replace(card, another)), [
    ['country', 'Please choose Canada or USA.'],
    ['region', 'Please choose a province or state.'],
  ])
  const { reply: kept } = await testApp.call(getCard, { as: alice, params: { id: card } })
  assert.equal(kept.last_four, '4242')

  const answer = await replace(card, { ...another, country: 'Canada', region: 'Quebec' })
  assert.deepEqual([answer.status, answer.reply.last_four], [200, '4444'])
  assert.deepEqual(await placeOf(billingEntity), ['Canada', 'QC'])
})

test('a new expiry alone asks for it too; what is charged next bears the taxes of that province', async () => {
  const { billingEntity, card } = await oldBillingEntity({ country: 'Canada' })
  await newSite(testApp, alice, { billing_entity_id: billingEntity })
  assert.deepEqual(refusedOn(await replace(card, expiry)), [['region', 'Please choose a province.']])

  const placed = { ...expiry, region: 'QC' }
  assert.deepEqual(
    [(await replace(card, placed)).status, await placeOf(billingEntity)],
    [200, ['Canada', 'QC']],
  )
  assert.equal((await replace(card, placed)).status, 200, 'the same again')
  await testApp.pass(14)
  const [head] = await invoicesOf(testApp, alice, billingEntity)
  const { taxes } = await invoiceOf(testApp, alice, head!.id)
  assert.deepEqual(
    taxes.map(({ name }) => name),
    ['GST', 'QST'],
  )
})

test('said with an expiry that is no other, it is kept all the same', async () => {
  const { billingEntity, card } = await oldBillingEntity()
  const same = { exp_month: '12', exp_year: String(new Date().getUTCFullYear() + 5) }
  assert.equal((await replace(card, { ...same, country: 'USA', region: 'MT' })).status, 200)
  assert.deepEqual(await placeOf(billingEntity), ['USA', 'MT'])
})

test('where a payer is can be changed while it has a card, and not be emptied', async () => {
  const { id: billingEntity } = await newBillingEntity(testApp, alice, { country: 'Canada', region: 'QC' })
  await giveCard(testApp, alice, billingEntity)

  const province = [['region', 'Please choose a province.']]
  assert.deepEqual(refusedOn(await change(billingEntity, { region: '' })), province)
  assert.deepEqual(
    refusedOn(await change(billingEntity, { country: 'Canada', region: '', postal_code: '' })),
    province,
  )
  assert.deepEqual(refusedOn(await change(billingEntity, { country: '', region: '', postal_code: '' })), [
    ['country', 'Please choose Canada or USA.'],
    ['region', 'Please choose a province or state.'],
  ])
  assert.deepEqual(refusedOn(await change(billingEntity, { country: '' })), [
    ['country', 'Please choose Canada or USA.'],
  ])
  assert.deepEqual(await placeOf(billingEntity), ['Canada', 'QC'])

  assert.equal((await change(billingEntity, { country: 'USA', region: 'MT', postal_code: '' })).status, 200)
  assert.equal((await change(billingEntity, { city: '', postal_code: '' })).status, 200)
  assert.deepEqual(await placeOf(billingEntity), ['USA', 'MT'])
})

test('a payer without a card may leave it open, and an old one keeps its other fields free to change', async () => {
  const { id: free } = await newBillingEntity(testApp, alice)
  assert.equal((await change(free, { country: '', region: '', postal_code: '' })).status, 200)
  assert.deepEqual(await placeOf(free), [null, null])

  const { billingEntity } = await oldBillingEntity({ country: 'Canada' })
  assert.equal(
    (await change(billingEntity, { name: 'Another name', country: 'Canada', region: '' })).status,
    200,
  )
  assert.deepEqual(refusedOn(await change(billingEntity, { country: 'USA', region: '', postal_code: '' })), [
    ['region', 'Please choose a state.'],
  ])
})

test('a card that its bank confirms is not kept when its payer’s place was emptied meanwhile', async () => {
  const { reply } = await testApp.call(createBillingEntity, { as: alice, body: billingEntityFields })
  const body = { billing_entity_id: reply.id, ...another, number: '4000002500003155' }
  const given = await testApp.call(addCard, { as: alice, body: { ...body, country: 'Canada', region: 'QC' } })
  assert.equal(given.reply.status, 'requires_action')
  assert.equal((await change(reply.id, { country: '', region: '', postal_code: '' })).status, 200)

  const { pathname } = new URL(given.reply.action_url ?? '')
  await testApp.send('POST', pathname, { body: { answer: 'approve' } })
  const confirmed = await testApp.call(confirmCard, { as: alice, params: { id: given.reply.id } })
  assert.deepEqual(refusedOn(confirmed)[0], ['country', 'Please choose Canada or USA.'])
  assert.equal((await read(reply.id)).last_four, null)
})
