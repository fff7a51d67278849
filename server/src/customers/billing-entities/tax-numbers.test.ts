import {
  createBillingEntity,
  getBillingEntity,
  listBillingEntities,
  updateBillingEntity,
} from '@byre/contract/billing/billing-entities'
import { readTaxNumber, taxNumbersAsked, type TaxNumberKey } from '@byre/contract/billing/tax-numbers'
import { listBillingEntityActivity } from '@byre/contract/activity'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { billingEntityFields, join, newBillingEntity } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'

/* Alice owns payers, Erin administers one, Bob is a User of it, Carol a stranger. */

let testApp: TestApp
let alice: Person
before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
})
after(() => testApp.close())

const quebec = { country: 'Canada', region: 'QC', postal_code: 'G5L 1A1' }
const montana = { country: 'USA', region: 'MT', postal_code: '59718' }
const gst = '123456782 RT0001'
const qst = '1234567890 TQ0001'
const change = (id: string, body: Record<string, string>, as = alice, headers: Record<string, string> = {}) =>
  testApp.call(updateBillingEntity, { as, params: { id }, body, headers })
const numbersOf = async (id: string, as = alice) => {
  const { gst_hst_number, qst_number, ein } = (await testApp.call(getBillingEntity, { as, params: { id } }))
    .reply
  return [gst_hst_number, qst_number, ein]
}
/** What a refusal says of which fields. */
const errorsOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['errors'],
]

/** Each with its spelling, or null where it is none; the nine digits are the CRA's own and others' published examples. */
const forms: Record<TaxNumberKey, Record<string, string | null>> = {
  gst_hst_number: {
    '123456782 RT0001': gst,
    '123456782rt0001': gst,
    '12345-6782 rt 0001': gst,
    '123026635RT0002': '123026635 RT0002',
    '123456789 RT0001': null,
    '123456782 RT0000': null,
    '123456782 RC0001': null,
    '123456782': null,
    '12345678 RT0001': null,
    '123456782 RT00012': null,
  },
  qst_number: {
    '1234567890 TQ0001': qst,
    '1234567890tq0001': qst,
    '12-3456-7890 TQ 0001': qst,
    '123456789 TQ0001': null,
    '1234567890 TQ0000': null,
    '1234567890 RT0001': null,
    '1234567890': null,
  },
  ein: {
    '12-3456789': '12-3456789',
    '123456789': '12-3456789',
    '01-0000001': '01-0000001',
    '99 1234567': '99-1234567',
    '07-1234567': '07-1234567',
    '00-1234567': null,
    '12-345678': null,
    '12-345678A': null,
  },
}
for (const [key, spellings] of Object.entries(forms))
  for (const [text, spelling] of Object.entries(spellings))
    test(`${key}: ${text} is ${spelling ?? 'none'}`, () => {
      assert.equal(readTaxNumber(key as TaxNumberKey, text), spelling)
    })

test('which numbers are asked goes by country and province', () => {
  assert.deepEqual(taxNumbersAsked({ country: 'Canada', region: 'AB' }), ['gst_hst_number'])
  assert.deepEqual(taxNumbersAsked({ country: 'Canada', region: 'Quebec' }), ['gst_hst_number', 'qst_number'])
  assert.deepEqual(taxNumbersAsked({ country: 'Canada', region: null }), ['gst_hst_number'])
  assert.deepEqual(taxNumbersAsked({ country: 'USA', region: 'MT' }), ['ein'])
  assert.deepEqual(taxNumbersAsked({ country: null, region: null }), [])
})

test('a payer’s tax numbers are kept in their usual spelling, and emptied by an empty text', async () => {
  const body = { ...billingEntityFields, ...quebec, gst_hst_number: '123456782rt0001', qst_number: '' }
  const { status, reply } = await testApp.call(createBillingEntity, { as: alice, body })
  assert.equal(status, 201)
  assert.deepEqual([reply.gst_hst_number, reply.qst_number, reply.ein], [gst, null, null])

  const changed = await change(reply.id, { qst_number: '12 3456 7890 tq 0001' })
  assert.deepEqual([changed.status, changed.reply.qst_number], [200, qst])
  assert.deepEqual(await numbersOf(reply.id), [gst, qst, null])
  assert.equal((await change(reply.id, { gst_hst_number: '' })).status, 200)
  assert.deepEqual(await numbersOf(reply.id), [null, qst, null])

  const activity = await testApp.call(listBillingEntityActivity, { as: alice, params: { id: reply.id } })
  assert.ok(JSON.stringify(activity.reply).includes(qst), 'what was changed is written down')
  const stale = await change(reply.id, { qst_number: '' }, alice, { 'if-match': '"1"' })
  assert.equal(stale.status, 412)
})

test('a number of another form, or for elsewhere, is refused at its field with what it should look like', async () => {
  const { id } = await newBillingEntity(testApp, alice, quebec)
  const wrong = await change(id, { gst_hst_number: '123456789 RT0001', qst_number: '1', ein: '00-1234567' })
  assert.deepEqual(errorsOf(wrong), [
    400,
    [
      { field: 'gst_hst_number', message: 'GST/HST number should look like 123456782 RT0001.' },
      { field: 'qst_number', message: 'QST number should look like 1234567890 TQ0001.' },
      { field: 'ein', message: 'EIN should look like 12-3456789.' },
    ],
  ])
  assert.deepEqual(errorsOf(await change(id, { ein: '12-3456789' })), [
    400,
    [{ field: 'ein', message: 'An EIN is for payers in the USA.' }],
  ])
  const alberta = { country: 'Canada', region: 'AB', postal_code: 'T4H 1A1' }
  assert.deepEqual(errorsOf(await change(id, { ...alberta, qst_number: qst })), [
    400,
    [{ field: 'qst_number', message: 'A QST number is for payers in Quebec.' }],
  ])
  const abroad = { ...billingEntityFields, ...montana, gst_hst_number: gst }
  assert.deepEqual(errorsOf(await testApp.call(createBillingEntity, { as: alice, body: abroad })), [
    400,
    [{ field: 'gst_hst_number', message: 'A GST/HST number is for payers in Canada.' }],
  ])
  assert.deepEqual(await numbersOf(id), [null, null, null])
})

test('a payer that moves loses the numbers that are not for there, and no other', async () => {
  const { id } = await newBillingEntity(testApp, alice, { ...quebec, gst_hst_number: gst, qst_number: qst })
  assert.equal((await change(id, { region: 'AB', country: 'Canada', postal_code: 'T4H 1A1' })).status, 200)
  assert.deepEqual(await numbersOf(id), [gst, null, null])
  assert.equal((await change(id, { ...montana, ein: '123456789' })).status, 200)
  assert.deepEqual(await numbersOf(id), [null, null, '12-3456789'])
  const { rows } = await testApp.database.pool.query(
    `select before from platform.audit where subject_id = $1 and deed = 'updateBillingEntity' order by at desc limit 1`,
    [id],
  )
  assert.equal(rows[0].before.gst_hst_number, gst, 'what was lost is written down')
})

test('C02 a payer’s tax numbers are its Owners’ and Admins’ alone', async () => {
  const { id } = await newBillingEntity(testApp, alice, { ...quebec, gst_hst_number: gst })
  const [bob, carol, erin] = [
    await testApp.person('bob'),
    await testApp.person('carol'),
    await testApp.person('erin'),
  ]
  await join(testApp, bob, { kind: 'billing_entity', id }, 'User')
  await join(testApp, erin, { kind: 'billing_entity', id }, 'Admin')
  assert.deepEqual(await numbersOf(id, bob), [null, null, null])
  const listed = (await testApp.call(listBillingEntities, { as: bob })).reply.billing_entities
  assert.deepEqual(
    listed.map((one) => one.gst_hst_number),
    [null],
  )
  assert.equal((await change(id, { qst_number: qst }, bob)).status, 403)
  assert.equal((await change(id, { qst_number: qst }, carol)).status, 404)
  assert.equal((await change(id, { qst_number: qst }, erin)).status, 200)
  assert.deepEqual(await numbersOf(id, erin), [gst, qst, null])
})
