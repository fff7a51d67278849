import { listSiteActivity } from '@byre/contract/activity'
import { acceptSiteHandOver, offerSiteHandOver } from '@byre/contract/people/ownership-transfers'
import { listSiteInvites } from '@byre/contract/people/invites'
import { deleteMe } from '@byre/contract/people/leaving'
import { changeSiteUserRole, removeSiteUser } from '@byre/contract/people/members'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { accountOperations } from '../../auth/accounts/operators.actions.ts'
import { betweenAliceAndBob, hostOf, inviteToSiteAs } from '../../testing/invites.ts'
import { Listener } from '../../testing/live.ts'
import { tellOf } from '../../testing/people.ts'
import { join, newSite } from '../../testing/places.ts'
import type { Person } from '../../testing/test-app.ts'

/* Carol is an Admin of Alice's site and invites Bob; then she may not invite any more. */

const { testApp, sql, alice, bob, carol } = await tellOf('alice', 'bob', 'carol')
const between = betweenAliceAndBob(testApp, { alice, bob })
const { accept, inviteBob, received, roleOf, seenByAlice, somebodyWaits } = between

async function invitedBy(sender: Person) {
  const site = await newSite(testApp, alice)
  await join(testApp, sender, { kind: 'site', id: site.id }, 'Admin')
  return { site, sent: await inviteBob(site, 'User', sender) }
}
const remove = (as: Person, site: { id: string }, whom: Person) =>
  testApp.call(removeSiteUser, { as, params: { id: site.id, userId: whom.id } })
const demote = (site: { id: string }, whom: Person) =>
  testApp.call(changeSiteUserRole, {
    as: alice,
    params: { id: site.id, userId: whom.id },
    body: { role: 'User' },
  })
const stored = async (id: string) =>
  (await sql('select status from customers.invites where id = $1', id)).rows[0].status as string
const voidLines = async (site: { id: string }) => {
  const query = { deed: 'voidSiteInvite' }
  const { reply } = await testApp.call(listSiteActivity, { as: alice, params: { id: site.id }, query })
  return reply.activity
}

describe('C07 what someone sent ends for good', () => {
  const ways: [string, (site: { id: string }) => Promise<{ status: number }>, Person][] = [
    ['is removed', (site) => remove(alice, site, carol), alice],
    ['leaves', (site) => remove(carol, site, carol), carol],
    ['may not invite any more', (site) => demote(site, carol), alice],
  ]
  for (const [what, command, doer] of ways)
    test(`when whoever sent it ${what}, and does not open again when they come back`, async () => {
      const { site, sent } = await invitedBy(carol)
      const own = await inviteToSiteAs(testApp, alice, site, { email: 'other@ranch.example' })

      assert.equal((await command(site)).status, 200)

      assert.equal((await received(bob)).reply.total, 0)
      assert.equal(await seenByAlice(site, sent.id), 'revoked')
      assert.equal(await seenByAlice(site, own.reply.id), 'sent')
      await join(testApp, carol, { kind: 'site', id: site.id }, 'Admin')
      assert.equal(await seenByAlice(site, sent.id), 'revoked')
      const late = await accept(sent.id)
      assert.deepEqual([late.status, late.body['message']], [409, 'Could not accept invite'])
      assert.equal(await roleOf(site, bob), null)

      const [line, ...more] = await voidLines(site)
      assert.deepEqual(
        [line?.actor_id, line?.about_id, line?.changes, more.length],
        [
          doer.id,
          carol.id,
          [
            { field: 'role', before: 'User', after: null },
            { field: 'email', before: bob.email, after: null },
          ],
          0,
        ],
      )
      const anew = await inviteBob(site)
      assert.notEqual(anew.id, sent.id)
      assert.equal((await accept(anew.id)).status, 200)
    })

  test('when they delete their account', async () => {
    const dora = await testApp.person('dora')
    const { site, sent } = await invitedBy(dora)
    assert.equal((await testApp.call(deleteMe, { as: dora, body: { email: dora.email } })).status, 200)

    assert.equal(await stored(sent.id), 'revoked')
    assert.equal((await voidLines(site))[0]?.about_name, 'Former user')
    assert.equal((await accept(sent.id)).status, 409)
  })

  test('when an operator closes their account, also once it is opened again', async () => {
    const erin = await testApp.person('erin')
    const { site, sent } = await invitedBy(erin)
    const operator = { name: 'sam', reason: 'a stolen account' }
    const accounts = accountOperations(testApp.database.db, testApp.app.outbox, operator)

    await accounts.disable(erin.email)
    assert.equal(await seenByAlice(site, sent.id), 'revoked')
    assert.equal((await voidLines(site))[0]?.actor_name, null)
    await accounts.enable(erin.email)
    assert.equal((await accept(sent.id)).status, 409)
  })
})

test('whoever hands a site over stays its Admin, and what they sent stays good', async () => {
  const site = await newSite(testApp, alice)
  await join(testApp, carol, { kind: 'site', id: site.id }, 'Admin')
  const sent = await inviteBob(site)
  const params = { id: site.id }
  await testApp.call(offerSiteHandOver, { as: alice, params, body: { user_id: carol.id } })
  assert.equal((await testApp.call(acceptSiteHandOver, { as: carol, params })).status, 200)
  assert.equal((await accept(sent.id)).status, 200)
})

test('those who run the site see it among what was taken back', async () => {
  const { site, sent } = await invitedBy(carol)
  await remove(alice, site, carol)
  const query = { status: 'revoked' }
  const { reply } = await testApp.call(listSiteInvites, { as: alice, host: hostOf(site), query })
  assert.deepEqual(
    reply.invites.map(({ id, status, invited_by }) => [id, status, invited_by]),
    [[sent.id, 'revoked', carol.id]],
  )
})

test('whoever was invited hears of it at once, at another process', async () => {
  const { site } = await invitedBy(carol)
  const atBobs = await Listener.open(testApp, testApp.processes[1]!, bob)
  const before = atBobs.events.length
  await remove(alice, site, carol)
  await atBobs.heardMoreThan(before)
  assert.deepEqual(
    atBobs.events.slice(before).map(({ kind, id }) => [kind, id]),
    [['invite', site.id]],
  )
  atBobs.leave()
})

describe('C08 of two things at once one happens', () => {
  test('accepting while the sender is removed: a member, or an invitation that has ended', async () => {
    for (let round = 0; round < 20; round++) {
      const { site, sent } = await invitedBy(carol)
      const [accepted, removed] = await Promise.all([accept(sent.id), remove(alice, site, carol)])

      assert.equal(removed.status, 200)
      assert.ok([200, 409].includes(accepted.status))
      const isAccepted = accepted.status === 200
      assert.equal(await stored(sent.id), isAccepted ? 'accepted' : 'revoked')
      assert.equal(await roleOf(site, bob), isAccepted ? 'User' : null)
      assert.equal((await voidLines(site)).length, isAccepted ? 0 : 1)
    }
  })

  test('an invitation that its sender’s removal has ended cannot be accepted, however close', async () => {
    const { site, sent } = await invitedBy(carol)
    const client = await testApp.database.pool.connect()
    await client.query('begin')
    await client.query(
      `delete from customers.members where place_id = '${site.id}' and user_id = '${carol.id}'`,
    )
    await client.query(`update customers.invites set status = 'revoked' where id = '${sent.id}'`)
    const answer = accept(sent.id)
    await Promise.race([answer, somebodyWaits()])
    await client.query('commit')
    client.release()

    assert.equal((await answer).status, 409)
    assert.equal(await roleOf(site, bob), null)
  })

  test('inviting while one is removed waits for it, and then is a stranger’s', async () => {
    const { site } = await invitedBy(carol)
    const client = await testApp.database.pool.connect()
    await client.query('begin')
    await client.query(
      `delete from customers.members where place_id = '${site.id}' and user_id = '${carol.id}'`,
    )
    const answer = inviteToSiteAs(testApp, carol, site, { email: 'late@ranch.example' })
    await Promise.race([answer, somebodyWaits()])
    await client.query('commit')
    client.release()

    assert.equal((await answer).status, 404)
  })
})
