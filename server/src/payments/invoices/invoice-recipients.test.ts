import { deleteBillingEntity } from '@byre/contract/billing/billing-entities'
import {
  addInvoiceRecipient,
  confirmInvoiceRecipient,
  leaveInvoices,
  lookUpInvoiceLink,
  listInvoiceRecipients,
  removeInvoiceRecipient,
  resendInvoiceRecipient,
} from '@byre/contract/billing/invoice-recipients'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveCard } from '../../testing/billing.ts'
import { invoiced } from '../../testing/invoices.ts'
import { join, newBillingEntity, newSite } from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { withinDay } from '../../testing/windows.ts'
import { recipientSweep } from './recipient-sweeps.actions.ts'

const { testApp, alice, bob, carol } = await startWith(['alice', 'bob', 'carol'])

let addresses = 0
const newAddress = () => `books-${(addresses += 1)}@accountant.example`
const add = (as: Person, id: string, email: string) =>
  testApp.call(addInvoiceRecipient, { as, params: { id }, body: { email } })
const list = (as: Person, id: string) => testApp.call(listInvoiceRecipients, { as, params: { id } })

/** What the newest mail to an address links to. */
async function linkTo(email: string, deed: 'confirm' | 'leave') {
  const text = (await testApp.mailsTo(email)).at(-1)?.text ?? ''
  const [, id = '', token = ''] =
    new RegExp(`/invoice-copies#${deed}\\.([0-9a-f-]{36})\\.([\\w-]{43})`).exec(text) ?? []
  return { params: { id }, body: { token } }
}
const confirm = async (email: string) => testApp.call(confirmInvoiceRecipient, await linkTo(email, 'confirm'))

test('whoever confirms a mailed link gets a copy of each invoice, until they or the payer end it', async () => {
  const billingEntity = await newBillingEntity(testApp, alice, { email: newAddress() })
  const email = newAddress()
  const { status, reply } = await add(alice, billingEntity.id, email)
  assert.equal(status, 201)
  assert.equal(reply.confirmed_at, null)
  const link = await linkTo(email, 'confirm')
  assert.deepEqual((await testApp.call(confirmInvoiceRecipient, link)).reply, {
    email,
    payer_name: billingEntity.name,
  })
  const again = await testApp.call(confirmInvoiceRecipient, link)
  assert.deepEqual([again.status, again.body['code']], [400, 'link.dead'], 'a link works once')

  await newSite(testApp, alice, { billing_entity_id: billingEntity.id })
  await giveCard(testApp, alice, billingEntity.id)
  testApp.clock.pass(14)
  await testApp.app.runBilling(testApp.clock.now())
  const [own, copy] = [
    (await testApp.mailsTo(billingEntity.email!)).at(-1),
    (await testApp.mailsTo(email)).at(-1),
  ]
  assert.equal(copy?.subject, 'Receipt for North Pasture: C$29')
  assert.equal(own?.subject, copy.subject)
  assert.deepEqual(
    copy.attachments?.map(({ name }) => name.split('-')[0]),
    ['invoice', 'receipt'],
  )
  const bytes = Buffer.from(copy.attachments![0]!.content, 'base64').toString('latin1')
  assert.match(bytes, /^%PDF/)

  assert.equal((await testApp.call(leaveInvoices, await linkTo(email, 'leave'))).status, 200)
  assert.deepEqual((await list(alice, billingEntity.id)).reply.invoice_recipients, [])
  await testApp.pass(31)
  assert.equal((await testApp.mailsTo(email)).at(-1)?.id, copy.id, 'no more copies')
})

test('P04 with somebody’s key and another link nobody is told whose invoices go where', async () => {
  const billingEntity = await newBillingEntity(testApp, alice, { email: newAddress() })
  const email = newAddress()
  await add(alice, billingEntity.id, email)
  const link = await linkTo(email, 'confirm')
  const headers = { 'idempotency-key': 'form-1' }
  const first = await testApp.call(confirmInvoiceRecipient, { ...link, headers })
  assert.equal(first.status, 200)

  const guess = { ...link, body: { token: 'x'.repeat(43) }, headers }
  const guessed = await testApp.call(confirmInvoiceRecipient, guess)
  assert.deepEqual([guessed.status, guessed.body['code']], [400, 'link.dead'])
  assert.ok(!JSON.stringify(guessed.body).includes(email))
  const again = await testApp.call(confirmInvoiceRecipient, { ...link, headers })
  assert.deepEqual([again.status, again.reply], [200, first.reply], 'whoever has the link hears it again')
})

test('P04 a mailed link tells whose mails it is about before anything is answered, to nobody without it', async () => {
  const billingEntity = await newBillingEntity(testApp, alice, { email: newAddress() })
  const email = newAddress()
  await add(alice, billingEntity.id, email)
  const [confirmLink, never] = [await linkTo(email, 'confirm'), await linkTo(email, 'leave')]
  const about = { email, payer_name: billingEntity.name }
  for (const link of [confirmLink, never])
    assert.deepEqual((await testApp.call(lookUpInvoiceLink, link)).reply, about)
  assert.equal((await list(alice, billingEntity.id)).reply.invoice_recipients[0]?.confirmed_at, null)

  const forged = { ...confirmLink, body: { token: 'A'.repeat(43) } }
  const nobodys = { ...confirmLink, params: { id: billingEntity.id } }
  for (const link of [forged, nobodys]) {
    const { status, body } = await testApp.call(lookUpInvoiceLink, link)
    assert.deepEqual([status, body['code']], [400, 'link.dead'])
    assert.ok(!JSON.stringify(body).includes(email))
  }
  await testApp.call(leaveInvoices, never)
  assert.deepEqual(
    (await testApp.call(lookUpInvoiceLink, confirmLink)).reply,
    about,
    'who said no may still say yes',
  )
})

test('M05 no mail about invoices holds a card number, a token of the account or a code', async () => {
  const { email, invoice } = await invoiced(testApp, alice)
  const mail = (await testApp.mailsTo(email)).at(-1)!
  const words = `${mail.subject} ${mail.text} ${mail.html}`
  assert.match(words, new RegExp(invoice.number))
  for (const secret of ['4242424242424242', alice.token, alice.refresh, alice.password])
    assert.ok(!words.includes(secret))
  assert.ok(!words.includes('#leave'), 'the payer’s own mail ends nothing')
  assert.doesNotMatch(mail.html, /<img|src=/)
})

test('until an address has confirmed, nothing but the question is sent to it', async () => {
  const { billingEntity } = await invoiced(testApp, alice)
  const email = newAddress()
  await add(alice, billingEntity.id, email)
  await testApp.pass(31)
  assert.equal((await testApp.mailsTo(email)).length, 1)
})

test('the newest link alone works, for seven days; a forged one never', async () => {
  const billingEntity = await newBillingEntity(testApp, alice)
  const email = newAddress()
  const { reply } = await add(alice, billingEntity.id, email)
  const first = await linkTo(email, 'confirm')
  const params = { id: billingEntity.id, recipientId: reply.id }
  assert.equal((await testApp.call(resendInvoiceRecipient, { as: alice, params })).status, 200)
  assert.equal((await testApp.call(confirmInvoiceRecipient, first)).status, 400)
  const forged = { params: first.params, body: { token: 'A'.repeat(43) } }
  assert.equal((await testApp.call(confirmInvoiceRecipient, forged)).status, 400)
  const link = await linkTo(email, 'confirm')
  await testApp.database.pool.query(
    `update payments.invoice_recipients set asked_at = asked_at - interval '8 days' where id = $1`,
    [reply.id],
  )
  assert.equal((await testApp.call(confirmInvoiceRecipient, link)).status, 400)
  await testApp.call(resendInvoiceRecipient, { as: alice, params })
  assert.equal((await confirm(email)).status, 200)
  const late = await testApp.call(resendInvoiceRecipient, { as: alice, params })
  assert.deepEqual([late.status, late.body['code']], [409, 'recipient.confirmed'])
})

test('ten addresses at most, each once, also when they are added at once', async () => {
  const billingEntity = await newBillingEntity(testApp, alice)
  const answers = await Promise.all(
    Array.from({ length: 14 }, () => add(alice, billingEntity.id, newAddress())),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 10)
  assert.ok(answers.every(({ status, body }) => status === 201 || body['code'] === 'recipient.too_many'))
  const { reply } = await list(alice, billingEntity.id)
  assert.equal(reply.invoice_recipients.length, 10)
  const [present] = reply.invoice_recipients
  const params = { id: billingEntity.id, recipientId: present!.id }
  assert.equal((await testApp.call(removeInvoiceRecipient, { as: alice, params })).status, 200)
  const twice = await add(alice, billingEntity.id, reply.invoice_recipients[1]!.email)
  assert.deepEqual([twice.status, twice.body['code']], [409, 'recipient.exists'])
  assert.equal((await add(alice, billingEntity.id, billingEntity.email!)).status, 409)
})

test('C02 who gets invoices is seen and changed by Owners and Admins of the payer alone', async () => {
  const [billingEntity, other] = [
    await newBillingEntity(testApp, alice),
    await newBillingEntity(testApp, carol),
  ]
  await join(testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'User')
  const { reply } = await add(alice, billingEntity.id, newAddress())
  assert.equal((await list(bob, billingEntity.id)).status, 404)
  assert.equal((await list(carol, billingEntity.id)).status, 404)
  assert.equal((await add(bob, billingEntity.id, newAddress())).status, 403)
  assert.equal((await add(carol, billingEntity.id, newAddress())).status, 404)
  for (const id of [billingEntity.id, other.id]) {
    const params = { id, recipientId: reply.id }
    assert.equal((await testApp.call(removeInvoiceRecipient, { as: carol, params })).status, 404)
    assert.equal((await testApp.call(resendInvoiceRecipient, { as: carol, params })).status, 404)
  }
})

test('M03 an address is asked once a minute, and five times a day at most', () =>
  withinDay(async () => {
    const strict = await TestApp.start({ LIMIT_FACTOR: '1' })
    try {
      const dora = await strict.person('dora')
      const billingEntity = await newBillingEntity(strict, dora)
      const email = newAddress()
      const body = { email }
      const { reply } = await strict.call(addInvoiceRecipient, {
        as: dora,
        params: { id: billingEntity.id },
        body,
      })
      const params = { id: billingEntity.id, recipientId: reply.id }
      const statuses = []
      for (let one = 0; one < 6; one++) {
        statuses.push((await strict.call(resendInvoiceRecipient, { as: dora, params })).status)
        await strict.database.pool.query(
          `update payments.invoice_recipients set asked_at = asked_at - interval '1 minute'`,
        )
      }
      assert.deepEqual(statuses, [429, 200, 200, 200, 200, 429])
      assert.equal((await strict.mailsTo(email)).length, 5)
    } finally {
      await strict.close()
    }
  }))

test('whoever got copies of a deleted payer’s invoices is forgotten 30 days later, and nobody else', async () => {
  const [kept, fresh, gone] = [
    await newBillingEntity(testApp, alice),
    await newBillingEntity(testApp, alice),
    await newBillingEntity(testApp, alice),
  ]
  for (const { id } of [kept, fresh, gone])
    await testApp.call(addInvoiceRecipient, { as: alice, params: { id }, body: { email: newAddress() } })
  for (const { id } of [fresh, gone]) await testApp.call(deleteBillingEntity, { as: alice, params: { id } })
  await testApp.database.pool.query(
    `update customers.billing_entities set deleted_at = now() - interval '31 days' where id = $1`,
    [gone.id],
  )
  for (let time = 0; time < 2; time++) {
    await testApp.app.outbox.send(testApp.database.db, recipientSweep, {})
    await testApp.settle()
  }
  const { rows } = await testApp.database.pool.query<{ id: string }>(
    'select billing_entity_id as id from payments.invoice_recipients where billing_entity_id = any($1)',
    [[kept.id, fresh.id, gone.id]],
  )
  assert.deepEqual(rows.map(({ id }) => id).toSorted(), [kept.id, fresh.id].toSorted())
})
