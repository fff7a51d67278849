import { revokeSiteInvite } from '@byre/contract/people/invites'
import { listSiteUsers } from '@byre/contract/people/members'
import {
  acceptBillingEntityInvite,
  acceptSiteInvite,
  listReceivedBillingEntityInvites,
  listReceivedClinicInvites,
} from '@byre/contract/people/received-invites'
import { deleteSite, getSite, restoreSite } from '@byre/contract/places/sites'
import { updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  betweenAliceAndBob,
  hostOf,
  inviteToSiteAs,
  newBillingEntityInvite,
  newSiteInvite,
} from '../../testing/invites.ts'
import { tellOf } from '../../testing/people.ts'
import { join, newBillingEntity, newSite } from '../../testing/places.ts'

/* Alice runs sites and invites; Bob is invited; Carol is not. */

const { testApp, sql, alice, bob, carol } = await tellOf('alice', 'bob', 'carol')
const between = betweenAliceAndBob(testApp, { alice, bob })
const { accept, decline, received, inviteBob, roleOf, seenByAlice, expire } = between

describe('an invitation', () => {
  test('reaches Bob with who invites, to what, as what and until when; accepting makes him a member', async () => {
    const site = await newSite(testApp, alice, { name: 'North Ranch' })
    await testApp.call(updateUser, {
      as: alice,
      params: { id: alice.id },
      body: { first_name: 'Alice', last_name: 'Marsh' },
    })
    const sent = await inviteBob(site, 'Admin')

    const { reply: list } = await received(bob)
    const expected = {
      id: sent.id,
      status: 'sent',
      role: 'Admin',
      created_at: sent.created_at,
      expired_at: sent.expired_at,
      invited_by: alice.id,
      inviter_name: 'Alice Marsh',
      site: { id: site.id, name: 'North Ranch' },
    }
    assert.deepEqual(list, { invites: [expected], total: 1, page: 1, per_page: 25 })
    const days = (Date.parse(sent.expired_at) - Date.parse(sent.created_at)) / 86_400_000
    assert.equal(days, 7)
    assert.equal(await roleOf(site, bob), null)

    const accepted = await accept(sent.id)
    assert.equal(accepted.status, 200)
    assert.deepEqual(accepted.reply, { ...expected, status: 'accepted' })

    assert.equal((await testApp.call(getSite, { as: bob, params: { id: site.id } })).reply.role, 'Admin')
    assert.equal((await received(bob)).reply.total, 0)
    assert.equal((await received(bob, { status: 'all' })).reply.invites[0]?.status, 'accepted')
    assert.equal(await seenByAlice(site, sent.id), 'accepted')
    const { reply: users } = await testApp.call(listSiteUsers, {
      as: alice,
      params: { id: site.id },
      query: {},
    })
    assert.deepEqual(
      users.users.map(({ email, role }) => [email, role]).toSorted(),
      [
        [alice.email, 'Owner'],
        [bob.email, 'Admin'],
      ].toSorted(),
    )
  })

  test('that is declined makes nobody a member, and a new one can be sent', async () => {
    const site = await newSite(testApp, alice)
    const sent = await inviteBob(site)
    assert.equal((await decline(sent.id)).reply.status, 'declined')
    assert.equal(await roleOf(site, bob), null)
    assert.equal(await seenByAlice(site, sent.id), 'declined')

    const again = await inviteBob(site)
    assert.notEqual(again.id, sent.id)
    assert.equal((await accept(again.id)).status, 200)
  })

  test('to billing information is one, too', async () => {
    const billingEntity = await newBillingEntity(testApp, alice, { name: 'North Ranch Ltd' })
    const sent = await newBillingEntityInvite(testApp, alice, billingEntity, {
      email: bob.email,
      role: 'Admin',
    })

    const { reply } = await testApp.call(listReceivedBillingEntityInvites, { as: bob, query: {} })
    assert.deepEqual(
      reply.invites.map(({ billing_entity }) => billing_entity),
      [{ id: billingEntity.id, name: 'North Ranch Ltd' }],
    )
    assert.equal((await accept(sent.id)).status, 404)
    const accepted = await testApp.call(acceptBillingEntityInvite, { as: bob, params: { id: sent.id } })
    assert.equal(accepted.reply.billing_entity.id, billingEntity.id)
    assert.equal(await roleOf(billingEntity, bob, 'billing_entity'), 'Admin')
  })

  test('is counted for the badge with one row asked for, without those the reader sent', async () => {
    const dave = await testApp.person('dave')
    const [mine, hers] = [await newSite(testApp, dave), await newSite(testApp, alice)]
    await newSiteInvite(testApp, dave, mine, { email: 'somebody@ranch.example' })
    for (const site of [hers, await newSite(testApp, alice)])
      await newSiteInvite(testApp, alice, site, { email: dave.email })
    // Dave's own, should his address ever be the invited one.
    await sql(
      `insert into customers.invites (id, place_id, kind, email, role, invited_by, expired_at)
       values ($1, $2, 'site', $3, 'User', $4, now() + interval '1 day')`,
      randomUUID(),
      mine.id,
      dave.email,
      dave.id,
    )

    const { reply } = await received(dave, { per_page: '1' })
    assert.equal(reply.total, 2)
    assert.equal(reply.invites.length, 1)
    const { reply: clinics } = await testApp.call(listReceivedClinicInvites, { as: dave, query: {} })
    assert.equal(clinics.total, 0)
  })

  test('is found by the name of its place and sorted by its end', async () => {
    const erin = await testApp.person('erin')
    const sites = [
      await newSite(testApp, alice, { name: 'Upper Pasture' }),
      await newSite(testApp, alice, { name: 'Lower Pasture' }),
    ]
    for (const site of sites) await newSiteInvite(testApp, alice, site, { email: erin.email })
    const names = async (query: Record<string, string>) =>
      (await received(erin, query)).reply.invites.map(({ site }) => site.name)
    assert.deepEqual(await names({ q: 'lower' }), ['Lower Pasture'])
    assert.deepEqual(await names({ sort: 'expired_at' }), ['Upper Pasture', 'Lower Pasture'])
    assert.deepEqual(await names({}), ['Lower Pasture', 'Upper Pasture'])
    assert.equal((await received(erin, { status: 'open' })).status, 400)

    const [upper] = (await received(erin, { q: 'upper' })).reply.invites
    const alone = await received(erin, { id: upper!.id, status: 'all', per_page: '1' })
    assert.deepEqual(alone.reply, { invites: [upper], total: 1, page: 1, per_page: 1 })
    assert.equal((await received(bob, { id: upper!.id, status: 'all' })).reply.total, 0)
    assert.equal((await received(erin, { id: 'upper' })).status, 400)
  })
})

describe('C07 an invitation is answered by whom it was sent to alone', () => {
  test('to others it is not there, whatever they do', async () => {
    const site = await newSite(testApp, alice)
    const sent = await inviteBob(site)
    const nowhere = await accept(randomUUID(), carol)
    for (const as of [carol, alice])
      for (const answer of [await accept(sent.id, as), await decline(sent.id, as)]) {
        assert.equal(answer.status, 404)
        const { request_id: _, ...body } = answer.body
        const { request_id: __, ...known } = nowhere.body
        assert.deepEqual(body, known)
      }
    assert.equal((await received(carol)).reply.total, 0)
    assert.equal((await testApp.call(acceptSiteInvite, { params: { id: sent.id } })).status, 401)
    assert.equal(await roleOf(site, carol), null)
    assert.equal((await accept(sent.id)).status, 200)
  })

  test('an address that waits for its code opens nothing', async () => {
    const site = await newSite(testApp, alice)
    const frank = await testApp.person('frank')
    const sent = await newSiteInvite(testApp, alice, site, { email: 'frank@clinic.example' })
    await testApp.call(updateUser, {
      as: frank,
      params: { id: frank.id },
      body: { email: 'frank@clinic.example' },
    })
    assert.equal((await accept(sent.id, frank)).status, 404)
    assert.equal((await received(frank)).reply.total, 0)
  })

  test('M02 only the very address counts: look-alikes are other people', async () => {
    const site = await newSite(testApp, alice)
    const grace = await testApp.person('grace', 'grace.hill@ranch.example')
    for (const email of [
      'gracehill@ranch.example',
      'grace.hill+1@ranch.example',
      'grace.hill@ranch.example.ca',
    ]) {
      const sent = await newSiteInvite(testApp, alice, site, { email })
      assert.equal((await accept(sent.id, grace)).status, 404)
    }
    for (const email of [
      'ﬀrank@ranch.example',
      'grace.hıll@ranch.example',
      'ｇrace@ranch.example',
      'grace.hill@ranch.example\u0000',
    ])
      assert.equal((await inviteToSiteAs(testApp, alice, site, { email })).status, 400, email)
    const sent = await newSiteInvite(testApp, alice, site, { email: '  Grace.HILL@Ranch.Example ' })
    assert.equal(sent.email, grace.email)
    assert.equal((await accept(sent.id, grace)).status, 200)
  })

  test('what has expired, by the clock of the database, is not open any more', async () => {
    const site = await newSite(testApp, alice)
    const sent = await inviteBob(site)
    await expire(sent.id)
    assert.equal((await received(bob)).reply.total, 0)
    assert.equal((await received(bob, { status: 'expired' })).reply.total, 1)
    for (const [answer, words] of [
      [await accept(sent.id), 'Could not accept invite'],
      [await decline(sent.id), 'Could not decline invite.'],
    ] as const)
      assert.deepEqual([answer.status, answer.body['message']], [409, words])
    assert.equal(await roleOf(site, bob), null)
    assert.equal(await seenByAlice(site, sent.id), 'expired')
  })

  test('what was taken back is closed', async () => {
    const site = await newSite(testApp, alice)
    const sent = await inviteBob(site)
    await testApp.call(revokeSiteInvite, { as: alice, host: hostOf(site), params: { id: sent.id } })
    assert.equal((await accept(sent.id)).status, 409)
    assert.equal((await received(bob, { status: 'revoked' })).reply.invites[0]?.id, sent.id)
  })
})

describe('C07 an invitation is worth what its sender is worth', () => {
  for (const [what, change] of [
    ['has left', `delete from customers.members where place_id = $1 and user_id = $2`],
    [
      'may not invite any more',
      `update customers.members set role = 'User' where place_id = $1 and user_id = $2`,
    ],
  ] as const)
    test(`when whoever invited ${what}, it counts as taken back`, async () => {
      const site = await newSite(testApp, alice)
      await join(testApp, carol, { kind: 'site', id: site.id }, 'Admin')
      const sent = await newSiteInvite(testApp, carol, site, { email: bob.email })
      await sql(change, site.id, carol.id)

      assert.equal((await received(bob)).reply.total, 0)
      assert.equal(await seenByAlice(site, sent.id), 'revoked')
      const answer = await accept(sent.id)
      assert.deepEqual([answer.status, answer.body['message']], [409, 'Could not accept invite'])
      assert.equal(await roleOf(site, bob), null)

      // Alice vouches for it anew.
      const again = await inviteBob(site)
      assert.equal(again.id, sent.id)
      assert.equal((await accept(sent.id)).status, 200)
    })

  test('an invitation to a deleted site is void, and restoring the site does not open it again', async () => {
    const site = await newSite(testApp, alice)
    const sent = await inviteBob(site)
    await testApp.call(deleteSite, { as: alice, params: { id: site.id } })
    assert.equal((await received(bob)).reply.total, 0)
    assert.equal((await received(bob, { status: 'revoked', q: site.name })).reply.invites[0]?.id, sent.id)
    assert.equal((await accept(sent.id)).status, 409)

    const restored = await testApp.call(restoreSite, { as: alice, params: { id: site.id }, body: {} })
    assert.equal(restored.status, 200)
    assert.equal(await seenByAlice(site, sent.id), 'revoked')
    assert.equal((await accept(sent.id)).status, 409)
    assert.equal(await roleOf(site, bob), null)
    assert.equal((await accept((await inviteBob(site)).id)).status, 200)
  })
})
