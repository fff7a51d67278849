import { validateDomain } from '@byre/contract/places/host-names'
import { deleteSite, updateSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { useUp } from '../../testing/limits.ts'
import { newName, newSite } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { domainChecks, isReserved, renames } from './host-names.policy.ts'
import { findTenant } from '../index.ts'

let testApp: TestApp
let alice: Person
let bob: Person
before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
})
after(() => testApp.close())

const ask = (as: Person, body: Record<string, string>) => testApp.call(validateDomain, { as, body })
const notAvailable = 'This subdomain is not available.'

function assertRefused(answer: Awaited<ReturnType<typeof ask>>, reason: string) {
  const { request_id: _, ...body } = answer.body
  assert.equal(answer.status, 400)
  assert.deepEqual(body, {
    success: false,
    code: 'subdomain.unavailable',
    message: reason,
    errors: [{ field: 'subdomain', message: reason }],
    data: { a_record: '127.0.0.1', subdomain: { available: false, reason, launch_url: null }, domain: null },
  })
}

describe('T01 reserved names', () => {
  const refused = `www api app admin mail auth login status docs help billing static assets cdn dev test staging
    species sites clinics invites root system portal dashboard account oauth sso webmail smtp autodiscover mta-sts
    postmaster hostmaster no-reply well-known livez grafana registry localhost null undefined true byre byre-sites
    byre-clinics 123 000 20261121 xn--abc aa--b 019a0000-0000-7000-8000-000000001111`
  test('and their like are nobody’s', () => {
    for (const name of refused.split(/\s+/)) assert.equal(isReserved(name), true, name)
    for (const name of ['north', 'a-b', 'a1b', '1-2', 'api2', 'my-app', 'abc--d', 'deadbeef', 'wwww'])
      assert.equal(isReserved(name), false, name)
  })

  test('cannot be had as the first of several words, nor by what only looks like them', () => {
    const refused = `byre-support byre-1 support-byre byresupport help-north billing-7 login-ranch
      secure-north pay-here official-north www-north sup-port adm1n 4dmin l0gin bi11ing dashb0ard webrnail vvebmail
      no--reply pa55word-north byr3-help 5upport-north`
    for (const name of refused.split(/\s+/)) assert.equal(isReserved(name), true, name)
    for (const name of [
      'north-support',
      'byrefield',
      'old-byre',
      'supporters',
      'payne-ranch',
      'apple-farm',
      'sitesville',
      'docs-ranch',
      'plains',
      'cordon',
      'site5',
      'clinic-5',
    ])
      assert.equal(isReserved(name), false, name)
  })

  test('are refused like a taken one, in any case', async () => {
    for (const subdomain of ['WWW', 'billing', '12345', 'xn--north'])
      assertRefused(await ask(alice, { subdomain }), notAvailable)
  })
})

describe('T05 a subdomain that is none is refused with its warning', () => {
  const table: [string, string][] = [
    ['', 'Subdomain is required and must have atleast 3 characters'],
    ['ab', 'Subdomain is required and must have atleast 3 characters'],
    ['-north', 'Subdomains may not start with a dash'],
    ['north-', 'Subdomains may not end with a dash.'],
    ['n'.repeat(26), 'Subdomains must be 25 characters or less.'],
    ['no_rth', 'Subdomains may only contain letters, digits and dashes.'],
    ['north.ranch', 'Subdomains may only contain letters, digits and dashes.'],
    ['nörth', 'Subdomains may only contain letters, digits and dashes.'],
    ['north ranch', 'Subdomains may only contain letters, digits and dashes.'],
    ['127.0.0.1', 'Subdomains may only contain letters, digits and dashes.'],
    ['north:4000', 'Subdomains may only contain letters, digits and dashes.'],
    ['north/..', 'Subdomains may only contain letters, digits and dashes.'],
    ['a@north', 'Subdomains may only contain letters, digits and dashes.'],
    ['north%2e', 'Subdomains may only contain letters, digits and dashes.'],
    [randomUUID(), 'Subdomains must be 25 characters or less.'],
  ]
  for (const [subdomain, warning] of table)
    test(JSON.stringify(subdomain), async () => assertRefused(await ask(alice, { subdomain }), warning))
})

test('a free name is available, and the answer says where it would lead', async () => {
  const answer = await ask(alice, { subdomain: ' North-Ranch ' })
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, {
    success: true,
    data: {
      a_record: '127.0.0.1',
      subdomain: { available: true, reason: null, launch_url: 'http://north-ranch.localhost:4000/' },
      domain: null,
    },
  })
})

test('where a custom domain must point is told before one is named', async () => {
  const expected = { a_record: '127.0.0.1', subdomain: null, domain: null }
  assert.deepEqual((await ask(alice, {})).body['data'], expected)
})

test('a name is its own place’s to keep and to take back, and taken for everyone else', async () => {
  const [first, second] = [newName('first'), newName('second')]
  const { id } = await newSite(testApp, alice, { subdomain: first })

  assert.equal((await ask(alice, { subdomain: first, id })).status, 200)
  assert.equal((await ask(alice, { subdomain: first, clinic_id: id.toUpperCase() })).status, 200)
  assertRefused(await ask(alice, { subdomain: first }), notAvailable)
  assertRefused(await ask(alice, { subdomain: first, id: randomUUID() }), notAvailable)
  // Naming somebody else's place does not make one its member.
  assertRefused(await ask(bob, { subdomain: first, id }), notAvailable)

  await testApp.call(updateSite, { as: alice, params: { id }, body: { subdomain: second } })
  assert.equal((await ask(alice, { subdomain: first, id })).status, 200)
  assertRefused(await ask(alice, { subdomain: first }), notAvailable)
  assertRefused(await ask(bob, { subdomain: first, id }), notAvailable)
})

test('T02 a deleted site’s name is its former Owner’s alone for 90 days', async () => {
  const { id, subdomain } = await newSite(testApp, alice)
  await testApp.call(deleteSite, { as: alice, params: { id } })

  assert.equal((await ask(alice, { subdomain })).status, 200)
  assertRefused(await ask(bob, { subdomain }), notAvailable)
  await testApp.database.pool.query(
    `update customers.host_names set until = now() - interval '1 second' where name = $1`,
    [subdomain],
  )
  assert.equal((await ask(bob, { subdomain })).status, 200)
})

test('a former name leads on for 90 days and then nowhere', async () => {
  const [first, second] = [newName('first'), newName('second')]
  const { id } = await newSite(testApp, alice, { subdomain: first })
  await testApp.call(updateSite, { as: alice, params: { id }, body: { subdomain: second } })
  const { db, pool } = testApp.database

  const { rows } = await pool.query(
    `select abs(extract(epoch from until - now()) - 90 * 86400) < 3600 as in_time
     from customers.host_names where name = $1`,
    [first],
  )
  assert.deepEqual(rows, [{ in_time: true }])
  assert.equal((await findTenant(db, first))?.tenant.subdomain, second)
  await pool.query(`update customers.host_names set until = now() - interval '1 second' where name = $1`, [
    first,
  ])
  assert.equal(await findTenant(db, first), null)
})

describe('T02 a place that changes its name', () => {
  const rename = (as: Person, id: string, subdomain: string) =>
    testApp.call(updateSite, { as, params: { id }, body: { subdomain } })

  test('keeps its ten last names; the older ones are free for others', async () => {
    const names = Array.from({ length: 13 }, (_, n) => newName(`name${n}`))
    const { id } = await newSite(testApp, alice, { subdomain: names[0]! })
    for (const name of names.slice(1)) assert.equal((await rename(alice, id, name)).status, 200)

    assert.equal((await ask(bob, { subdomain: names[0]! })).status, 200)
    assert.equal((await ask(bob, { subdomain: names[1]! })).status, 200)
    for (const name of names.slice(2)) assertRefused(await ask(bob, { subdomain: name }), notAvailable)
    assert.equal(await findTenant(testApp.database.db, names[0]!), null)
    assert.equal((await findTenant(testApp.database.db, names[2]!))?.is_former, true)
  })

  test('does so five times a day, where a refused change is none', async () => {
    const strict = await TestApp.start({ LIMIT_FACTOR: '1' })
    try {
      const erin = await strict.person('erin')
      const { id, subdomain } = await newSite(strict, erin)
      await useUp(strict, renames(1), id, 4)
      const change = (name: string) =>
        strict.call(updateSite, { as: erin, params: { id }, body: { subdomain: name, name: 'North' } })
      assert.equal((await change('billing')).status, 400)
      const fifth = newName('fifth')
      assert.equal((await change(fifth)).status, 200)

      const refused = await change(newName('sixth'))
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers['retry-after']) > 0)
      assert.equal((await change(fifth)).status, 200, 'the same name again is no change')
      assert.equal((await findTenant(strict.database.db, subdomain))?.tenant.subdomain, fifth)
    } finally {
      await strict.close()
    }
  })

  test('may keep and take back one that has become reserved since', async () => {
    const { id, subdomain } = await newSite(testApp, alice)
    await testApp.database.pool.query(
      `update customers.host_names set name = 'support-north' where place_id = $1`,
      [id],
    )
    await testApp.database.pool.query(
      `update customers.sites set subdomain = 'support-north' where id = $1`,
      [id],
    )
    assert.equal((await ask(alice, { subdomain: 'support-north', id })).status, 200)
    assert.equal((await rename(alice, id, subdomain)).status, 200)
    assert.equal((await rename(alice, id, 'support-north')).status, 200)
    assertRefused(await ask(bob, { subdomain: 'support-north' }), notAvailable)
  })
})

test('a tenant is found by name and by id, with what its pages need', async () => {
  const site = await newSite(testApp, alice)
  const { db, pool } = testApp.database
  await pool.query(`update customers.sites set standing = 'stopped' where id = $1`, [site.id])

  const namedTenant = await findTenant(db, site.subdomain)

  const { id, name, subdomain, install_preference } = site
  assert.deepEqual(namedTenant, {
    tenant: {
      kind: 'site',
      id,
      name,
      subdomain,
      install_preference,
      standing: 'stopped',
      email: null,
      phone: null,
    },
    is_former: false,
  })
  assert.deepEqual(await findTenant(db, id), namedTenant)
  for (const label of ['', 'nobody', randomUUID(), 'x'.repeat(300), '%', '-'])
    assert.equal(await findTenant(db, label), null)
})

test('one person may ask ten times a minute', async () => {
  const strict = await TestApp.start({ LIMIT_FACTOR: '1' })
  try {
    const erin = await strict.person('erin')
    const domain = { as: erin, body: { subdomain: 'north' } }
    await useUp(strict, domainChecks(1), erin.id, 9)
    assert.equal((await strict.call(validateDomain, domain)).status, 200)
    const refused = await strict.call(validateDomain, domain)
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers['retry-after']) <= 120)
  } finally {
    await strict.close()
  }
})
