import * as contract from '@byre/contract/people/ownership-transfers'
import { changeSiteUserRole, listSiteUsers, removeSiteUser } from '@byre/contract/people/members'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { grownStale, freshAgain, staffedSite, tellOf } from '../../testing/people.ts'
import { join, newBillingEntity } from '../../testing/places.ts'
import type { Person } from '../../testing/test-app.ts'

const { testApp, sql, alice, bob, carol, dora } = await tellOf('alice', 'bob', 'carol', 'dora')

const offer = (as: Person, id: string, to: Person) =>
  testApp.call(contract.offerSiteHandOver, { as, params: { id }, body: { user_id: to.id } })
const see = (as: Person, id: string) => testApp.call(contract.getSiteHandOver, { as, params: { id } })
const accept = (as: Person, id: string) => testApp.call(contract.acceptSiteHandOver, { as, params: { id } })
const decline = (as: Person, id: string) => testApp.call(contract.declineSiteHandOver, { as, params: { id } })
const withdraw = (as: Person, id: string) =>
  testApp.call(contract.withdrawSiteHandOver, { as, params: { id } })
const roleOf = async (id: string, person: Person) => {
  const { reply } = await testApp.call(listSiteUsers, { as: person, params: { id } })
  return reply.users.find((user) => user.id === person.id)?.role
}
const subjects = async (person: Person, place: string) =>
  (await testApp.mailsTo(person.email))
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes(place))

let sites = 0
/** A site of Alice's with a name of its own, where Bob is Admin and Dora a User. */
const staffed = () =>
  staffedSite(testApp, { owner: alice, admin: bob, user: dora }, { name: `Range ${(sites += 1)}.` })

test('a site goes to another: offered, accepted, both told, and the old Owner stays as an Admin', async () => {
  const { id, name } = await staffed()

  const offered = await offer(alice, id, dora)
  assert.equal(offered.status, 201)
  const { expires_at, created_at, ...parties } = offered.reply
  assert.deepEqual(parties, {
    from_user_id: alice.id,
    from_name: alice.email,
    to_user_id: dora.id,
    to_name: dora.email,
  })
  assert.equal(Date.parse(expires_at) - Date.parse(created_at), 7 * 24 * 3600_000)
  assert.deepEqual((await see(alice, id)).reply, offered.reply)
  assert.deepEqual((await see(dora, id)).reply, offered.reply)
  assert.equal((await see(bob, id)).reply, null)
  assert.equal((await see(carol, id)).status, 404)
  assert.deepEqual(await subjects(dora, name), [`${alice.email} offers you ${name}`])
  assert.equal((await subjects(alice, name)).at(-1), `You offered ${name} to ${dora.email}`)

  const accepted = await accept(dora, id)
  assert.deepEqual([accepted.status, accepted.reply.id, accepted.reply.role], [200, dora.id, 'Owner'])
  assert.deepEqual([await roleOf(id, alice), await roleOf(id, dora)], ['Admin', 'Owner'])
  assert.equal((await see(dora, id)).reply, null)
  assert.equal((await subjects(dora, name)).at(-1), `${name} is yours`)
  assert.equal((await subjects(alice, name)).at(-1), `${dora.email} owns ${name} now`)
  const again = await accept(dora, id)
  assert.deepEqual([again.status, again.body['code']], [409, 'hand_over.closed'])
})

test('billing information is handed over alike', async () => {
  const billingEntity = await newBillingEntity(testApp, alice)
  await join(testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'User')
  const params = { id: billingEntity.id }
  const body = { user_id: bob.id }

  assert.equal(
    (await testApp.call(contract.offerBillingEntityHandOver, { as: alice, params, body })).status,
    201,
  )
  const { status, reply } = await testApp.call(contract.acceptBillingEntityHandOver, { as: bob, params })

  assert.deepEqual([status, reply.role], [200, 'Owner'])
})

test('whoever declines leaves all as it was, and the Owner is told', async () => {
  const { id, name } = await staffed()
  await offer(alice, id, bob)

  assert.equal((await decline(bob, id)).status, 200)

  assert.deepEqual([await roleOf(id, alice), await roleOf(id, bob)], ['Owner', 'Admin'])
  assert.equal((await subjects(alice, name)).at(-1), `${name} stays yours`)
  assert.equal((await accept(bob, id)).status, 409)
  assert.equal((await decline(bob, id)).status, 409)
})

describe('C06 an offer', () => {
  test('is an Owner’s, to a member who is none yet', async () => {
    const { id } = await staffed()

    assert.equal((await offer(bob, id, dora)).status, 403)
    assert.equal((await offer(carol, id, dora)).status, 404)
    assert.equal((await offer(alice, id, carol)).status, 404)
    assert.equal((await offer(alice, id, alice)).body['code'], 'member.owns_already')
    assert.equal((await withdraw(bob, id)).status, 403)
  })

  test('is answered by nobody but the one it is made to', async () => {
    const { id } = await staffed()
    await offer(alice, id, dora)

    for (const who of [alice, bob]) {
      assert.equal((await accept(who, id)).body['code'], 'hand_over.closed')
      assert.equal((await decline(who, id)).body['code'], 'hand_over.closed')
    }
    assert.equal((await accept(carol, id)).status, 404)
    assert.equal((await decline(carol, id)).status, 404)
    assert.equal((await accept(dora, id)).status, 200)
  })

  test('is made and accepted by those who have just shown a password', async () => {
    const { id } = await staffed()
    await grownStale(testApp, alice)
    assert.equal((await offer(alice, id, bob)).body['code'], 'session.reauth_required')
    await freshAgain(testApp, alice)
    await offer(alice, id, bob)
    await grownStale(testApp, bob)
    assert.equal((await accept(bob, id)).body['code'], 'session.reauth_required')
    await freshAgain(testApp, bob)
    assert.equal((await accept(bob, id)).status, 200)
  })

  test('replaces an earlier one, and can be taken back', async () => {
    const { id } = await staffed()
    await offer(alice, id, bob)
    await offer(alice, id, dora)

    assert.equal((await accept(bob, id)).status, 409)
    assert.equal((await withdraw(alice, id)).status, 200)
    assert.equal((await withdraw(alice, id)).body['code'], 'hand_over.closed')
    assert.equal((await accept(dora, id)).status, 409)
  })

  test('ends after seven days', async () => {
    const { id } = await staffed()
    await offer(alice, id, bob)
    await sql('update customers.hand_overs set expires_at = now() where place_id = $1', id)

    assert.equal((await see(bob, id)).reply, null)
    assert.equal((await accept(bob, id)).body['code'], 'hand_over.closed')
    assert.equal(await roleOf(id, alice), 'Owner')
  })

  test('is void when the receiver has left', async () => {
    const { id } = await staffed()
    await offer(alice, id, bob)
    await testApp.call(removeSiteUser, { as: bob, params: { id, userId: bob.id } })
    await join(testApp, bob, { kind: 'site', id }, 'User')

    assert.equal((await accept(bob, id)).body['code'], 'hand_over.closed')
  })

  test('is void when the giver has left or is no Owner any more', async () => {
    for (const leaves of [true, false]) {
      const { id } = await staffed()
      await join(testApp, dora, { kind: 'site', id }, 'Owner')
      await offer(alice, id, bob)
      const params = { id, userId: alice.id }
      if (leaves) await testApp.call(removeSiteUser, { as: alice, params })
      else await testApp.call(changeSiteUserRole, { as: dora, params, body: { role: 'Admin' } })

      assert.equal((await accept(bob, id)).body['code'], 'hand_over.closed')
      assert.equal((await see(dora, id)).reply, null)
    }
  })

  test('that many accept at once is accepted once', async () => {
    const { id } = await staffed()
    await offer(alice, id, bob)

    const statuses = (await Promise.all(Array.from({ length: 8 }, () => accept(bob, id)))).map(
      ({ status }) => status,
    )

    assert.deepEqual(statuses.toSorted(), [200, ...Array<number>(7).fill(409)])
    assert.deepEqual([await roleOf(id, alice), await roleOf(id, bob)], ['Admin', 'Owner'])
  })

  test('of a read-only site can be declined and not accepted', async () => {
    const { id } = await staffed()
    await offer(alice, id, bob)
    await sql(`update customers.sites set standing = 'read_only' where id = $1`, id)

    assert.equal((await accept(bob, id)).body['code'], 'place.read_only')
    assert.equal((await offer(alice, id, dora)).body['code'], 'place.read_only')
    assert.equal((await decline(bob, id)).status, 200)
  })
})

test('a mail about an offer that is no longer open does not leave', async () => {
  const { id, name } = await staffed()
  await offer(alice, id, bob)
  await withdraw(alice, id)

  assert.deepEqual(await subjects(bob, name), [])
})
