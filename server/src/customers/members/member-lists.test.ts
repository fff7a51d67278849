import { inviteToSite, resendSiteInvite } from '@byre/contract/people/invites'
import { listSiteUsers } from '@byre/contract/people/members'
import { addSiteHand } from '@byre/contract/people/unregistered-members'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { staffedSite, tellOf } from '../../testing/people.ts'
import type { Person } from '../../testing/test-app.ts'

const { testApp, sql, alice, bob, carol, dora } = await tellOf('alice', 'bob', 'carol', 'dora')

const staffed = () => staffedSite(testApp, { owner: alice, admin: bob, user: dora })
const users = (as: Person, id: string, query: Record<string, string> = {}) =>
  testApp.call(listSiteUsers, { as, params: { id }, query })
const invite = async (id: string, body: { email: string; hand_id?: string }) =>
  (await testApp.call(inviteToSite, { as: alice, host: `${id}.localhost:4000`, body })).reply
const addHand = async (id: string, name: string) =>
  (await testApp.call(addSiteHand, { as: alice, params: { id }, body: { name } })).reply
const addresses = async (as: Person, id: string, query: Record<string, string> = {}) =>
  (await users(as, id, query)).reply.users.map(({ email, first_name }) => email ?? first_name)

test('those with an account come before those who are there by name alone, whatever they are called', async () => {
  const { id } = await staffed()
  for (let n = 1; n <= 9; n += 1) await addHand(id, `A hand ${n}`)
  assert.deepEqual(
    (await addresses(dora, id, { per_page: '5' })).slice(0, 3).toSorted(),
    [alice, bob, dora].map(({ email }) => email).toSorted(),
  )
  for (const sort of ['-name', 'role']) {
    const first = (await users(dora, id, { sort, per_page: '3' })).reply.users
    assert.ok(
      first.every(({ email }) => email !== null),
      sort,
    )
  }
})

test('who is invited is on the same list for those who may invite and ask for it, counted with the rest', async () => {
  const { id } = await staffed()
  const walt = await addHand(id, 'Walt')
  const sent = await invite(id, { email: 'zoe@ranch.example' })
  const meant = await invite(id, { email: 'walt@ranch.example', hand_id: walt.id })

  const { reply } = await users(bob, id, { invites: '1', per_page: '5' })
  assert.equal(reply.total, 6)
  const zoe = reply.users.find((user) => user.id === sent.id)
  assert.deepEqual(zoe, {
    id: sent.id,
    first_name: null,
    last_name: null,
    email: 'zoe@ranch.example',
    role: 'User',
    created_at: sent.created_at,
    invite: {
      hand_id: null,
      expired_at: sent.expired_at,
      inviter_name: sent.inviter_name,
      mail: zoe?.invite?.mail,
      mail_problem: null,
      link: sent.link,
    },
  })
  const named = reply.users.find((user) => user.id === meant.id)
  assert.deepEqual([named?.first_name, named?.invite?.hand_id], ['Walt', walt.id])
  assert.deepEqual(
    reply.users.map((user) => (user.invite ? 'invited' : user.email ? 'account' : 'name')),
    ['account', 'account', 'account', 'invited', 'invited'],
  )
  assert.equal((await users(bob, id, { invites: '1', q: 'zoe' })).reply.total, 1)

  assert.equal((await users(bob, id)).reply.total, 4, 'nobody asked')
  assert.equal((await users(dora, id, { invites: '1' })).reply.total, 4, 'a User may not invite')
  assert.equal((await users(carol, id, { invites: '1' })).status, 404, 'nor is it there for a stranger')
  assert.equal((await users(bob, id, { invites: 'yes' })).status, 400)
})

test('an invitation that is answered, over or shut with its site is not on it', async () => {
  const { id } = await staffed()
  const sent = await invite(id, { email: 'zoe@ranch.example' })
  const isListed = async () =>
    (await users(alice, id, { invites: '1' })).reply.users.some((user) => user.id === sent.id)

  assert.ok(await isListed())
  await sql(`update customers.invites set expired_at = now() - interval '1 minute' where id = $1`, sent.id)
  assert.equal(await isListed(), false)
  await testApp.call(resendSiteInvite, { as: alice, host: `${id}.localhost:4000`, params: { id: sent.id } })
  assert.ok(await isListed())
  await sql(`update customers.sites set standing = 'stopped' where id = $1`, id)
  assert.equal(await isListed(), false)
})
