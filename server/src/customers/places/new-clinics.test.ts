import { createBillingEntity } from '@byre/contract/billing/billing-entities'
import { Clinic, createClinic, updateClinic } from '@byre/contract/places/clinics'
import { listSubscriptionItems } from '@byre/contract/billing/subscriptions'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, test } from 'node:test'
import { clinicFields, join, newClinic, newName, newBillingEntity, plans } from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'
import { TestApp } from '../../testing/test-app.ts'

const { testApp, alice, carol } = await startWith(['alice', 'carol'])
afterEach(() => assert.deepEqual(testApp.complaints, []))

const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
const change = (id: string, body: Record<string, string>, as = alice) =>
  testApp.call(updateClinic, { as, params: { id }, body })
const itemOf = async (id: string) =>
  (await testApp.call(listSubscriptionItems, { as: alice, query: { clinic_id: id } })).reply
    .subscription_items[0]

describe('setting up a clinic', () => {
  test('gives it its address, its Owner, its trial and a mail, all with one call', async () => {
    const billingEntity = await newBillingEntity(testApp, alice)
    const subdomain = newName('foothills')

    const { status, reply, headers } = await testApp.call(createClinic, {
      as: alice,
      body: clinicFields(billingEntity.id, { subdomain, phone: '+1 (403) 555-0177', description: '' }),
    })

    assert.equal(status, 201)
    assert.equal(headers['etag'], '"1"')
    assert.deepEqual(Object.keys(reply).sort(), Object.keys(Clinic.shape).sort())
    const { id, code, created_at, ...rest } = reply
    assert.match(code, /^[2-9A-HJKMNP-Z]{8}$/)
    assert.ok(Date.parse(created_at) > Date.now() - 60_000)
    assert.deepEqual(rest, {
      name: 'Foothills Veterinary',
      description: null,
      email: 'desk@foothills.example',
      phone: '14035550177',
      address: null,
      city: 'Olds',
      region: 'AB',
      country: 'Canada',
      postal_code: 'T4H 1A1',
      domain: null,
      subdomain,
      billing_entity_id: billingEntity.id,
      plan_id: plans.solo,
      launch_url: `http://${subdomain}.localhost:4000/`,
      public_url: `http://${subdomain}.localhost:4000/`,
      role: 'Owner',
      billing: { name: 'North Ranch Ltd', brand: null, last_four: null },
      access_state: 'ok',
    })
    const item = await itemOf(id)
    assert.deepEqual([item?.status, item?.plan_id, item?.clinic_id], ['trialing', plans.solo, id])
    const mail = (await testApp.mailsTo(alice.email)).at(-1)
    assert.equal(mail?.subject, 'Foothills Veterinary is set up')
    assert.match(mail?.text ?? '', new RegExp(`Your clinic answers at ${subdomain}\\.localhost`))
  })

  test('needs no plan; the one chosen later begins its trial', async () => {
    const billingEntity = await newBillingEntity(testApp, alice)
    const { plan_id: _, ...fields } = clinicFields(billingEntity.id)
    const { status, reply } = await testApp.call(createClinic, { as: alice, body: fields })
    assert.equal(status, 201)
    assert.equal(reply.plan_id, null)
    assert.equal(await itemOf(reply.id), undefined)

    const changed = await change(reply.id, { plan_id: plans.practice })

    assert.equal(changed.status, 200)
    assert.equal(changed.reply.plan_id, plans.practice)
    assert.equal((await itemOf(reply.id))?.plan_id, plans.practice)
  })

  test('may bring its own billing information, and both are made or neither', async () => {
    const taken = await newClinic(testApp, alice)
    const organization = {
      organization_name: 'Foothills Ltd',
      organization_email: 'books@foothills.example',
      organization_phone: '4035550188',
    }
    const { billing_entity_id: _, ...fields } = clinicFields('', organization)
    const count = async () =>
      (await sql(`select count(*)::int as n from customers.billing_entities where name = 'Foothills Ltd'`))
        .rows[0].n

    const refused = await testApp.call(createClinic, {
      as: alice,
      body: { ...fields, subdomain: taken.subdomain, billing_entity_id: '-1' },
    })
    assert.equal(refused.status, 400)
    assert.equal(await count(), 0)

    const made = await testApp.call(createClinic, { as: alice, body: { ...fields, billing_entity_id: '-1' } })
    assert.equal(made.reply.billing?.name, 'Foothills Ltd')
    assert.equal(await count(), 1)
  })

  test('under one key makes one clinic, however often it is sent', async () => {
    const billingEntity = await newBillingEntity(testApp, alice)
    const body = clinicFields(billingEntity.id)
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => testApp.call(createClinic, { as: alice, body, headers })),
    )
    assert.deepEqual(new Set(answers.map(({ status, reply }) => `${status} ${reply.id}`)).size, 1)
  })

  test('is refused where clinics are not offered', async () => {
    const sitesOnly = await TestApp.start({ BYRE_PRODUCTS: 'sites' })
    try {
      const dora = await sitesOnly.person('dora')
      const { reply: billingEntity } = await sitesOnly.call(createBillingEntity, {
        as: dora,
        body: { name: 'D', email: 'd@ranch.example', phone: '4035550100' },
      })
      const refused = await sitesOnly.call(createClinic, { as: dora, body: clinicFields(billingEntity.id) })
      assert.deepEqual([refused.status, refused.body['code']], [403, 'product.disabled'])
    } finally {
      await sitesOnly.close()
    }
  })
})

describe('C03 nobody sets up or moves a clinic on somebody else’s payer', () => {
  test('as a stranger, or as someone who may only see it', async () => {
    const billingEntity = await newBillingEntity(testApp, alice)
    const stranger = await testApp.call(createClinic, { as: carol, body: clinicFields(billingEntity.id) })
    assert.deepEqual([stranger.status, stranger.body['code']], [404, 'billing_entity.unknown'])
    await join(testApp, carol, { kind: 'billing_entity', id: billingEntity.id }, 'User')
    const user = await testApp.call(createClinic, { as: carol, body: clinicFields(billingEntity.id) })
    assert.deepEqual([user.status, user.body['code']], [403, 'role.insufficient'])

    const own = await newClinic(testApp, carol)
    const moved = await change(own.id, { billing_entity_id: billingEntity.id }, carol)
    assert.equal(moved.status, 403)
    const { rows } = await sql(
      'select 1 from customers.clinics where billing_entity_id = $1',
      billingEntity.id,
    )
    assert.deepEqual(rows, [])
  })

  test('nor on a plan of the other product, another currency, or none there is', async () => {
    const billingEntity = await newBillingEntity(testApp, alice)
    for (const plan_id of [plans.ranch, '019a0000-0000-7000-8000-000000002121', randomUUID()]) {
      const refused = await testApp.call(createClinic, {
        as: alice,
        body: clinicFields(billingEntity.id, { plan_id }),
      })
      assert.deepEqual([refused.status, refused.body['code']], [400, 'plan.required'])
    }
  })
})
