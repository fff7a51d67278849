import { listSiteUsers } from '@byre/contract/people/members'
import { createSite, deleteSite, getSite, listSites, Site, updateSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { join, newName, newBillingEntity, newSite, siteFields } from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'
import type { Person } from '../../testing/test-app.ts'

const { testApp, alice, bob } = await startWith(['alice', 'bob'])

const remove = (id: string, as = alice) => testApp.call(deleteSite, { as, params: { id } })
const create = (as: Person, subdomain: string) =>
  newBillingEntity(testApp, as).then((billingEntity) =>
    testApp.call(createSite, { as, body: siteFields(billingEntity.id, { subdomain }) }),
  )
const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)

describe('C05 a site is told field by field', () => {
  test('to each member with their own role, and with no more of its payer than every member may see', async () => {
    const site = await newSite(testApp, alice)
    await join(testApp, bob, { kind: 'site', id: site.id }, 'User')
    await sql(
      `update customers.billing_entities set brand = 'visa', last_four = '4242' where id = $1`,
      site.billing_entity_id,
    )

    const one = await testApp.call(getSite, { as: bob, params: { id: site.id } })
    const list = await testApp.call(listSites, { as: bob, query: {} })

    const billing = { name: 'North Ranch Ltd', brand: 'visa', last_four: '4242' }
    assert.deepEqual(one.reply, { ...site, role: 'User', billing })
    const listed = { state: 'running', plan_name: 'Ranch', people: 2, next_charge: null }
    assert.deepEqual(list.reply, { sites: [{ ...one.reply, ...listed }], total: 1, page: 1, per_page: 25 })
    assert.deepEqual(Object.keys(one.reply).sort(), Object.keys(Site.shape).sort())
    assert.equal(one.headers['etag'], '"1"')
  })

  test('and who belongs to it by name, address and role alone', async () => {
    const site = await newSite(testApp, alice)
    await join(testApp, bob, { kind: 'site', id: site.id }, 'Admin')
    await sql(`update customers.users set first_name = 'Bob', last_name = 'Zeller' where id = $1`, bob.id)

    const { reply } = await testApp.call(listSiteUsers, { as: alice, params: { id: site.id }, query: {} })

    const [first, second] = reply.users.map(({ created_at }) => created_at)
    assert.ok(first && second && first >= site.created_at && second >= first)
    assert.deepEqual(reply, {
      users: [
        {
          id: alice.id,
          first_name: null,
          last_name: null,
          email: alice.email,
          role: 'Owner',
          created_at: first,
        },
        {
          id: bob.id,
          first_name: 'Bob',
          last_name: 'Zeller',
          email: bob.email,
          role: 'Admin',
          created_at: second,
        },
      ],
      total: 2,
      page: 1,
      per_page: 25,
    })
  })
})

test('billing is null when the payer is gone', async () => {
  const site = await newSite(testApp, alice)
  await sql('update customers.billing_entities set deleted_at = now() where id = $1', site.billing_entity_id)
  const { reply } = await testApp.call(getSite, { as: alice, params: { id: site.id } })
  assert.equal(reply.billing, null)
})

describe('a deleted site', () => {
  test('T02 keeps its names from others for 90 days, and from its Owner not at all', async () => {
    const [name, former] = [newName('kept'), newName('former')]
    const site = await newSite(testApp, alice, { subdomain: former })
    await testApp.call(updateSite, { as: alice, params: { id: site.id }, body: { subdomain: name } })
    await join(testApp, bob, { kind: 'site', id: site.id }, 'Admin')
    await remove(site.id)

    for (const subdomain of [name, former]) {
      const refused = await create(bob, subdomain)
      assert.equal(refused.status, 400)
      assert.equal(refused.body['code'], 'subdomain.unavailable')
    }
    assert.equal((await create(alice, former)).status, 201)

    await sql(`update customers.host_names set until = now() + interval '1 minute' where name = $1`, name)
    assert.equal((await create(bob, name)).status, 400)
    await sql(`update customers.host_names set until = now() - interval '1 minute' where name = $1`, name)
    assert.equal((await create(bob, name)).status, 201)
    assert.equal((await create(alice, name)).status, 400)
  })

  test('whose mail has not left yet gets none', async () => {
    await testApp.settle()
    const site = await newSite(testApp, alice, { name: 'Regretted' })
    await remove(site.id)
    const mails = await testApp.mailsTo(alice.email)
    assert.ok(!mails.some(({ subject }) => subject.startsWith('Regretted')))
  })
})

test('each path says which methods it has', async () => {
  for (const [path, allowed] of [
    ['/api/v1/sites', 'GET, POST'],
    ['/api/v1/sites/1', 'GET, PUT, DELETE'],
    ['/api/v1/sites/1/users', 'GET'],
    ['/api/v1/billing-entities', 'GET, POST'],
    ['/api/v1/billing-entities/1', 'GET, PUT, DELETE'],
    ['/api/v1/users/1', 'GET, PUT'],
    ['/api/v1/clinics/validate-domain', 'POST'],
    ['/api/v1/species', 'GET'],
  ] as const) {
    const answer = await testApp.send('PATCH', path, { as: alice })
    assert.equal(answer.status, 405)
    const allow = String(answer.headers['allow']).split(', ')
    assert.deepEqual(
      allow.filter((method) => method !== 'HEAD' && method !== 'OPTIONS').sort(),
      allowed.split(', ').sort(),
    )
  }
})
