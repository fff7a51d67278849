import { findColleagues } from '@byre/contract/people/colleagues'
import { addSiteHand } from '@byre/contract/people/unregistered-members'
import { deleteSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { staffedSite, tellOf } from '../../testing/people.ts'
import { join, newBillingEntity, newSite } from '../../testing/places.ts'
import type { Person } from '../../testing/test-app.ts'

const { testApp, alice, bob, carol, dora } = await tellOf('alice', 'bob', 'carol', 'dora')

const find = (as: Person, q: string, query: Record<string, string> = {}) =>
  testApp.call(findColleagues, { as, query: { q, ...query } })
const namesOf = async (as: Person, q: string) =>
  (await find(as, q)).reply.colleagues.map(({ email, first_name }) => email?.split('@')[0] ?? first_name)

describe('people are found', () => {
  test('once each, at the first by name of the places that both share, without an account too', async () => {
    const south = await staffedSite(testApp, { owner: alice, admin: bob, user: dora })
    const north = await newSite(testApp, alice, { name: 'A Site Before All' })
    await join(testApp, dora, { kind: 'site', id: north.id }, 'User')
    await testApp.call(addSiteHand, { as: alice, params: { id: south.id }, body: { name: 'Dorian Hand' } })

    const { reply } = await find(alice, 'dor')
    assert.deepEqual(
      reply.colleagues.map(({ email, places, place }) => [email !== null, places, place.kind]),
      [
        [true, 2, 'site'],
        [false, 1, 'site'],
      ],
    )
    assert.equal(reply.colleagues[0]?.place.name, 'A Site Before All')
    assert.deepEqual(await namesOf(dora, 'dor'), ['Dorian Hand'], 'not oneself')
  })

  test('by nobody who does not belong there, nor once the place is deleted', async () => {
    const site = await staffedSite(testApp, { owner: alice, admin: bob, user: dora })
    assert.deepEqual(await namesOf(carol, 'dora'), [])
    assert.ok((await namesOf(bob, 'dora')).includes('dora'))
    const carols = await newSite(testApp, carol)
    await join(testApp, dora, { kind: 'site', id: carols.id }, 'User')
    assert.deepEqual(await namesOf(carol, 'dora'), ['dora'])
    await testApp.call(deleteSite, { as: carol, params: { id: carols.id } })
    assert.deepEqual(await namesOf(carol, 'dora'), [])
    assert.ok(site.id)
  })

  test('at billing information by those alone who run it', async () => {
    const billingEntity = await newBillingEntity(testApp, carol)
    await join(testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'User')
    await join(testApp, alice, { kind: 'billing_entity', id: billingEntity.id }, 'Admin')
    assert.deepEqual(await namesOf(alice, 'carol'), ['carol'])
    assert.deepEqual(await namesOf(bob, 'carol'), [])
  })

  test('by two characters or more, so many at most', async () => {
    const { status, body } = await find(alice, 'd')
    assert.deepEqual([status, body['message']], [400, 'q must be 2 characters or more.'])
    const { reply } = await find(alice, 'example', { per_page: '1' })
    assert.deepEqual([reply.colleagues.length, reply.more], [1, true])
  })
})
