import {
  createBillingEntity,
  getBillingEntity,
  updateBillingEntity,
} from '@byre/contract/billing/billing-entities'
import {
  addInvoiceRecipient,
  confirmInvoiceRecipient,
  leaveInvoices,
  listInvoiceRecipients,
  resendBillingEmail,
} from '@byre/contract/billing/invoice-recipients'
import { createSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { giveCard } from '../../testing/billing.ts'
import { invoiced } from '../../testing/invoices.ts'
import {
  join,
  newSite,
  newUnprovenBillingEntity,
  billingEntityFields,
  siteFields,
} from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'
import type { Person } from '../../testing/test-app.ts'

/* Alice and Bob own payers; Dora administers them, Carol is a stranger. Nobody has an account at *.example. */

const { testApp, alice, bob, carol, dora } = await startWith(['alice', 'bob', 'carol', 'dora'])

let addresses = 0
const newAddress = () => `desk-${(addresses += 1)}@books.example`
const read = async (id: string, as = alice) =>
  (await testApp.call(getBillingEntity, { as, params: { id } })).reply
const stateOf = async (id: string) => (await read(id)).email_state
const change = async (id: string, email: string, as = alice) =>
  (await testApp.call(updateBillingEntity, { as, params: { id }, body: { email } })).reply
const resend = (id: string, as: Person = alice, headers = {}) =>
  testApp.call(resendBillingEmail, { as, params: { id }, headers })
const subjects = async (email: string) => (await testApp.mailsTo(email)).map(({ subject }) => subject)
const question = 'Do you want the invoices of North Ranch Ltd?'

/** What the newest mail to an address links to. */
async function linkTo(email: string, answer: 'confirm' | 'leave') {
  const text = (await testApp.mailsTo(email)).at(-1)?.text ?? ''
  const [, id = '', token = ''] =
    new RegExp(`/invoice-copies#${answer}\\.([0-9a-f-]{36})\\.([\\w-]{43})`).exec(text) ?? []
  return { params: { id }, body: { token } }
}
const sayYes = async (email: string) => testApp.call(confirmInvoiceRecipient, await linkTo(email, 'confirm'))
const sayNo = async (email: string) => testApp.call(leaveInvoices, await linkTo(email, 'leave'))

/** A payer whose address nobody has proven, with a card and a site in its trial. */
async function paying(email = newAddress()) {
  const billingEntity = await newUnprovenBillingEntity(testApp, alice, { email })
  await newSite(testApp, alice, { billing_entity_id: billingEntity.id })
  await giveCard(testApp, alice, billingEntity.id)
  return { billingEntity, email }
}

describe('an address that is proven already', () => {
  test('is the creator’s own: it is asked nothing and gets the mails', async () => {
    const billingEntity = await newUnprovenBillingEntity(testApp, alice, { email: alice.email })
    assert.deepEqual([billingEntity.email_state, billingEntity.email_asked_at], ['confirmed', null])
    assert.ok(!(await subjects(alice.email)).includes(question))
  })

  test('is that of another Owner or Admin, and not that of a User or a stranger', async () => {
    const billingEntity = await newUnprovenBillingEntity(testApp, alice, { email: alice.email })
    await join(testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'User')
    await join(testApp, dora, { kind: 'billing_entity', id: billingEntity.id }, 'Admin')
    assert.equal((await change(billingEntity.id, dora.email)).email_state, 'confirmed')
    assert.equal((await change(billingEntity.id, bob.email)).email_state, 'waiting')
    assert.equal((await change(billingEntity.id, carol.email)).email_state, 'waiting')
    assert.equal((await change(billingEntity.id, alice.email)).email_state, 'confirmed')
  })

  test('is one that belongs to somebody who has come to run the payer since, once it is looked at again', async () => {
    const billingEntity = await newUnprovenBillingEntity(testApp, alice, { email: bob.email })
    await join(testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'Owner')
    const { status, reply } = await resend(billingEntity.id)
    assert.deepEqual([status, reply.email_state], [200, 'confirmed'])
    assert.equal(await stateOf(billingEntity.id), 'confirmed')
  })
})

describe('a new billing address', () => {
  test('gets one mail that asks, and its Owners get every other one until it says yes', async () => {
    const { billingEntity, email } = await paying()
    await join(testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'Owner')
    assert.equal(billingEntity.email_state, 'waiting')
    assert.ok(billingEntity.email_asked_at)
    const [questionMail] = await testApp.mailsTo(email)
    assert.equal(questionMail?.subject, question)
    assert.match(
      questionMail.text,
      new RegExp(`${alice.email} runs the billing information “North Ranch Ltd”`),
    )
    assert.match(questionMail.text, /receipts and everything else that concerns its payments/)

    await testApp.pass(15)
    assert.deepEqual(await subjects(email), [question])
    for (const owner of [alice, bob]) {
      const mail = (await testApp.mailsTo(owner.email)).at(-1)
      assert.equal(mail?.subject, 'Receipt for North Pasture: C$29')
      assert.equal(mail.attachments?.length, 2)
      assert.match(mail.text, new RegExp(`You get this as an Owner because ${email} has not confirmed yet`))
    }

    assert.equal((await sayYes(email)).status, 200)
    assert.equal(await stateOf(billingEntity.id), 'confirmed')
    const before = (await subjects(bob.email)).length
    await testApp.pass(31)
    assert.deepEqual((await subjects(email)).slice(1), ['Receipt for North Pasture: C$29'])
    assert.equal((await subjects(bob.email)).length, before)
    assert.equal((await sayNo(email)).status, 200, 'each of its mails ends them')
    assert.equal(await stateOf(billingEntity.id), 'refused')
  })

  test('that says no is left alone for good by this payer, and its Owners get the mails', async () => {
    const { billingEntity, email } = await paying()
    const yes = await linkTo(email, 'confirm')
    assert.equal((await sayNo(email)).status, 200)
    assert.equal((await sayNo(email)).status, 200, 'saying it again changes nothing')
    assert.equal(await stateOf(billingEntity.id), 'refused')
    const again = await resend(billingEntity.id)
    assert.deepEqual([again.status, again.body['code']], [409, 'recipient.refused'])

    await change(billingEntity.id, newAddress())
    assert.equal((await change(billingEntity.id, email)).email_state, 'refused')
    await change(billingEntity.id, newAddress())
    const copy = { as: alice, params: { id: billingEntity.id }, body: { email } }
    const added = await testApp.call(addInvoiceRecipient, copy)
    assert.deepEqual([added.status, added.body['code']], [409, 'recipient.refused'])
    await change(billingEntity.id, email)
    await testApp.pass(15)
    assert.deepEqual(await subjects(email), [question])
    assert.match((await testApp.mailsTo(alice.email)).at(-1)?.text ?? '', /does not want these mails/)

    const other = await newUnprovenBillingEntity(testApp, bob, { email })
    assert.equal(other.email_state, 'waiting', 'another payer may ask')
    assert.equal((await testApp.call(confirmInvoiceRecipient, yes)).status, 200, 'a no by mistake is mended')
    assert.equal(await stateOf(billingEntity.id), 'confirmed')
  })

  test('that is exchanged to and fro is asked once, and what it said before still holds', async () => {
    const [first, second] = [newAddress(), newAddress()]
    const billingEntity = await newUnprovenBillingEntity(testApp, alice, { email: first })
    await sayYes(first)
    await change(billingEntity.id, second)
    await change(billingEntity.id, first)
    assert.deepEqual(await subjects(second), [], 'exchanged before the mail had left')
    for (let time = 0; time < 3; time++) {
      assert.equal((await change(billingEntity.id, second)).email_state, 'waiting')
      await testApp.settle()
      assert.equal((await change(billingEntity.id, first)).email_state, 'confirmed')
    }
    assert.equal((await subjects(first)).length, 1)
    assert.equal((await subjects(second)).length, 1)
  })

  test('whose link is opened after another one took its place changes nothing of that one', async () => {
    const [first, second] = [newAddress(), newAddress()]
    const billingEntity = await newUnprovenBillingEntity(testApp, alice, { email: first })
    const late = await linkTo(first, 'confirm')
    await change(billingEntity.id, second)
    assert.equal((await testApp.call(confirmInvoiceRecipient, late)).status, 200)
    assert.equal(await stateOf(billingEntity.id), 'waiting')
  })

  test('is asked as well when it comes with a new site, and no site waits for the answer', async () => {
    const email = newAddress()
    const { billing_entity_id: _, ...site } = siteFields('')
    const organization = Object.fromEntries(
      Object.entries({ ...billingEntityFields, email, country: 'Canada', region: 'AB' }).map(
        ([key, value]) => [`organization_${key}`, value],
      ),
    )
    const key = { 'idempotency-key': randomUUID() }
    const create = () =>
      testApp.call(createSite, { as: alice, body: { ...site, ...organization }, headers: key })
    const [made, repeated] = [await create(), await create()]
    assert.deepEqual([made.status, repeated.status], [201, 201])
    assert.deepEqual(repeated.body, made.body)
    assert.deepEqual(await subjects(email), [question])
    assert.equal(await stateOf(made.reply.billing_entity_id), 'waiting')
  })

  test('is one address with a copy: what it says holds for both, and it gets each mail once', async () => {
    const { billingEntity, email } = await paying()
    const copy = newAddress()
    const body = { email: copy }
    await testApp.call(addInvoiceRecipient, { as: alice, params: { id: billingEntity.id }, body })
    await sayYes(copy)
    assert.equal((await change(billingEntity.id, copy)).email_state, 'confirmed')
    await testApp.pass(15)
    assert.deepEqual((await subjects(copy)).slice(1), ['Receipt for North Pasture: C$29'])
    assert.deepEqual(await subjects(email), [question])
    await sayNo(copy)
    const { reply } = await testApp.call(listInvoiceRecipients, {
      as: alice,
      params: { id: billingEntity.id },
    })
    assert.deepEqual(reply.invoice_recipients, [])
  })
})

describe('asking again by hand', () => {
  test('mails another link; the former one is dead', async () => {
    const email = newAddress()
    const billingEntity = await newUnprovenBillingEntity(testApp, alice, { email })
    const former = await linkTo(email, 'confirm')
    const headers = { 'idempotency-key': randomUUID() }
    const [once, twice] = [
      await resend(billingEntity.id, alice, headers),
      await resend(billingEntity.id, alice, headers),
    ]
    assert.deepEqual([once.status, twice.body], [200, once.body])
    assert.deepEqual(await subjects(email), [question, question])
    assert.equal((await testApp.call(confirmInvoiceRecipient, former)).status, 400)
    assert.equal((await sayYes(email)).status, 200)
    const late = await resend(billingEntity.id)
    assert.deepEqual([late.status, late.body['code']], [409, 'recipient.confirmed'])
  })

  test('C02 is for Owners and Admins of the payer alone', async () => {
    const billingEntity = await newUnprovenBillingEntity(testApp, alice, { email: newAddress() })
    await join(testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'User')
    await join(testApp, dora, { kind: 'billing_entity', id: billingEntity.id }, 'Admin')
    assert.equal((await resend(billingEntity.id, bob)).status, 403)
    assert.equal((await resend(billingEntity.id, carol)).status, 404)
    assert.equal((await resend(billingEntity.id, dora)).status, 200)
    const seen = await read(billingEntity.id, bob)
    assert.deepEqual([seen.email_state, seen.email_asked_at], [null, null])
  })
})

test('addresses that were there before: those that run the payer or had paid invoices are proven, others asked', async () => {
  const [own, paid, waiting] = [
    await newUnprovenBillingEntity(testApp, alice, { email: alice.email }),
    (await invoiced(testApp, alice)).billingEntity,
    (await paying()).billingEntity,
  ]
  const every = [own, paid, waiting].map(({ id }) => id)
  await testApp.database.pool.query(
    `with gone as (delete from payments.invoice_recipients where billing_entity_id = any($1))
     update customers.billing_entities set email_state = 'waiting', email_asked_at = null where id = any($1)`,
    [every],
  )
  const file = new URL('../../../migrations/0027-billing-emails.sql', import.meta.url)
  const [, decided = ''] = readFileSync(file, 'utf8').split('-- What is there already')
  await testApp.database.pool.query(`-- ${decided}`)
  assert.deepEqual(await Promise.all(every.map(stateOf)), ['confirmed', 'confirmed', 'waiting'])

  const mailsBefore = (await subjects(waiting.email!)).length
  await testApp.pass(31)
  const mail = (await testApp.mailsTo(paid.email!)).at(-1)
  assert.match(mail?.text ?? '', /To get no more, open http\S+#leave/)
  assert.equal(
    (await subjects(waiting.email!)).length,
    mailsBefore + 1,
    'asked with the first mail it would have got',
  )
  assert.ok((await read(waiting.id)).email_asked_at)
})

test('a payer with an address of its own that changes in form alone asks nobody', async () => {
  const email = newAddress()
  const billingEntity = await newUnprovenBillingEntity(testApp, alice, { email })
  const same = await change(billingEntity.id, email.toUpperCase())
  assert.deepEqual([same.email, same.email_state], [email, 'waiting'])
  const made = await testApp.call(createBillingEntity, {
    as: alice,
    body: { ...billingEntityFields, email: ` ${alice.email} ` },
  })
  assert.equal(made.reply.email_state, 'confirmed')
  assert.equal((await subjects(email)).length, 1)
})
