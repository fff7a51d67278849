import { createClinic, type Clinic } from '@byre/contract/places/clinics'
import { createSite, getSite } from '@byre/contract/places/sites'
import type { SiteId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { useUp } from '../../testing/limits.ts'
import { clinicFields, newBillingEntity, newName, newSite, plans, siteFields } from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'
import { plannedForAny, scansWithoutId } from '../../testing/statements.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { withinDay } from '../../testing/windows.ts'
import { withTrials } from '../../payments/new-subscriptions.queries.ts'
import { auditValuesOf } from '../audit.queries.ts'
import { within } from '../../platform/database/db.ts'
import { creates } from '../places.policy.ts'
import { placeInserts } from './new-places.queries.ts'

/* Whoever sets up a place while others do shares a transaction with them, and nothing else. */

const { testApp, alice, bob, carol } = await startWith(['alice', 'bob', 'carol'])
const { pool } = testApp.database

const create = (as: Person, body: Record<string, unknown>, key: string = newId()) =>
  testApp.call(createSite, { as, body, headers: { 'idempotency-key': key } })
const billingEntities = {
  alice: await newBillingEntity(testApp, alice),
  bob: await newBillingEntity(testApp, bob),
  carol: await newBillingEntity(testApp, carol),
}

/** What was written of a name: places, their Owners, audit lines, trials and mails. */
async function writtenOf(subdomain: string) {
  const { rows } = await pool.query(
    `select s.id, s.name, a.actor_id, m.user_id as owner, p.status,
       (select count(*)::int from pgboss.job j where j.name = 'customers.mail' and j.data ->> 'place_id' = s.id::text) as mails
     from customers.host_names h
     left join customers.sites s on s.id = h.place_id
     left join platform.audit a on a.subject_id = s.id and a.deed = 'createSite'
     left join customers.members m on m.place_id = s.id and m.role = 'Owner'
     left join payments.subscriptions p on p.site_id = s.id
     where h.name = $1`,
    [subdomain],
  )
  return rows
}

const spentBy = async ({ id }: Person) => {
  const { rows } = await pool.query<{ spent: number }>(
    'select spent from platform.rate_counters where bucket = $1',
    [`creates:${id}`],
  )
  return rows.reduce((sum, { spent }) => sum + spent, 0)
}

test('many who set up sites and clinics at once have each their own, by fewer statements, and again under their keys', async () => {
  const people = [alice, bob, carol]
  const billingEntityOf = new Map([
    [alice, billingEntities.alice.id],
    [bob, billingEntities.bob.id],
    [carol, billingEntities.carol.id],
  ])
  const wanted = Array.from({ length: 12 }, (_, n) => {
    const as = people[n % 3]!
    const subdomain = newName(`at-once-${n}`)
    const fields = { subdomain, name: `Pasture "${n}", {x}\\` }
    return { as, subdomain, key: newId(), body: siteFields(billingEntityOf.get(as)!, fields) }
  })
  const clinic = clinicFields(billingEntities.bob.id, { name: 'Foothills' })
  // The first place of a payer fixes its currency, by a statement of its own.
  for (const as of people) await newSite(testApp, as, { billing_entity_id: billingEntityOf.get(as)! })
  const spent = await Promise.all(people.map(spentBy))

  const before = testApp.database.statements()
  const [clinicMade, ...made] = await Promise.all([
    testApp.call(createClinic, { as: bob, body: clinic }),
    ...wanted.map(({ as, body, key }) => create(as, body, key)),
  ])
  const statements = testApp.database.statements() - before

  assert.equal(clinicMade.status, 201)
  assert.equal((clinicMade.reply as Clinic).name, 'Foothills')
  for (const [n, { as, subdomain, body, key }] of wanted.entries()) {
    const { status, reply } = made[n]!
    assert.equal(status, 201)
    assert.deepEqual(
      [reply.name, reply.subdomain, reply.billing?.name],
      [body.name, subdomain, billingEntities.alice.name],
    )
    const { id } = reply
    assert.deepEqual(await writtenOf(subdomain), [
      { id, name: body.name, actor_id: as.id, owner: as.id, status: 'trialing', mails: 1 },
    ])
    assert.deepEqual((await testApp.call(getSite, { as, params: { id } })).reply, reply)
    assert.deepEqual((await create(as, body, key)).reply, reply)
  }
  assert.equal(new Set(made.map(({ reply }) => reply.code)).size, 12)
  // Alone each would take three.
  assert.ok(statements < wanted.length * 2, `${statements} statements for ${wanted.length + 1} places`)
  assert.deepEqual(await Promise.all(people.map(spentBy)), [spent[0]! + 4, spent[1]! + 5, spent[2]! + 4])
})

test('who is refused among others is told why, leaves nothing, and keeps nobody from theirs', async () => {
  const taken = (await newSite(testApp, alice)).subdomain
  const names = Array.from({ length: 7 }, () => newName('among'))
  const wanted: { as: Person; body: Record<string, unknown> }[] = [
    { as: alice, body: siteFields(billingEntities.alice.id, { subdomain: names[0]! }) },
    { as: bob, body: siteFields(billingEntities.bob.id, { subdomain: taken }) },
    { as: bob, body: siteFields(billingEntities.alice.id, { subdomain: names[2]! }) },
    { as: carol, body: siteFields(billingEntities.carol.id, { subdomain: names[3]!, plan_id: newId() }) },
    {
      as: carol,
      body: siteFields(billingEntities.carol.id, { subdomain: names[4]!, plan_id: plans.practice }),
    },
    {
      as: carol,
      body: siteFields(billingEntities.carol.id, { subdomain: names[5]!, name: 'x'.repeat(10_000) }),
    },
    { as: carol, body: siteFields(billingEntities.carol.id, { subdomain: names[6]! }) },
  ]
  const people = [alice, bob, carol]
  const spent = await Promise.all(people.map(spentBy))

  const answers = await Promise.all(wanted.map(({ as, body }) => create(as, body)))

  const refusals = answers.map(({ status, body }) => [
    status,
    (body['errors'] as { field: string }[] | undefined)?.map(({ field }) => field).join(),
  ])
  assert.deepEqual(refusals, [
    [201, undefined],
    [400, 'subdomain'],
    [404, 'billing_entity_id'],
    [400, 'plan_id'],
    [400, 'plan_id'],
    [400, 'name'],
    [201, undefined],
  ])
  for (const n of [2, 3, 4, 5]) assert.deepEqual(await writtenOf(names[n]!), [])
  for (const n of [0, 6]) assert.equal((await writtenOf(names[n]!)).length, 1)
  assert.deepEqual(await Promise.all(people.map(spentBy)), [spent[0]! + 1, spent[1], spent[2]! + 1])
})

test('of those who want one name at once one has it, and others theirs', async () => {
  const [wanted, free] = [newName('wanted'), newName('free')]
  const answers = await Promise.all([
    create(alice, siteFields(billingEntities.alice.id, { subdomain: wanted })),
    create(bob, siteFields(billingEntities.bob.id, { subdomain: wanted })),
    create(carol, siteFields(billingEntities.carol.id, { subdomain: free })),
  ])
  assert.deepEqual(
    answers
      .slice(0, 2)
      .map(({ status }) => status)
      .toSorted(),
    [201, 400],
  )
  assert.equal(answers[2]!.status, 201)
  assert.equal((await writtenOf(wanted)).length, 1)
})

test('of many that one person wants at once as many are set up as their day still allows', () =>
  withinDay(async () => {
    const strict = await TestApp.start({ LIMIT_FACTOR: '1' })
    try {
      const erin = await strict.person('erin')
      const billingEntity = await newBillingEntity(strict, erin)
      await useUp(strict, creates(1), erin.id, 197)
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          strict.call(createSite, { as: erin, body: siteFields(billingEntity.id) }),
        ),
      )
      const statuses = answers.map(({ status }) => status).toSorted()
      assert.deepEqual(statuses, [201, 201, 201, 429, 429, 429, 429, 429])
    } finally {
      await strict.close()
    }
  }))

test('a payer that somebody holds keeps only those waiting who pay with it', async () => {
  const holder = await pool.connect()
  const [held, free] = [newName('held'), newName('free')]
  try {
    await holder.query('begin')
    await holder.query('select from customers.billing_entities where id = $1 for update', [
      billingEntities.alice.id,
    ])
    const waiting = create(alice, siteFields(billingEntities.alice.id, { subdomain: held }))
    assert.equal((await create(bob, siteFields(billingEntities.bob.id, { subdomain: free }))).status, 201)
    assert.deepEqual(await writtenOf(held), [])
    await holder.query('commit')
    assert.equal((await waiting).status, 201)
  } finally {
    holder.release()
  }
})

test('each is looked up by an index, and through no rows of others', async () => {
  const { withTrial } = placeInserts('site', { withTrials })
  const { id: billing_entity_id } = billingEntities.alice
  const [id, subdomain, at] = [newId(), newName(), new Date().toISOString()]
  const from = { network: '192.0.2.7', request_id: newId(), key_id: null }
  const line = { actor_id: alice.id, deed: 'createSite', kind: 'site', subject_id: id, from } as const
  const values = {
    ...auditValuesOf(line),
    ...siteFields(billing_entity_id, { subdomain }),
    id,
    billing_entity_id,
    user_id: alice.id,
    code: 'BYREBYRE',
    bucket: 'creates',
    at_most: 1,
    subscription_id: newId(),
    item_id: newId(),
    site_id: id as SiteId,
    clinic_id: null,
    product: 'sites' as const,
    currency: null,
    trial_from: at,
    at,
  }
  const nodes = await plannedForAny(pool, (db) => withTrial(within<'customers'>(db), values))
  assert.equal((await writtenOf(subdomain)).length, 1)
  assert.deepEqual(scansWithoutId(nodes), [])
})
