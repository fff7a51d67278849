import { deleteMe } from '@byre/contract/people/leaving'
import * as contract from '@byre/contract/people/members'
import { getSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { freshAgain, grownStale, removalsStand, staffedSite, tellOf } from '../../testing/people.ts'
import { join, newBillingEntity, newSite } from '../../testing/places.ts'
import { Visitor } from '../../testing/visitor.ts'
import type { Person } from '../../testing/test-app.ts'

const { testApp, sql, alice, bob, carol, dora } = await tellOf('alice', 'bob', 'carol', 'dora')

const give = (as: Person, id: string, to: Person, role: string) =>
  testApp.call(contract.changeSiteUserRole, { as, params: { id, userId: to.id }, body: { role } })
const remove = (as: Person, id: string, whom: Person) =>
  testApp.call(contract.removeSiteUser, { as, params: { id, userId: whom.id } })
const rolesOf = async (as: Person, id: string) => {
  const { reply } = await testApp.call(contract.listSiteUsers, {
    as,
    params: { id },
    query: { sort: 'role' },
  })
  return Object.fromEntries(reply.users.map(({ email, role }) => [email?.split('@')[0], role]))
}
/** A site of Alice's where Bob is Admin and Dora a User. */
const staffed = () => staffedSite(testApp, { owner: alice, admin: bob, user: dora })

describe('roles are given', () => {
  test('by an Owner and an Admin, and the answer shows the member as they are then', async () => {
    const { id } = await staffed()

    const promoted = await give(bob, id, dora, 'Admin')
    assert.equal(promoted.status, 200)
    assert.deepEqual([promoted.reply.id, promoted.reply.role], [dora.id, 'Admin'])
    assert.equal((await give(bob, id, dora, 'Admin')).status, 200)
    assert.equal((await give(alice, id, bob, 'User')).status, 200)
    assert.deepEqual(await rolesOf(alice, id), { alice: 'Owner', bob: 'User', dora: 'Admin' })
  })

  test('C06 never beyond what one may: an Admin touches no Owner and makes none, a User changes nothing', async () => {
    const { id } = await staffed()

    for (const [as, to, role] of [
      [bob, alice, 'User'],
      [bob, alice, 'Owner'],
      [bob, dora, 'Owner'],
      [bob, bob, 'Owner'],
      [dora, dora, 'Admin'],
      [dora, bob, 'User'],
    ] as const) {
      const { status, body } = await give(as, id, to, role)
      assert.deepEqual([status, body['code']], [403, 'role.insufficient'], `${as.name} → ${to.name} ${role}`)
    }
    assert.equal((await remove(bob, id, alice)).status, 403)
    assert.equal((await remove(dora, id, bob)).status, 403)
    assert.deepEqual(await rolesOf(alice, id), { alice: 'Owner', bob: 'Admin', dora: 'User' })
  })

  test('C06 as one of three and nothing else', async () => {
    const { id } = await staffed()
    for (const role of ['owner', 'Root', '', '__proto__'])
      assert.equal((await give(alice, id, dora, role)).status, 400)
  })

  test('C06 another Owner is made by an Owner alone, who has just shown a password', async () => {
    const { id } = await staffed()
    await grownStale(testApp, alice)

    const { status, body } = await give(alice, id, bob, 'Owner')
    assert.deepEqual([status, body['code']], [403, 'session.reauth_required'])
    assert.equal((await give(alice, id, dora, 'Admin')).status, 200)

    await freshAgain(testApp, alice)
    assert.equal((await give(alice, id, bob, 'Owner')).status, 200)
    assert.equal((await give(bob, id, alice, 'User')).status, 200)
    assert.equal((await rolesOf(bob, id)).alice, 'User')
  })
})

describe('people go', () => {
  test('C02 and whoever is removed is a stranger with the next call, on the site’s own host too', async () => {
    const site = await staffed()
    const page = new Visitor(testApp, `${site.subdomain}.localhost:4000`)
    assert.equal((await page.launch(dora)).status, 200)
    assert.equal((await testApp.call(getSite, { as: dora, params: { id: site.id } })).status, 200)

    assert.equal((await remove(bob, site.id, dora)).status, 200)

    assert.equal((await testApp.call(getSite, { as: dora, params: { id: site.id } })).status, 404)
    assert.equal((await page.get('/')).status, 404)
    assert.equal((await remove(bob, site.id, dora)).status, 404)
  })

  test('each may leave, and the last Owner may not', async () => {
    const { id } = await staffed()

    assert.equal((await remove(dora, id, dora)).status, 200)
    assert.equal((await remove(bob, id, bob)).status, 200)
    for (const answer of [await remove(alice, id, alice), await give(alice, id, alice, 'Admin')]) {
      assert.equal(answer.status, 409)
      assert.equal(answer.body['message'], 'A site needs at least one owner.')
    }
    assert.deepEqual(await rolesOf(alice, id), { alice: 'Owner' })
  })

  test('the last Owner of billing information is told so in its own words', async () => {
    const billingEntity = await newBillingEntity(testApp, alice)
    const { status, body } = await testApp.call(contract.removeBillingEntityUser, {
      as: alice,
      params: { id: billingEntity.id, userId: alice.id },
    })
    assert.deepEqual([status, body['message']], [409, 'A billing entity needs at least one owner.'])
  })

  test('from a read-only site one may still leave; nothing else of its people changes', async () => {
    const { id } = await staffed()
    await sql(`update customers.sites set standing = 'read_only' where id = $1`, id)

    for (const answer of [await give(alice, id, dora, 'Admin'), await remove(alice, id, dora)])
      assert.deepEqual([answer.status, answer.body['code']], [403, 'place.read_only'])
    assert.equal((await remove(dora, id, dora)).status, 200)
  })
})

describe('a removal is undone', () => {
  const putBack = (as: Person, id: string, whom: Person, role = 'User') =>
    testApp.call(contract.changeSiteUserRole, {
      as,
      params: { id, userId: whom.id },
      body: { role, action: 'put_back' },
    })
  const answerOf = async (answer: ReturnType<typeof putBack>) => {
    const { status, body } = await answer
    return [status, body['code']]
  }

  test('by whoever removed them, with the role they had, once or twice, and nobody is mailed', async () => {
    const people = { owner: alice, admin: bob, user: dora }
    const { id, name } = await staffedSite(testApp, people, { name: 'Undone Range' })
    await remove(alice, id, bob)
    await remove(alice, id, dora)
    const back = await putBack(alice, id, bob, 'Admin')
    assert.deepEqual([back.status, back.reply.id, back.reply.role], [200, bob.id, 'Admin'])
    assert.equal((await putBack(alice, id, bob, 'Admin')).status, 200)
    assert.equal((await putBack(alice, id, dora)).status, 200)
    assert.deepEqual(await rolesOf(alice, id), { alice: 'Owner', bob: 'Admin', dora: 'User' })
    assert.equal((await testApp.call(getSite, { as: bob, params: { id } })).status, 200)

    await removalsStand(testApp.database.pool)
    for (const { email } of [bob, dora])
      assert.equal((await testApp.mailsTo(email)).filter(({ text }) => text.includes(`“${name}”`)).length, 0)
    const { rows } = await sql(
      `select deed from platform.audit where subject_id = $1 and $2 in (before->>'user_id', after->>'user_id') order by id`,
      id,
      bob.id,
    )
    assert.deepEqual(
      rows.map(({ deed }) => deed),
      ['removeMember', 'putBackMember'],
    )
  })

  test('C06 by nobody else, with no other role, and only of the newest removal', async () => {
    const { id } = await staffed()
    const frank = await testApp.person('frank')
    await join(testApp, frank, { kind: 'site', id }, 'Admin')
    await remove(alice, id, dora)
    assert.equal((await putBack(dora, id, dora)).status, 404)
    assert.equal((await putBack(carol, id, dora)).status, 404)
    assert.deepEqual(await answerOf(putBack(bob, id, dora)), [409, 'member.gone'])
    assert.deepEqual(await answerOf(putBack(alice, id, dora, 'Admin')), [409, 'member.gone'])
    assert.deepEqual(await answerOf(putBack(alice, id, dora, 'Owner')), [409, 'member.gone'])
    assert.deepEqual(await answerOf(putBack(alice, id, carol)), [409, 'member.gone'])

    assert.equal((await putBack(alice, id, dora)).status, 200)
    await remove(dora, id, dora)
    assert.deepEqual(await answerOf(putBack(alice, id, dora)), [409, 'member.gone'], 'they left since')

    await remove(bob, id, frank)
    await give(alice, id, bob, 'User')
    assert.deepEqual(await answerOf(putBack(bob, id, frank, 'Admin')), [403, 'role.insufficient'])
    assert.deepEqual(await rolesOf(alice, id), { alice: 'Owner', bob: 'User' })
  })

  test('not after a minute, not where it is read-only, and not of an account that is gone', async () => {
    const { id } = await staffed()
    await remove(alice, id, dora)
    await sql(`update customers.sites set standing = 'read_only' where id = $1`, id)
    assert.deepEqual(await answerOf(putBack(alice, id, dora)), [403, 'place.read_only'])
    await sql(`update customers.sites set standing = 'ok' where id = $1`, id)
    await removalsStand(testApp.database.pool)
    assert.deepEqual(await answerOf(putBack(alice, id, dora)), [409, 'member.gone'])

    const gina = await testApp.person('gina')
    await join(testApp, gina, { kind: 'site', id }, 'User')
    await remove(alice, id, gina)
    await testApp.call(deleteMe, { as: gina, body: { email: gina.email } })
    assert.deepEqual(await answerOf(putBack(alice, id, gina)), [409, 'member.gone'])
  })

  test('C06 another Owner is put back by an Owner who has just shown a password', async () => {
    const { id } = await staffed()
    await give(alice, id, bob, 'Owner')
    await remove(alice, id, bob)
    await grownStale(testApp, alice)
    assert.deepEqual(await answerOf(putBack(alice, id, bob, 'Owner')), [403, 'session.reauth_required'])
    await freshAgain(testApp, alice)
    assert.equal((await putBack(alice, id, bob, 'Owner')).reply.role, 'Owner')
  })
})

describe('C09 someone known is added to billing information', () => {
  const add = (as: Person, id: string, userId: string, body: Record<string, string> = {}) =>
    testApp.call(contract.addBillingEntityUser, { as, params: { id, userId }, body })

  test('when they share a place with whoever adds them, in the role named, once', async () => {
    const site = await staffed()
    const billingEntity = site.billing_entity_id

    const added = await add(alice, billingEntity, bob.id, { role: 'Admin' })
    assert.equal(added.status, 201)
    assert.deepEqual([added.reply.id, added.reply.role], [bob.id, 'Admin'])
    assert.equal((await add(bob, billingEntity, dora.id)).reply.role, 'User')
    const again = await add(alice, billingEntity, bob.id)
    assert.deepEqual([again.status, again.body['code']], [409, 'member.already'])
  })

  test('and everyone else is not there, whether they have an account or not', async () => {
    const billingEntity = await newBillingEntity(testApp, alice)
    const [known, unknown] = await Promise.all([
      add(alice, billingEntity.id, carol.id),
      add(alice, billingEntity.id, randomUUID()),
    ])

    assert.equal(known.status, 404)
    assert.deepEqual({ ...known.body, request_id: '' }, { ...unknown.body, request_id: '' })
  })

  test('never as an Owner, and never by a User of it', async () => {
    const site = await staffed()
    const billingEntity = site.billing_entity_id
    await join(testApp, dora, { kind: 'billing_entity', id: billingEntity }, 'User')

    assert.equal((await add(alice, billingEntity, bob.id, { role: 'Owner' })).status, 400)
    assert.equal((await add(dora, billingEntity, bob.id)).status, 403)
    assert.equal((await add(carol, billingEntity, bob.id)).status, 404)
  })

  test('no longer when the place they shared is gone', async () => {
    const site = await newSite(testApp, alice)
    const eve = await testApp.person('eve')
    await join(testApp, eve, { kind: 'site', id: site.id }, 'User')
    await sql('update customers.members set place_deleted_at = now() where place_id = $1', site.id)

    assert.equal((await add(alice, site.billing_entity_id, eve.id)).status, 404)
  })
})
