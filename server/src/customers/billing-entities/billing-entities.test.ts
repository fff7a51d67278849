import {
  BillingEntity,
  createBillingEntity,
  deleteBillingEntity,
  getBillingEntity,
  listBillingEntities,
  updateBillingEntity,
} from '@byre/contract/billing/billing-entities'
import { listBillingEntityUsers } from '@byre/contract/people/members'
import { deleteClinic } from '@byre/contract/places/clinics'
import { createSite, deleteSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { transaction } from '../../platform/database/transactions.ts'
import { Refusal } from '../../platform/errors.ts'
import { prove } from '../../platform/proven.ts'
import {
  join,
  newClinic,
  newBillingEntity,
  newSite,
  billingEntityFields,
  siteFields,
} from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { billingEntityFor, noteCard } from '../index.ts'

let testApp: TestApp
let alice: Person
let bob: Person
before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
})
after(() => testApp.close())

const read = (id: string, as = alice) => testApp.call(getBillingEntity, { as, params: { id } })
const change = (id: string, body: Record<string, string>, headers: Record<string, string> = {}, as = alice) =>
  testApp.call(updateBillingEntity, { as, params: { id }, body, headers })
const remove = (id: string, as = alice) => testApp.call(deleteBillingEntity, { as, params: { id } })

test('billing information is kept as it is written out', async () => {
  const { status, reply, headers } = await testApp.call(createBillingEntity, {
    as: alice,
    body: {
      name: '  North Ranch  Ltd ',
      email: 'Office@North.Example',
      phone: '+1 (403) 555-0100',
      address: '1 Main St',
      city: 'Olds',
      country: 'ca',
      region: 'alberta',
      postal_code: 't4h1a1',
    },
  })

  assert.equal(status, 201)
  assert.equal(headers['etag'], '"1"')
  const { id, created_at, email_asked_at, ...rest } = reply
  assert.deepEqual(rest, {
    name: 'North Ranch  Ltd',
    email: 'office@north.example',
    email_state: 'waiting',
    phone: '4035550100',
    address: '1 Main St',
    city: 'Olds',
    country: 'Canada',
    region: 'AB',
    postal_code: 'T4H 1A1',
    gst_hst_number: null,
    qst_number: null,
    ein: null,
    currency: null,
    brand: null,
    last_four: null,
    role: 'Owner',
  })
  assert.ok(created_at)
  assert.ok(email_asked_at)
  assert.deepEqual((await read(id)).reply, reply)
})

test('D01 a repeated create with the same key makes one', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const create = () =>
    testApp.call(createBillingEntity, { as: alice, body: billingEntityFields, headers: key })
  const [first, second] = [await create(), await create()]
  assert.deepEqual(second.body, first.body)
  assert.equal(second.status, 201)
})

test('C05 a User of it sees what pays, not who and where', async () => {
  const billingEntity = await newBillingEntity(testApp, alice, { city: 'Olds', country: 'Canada' })
  await noteCard(testApp.database.db, prove('keepCard', billingEntity.id), {
    brand: 'visa',
    last_four: '4242',
  })
  await join(testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'User')

  const { reply } = await read(billingEntity.id, bob)
  const list = await testApp.call(listBillingEntities, { as: bob })

  const { id, name, created_at } = billingEntity
  assert.deepEqual(reply, {
    ...Object.fromEntries(Object.keys(BillingEntity.shape).map((field) => [field, null])),
    id,
    name,
    created_at,
    brand: 'visa',
    last_four: '4242',
    role: 'User',
  })
  assert.deepEqual(list.reply.billing_entities, [reply])
  for (const [q, total] of [
    ['north ranch', 1],
    ['office@', 0],
  ] as const)
    assert.equal((await testApp.call(listBillingEntities, { as: bob, query: { q } })).reply.total, total)
  assert.equal(
    (await testApp.call(listBillingEntities, { as: alice, query: { q: 'OFFICE@' } })).reply.total > 0,
    true,
  )
})

test('C05 who belongs to it is told by name, address and role', async () => {
  const billingEntity = await newBillingEntity(testApp, alice)
  const { reply } = await testApp.call(listBillingEntityUsers, {
    as: alice,
    params: { id: billingEntity.id },
  })
  const { created_at } = billingEntity
  assert.deepEqual(reply.users, [
    { id: alice.id, first_name: null, last_name: null, email: alice.email, role: 'Owner', created_at },
  ])
})

describe('D02 changing it', () => {
  test('touches what was sent, once, and counts versions', async () => {
    const billingEntity = await newBillingEntity(testApp, alice, { city: 'Olds' })
    const { reply, headers } = await change(billingEntity.id, { phone: '1 587 555 0199', city: '' })
    assert.deepEqual(reply, { ...billingEntity, phone: '5875550199', city: null })
    assert.equal(headers['etag'], '"2"')
    assert.equal((await change(billingEntity.id, { phone: '5875550199' })).headers['etag'], '"2"')
    assert.equal((await change(billingEntity.id, {})).status, 200)
  })

  test('tells the later of two editors who saw the same version', async () => {
    const billingEntity = await newBillingEntity(testApp, alice)
    const seen = { 'if-match': '"1"' }
    const statuses = []
    for (const name of ['By one', 'By two', 'By one'])
      statuses.push((await change(billingEntity.id, { name }, seen)).status)
    assert.deepEqual(statuses, [200, 412, 200])
  })

  test('C04 leaves alone what the server makes', async () => {
    const billingEntity = await newBillingEntity(testApp, alice)
    const sent = {
      id: randomUUID(),
      currency: 'usd',
      brand: 'visa',
      last_four: '4242',
      version: '9',
      role: 'User',
      deleted_at: '2001-01-01',
    }
    assert.deepEqual((await change(billingEntity.id, { ...sent, name: 'Other' })).reply, {
      ...billingEntity,
      name: 'Other',
    })
    const made = await testApp.call(createBillingEntity, {
      as: alice,
      body: { ...billingEntityFields, ...sent },
    })
    assert.deepEqual([made.reply.currency, made.reply.brand, made.reply.last_four], [null, null, null])
    assert.notEqual(made.reply.id, sent.id)
  })

  test('judges a part of an address with its stored rest', async () => {
    const billingEntity = await newBillingEntity(testApp, alice, {
      country: 'USA',
      region: 'MT',
      postal_code: '59718',
    })
    const wrong = await change(billingEntity.id, { region: 'Alberta' })
    assert.deepEqual(wrong.body['errors'], [{ field: 'region', message: 'Please choose a state.' }])
    assert.equal((await change(billingEntity.id, { region: 'Idaho' })).reply.region, 'ID')
  })
})

describe('deleting it', () => {
  test('waits until it pays for nothing, and says what for', async () => {
    const site = await newSite(testApp, alice, { name: 'Still paid' })
    const billingEntity = site.billing_entity_id
    const clinic = await newClinic(testApp, alice, { name: 'Also paid', billing_entity_id: billingEntity })

    const refused = await remove(billingEntity)
    assert.equal(refused.status, 409)
    assert.equal(refused.body['code'], 'billing_entity.in_use')
    assert.equal(refused.body['message'], 'This billing information is still used by a site or clinic.')
    assert.deepEqual(refused.body['used_by'], [
      { kind: 'clinic', id: clinic.id, name: 'Also paid' },
      { kind: 'site', id: site.id, name: 'Still paid' },
    ])

    await testApp.call(deleteSite, { as: alice, params: { id: site.id } })
    assert.equal((await remove(billingEntity)).status, 409)
    await testApp.call(deleteClinic, { as: alice, params: { id: clinic.id } })
    assert.deepEqual((await remove(billingEntity)).body, { success: true, data: null })
    assert.equal((await read(billingEntity)).status, 404)
    assert.equal((await remove(billingEntity)).status, 404)
    assert.equal((await change(billingEntity, { name: 'Other' })).status, 404)
    const { reply } = await testApp.call(listBillingEntities, { as: alice, query: { per_page: '2000' } })
    assert.ok(!reply.billing_entities.some(({ id }) => id === billingEntity))
    const late = await testApp.call(createSite, { as: alice, body: siteFields(billingEntity) })
    assert.equal(late.status, 404)
  })

  test('and setting up a site on it at the same time never leaves a site without a payer', async () => {
    for (let round = 0; round < 10; round++) {
      const billingEntity = await newBillingEntity(testApp, alice)
      const [gone, made] = await Promise.all([
        remove(billingEntity.id),
        testApp.call(createSite, { as: alice, body: siteFields(billingEntity.id) }),
      ])
      assert.deepEqual([gone.status, made.status].toSorted(), gone.status === 200 ? [200, 404] : [201, 409])
    }
  })
})

test('two first sites at once settle on one currency', async () => {
  const billingEntity = await newBillingEntity(testApp, alice)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      testApp.call(createSite, { as: alice, body: siteFields(billingEntity.id) }),
    ),
  )
  assert.ok(answers.every(({ status }) => status === 201))
  assert.equal((await read(billingEntity.id)).reply.currency, 'cad')
})

describe('the front door', () => {
  test('C03 hands out a payer only to those with the role asked for', async () => {
    const billingEntity = await newBillingEntity(testApp, alice, { country: 'Canada', region: 'AB' })
    await join(testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'User')
    const { db } = testApp.database

    const access = await billingEntityFor(db, alice.id, billingEntity.id, 'payWith')
    const { id, name, email } = billingEntity
    assert.deepEqual(
      { ...access },
      {
        id,
        name,
        email,
        country: 'Canada',
        region: 'AB',
        postal_code: null,
        currency: null,
        role: 'Owner',
      },
    )
    const refusedWith = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code
    await assert.rejects(
      billingEntityFor(db, bob.id, billingEntity.id, 'payWith'),
      refusedWith('role.insufficient'),
    )
    await assert.rejects(
      billingEntityFor(db, randomUUID(), billingEntity.id, 'delete'),
      refusedWith('not_found'),
    )
    await remove(billingEntity.id)
    await assert.rejects(billingEntityFor(db, alice.id, billingEntity.id, 'delete'), refusedWith('not_found'))
  })

  test('keeps the card’s copy true within the caller’s transaction', async () => {
    const billingEntity = await newBillingEntity(testApp, alice)
    const { db } = testApp.database
    await assert.rejects(
      transaction<'customers', void>(db, async (db) => {
        await noteCard(db, prove('keepCard', billingEntity.id), { brand: 'visa', last_four: '4242' })
        throw new Error('the card was not kept')
      }),
    )
    assert.equal((await read(billingEntity.id)).reply.brand, null)
    await noteCard(db, prove('keepCard', billingEntity.id), { brand: 'amex', last_four: '0005' })
    assert.deepEqual(
      [(await read(billingEntity.id)).reply.brand, (await read(billingEntity.id)).reply.last_four],
      ['amex', '0005'],
    )
    await noteCard(db, prove('keepCard', billingEntity.id), null)
    assert.equal((await read(billingEntity.id)).reply.last_four, null)
  })
})
