import { logOut } from '@byre/contract/accounts/sign-ins'
import { createSite, getSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { newBillingEntity, plans, placeCounts, siteFields } from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'
import { fewestStatements } from '../../testing/statements.ts'
import type { Person } from '../../testing/test-app.ts'

const { testApp, alice, bob } = await startWith(['alice', 'bob'])

const create = (as: Person, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  testApp.call(createSite, { as, body, headers })
const counts = () => placeCounts(testApp)

describe('D01 nothing is half created', () => {
  const refused: [string, number, string, string, Record<string, string>][] = [
    ['an unknown plan', 400, 'plan.required', 'plan_id', { plan_id: randomUUID() }],
    ['a plan in another currency', 400, 'plan.required', 'plan_id', { plan_id: plans.ranchInUsd }],
    [
      'an unknown species',
      400,
      'species.unknown',
      'install_preference',
      {
        install_preference: JSON.stringify({ unit: 'metric', operation_type: randomUUID() }),
      },
    ],
    ['a reserved name', 400, 'subdomain.unavailable', 'subdomain', { subdomain: 'billing' }],
    ['a name that is taken', 400, 'subdomain.unavailable', 'subdomain', { subdomain: 'has-gone-first' }],
    [
      'nobody’s payer',
      404,
      'billing_entity.unknown',
      'billing_entity_id',
      { billing_entity_id: randomUUID() },
    ],
  ]
  before(async () => {
    const theirs = await newBillingEntity(testApp, bob)
    await create(bob, siteFields(theirs.id, { subdomain: 'has-gone-first' }))
  })
  for (const [what, status, code, field, fields] of refused)
    test(`with ${what}`, async () => {
      const billingEntity = await newBillingEntity(testApp, alice)
      assert.equal((await create(alice, siteFields(billingEntity.id))).status, 201)
      const before = await counts()

      for (const headers of [{ 'idempotency-key': randomUUID() }, undefined]) {
        const answer = await create(alice, siteFields(billingEntity.id, fields), headers)

        assert.equal(answer.status, status)
        assert.equal(answer.body['code'], code)
        assert.equal((answer.body['errors'] as { field: string }[])[0]?.field, field)
        assert.deepEqual(await counts(), before)
      }
    })
})

test('a site is set up by four statements in all, with a key and its mail', async () => {
  const billingEntity = await newBillingEntity(testApp, alice)
  assert.equal((await create(alice, siteFields(billingEntity.id))).status, 201, 'which fixes the currency')

  const made: Awaited<ReturnType<typeof create>>[] = []
  const createOne = async () =>
    made.push(await create(alice, siteFields(billingEntity.id), { 'idempotency-key': randomUUID() }))
  const statements = await fewestStatements(testApp.database, createOne, 4)
  assert.equal(statements, 4, 'who asks, the place with its trial, the mail, the kept reply')
  for (const { headers, reply } of made) {
    assert.equal(headers['etag'], '"1"')
    assert.deepEqual((await testApp.call(getSite, { as: alice, params: { id: reply.id } })).reply, reply)
  }
})

describe('a token that has been seen', () => {
  /** A person whose token the process knows, with a payer to create for. */
  async function seen(name: string) {
    const person = await testApp.person(name)
    const billingEntity = await newBillingEntity(testApp, person)
    for (let time = 0; time < 2; time++) {
      const made = await create(person, siteFields(billingEntity.id), { 'idempotency-key': randomUUID() })
      assert.equal(made.status, 201)
    }
    return { person, billingEntity }
  }

  const ends: [string, string, (person: Person) => Promise<unknown>][] = [
    ['signed out', 'erin', ({ token }) => testApp.call(logOut, { body: { token } })],
    ['past its time', 'henry', ({ id }) => setSession(id, `access_expires_at = now() - interval '1 second'`)],
    ['of a disabled account', 'iris', ({ id }) => setSession(id, `user_state = 'disabled'`)],
  ]
  const setSession = (id: string, change: string) =>
    testApp.database.pool.query(`update platform.sessions set ${change} where user_id = $1`, [id])
  for (const [what, name, end] of ends)
    test(`C01 creates nothing once its session is ${what}, and hears of nothing else`, async () => {
      const { person, billingEntity } = await seen(name)
      await end(person)
      const before = await counts()

      const tries: Record<string, string>[] = [{}, { subdomain: 'not a name' }, { subdomain: 'billing' }]
      for (const fields of tries) {
        const key = { 'idempotency-key': randomUUID() }
        const answer = await create(person, siteFields(billingEntity.id, fields), key)
        assert.equal(answer.status, 401)
        assert.equal(answer.body['message'], 'Please sign in.')
      }
      assert.deepEqual(await counts(), before)
    })

  test('gets its own answer again under its key, and for another body a refusal', async () => {
    const { person, billingEntity } = await seen('frank')
    const headers = { 'idempotency-key': randomUUID() }
    const fields = siteFields(billingEntity.id)
    const made = await create(person, fields, headers)
    const before = await counts()

    const again = await create(person, fields, headers)
    const other = await create(person, { ...fields, name: 'Another' }, headers)

    assert.equal(again.status, 201)
    assert.deepEqual(again.reply, made.reply)
    assert.equal(other.body['code'], 'request.key_reused')
    assert.deepEqual(await counts(), before)
  })

  test('under one key ten at a time are one', async () => {
    const { person, billingEntity } = await seen('gina')
    const fields = siteFields(billingEntity.id)
    const headers = { 'idempotency-key': randomUUID() }

    const answers = await Promise.all(Array.from({ length: 10 }, () => create(person, fields, headers)))

    const made = answers.filter(({ status }) => status === 201)
    assert.ok(made.length > 0)
    assert.equal(new Set(made.map(({ reply }) => reply.id)).size, 1)
    for (const { status, body } of answers)
      if (status !== 201) assert.equal(body['code'], 'request.in_progress')
    const { rows } = await testApp.database.pool.query(
      'select count(*)::int as sites from customers.sites where subdomain = $1',
      [fields['subdomain']],
    )
    assert.equal(rows[0].sites, 1)
  })
})
