import { createClinic, updateClinic } from '@byre/contract/places/clinics'
import { createSite, updateSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import {
  clinicFields,
  newClinic,
  newName,
  newBillingEntity,
  newSite,
  siteFields,
} from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'

let testApp: TestApp
let alice: Person
let bob: Person
let billingEntities: { alice: string; bob: string }
before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
  billingEntities = {
    alice: (await newBillingEntity(testApp, alice)).id,
    bob: (await newBillingEntity(testApp, bob)).id,
  }
})
after(() => testApp.close())
afterEach(() => assert.deepEqual(testApp.complaints, []))

type Outcome = { status: number; body: Record<string, unknown> }

/** One has it, the others are told so; nothing is left half-made. */
async function assertOneWinner(name: string, answers: Outcome[], won: number): Promise<void> {
  assert.equal(answers.filter(({ status }) => status === won).length, 1, name)
  for (const { status, body } of answers.filter((answer) => answer.status !== won)) {
    assert.equal(status, 400)
    assert.deepEqual(body['errors'], [{ field: 'subdomain', message: 'This subdomain is not available.' }])
  }
  const { rows } = await testApp.database.pool.query(
    `select (select count(*)::int from customers.host_names h where h.name = $1 and h.state = 'live') as names,
       (select count(*)::int from customers.tenants t where t.subdomain = $1) as places,
       (select count(*)::int from customers.tenants t join customers.members m on m.place_id = t.id
        where t.subdomain = $1) as owners`,
    [name],
  )
  assert.deepEqual(rows, [{ names: 1, places: 1, owners: 1 }], name)
}

const fifty = Array.from({ length: 50 }, (_, round) => round)

describe('T01 one name that a site and a clinic want at once', () => {
  test('is had by one of them in each of fifty rounds, and the other is told so', async () => {
    const winners = { site: 0, clinic: 0 }
    for (const round of fifty) {
      const subdomain = newName('wanted')
      const site = () =>
        testApp.call(createSite, { as: alice, body: siteFields(billingEntities.alice, { subdomain }) })
      const clinic = () =>
        testApp.call(createClinic, { as: bob, body: clinicFields(billingEntities.bob, { subdomain }) })
      const answers = await Promise.all(round % 2 ? [site(), clinic()] : [clinic(), site()])
      await assertOneWinner(subdomain, answers, 201)
      const first = answers[0]?.status === 201 ? 'first' : 'second'
      winners[(first === 'first') === (round % 2 === 1) ? 'site' : 'clinic'] += 1
    }
    assert.equal(winners.site + winners.clinic, 50)
  })

  test('is had by one of ten who set up', async () => {
    for (let round = 0; round < 5; round++) {
      const subdomain = newName('crowd')
      const answers = await Promise.all(
        fifty.slice(0, 10).map((n): Promise<Outcome> =>
          n % 2
            ? testApp.call(createSite, {
                as: alice,
                body: siteFields(billingEntities.alice, { subdomain }),
              })
            : testApp.call(createClinic, {
                as: bob,
                body: clinicFields(billingEntities.bob, { subdomain }),
              }),
        ),
      )
      await assertOneWinner(subdomain, answers, 201)
    }
  })

  test('is had by one of two who rename, and the other keeps its own', async () => {
    const site = await newSite(testApp, alice)
    const clinic = await newClinic(testApp, bob)
    const present = { site: site.subdomain, clinic: clinic.subdomain }
    for (const _ of fifty) {
      const subdomain = newName('renamed')
      const [ofSite, ofClinic] = await Promise.all([
        testApp.call(updateSite, { as: alice, params: { id: site.id }, body: { subdomain } }),
        testApp.call(updateClinic, { as: bob, params: { id: clinic.id }, body: { subdomain } }),
      ])
      await assertOneWinner(subdomain, [ofSite, ofClinic], 200)
      if (ofSite.status === 200) present.site = subdomain
      else present.clinic = subdomain
      const { rows } = await testApp.database.pool.query(
        `select kind, name from customers.host_names where state = 'live' and place_id = any($1) order by kind desc`,
        [[site.id, clinic.id]],
      )
      assert.deepEqual(rows, [
        { kind: 'site', name: present.site },
        { kind: 'clinic', name: present.clinic },
      ])
    }
  })
})
