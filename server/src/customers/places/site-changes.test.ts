import type { SentBody } from '@byre/contract/endpoint'
import { getSite, updateSite, type Site } from '@byre/contract/places/sites'
import { speciesLibrary } from '@byre/contract/species'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { join, newName, newBillingEntity, newSite, plans, siteFields } from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'
import type { Person } from '../../testing/test-app.ts'
import { findTenant } from '../index.ts'

const { testApp, alice, bob } = await startWith(['alice', 'bob'])

const change = (
  id: string,
  body: SentBody<typeof updateSite> | Record<string, string>,
  { as = alice, headers = {} }: { as?: Person; headers?: Record<string, string> } = {},
) => testApp.call(updateSite, { as, params: { id }, body, headers })

const read = async (id: string) => (await testApp.call(getSite, { as: alice, params: { id } })).reply

async function trail(id: string) {
  const { rows } = await testApp.database.pool.query(
    `select actor_id, before, after from platform.audit where subject_id = $1 and deed = 'updateSite' order by id`,
    [id],
  )
  return rows
}

test('a change touches what was sent and nothing else', async () => {
  const site = await newSite(testApp, alice)

  const { status, reply, headers } = await change(site.id, {
    name: ' Süd ',
    city: '',
    region: 'BC',
    country: 'CA',
    postal_code: 'v6b1a1',
  })

  assert.equal(status, 200)
  assert.equal(headers['etag'], '"2"')
  const expected: Site = { ...site, name: 'Süd', city: null, region: 'BC', postal_code: 'V6B 1A1' }
  assert.deepEqual(reply, expected)
  assert.deepEqual(await read(site.id), expected)
  assert.deepEqual(await trail(site.id), [
    {
      actor_id: alice.id,
      before: { name: 'North Pasture', city: 'Olds', region: 'AB', postal_code: 'T4H 1A1' },
      after: { name: 'Süd', city: null, region: 'BC', postal_code: 'V6B 1A1' },
    },
  ])
})

test('sending a site as it is changes nothing and is fine, whatever its standing', async () => {
  const fields = siteFields((await newBillingEntity(testApp, alice)).id)
  const site = await newSite(testApp, alice, fields)
  await setAccessState(site.id, 'read_only')

  for (const body of [{}, fields, { name: fields.name }]) {
    const { status, reply, headers } = await change(site.id, body, { headers: { 'if-match': '"7"' } })
    assert.equal(status, 200)
    assert.equal(headers['etag'], '"1"')
    assert.deepEqual(reply, { ...site, access_state: 'read_only' })
  }
  assert.deepEqual(await trail(site.id), [])
})

test('a User may not even send a site as it is', async () => {
  const site = await newSite(testApp, alice)
  await join(testApp, bob, { kind: 'site', id: site.id }, 'User')
  assert.equal((await change(site.id, {}, { as: bob })).status, 403)
})

test('C04 what the server makes cannot be changed', async () => {
  const site = await newSite(testApp, alice)
  const { status, reply } = await change(site.id, {
    name: 'Other',
    id: randomUUID(),
    code: 'AAAAAAAA',
    created_at: '2001-01-01',
    deleted_at: '2001-01-01',
    standing: 'stopped',
    version: '77',
    role: 'User',
  })
  assert.equal(status, 200)
  assert.deepEqual(reply, { ...site, name: 'Other' })
})

describe('D02 two editors', () => {
  test('who changed different fields both have their way', async () => {
    const site = await newSite(testApp, alice)
    await join(testApp, bob, { kind: 'site', id: site.id }, 'Admin')

    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => change(site.id, { description: `By Alice ${n}` })),
      change(site.id, { city: 'Didsbury' }, { as: bob }),
    ])

    assert.ok(answers.every(({ status }) => status === 200))
    const left = await read(site.id)
    assert.equal(left.city, 'Didsbury')
    assert.match(left.description, /^By Alice \d$/)
    const versions = answers.map(({ headers }) => headers['etag'])
    assert.equal(new Set(versions).size, 9)
    assert.equal((await trail(site.id)).length, 9)
  })

  test('of whom one waits for the other: both have their way', async () => {
    const site = await newSite(testApp, alice)
    const { pool } = testApp.database
    const other = await pool.connect()
    await other.query('begin')
    await other.query(`update customers.sites set city = 'Didsbury', version = 2 where id = $1`, [site.id])

    const waiting = change(site.id, { name: 'Later' })
    const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    while ((await pool.query(isWaiting)).rowCount === 0);
    await other.query('commit')
    other.release()

    assert.equal((await waiting).headers['etag'], '"3"')
    const { name, city } = await read(site.id)
    assert.deepEqual([name, city], ['Later', 'Didsbury'])
  })

  test('who changed the same field: with If-Match the later one is told', async () => {
    const site = await newSite(testApp, alice)
    await join(testApp, bob, { kind: 'site', id: site.id }, 'Admin')
    const seen = { 'if-match': '"1"' }

    const first = await change(site.id, { name: 'By Alice' }, { headers: seen })
    const second = await change(site.id, { name: 'By Bob' }, { as: bob, headers: seen })
    const retried = await change(site.id, { name: 'By Alice' }, { headers: seen })
    const informed = await change(site.id, { name: 'By Bob' }, { as: bob, headers: { 'if-match': '"2"' } })

    assert.deepEqual([first.status, second.status, retried.status, informed.status], [200, 412, 200, 200])
    assert.equal(second.body['code'], 'request.stale')
    assert.equal((await read(site.id)).name, 'By Bob')
  })

  test('who had the same version: one of them wins', async () => {
    const site = await newSite(testApp, alice)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        change(site.id, { name: `Try ${n}` }, { headers: { 'if-match': '"1"' } }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(answers.filter(({ status }) => status === 412).length, 9)
  })
})

describe('an address that is sent in part must fit what is stored', () => {
  test('a postal code', async () => {
    const site = await newSite(testApp, alice)
    const wrong = await change(site.id, { postal_code: '59718' })
    assert.equal(wrong.status, 400)
    assert.deepEqual(wrong.body['errors'], [
      { field: 'postal_code', message: 'Postal Code should look like T2P 1J9.' },
    ])
    const { reply } = await change(site.id, { postal_code: 't2p1j9', region: 'alberta' })
    assert.deepEqual([reply.postal_code, reply.region], ['T2P 1J9', 'AB'])
  })

  test('a country', async () => {
    const site = await newSite(testApp, alice)
    const wrong = await change(site.id, { country: 'USA' })
    assert.equal(wrong.status, 400)
    assert.deepEqual(
      (wrong.body['errors'] as { field: string }[]).map(({ field }) => field),
      ['region', 'postal_code'],
    )
    assert.equal((await change(site.id, { country: 'USA', region: '', postal_code: '' })).status, 200)
  })
})

test('an unknown species is refused, a known one and none are taken', async () => {
  const site = await newSite(testApp, alice)
  const preference = (operation_type: string) => JSON.stringify({ unit: 'imperial', operation_type })

  const wrong = await change(site.id, { install_preference: preference(randomUUID()) })
  assert.equal(wrong.status, 400)
  assert.equal(wrong.body['code'], 'species.unknown')

  const elk = preference(speciesLibrary[5]!.id)
  assert.equal((await change(site.id, { install_preference: elk })).reply.install_preference, elk)
  assert.equal((await change(site.id, { install_preference: '' })).reply.install_preference, null)
})

describe('another subdomain', () => {
  test('T01 leads there at once; the former name leads on and stays the site’s own', async () => {
    const site = await newSite(testApp, alice)
    const [first, second] = [site.subdomain, newName('second')]
    const find = (label: string) => findTenant(testApp.database.db, label)

    const { reply } = await change(site.id, { subdomain: second, name: 'Moved' })
    assert.equal(reply.launch_url, `http://${second}.localhost:4000/`)
    assert.deepEqual(await find(first), { tenant: (await find(second))?.tenant, is_former: true })
    assert.equal((await find(site.id))?.tenant.subdomain, second)
    assert.equal((await find(second))?.is_former, false)

    const others = await newSite(testApp, bob)
    assert.equal((await change(others.id, { subdomain: first }, { as: bob })).status, 400)
    assert.equal((await change(site.id, { subdomain: first })).status, 200)
    assert.equal((await find(first))?.is_former, false)
    assert.equal((await find(second))?.is_former, true)
  })

  test('T01 that is taken or reserved is refused, and nothing else is changed', async () => {
    const site = await newSite(testApp, alice)
    const others = await newSite(testApp, bob)
    for (const subdomain of [others.subdomain, 'www', '12345']) {
      const answer = await change(site.id, { subdomain, name: 'Other' })
      assert.equal(answer.status, 400)
      assert.equal(answer.body['code'], 'subdomain.unavailable')
    }
    assert.deepEqual(await read(site.id), site)
    assert.equal((await findTenant(testApp.database.db, site.subdomain))?.is_former, false)
  })

  test('T01 that many want at once goes to one', async () => {
    const sites = await Promise.all(Array.from({ length: 8 }, () => newSite(testApp, alice)))
    const subdomain = newName('wanted')
    const answers = await Promise.all(sites.map(({ id }) => change(id, { subdomain })))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(answers.filter(({ status }) => status === 400).length, 7)
  })
})

describe('plan and payer', () => {
  test('move together with the subscription, also into the new payer’s currency', async () => {
    const site = await newSite(testApp, alice)
    const american = await newBillingEntity(testApp, alice, { country: 'USA', region: 'MT' })

    const onOldPlan = await change(site.id, { billing_entity_id: american.id })
    assert.equal(onOldPlan.status, 400)
    assert.equal(onOldPlan.body['code'], 'plan.required')

    const { status, reply } = await change(site.id, {
      billing_entity_id: american.id,
      plan_id: plans.ranchInUsd,
    })
    assert.equal(status, 200)
    assert.deepEqual([reply.billing_entity_id, reply.plan_id], [american.id, plans.ranchInUsd])
    const { rows } = await testApp.database.pool.query(
      `select s.billing_entity_id, i.plan_id, b.currency from payments.subscriptions s
       join payments.subscription_items i on i.subscription_id = s.id
       join customers.billing_entities b on b.id = s.billing_entity_id where s.site_id = $1`,
      [site.id],
    )
    assert.deepEqual(rows, [{ billing_entity_id: american.id, plan_id: plans.ranchInUsd, currency: 'usd' }])
  })

  test('an unknown plan is refused', async () => {
    const site = await newSite(testApp, alice)
    const answer = await change(site.id, { plan_id: randomUUID() })
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.body['errors'], [
      { field: 'plan_id', message: 'You must select a plan to continue.' },
    ])
  })

  test('can be changed while a site is read-only; its fields and address cannot', async () => {
    const site = await newSite(testApp, alice)
    for (const standing of ['read_only', 'stopped'] as const) {
      await setAccessState(site.id, standing)
      for (const body of [
        { name: standing },
        { subdomain: newName() },
        { name: standing, plan_id: plans.herd },
      ]) {
        const answer = await change(site.id, body)
        assert.equal(answer.status, 403)
        assert.equal(answer.body['code'], 'place.read_only')
      }
    }
    assert.equal((await change(site.id, { plan_id: plans.herd })).status, 200)
    const billingEntity = await newBillingEntity(testApp, alice)
    assert.equal((await change(site.id, { billing_entity_id: billingEntity.id })).status, 200)
  })
})

async function setAccessState(id: string, standing: string) {
  await testApp.database.pool.query('update customers.sites set standing = $2 where id = $1', [id, standing])
}
