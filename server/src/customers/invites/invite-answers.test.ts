import { changeSiteInvite, revokeSiteInvite } from '@byre/contract/people/invites'
import { acceptSiteInvite, declineSiteInvite } from '@byre/contract/people/received-invites'
import { deleteSite, type Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { betweenAliceAndBob, hostOf, inviteToSiteAs, newSiteInvite } from '../../testing/invites.ts'
import { tellOf } from '../../testing/people.ts'
import { newSite } from '../../testing/places.ts'

/* Alice invites Bob, on one process; he answers on another. */

const { testApp, sql, alice, bob, carol } = await tellOf('alice', 'bob', 'carol')
const between = betweenAliceAndBob(testApp, { alice, bob })
const { accept, decline, received, inviteBob, roleOf, seenByAlice, somebodyWaits } = between

describe('C08 an invitation is answered once', () => {
  test('the same answer again is fine, another one comes too late', async () => {
    const site = await newSite(testApp, alice)
    const [first, second] = [await inviteBob(site), await inviteBob(await newSite(testApp, alice))]
    assert.deepEqual((await accept(first.id)).reply, (await accept(first.id)).reply)
    assert.equal((await decline(first.id)).status, 409)
    assert.equal((await decline(second.id)).status, 200)
    assert.equal((await decline(second.id)).status, 200)
    const late = await accept(second.id)
    assert.deepEqual([late.status, late.body['message']], [409, 'Could not accept invite'])
    assert.equal(late.body['code'], 'invite.not_accepted')
  })

  test('of fifty answers at once, over two processes, one counts', async () => {
    for (let round = 0; round < 3; round++) {
      const site = await newSite(testApp, alice)
      const sent = await inviteBob(site, 'Admin')
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          testApp.call(n % 3 === 0 ? declineSiteInvite : acceptSiteInvite, {
            as: bob,
            params: { id: sent.id },
            at: testApp.processes[n % 2],
          }),
        ),
      )

      const kept = await seenByAlice(site, sent.id)
      const outcomes = answers.filter(({ status }) => status === 200).map(({ reply }) => reply.status)
      assert.deepEqual([...new Set(outcomes)], [kept])
      assert.equal(answers.filter(({ status }) => status === 409).length, 50 - outcomes.length)
      assert.equal(await roleOf(site, bob), kept === 'accepted' ? 'Admin' : null)
      const { rowCount } = await sql(
        `select from platform.audit where subject_id = $1 and deed in ('acceptSiteInvite', 'declineSiteInvite')`,
        site.id,
      )
      assert.equal(rowCount, 1)
    }
  })

  test('accepting while it is taken back ends in one of the two', async () => {
    for (let round = 0; round < 10; round++) {
      const site = await newSite(testApp, alice)
      const sent = await inviteBob(site)
      const revoke = { as: alice, host: hostOf(site), params: { id: sent.id } }
      const [accepted, revoked] = await Promise.all([accept(sent.id), testApp.call(revokeSiteInvite, revoke)])
      assert.deepEqual([accepted.status, revoked.status].toSorted(), [200, 409])
      assert.equal(await roleOf(site, bob), accepted.status === 200 ? 'User' : null)
    }
  })

  test('accepting while the role changes gives the role that was answered', async () => {
    const site = await newSite(testApp, alice)
    const sent = await inviteBob(site)
    const change = {
      as: alice,
      host: hostOf(site),
      params: { id: sent.id },
      body: { role: 'Admin' },
    } as const
    const [accepted] = await Promise.all([accept(sent.id), testApp.call(changeSiteInvite, change)])
    assert.equal(await roleOf(site, bob), accepted.reply.role)
  })

  test('accepting waits for a deletion that is under way, and then comes too late', async () => {
    const site = await newSite(testApp, alice)
    const sent = await inviteBob(site)
    const client = await testApp.database.pool.connect()
    await client.query('begin')
    await client.query(`update customers.sites set deleted_at = now() where id = '${site.id}'`)
    await client.query(`update customers.members set place_deleted_at = now() where place_id = '${site.id}'`)

    const answer = accept(sent.id)
    await Promise.race([answer, somebodyWaits()])
    await client.query('commit')
    client.release()

    assert.equal((await answer).status, 409)
    const { rowCount } = await sql('select from customers.members where place_id = $1', site.id)
    assert.equal(rowCount, 1)
  })

  test('accepting while the site is deleted leaves no member of a deleted site', async () => {
    for (let round = 0; round < 10; round++) {
      const site = await newSite(testApp, alice)
      const sent = await inviteBob(site)
      const [accepted] = await Promise.all([
        accept(sent.id),
        testApp.call(deleteSite, { as: alice, params: { id: site.id } }),
      ])
      assert.ok([200, 409].includes(accepted.status))
      const { rows } = await sql(
        'select place_deleted_at is null as is_live from customers.members where place_id = $1',
        site.id,
      )
      assert.ok(rows.every(({ is_live }) => !is_live))
    }
  })
})

describe('where payment is not settled', () => {
  const stand = (site: Site, standing: string) =>
    sql('update customers.sites set standing = $2 where id = $1', site.id, standing)

  test('nobody joins until it is; declining is always possible', async () => {
    const site = await newSite(testApp, alice)
    const sent = await inviteBob(site)
    await stand(site, 'read_only')
    const refused = await accept(sent.id)
    assert.deepEqual([refused.status, refused.body['code']], [403, 'place.read_only'])
    await stand(site, 'stopped')
    const stopped = await accept(sent.id)
    assert.deepEqual([stopped.status, stopped.body['code']], [503, 'place.stopped'])
    assert.ok(Number(stopped.headers['retry-after']) > 60)
    assert.equal((await accept(sent.id, carol)).status, 404)
    assert.equal((await received(bob, { q: site.name })).reply.invites[0]?.status, 'sent')

    await stand(site, 'ok')
    assert.equal((await accept(sent.id)).status, 200)
    const next = await newSite(testApp, alice)
    const second = await inviteBob(next)
    await stand(next, 'stopped')
    assert.equal((await decline(second.id)).status, 200)
  })
})

test('someone without an account signs up with the invited address and finds the invitation', async () => {
  const site = await newSite(testApp, alice)
  const sent = await newSiteInvite(testApp, alice, site, { email: 'newcomer@ranch.example' })
  const mail = (await testApp.mailsTo('newcomer@ranch.example')).at(-1)
  assert.ok(
    mail?.text.includes(`http://localhost:4000/invites?invite=${sent.id}#to=newcomer%40ranch.example`),
  )

  // Signing up, confirming and signing in know nothing of the invitation: any browser will do.
  const newcomer = await testApp.person('newcomer')
  assert.deepEqual(
    (await received(newcomer)).reply.invites.map(({ id }) => id),
    [sent.id],
  )
  assert.equal((await accept(sent.id, newcomer)).status, 200)
  assert.equal(await roleOf(site, newcomer), 'User')
})

test('someone on the list by name becomes the account that accepts', async () => {
  const site = await newSite(testApp, alice)
  const handId = randomUUID()
  await sql(
    `insert into customers.hands (id, place_id, kind, name) values ($1, $2, 'site', 'Heidi Who Helps')`,
    handId,
    site.id,
  )
  const heidi = await testApp.person('heidi')
  const elsewhere = await newSite(testApp, alice)
  const strange = await inviteToSiteAs(testApp, alice, elsewhere, { email: heidi.email, hand_id: handId })
  assert.equal(strange.status, 404)

  const sent = await newSiteInvite(testApp, alice, site, { email: heidi.email, hand_id: handId })
  assert.equal(sent.hand_id, handId)
  await accept(sent.id, heidi)
  const { rows } = await sql('select user_id from customers.hands where id = $1', handId)
  assert.deepEqual(rows, [{ user_id: heidi.id }])
})
