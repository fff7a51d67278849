import {
  type Clinic,
  createClinic,
  deleteClinic,
  getClinic,
  listClinics,
  updateClinic,
} from '@byre/contract/places/clinics'
import { createSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, test } from 'node:test'
import {
  clinicFields,
  join,
  newClinic,
  newName,
  newBillingEntity,
  plans,
  siteFields,
} from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'

const { testApp, alice, bob, carol } = await startWith(['alice', 'bob', 'carol'])
afterEach(() => assert.deepEqual(testApp.complaints, []))

const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
const change = (id: string, body: Record<string, string>, as = alice, headers = {}) =>
  testApp.call(updateClinic, { as, params: { id }, body, headers })

describe('C04 what the server makes', () => {
  test('cannot be sent, neither with a create nor with a change', async () => {
    const forged = {
      id: randomUUID(),
      code: 'AAAAAAAA',
      created_at: '2001-01-01T00:00:00.000Z',
      role: 'User',
      standing: 'stopped',
      version: '99',
      deleted_at: '2001-01-01T00:00:00.000Z',
      launch_url: 'http://evil.example/',
      public_url: 'http://evil.example/',
      owner: bob.id,
      invited_by: bob.id,
      verified: '1',
      install_preference: '{"unit":"metric"}',
    }
    const clinic = await newClinic(testApp, alice, forged)
    const changed = await change(clinic.id, { ...forged, name: 'Renamed' })

    assert.equal(changed.status, 200)
    assert.deepEqual({ ...changed.reply, name: '' }, { ...clinic, name: '' })
    for (const [name, value] of Object.entries(forged))
      assert.notEqual((clinic as Record<string, unknown>)[name], value, name)
    const { rows } = await sql(
      `select standing, version, deleted_at, (select count(*)::int from customers.members where place_id = id) as members
       from customers.clinics where id = $1`,
      clinic.id,
    )
    assert.deepEqual(rows, [{ standing: 'ok', version: 2, deleted_at: null, members: 1 }])
  })
})

describe('changing a clinic', () => {
  test('needs nothing that is not sent, and an empty text clears what need not be there', async () => {
    const clinic = await newClinic(testApp, alice)
    const changed = await change(clinic.id, { phone: '14035550199', description: '', city: '' })
    assert.equal(changed.status, 200)
    assert.equal(changed.headers['etag'], '"2"')
    assert.deepEqual(changed.reply, { ...clinic, phone: '14035550199', description: null, city: null })
    assert.deepEqual((await change(clinic.id, {})).reply, changed.reply)
    assert.deepEqual(
      (await testApp.call(getClinic, { as: alice, params: { id: clinic.id } })).reply,
      changed.reply,
    )
  })

  test('is an Owner’s and an Admin’s; its addresses, plan and payer the Owner’s alone', async () => {
    const clinic = await newClinic(testApp, alice)
    await join(testApp, bob, { kind: 'clinic', id: clinic.id }, 'Admin')
    await join(testApp, carol, { kind: 'clinic', id: clinic.id }, 'User')

    assert.equal((await change(clinic.id, { name: 'By an Admin' }, bob)).status, 200)
    for (const [field, value] of [
      ['subdomain', newName('other')],
      ['domain', 'ranch.ca'],
      ['plan_id', plans.practice],
    ] as const) {
      const refused = await change(clinic.id, { [field]: value }, bob)
      assert.deepEqual(
        [refused.status, refused.body['errors']],
        [403, [{ field, message: 'Your role does not allow this.' }]],
      )
    }
    assert.equal((await change(clinic.id, { name: 'By a User' }, carol)).status, 403)
    const stranger = await testApp.person('dan')
    assert.equal((await change(clinic.id, { name: 'By a stranger' }, stranger)).status, 404)
  })

  test('D02 on another’s newer version is stale; the same values again are not', async () => {
    const clinic = await newClinic(testApp, alice)
    await change(clinic.id, { name: 'Second' }, alice, { 'if-match': '"1"' })

    const stale = await change(clinic.id, { name: 'Third' }, alice, { 'if-match': '"1"' })
    assert.deepEqual([stale.status, stale.body['code']], [412, 'request.stale'])
    assert.equal((await change(clinic.id, { name: 'Second' }, alice, { 'if-match': '"1"' })).status, 200)
    assert.equal((await change(clinic.id, { name: 'Third' }, alice, { 'if-match': '"2"' })).status, 200)
  })

  test('is refused while it is read-only, but not paying for it', async () => {
    const clinic = await newClinic(testApp, alice)
    await sql(`update customers.clinics set standing = 'read_only' where id = $1`, clinic.id)
    const refused = await change(clinic.id, { name: 'Renamed' })
    assert.deepEqual([refused.status, refused.body['code']], [403, 'place.read_only'])
  })
})

test('C02 a clinic is no site and a site no clinic, and neither is there for strangers', async () => {
  const clinic = await newClinic(testApp, alice)
  const billingEntity = await newBillingEntity(testApp, alice)
  const { reply: site } = await testApp.call(createSite, { as: alice, body: siteFields(billingEntity.id) })
  for (const [as, id] of [
    [alice, site.id],
    [carol, clinic.id],
    [alice, randomUUID()],
  ] as const) {
    const params = { id }
    assert.equal((await testApp.call(getClinic, { as, params })).status, 404)
    assert.equal((await testApp.call(updateClinic, { as, params, body: { name: 'x' } })).status, 404)
    assert.equal((await testApp.call(deleteClinic, { as, params })).status, 404)
  }
  assert.equal((await testApp.send('GET', `/api/v1/sites/${clinic.id}`, { as: alice })).status, 404)
})

test('I06 what is no id is nothing that is there', async () => {
  for (const id of ['0', '-1', 'new', '%00', '019a0000-0000-7000-8000-00000000211', 'x'.repeat(200)])
    assert.equal((await testApp.send('GET', `/api/v1/clinics/${id}`, { as: alice })).status, 404, id)
  for (const field of ['plan_id', 'billing_entity_id'])
    for (const value of ['0', 'new', '019a0000']) {
      const billingEntity = await newBillingEntity(testApp, alice)
      const body = clinicFields(billingEntity.id, { [field]: value })
      assert.equal((await testApp.call(createClinic, { as: alice, body })).status, 400, `${field} ${value}`)
    }
})

describe('C10 the list of clinics', () => {
  test('has one’s own only, in order, by page and by search', async () => {
    const erin = await testApp.person('erin')
    const billingEntity = await newBillingEntity(testApp, erin)
    const names = ['Birch', 'alder', 'Cedar']
    const made: Clinic[] = []
    for (const name of names)
      made.push(await newClinic(testApp, erin, { name, billing_entity_id: billingEntity.id }))
    await newClinic(testApp, alice)
    const list = async (query: Record<string, string>) => {
      const { reply } = await testApp.call(listClinics, { as: erin, query })
      return [reply.clinics.map(({ name }) => name), reply.total]
    }

    assert.deepEqual(await list({}), [['Birch', 'alder', 'Cedar'], 3])
    assert.deepEqual(await list({ sort: '-created_at' }), [['Cedar', 'alder', 'Birch'], 3])
    assert.deepEqual(await list({ sort: 'name' }), [['alder', 'Birch', 'Cedar'], 3])
    assert.deepEqual(await list({ sort: '-name', per_page: '1', page: '2' }), [['Birch'], 3])
    assert.deepEqual(await list({ q: 'CED' }), [['Cedar'], 1])
    assert.deepEqual(await list({ q: made[1]?.subdomain ?? '' }), [['alder'], 1])
    const { reply } = await testApp.call(listClinics, { as: erin, query: { q: 'Birch' } })
    const { state, plan_name: plan, people, next_charge: next, ...clinic } = reply.clinics[0]!
    assert.deepEqual(clinic, made[0])
    assert.deepEqual([state, plan, people, next?.total], ['trial', 'Solo', 1, 9900])
  })

  test('refuses what is out of bounds', async () => {
    const wrong: Record<string, string>[] = [
      { per_page: '0' },
      { per_page: '101' },
      { page: '0' },
      { page: '10001', per_page: '1' },
      { sort: 'phone' },
      { deleted: '2' },
    ]
    for (const query of wrong)
      assert.equal((await testApp.call(listClinics, { as: alice, query })).status, 400, JSON.stringify(query))
  })
})
