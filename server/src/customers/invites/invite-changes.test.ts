import {
  changeBillingEntityInvite,
  changeSiteInvite,
  inviteToBillingEntity,
  listBillingEntityInvites,
  listSiteInvites,
  resendBillingEntityInvite,
  resendSiteInvite,
  revokeBillingEntityInvite,
  revokeSiteInvite,
} from '@byre/contract/people/invites'
import { acceptSiteInvite, declineSiteInvite } from '@byre/contract/people/received-invites'
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
import { staffedSite, tellOf } from '../../testing/people.ts'
import { join, newBillingEntity, newSite } from '../../testing/places.ts'
import type { Person } from '../../testing/test-app.ts'

/* Alice owns the site, Dave is an Admin of it, Bob a User; Carol is a stranger. */

const { testApp, sql, alice, bob, carol, dave } = await tellOf('alice', 'bob', 'carol', 'dave')
const site = await staffedSite(testApp, { owner: alice, admin: dave, user: bob })
const { someone, expire } = betweenAliceAndBob(testApp, { alice, bob })

const at = (place: { id: string }, as: Person | undefined = alice) => ({ as, host: hostOf(place) })
const list = (place: { id: string }, query: Record<string, string> = {}, as = alice) =>
  testApp.call(listSiteInvites, { ...at(place, as), query })
const change = (id: string, role: 'Admin' | 'User', headers = {}, place = site) =>
  testApp.call(changeSiteInvite, { ...at(place), params: { id }, body: { role }, headers })
const revoke = (id: string, place = site) => testApp.call(revokeSiteInvite, { ...at(place), params: { id } })
const resend = (id: string, place = site, as = alice) =>
  testApp.call(resendSiteInvite, { ...at(place, as), params: { id } })

describe('who runs the site', () => {
  test('C02 an Owner and an Admin invite; a User may not, and to strangers there is nothing', async () => {
    const { id } = await newSiteInvite(testApp, alice, site, { email: someone() })
    const host = hostOf(site)
    const attempts = (as?: Person) =>
      Promise.all([
        testApp.send('POST', '/api/v1/site-invites', { as, host, body: { email: someone() } }),
        testApp.send('GET', '/api/v1/site-invites', { as, host }),
        testApp.send('PUT', `/api/v1/site-invites/${id}`, { as, host, body: { role: 'User' } }),
        testApp.send('POST', `/api/v1/site-invites/${id}/resend`, { as, host }),
        testApp.send('DELETE', `/api/v1/site-invites/${id}`, { as, host }),
      ])
    for (const [as, status, code] of [
      [undefined, 401, 'session.required'],
      [carol, 404, 'not_found'],
      [bob, 403, 'role.insufficient'],
    ] as const)
      for (const answer of await attempts(as)) {
        assert.equal(answer.status, status)
        assert.equal(answer.body['code'], code)
      }
    assert.equal((await list(site, {}, dave)).status, 200)
    assert.equal((await inviteToSiteAs(testApp, dave, site, { email: someone(), role: 'Admin' })).status, 201)
  })

  test('C02 another site’s invitation is not there, whoever asks', async () => {
    const mine = await newSite(testApp, carol)
    const { id } = await newSiteInvite(testApp, alice, site, { email: someone() })
    const options = { ...at(mine, carol), params: { id } }
    for (const answer of [
      await testApp.call(changeSiteInvite, { ...options, body: { role: 'Admin' } }),
      await testApp.call(revokeSiteInvite, options),
      await testApp.call(resendSiteInvite, options),
    ])
      assert.equal(answer.status, 404)
    assert.equal((await list(mine, {}, carol)).reply.total, 0)
    assert.equal((await list(site, {}, carol)).status, 404)
  })

  test('changes the role that is offered while it is open', async () => {
    const { id } = await newSiteInvite(testApp, alice, site, { email: someone() })
    const changed = await change(id, 'Admin', { 'if-match': '"1"' })
    assert.deepEqual([changed.status, changed.reply.role, changed.headers['etag']], [200, 'Admin', '"2"'])
    assert.equal((await change(id, 'Admin', { 'if-match': '"1"' })).status, 200)
    const stale = await change(id, 'User', { 'if-match': '"1"' })
    assert.deepEqual([stale.status, stale.body['code']], [412, 'request.stale'])
    await expire(id)
    const closed = await change(id, 'User')
    assert.deepEqual([closed.status, closed.body['code']], [409, 'invite.closed'])
    assert.equal((await change(randomUUID(), 'User')).status, 404)
  })

  test('takes one back, once for all', async () => {
    const { id } = await newSiteInvite(testApp, alice, site, { email: carol.email })
    const row = async () =>
      (await sql('select xmin::text, version from customers.invites where id = $1', id)).rows[0]
    assert.deepEqual((await revoke(id)).body, { success: true, data: null })
    const revoked = await row()
    assert.deepEqual((await revoke(id)).body, { success: true, data: null })
    assert.deepEqual(await row(), revoked, 'the second time writes nothing')
    assert.equal((await list(site, { status: 'revoked', q: carol.email })).reply.invites[0]?.id, id)
    assert.equal((await resend(id)).status, 409)
    const { rowCount } = await sql(
      `select from platform.audit where deed = 'revokeSiteInvite' and before ->> 'email' = $1`,
      carol.email,
    )
    assert.equal(rowCount, 1)
    const renewed = await newSiteInvite(testApp, alice, site, { email: carol.email })
    assert.notEqual(renewed.id, id)
    await testApp.call(declineSiteInvite, { as: carol, params: { id: renewed.id } })
    assert.equal((await revoke(renewed.id)).status, 409)
    assert.equal((await resend(renewed.id)).status, 409)
    assert.equal((await change(renewed.id, 'Admin')).status, 409)
  })

  test('sends one again, also an expired one, and then stands for it', async () => {
    const email = someone()
    const { id } = await newSiteInvite(testApp, alice, site, { email })
    await testApp.settle()
    await expire(id)
    const again = await resend(id, site, dave)
    assert.equal(again.status, 200)
    assert.deepEqual(
      [again.reply.status, again.reply.invited_by, again.reply.mail],
      ['sent', dave.id, 'queued'],
    )
    assert.ok(Date.parse(again.reply.expired_at) > Date.now() + 6 * 86_400_000)
    assert.equal((await testApp.mailsTo(email)).length, 2)
  })

  test('sees them page by page, by status, sorted, and finds one by its address', async () => {
    const own = await newSite(testApp, alice)
    const emails = ['b', 'c', 'a', 'd'].map((letter) => `${letter}@sorted.example`)
    const ids: string[] = []
    for (const email of emails) ids.push((await newSiteInvite(testApp, alice, own, { email })).id)
    await expire(ids[0] ?? '')
    await revoke(ids[1] ?? '', own)
    const statusesFor = async (query: Record<string, string>) =>
      (await list(own, query)).reply.invites.map(({ email, status }) => `${email[0]} ${status}`)

    assert.deepEqual(await statusesFor({}), ['d sent', 'a sent', 'c revoked', 'b expired'])
    assert.deepEqual(await statusesFor({ sort: 'email', per_page: '2', page: '2' }), ['c revoked', 'd sent'])
    assert.deepEqual(await statusesFor({ status: 'sent', sort: 'created_at' }), ['a sent', 'd sent'])
    assert.deepEqual(await statusesFor({ sort: 'expired_at', per_page: '1' }), ['b expired'])
    assert.deepEqual(await statusesFor({ q: 'A@sor' }), ['a sent'])
    const { reply } = await list(own, { status: 'sent', per_page: '1' })
    assert.deepEqual([reply.total, reply.page, reply.per_page], [2, 1, 1])
    for (const query of [{ status: 'open' }, { sort: 'role' }, { per_page: '101' }] as Record<
      string,
      string
    >[])
      assert.equal((await list(own, query)).status, 400)
  })
})

describe('a site whose payment is not settled', () => {
  test('takes no new people while read-only, but invitations can be seen and taken back', async () => {
    const own = await newSite(testApp, alice)
    const { id } = await newSiteInvite(testApp, alice, own, { email: someone() })
    await sql(`update customers.sites set standing = 'read_only' where id = $1`, own.id)
    for (const answer of [
      await inviteToSiteAs(testApp, alice, own, { email: someone() }),
      await change(id, 'Admin', {}, own),
      await resend(id, own),
    ])
      assert.deepEqual([answer.status, answer.body['code']], [403, 'place.read_only'])
    assert.equal((await list(own)).reply.total, 1)
    assert.equal((await revoke(id, own)).status, 200)
  })

  test('says so with 503 to its members when it is stopped, and is not there for strangers', async () => {
    const own = await newSite(testApp, alice)
    const { id } = await newSiteInvite(testApp, alice, own, { email: someone() })
    await sql(`update customers.sites set standing = 'stopped' where id = $1`, own.id)
    for (const answer of [
      await inviteToSiteAs(testApp, alice, own, { email: someone() }),
      await list(own),
      await change(id, 'Admin', {}, own),
      await resend(id, own),
      await revoke(id, own),
    ]) {
      assert.deepEqual([answer.status, answer.body['code']], [503, 'place.stopped'])
      assert.ok(Number(answer.headers['retry-after']) > 60)
    }
    assert.equal((await list(own, {}, carol)).status, 404)
  })
})

test('billing information is shared by invitation, too, by its Owner and Admins', async () => {
  const billingEntity = await newBillingEntity(testApp, alice)
  await join(testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'User')
  const invited = await newBillingEntityInvite(testApp, alice, billingEntity, { email: dave.email })
  assert.deepEqual(invited.billing_entity, { id: billingEntity.id, name: billingEntity.name })

  const params = { id: billingEntity.id, inviteId: invited.id }
  const changed = await testApp.call(changeBillingEntityInvite, {
    as: alice,
    params,
    body: { role: 'Admin' },
  })
  assert.equal(changed.reply.role, 'Admin')
  assert.equal((await testApp.call(resendBillingEntityInvite, { as: alice, params })).status, 200)
  const { reply } = await testApp.call(listBillingEntityInvites, { as: alice, params, query: {} })
  assert.deepEqual(
    reply.invites.map(({ id, role }) => [id, role]),
    [[invited.id, 'Admin']],
  )
  for (const [as, status] of [
    [bob, 403],
    [carol, 404],
  ] as const) {
    const answers = [
      await testApp.call(inviteToBillingEntity, { as, params, body: { email: someone() } }),
      await testApp.call(listBillingEntityInvites, { as, params, query: {} }),
      await testApp.call(revokeBillingEntityInvite, { as, params }),
    ]
    for (const answer of answers) assert.equal(answer.status, status)
  }
  assert.equal((await testApp.call(revokeBillingEntityInvite, { as: alice, params })).status, 200)
  assert.equal((await testApp.call(acceptSiteInvite, { as: dave, params: { id: invited.id } })).status, 404)
})

describe('an invitation that was taken back a moment ago', () => {
  const reopen = (id: string, as: Person | undefined = alice, role = 'User', place = site) =>
    testApp.send('PUT', `/api/v1/site-invites/${id}`, {
      as,
      host: hostOf(place),
      body: { role, action: 'reopen' },
    })

  test('is open again by the same link for whoever took it back, and nobody is mailed', async () => {
    const carl = await testApp.person(`carl-${randomUUID().slice(0, 8)}`)
    const sent = await newSiteInvite(testApp, alice, site, { email: carl.email })
    await testApp.settle()
    const mails = (await testApp.mailsTo(carl.email)).length
    assert.equal((await revoke(sent.id)).status, 200)

    const { status, body } = await reopen(sent.id)
    const { data } = body as unknown as { data: typeof sent }
    assert.deepEqual([status, data.status, data.link, data.role], [200, 'sent', sent.link, 'User'])
    assert.equal((await reopen(sent.id)).status, 200, 'twice is once')
    await testApp.settle()
    assert.equal((await testApp.mailsTo(carl.email)).length, mails)
    const { rows } = await sql(
      `select actor_id from platform.audit where subject_id = $1 and deed = 'reopenSiteInvite' and after->>'email' = $2`,
      site.id,
      carl.email,
    )
    assert.deepEqual(rows, [{ actor_id: alice.id }])
    const accepted = await testApp.call(acceptSiteInvite, { as: carl, params: { id: sent.id } })
    assert.equal(accepted.status, 200)
    assert.equal((await reopen(sent.id)).status, 409, 'answered is answered')
  })

  test('stays closed for everybody else, with another role, after a while, and beside a newer one', async () => {
    const email = someone()
    const { id } = await newSiteInvite(testApp, alice, site, { email })
    await revoke(id)
    for (const [as, status] of [
      [undefined, 401],
      [carol, 404],
      [bob, 403],
      [dave, 409],
    ] as const)
      assert.equal(
        (
          await testApp.send('PUT', `/api/v1/site-invites/${id}`, {
            as,
            host: hostOf(site),
            body: { role: 'User', action: 'reopen' },
          })
        ).status,
        status,
      )
    assert.equal((await reopen(id, alice, 'Admin')).status, 409)
    const again = await newSiteInvite(testApp, alice, site, { email })
    assert.equal((await reopen(id)).status, 409)
    await revoke(again.id)
    await sql(
      `update platform.audit set at = at - interval '11 minutes' where subject_id = $1 and deed = 'revokeSiteInvite'`,
      site.id,
    )
    assert.equal((await reopen(again.id)).status, 409)
  })
})
