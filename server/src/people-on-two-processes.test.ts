import { listSiteActivity } from '@byre/contract/activity'
import { addSiteHand } from '@byre/contract/people/unregistered-members'
import { acceptSiteHandOver, offerSiteHandOver } from '@byre/contract/people/ownership-transfers'
import {
  changeSiteInvite,
  inviteToBillingEntity,
  inviteToSite,
  listSiteInvites,
  revokeSiteInvite,
} from '@byre/contract/people/invites'
import {
  addBillingEntityUser,
  changeSiteUserRole,
  listSiteUsers,
  removeSiteUser,
} from '@byre/contract/people/members'
import {
  acceptBillingEntityInvite,
  acceptSiteInvite,
  declineSiteInvite,
  listReceivedSiteInvites,
} from '@byre/contract/people/received-invites'
import { createBillingEntity } from '@byre/contract/billing/billing-entities'
import type { Endpoint } from '@byre/contract/endpoint'
import { createSite, getSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Listener } from './testing/live.ts'
import type { Started } from './testing/main-process.ts'
import { removalsStand } from './testing/people.ts'
import { billingEntityFields, siteFields } from './testing/places.ts'
import { callOf, startTwo, type CallOptions } from './testing/two-mains.ts'

/*
 * The people of a place on two real processes over HTTP: Alice and Carol ask the one, Bob the other. Each
 * mail and each live event comes from whichever process is first, or from the reader's own.
 */

const { one, two, pool, newAccount, mailTo, logInAt } = await startTwo()

interface Person {
  at: Started
  id: string
  email: string
  token: string
}

async function person(name: string, at: Started): Promise<Person> {
  const { reply } = await logInAt(at, await newAccount(name))
  return { at, id: reply.id, email: `${name}@ranch.example`, token: reply.token }
}
const ask = <E extends Endpoint>(who: Person, endpoint: E, options: Omit<CallOptions, 'token'> = {}) =>
  callOf(who.at, endpoint, { ...options, token: who.token })
const listen = ({ at, token }: Person) => Listener.on(at.port, { host: 'localhost', token })

const [alice, bob, carol] = [await person('alice', one), await person('bob', two), await person('carol', one)]

async function newSite(name: string) {
  const { reply: billingEntity } = await ask(alice, createBillingEntity, { body: billingEntityFields })
  const fields = siteFields(billingEntity.id, { name }) as Record<string, string>
  const { status, reply, body } = await ask(alice, createSite, { body: fields })
  assert.equal(status, 201, JSON.stringify(body))
  return { ...reply, host: `${reply.id}.localhost` }
}
type Place = Awaited<ReturnType<typeof newSite>>
const invite = async (site: Place, email: string, role: string, as = alice) =>
  ask(as, inviteToSite, { host: site.host, body: { email, role } })
const received = async (who: Person) => (await ask(who, listReceivedSiteInvites)).reply.invites
const rolesOf = async (site: Place, as: Person) => {
  const { reply } = await ask(as, listSiteUsers, { params: { id: site.id }, query: { sort: 'role' } })
  return reply.users.map(({ email, role }) => `${email?.split('@')[0]} ${role}`)
}

test('R07 Bob is invited at one process, hears, accepts, rises and goes at another, each within two seconds', async () => {
  const site = await newSite('North Pasture')
  const [atBobs, atAlices] = [await listen(bob), await listen(alice)]
  const { status, reply: sent } = await invite(site, bob.email, 'User')
  assert.equal(status, 201)
  await atBobs.heard('invite', site.id)
  await mailTo(bob.email, ({ subject }) => subject === `${alice.email} invites you to North Pasture`)

  const change = { params: { id: sent.id }, host: site.host, body: { role: 'Admin' } }
  assert.equal((await ask(alice, changeSiteInvite, change)).reply.role, 'Admin')
  assert.deepEqual(
    (await received(bob)).map(({ id, role }) => [id, role]),
    [[sent.id, 'Admin']],
  )
  assert.equal((await ask(carol, acceptSiteInvite, { params: { id: sent.id } })).status, 404)
  assert.equal((await ask(bob, acceptSiteInvite, { params: { id: sent.id } })).status, 200)
  await atAlices.heard('site', site.id)
  assert.deepEqual(await rolesOf(site, alice), ['alice Owner', 'bob Admin'])
  await mailTo(alice.email, ({ subject }) => subject === 'Your invitation to North Pasture was accepted')

  // What Bob sends as an Admin ends with his right to.
  await invite(site, carol.email, 'User', bob)
  assert.equal((await received(carol)).length, 1)
  const member = { id: site.id, userId: bob.id }
  await ask(alice, changeSiteUserRole, { params: member, body: { role: 'User' } })
  assert.equal((await received(carol)).length, 0)
  await mailTo(bob.email, ({ subject }) => subject === 'Your role at North Pasture is now User')
  await ask(alice, changeSiteUserRole, { params: member, body: { role: 'Admin' } })
  assert.equal((await received(carol)).length, 0)

  assert.equal((await ask(alice, removeSiteUser, { params: member })).status, 200)
  assert.equal((await ask(bob, getSite, { params: { id: site.id } })).status, 404)
  await atBobs.ended()
  await removalsStand(pool)
  await mailTo(bob.email, ({ subject }) => subject === 'You no longer have access to North Pasture')
  const { reply } = await ask(alice, listSiteActivity, { params: { id: site.id } })
  assert.deepEqual(
    reply.activity.slice(0, 4).map(({ what }) => what),
    [
      'Removed a member',
      'Changed a role',
      'Ended an invitation whose sender may not invite any more',
      'Changed a role',
    ],
  )
  atAlices.leave()
})

test('R07 what is taken back or declined at one process is closed at the other; once more renews it', async () => {
  const site = await newSite('South Barn')
  const { reply: first } = await invite(site, bob.email, 'User')
  assert.equal(
    (await ask(alice, revokeSiteInvite, { params: { id: first.id }, host: site.host })).status,
    200,
  )
  assert.equal((await ask(bob, acceptSiteInvite, { params: { id: first.id } })).status, 409)

  const [{ reply: second }, { reply: renewed }] = [
    await invite(site, bob.email, 'User'),
    await invite(site, bob.email, 'Admin'),
  ]
  assert.deepEqual([renewed.id, renewed.role], [second.id, 'Admin'])
  assert.equal((await ask(bob, declineSiteInvite, { params: { id: second.id } })).status, 200)
  const { reply } = await ask(alice, listSiteInvites, { host: site.host })
  assert.deepEqual(
    reply.invites.map(({ status }) => status),
    ['declined', 'revoked'],
  )
})

test('R07 a hand becomes Bob’s account, who shares the payer and is offered the site, at the other process', async () => {
  const site = await newSite('East Range')
  const params = { id: site.id }
  const { reply: unregistered } = await ask(alice, addSiteHand, { params, body: { name: 'Bobby' } })
  const body = { email: bob.email, role: 'User', hand_id: unregistered.id }
  const { reply: sent } = await ask(alice, inviteToSite, { host: site.host, body })
  await ask(bob, acceptSiteInvite, { params: { id: sent.id } })
  assert.deepEqual(await rolesOf(site, bob), ['alice Owner', 'bob User'])

  const billingEntity = site.billing_entity_id
  const added = await ask(alice, addBillingEntityUser, { params: { id: billingEntity, userId: bob.id } })
  assert.deepEqual([added.status, added.reply.role], [201, 'User'])
  const unknown = await ask(alice, addBillingEntityUser, { params: { id: billingEntity, userId: carol.id } })
  assert.equal(unknown.status, 404)
  const { reply: paying } = await ask(alice, inviteToBillingEntity, {
    params: { id: billingEntity },
    body: { email: carol.email },
  })
  assert.equal((await ask(bob, acceptBillingEntityInvite, { params: { id: paying.id } })).status, 404)
  assert.equal((await ask(carol, acceptBillingEntityInvite, { params: { id: paying.id } })).status, 200)

  assert.equal((await ask(alice, offerSiteHandOver, { params, body: { user_id: bob.id } })).status, 201)
  assert.equal((await ask(bob, acceptSiteHandOver, { params })).status, 200)
  assert.deepEqual(await rolesOf(site, alice), ['bob Owner', 'alice Admin'])
  await mailTo(alice.email, ({ subject }) => subject === `${bob.email} owns East Range now`)
})

test('C06 R07 of two Owners who leave at two processes at once, one stays', async () => {
  const site = await newSite('West Range')
  const { reply: sent } = await invite(site, bob.email, 'Admin')
  await ask(bob, acceptSiteInvite, { params: { id: sent.id } })
  const params = (who: Person) => ({ id: site.id, userId: who.id })
  await ask(alice, changeSiteUserRole, { params: params(bob), body: { role: 'Owner' } })

  const left = await Promise.all([alice, bob].map((who) => ask(who, removeSiteUser, { params: params(who) })))

  assert.deepEqual(left.map(({ status }) => status).toSorted(), [200, 409])
  const refused = left.find(({ status }) => status === 409)
  assert.equal(refused?.body['message'], 'A site needs at least one owner.')
})
