import { listBillingEntities } from '@byre/contract/billing/billing-entities'
import { createSite, getSite, Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { useUp } from '../../testing/limits.ts'
import {
  newName,
  newBillingEntity,
  billingEntityFields,
  plans,
  placeCounts,
  siteFields,
} from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { creates } from '../places.policy.ts'

const { testApp, alice, bob } = await startWith(['alice', 'bob'])

const create = (as: Person, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  testApp.call(createSite, { as, body, headers })
const counts = () => placeCounts(testApp)

test('D01 a new site has its address, its Owner, its trial, an audit line and a mail on the way', async () => {
  const billingEntity = await newBillingEntity(testApp, alice, {
    country: 'USA',
    region: 'Montana',
    postal_code: '59718',
  })
  const name = newName('north')
  const body = siteFields(billingEntity.id, {
    name: 'North & Sons',
    subdomain: name.toUpperCase(),
    plan_id: plans.ranchInUsd,
  })

  const { status, reply, headers } = await create(alice, body)

  assert.equal(status, 201)
  assert.equal(headers['etag'], '"1"')
  assert.deepEqual(Object.keys(reply).sort(), Object.keys(Site.shape).sort())
  assert.equal(reply.launch_url, `http://${name}.localhost:4000/`)
  assert.equal(reply.role, 'Owner')
  assert.match(reply.code, /^[2-9A-HJKMNP-Z]{8}$/)
  assert.deepEqual(reply.billing, { name: billingEntity.name, brand: null, last_four: null })
  assert.deepEqual((await testApp.call(getSite, { as: alice, params: { id: reply.id } })).reply, reply)

  const { rows } = await testApp.database.pool.query(
    `select b.currency, p.status, abs(extract(epoch from p.trial_ends_at - s.created_at - interval '14 days')) < 60 as two_weeks,
       a.actor_id, a.after
     from customers.sites s join customers.billing_entities b on b.id = s.billing_entity_id
     join payments.subscriptions p on p.site_id = s.id join platform.audit a on a.subject_id = s.id
     where s.id = $1`,
    [reply.id],
  )
  assert.deepEqual(rows, [
    {
      currency: 'usd',
      status: 'trialing',
      two_weeks: true,
      actor_id: alice.id,
      after: {
        name: 'North & Sons',
        subdomain: name,
        billing_entity_id: billingEntity.id,
        plan_id: plans.ranchInUsd,
      },
    },
  ])

  const mail = (await testApp.mailsTo(alice.email)).at(-1)
  assert.equal(mail?.subject, 'North & Sons is set up')
  assert.match(mail?.text ?? '', new RegExp(`${name}\\.localhost:4000`))
  assert.match(mail?.text ?? '', /ends on [A-Z][a-z]+ \d{1,2}(st|nd|rd|th) \d{4}\./)
  assert.match(mail?.html ?? '', /North &amp; Sons/)
})

test('D01 duplicate requests with one Idempotency-Key make one site and get one answer', async () => {
  const billingEntity = await newBillingEntity(testApp, alice)
  const body = siteFields(billingEntity.id)
  const before = await counts()
  const key = { 'idempotency-key': randomUUID() }

  const answers = await Promise.all(Array.from({ length: 6 }, () => create(alice, body, key)))

  // One that came while another still worked may be told to ask again; asked again it gets the answer.
  for (const answer of answers) assert.ok([201, 409].includes(answer.status), JSON.stringify(answer.body))
  const again = await create(alice, body, key)
  const made = [...answers, again].filter(({ status }) => status === 201)
  assert.equal(again.status, 201)
  assert.equal(again.headers['etag'], '"1"')
  assert.equal(new Set(made.map(({ body }) => JSON.stringify(body))).size, 1)
  const added = (await counts()).map((n, at) => n - before[at]!)
  assert.deepEqual(added, [1, 1, 1, 0, 1, 1, 1])
})

test('a key that was used for other content is refused, and is its owner’s alone', async () => {
  const billingEntity = await newBillingEntity(testApp, alice)
  const key = { 'idempotency-key': randomUUID() }
  const made = await create(alice, siteFields(billingEntity.id), key)
  assert.equal(made.status, 201)

  const other = await create(alice, siteFields(billingEntity.id), key)
  assert.equal(other.status, 422)
  assert.equal(other.body['code'], 'request.key_reused')

  const bobs = await create(bob, siteFields((await newBillingEntity(testApp, bob)).id), key)
  assert.equal(bobs.status, 201)
})

test('a refused create may be corrected and sent again under the same key', async () => {
  const billingEntity = await newBillingEntity(testApp, alice)
  const key = { 'idempotency-key': randomUUID() }
  assert.equal((await create(alice, siteFields(billingEntity.id, { subdomain: 'www' }), key)).status, 400)
  assert.equal((await create(alice, siteFields(billingEntity.id), key)).status, 201)
})

test('T01 of fifty who want a name at once one gets it', async () => {
  const people = [alice, bob]
  const billingEntities = await Promise.all(people.map((person) => newBillingEntity(testApp, person)))
  const subdomain = newName('wanted')
  const before = await counts()

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      create(people[n % 2]!, siteFields(billingEntities[n % 2]!.id, { subdomain })),
    ),
  )

  const losers = answers.filter(({ status }) => status !== 201)
  assert.equal(losers.length, 49)
  for (const { status, body } of losers) {
    assert.equal(status, 400)
    assert.equal(body['code'], 'subdomain.unavailable')
    assert.deepEqual(body['errors'], [{ field: 'subdomain', message: 'This subdomain is not available.' }])
  }
  const added = (await counts()).map((n, at) => n - before[at]!)
  assert.deepEqual(added, [1, 1, 1, 0, 1, 1, 1])
})

test('C04 what the server makes cannot be sent', async () => {
  const billingEntity = await newBillingEntity(testApp, alice)
  const sent = {
    id: randomUUID(),
    code: 'AAAAAAAA',
    created_at: '2001-01-01T00:00:00.000Z',
    deleted_at: '2001-01-01T00:00:00.000Z',
    standing: 'stopped',
    version: '99',
    role: 'User',
    owner: bob.id,
    user_id: bob.id,
    status: 'active',
    launch_url: 'https://evil.example/',
    billing: 'free',
    currency: 'usd',
    groups: 'Admin',
    kind: 'clinic',
    place_id: randomUUID(),
  }

  const { status, reply, headers } = await create(alice, { ...siteFields(billingEntity.id), ...sent })

  assert.equal(status, 201)
  for (const field of ['id', 'code', 'created_at', 'launch_url', 'role'] as const)
    assert.notEqual(reply[field], sent[field])
  assert.equal(headers['etag'], '"1"')
  const { rows } = await testApp.database.pool.query(
    `select s.standing, s.domain, s.deleted_at, m.user_id, m.kind from customers.sites s
     join customers.members m on m.place_id = s.id where s.id = $1`,
    [reply.id],
  )
  assert.deepEqual(rows, [
    { standing: 'ok', domain: null, deleted_at: null, user_id: alice.id, kind: 'site' },
  ])
})

describe('a create that brings its own billing information', () => {
  const organization = Object.fromEntries(
    Object.entries({ ...billingEntityFields, country: 'canada', region: 'Alberta' }).map(([key, value]) => [
      `organization_${key}`,
      value,
    ]),
  )

  test('makes both, with the creator as their Owner', async () => {
    const { billing_entity_id: _, ...fields } = siteFields('')
    const { status, reply } = await create(alice, { ...fields, ...organization, billing_entity_id: '-1' })

    assert.equal(status, 201)
    const { reply: list } = await testApp.call(listBillingEntities, {
      as: alice,
      query: { sort: '-created_at' },
    })
    const billingEntity = list.billing_entities.find(({ id }) => id === reply.billing_entity_id)
    assert.equal(billingEntity?.role, 'Owner')
    assert.equal(billingEntity?.region, 'AB')
    assert.equal(billingEntity?.currency, 'cad')
  })

  test('makes neither when the name is taken', async () => {
    const taken = newName()
    await create(alice, siteFields((await newBillingEntity(testApp, alice)).id, { subdomain: taken }))
    const { billing_entity_id: _, ...fields } = siteFields('', { subdomain: taken })
    const before = await counts()

    assert.equal((await create(alice, { ...fields, ...organization })).status, 400)

    assert.deepEqual(await counts(), before)
  })

  test('names the organization’s field that is wrong', async () => {
    const { billing_entity_id: _, ...fields } = siteFields('')
    const answer = await create(alice, { ...fields, ...organization, organization_phone: '12' })
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.body['errors'], [
      { field: 'organization_phone', message: 'Phone number should be 10 digits' },
    ])
  })
})

test('a person creates at most 200 places a day; a refused try takes none of them', async () => {
  const strict = await TestApp.start({ LIMIT_FACTOR: '1' })
  try {
    const erin = await strict.person('erin')
    const billingEntity = await newBillingEntity(strict, erin)
    await useUp(strict, creates(1), erin.id, 199)
    const tries = []
    for (const subdomain of ['www', 'north', 'south'])
      tries.push(
        await strict.call(createSite, { as: erin, body: siteFields(billingEntity.id, { subdomain }) }),
      )
    assert.deepEqual(
      tries.map(({ status }) => status),
      [400, 201, 429],
    )
    assert.ok(Number(tries[2]?.headers['retry-after']) > 0)
  } finally {
    await strict.close()
  }
})

test('without the sites product no site can be set up', async () => {
  const clinicsOnly = await TestApp.start({ BYRE_PRODUCTS: 'clinics', BYRE_BRAND: 'clinics' })
  try {
    const erin = await clinicsOnly.person('erin')
    const billingEntity = await newBillingEntity(clinicsOnly, erin)
    const answer = await clinicsOnly.call(createSite, { as: erin, body: siteFields(billingEntity.id) })
    assert.equal(answer.status, 403)
    assert.equal(answer.body['code'], 'product.disabled')
  } finally {
    await clinicsOnly.close()
  }
})
