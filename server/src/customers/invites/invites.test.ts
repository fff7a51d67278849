import { signUp } from '@byre/contract/accounts/auth'
import { listSiteInvites, SiteInvite } from '@byre/contract/people/invites'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { betweenAliceAndBob, hostOf, inviteToSiteAs, newSiteInvite } from '../../testing/invites.ts'
import { staffedSite, tellOf } from '../../testing/people.ts'
import { newSite } from '../../testing/places.ts'
import { password } from '../../testing/test-app.ts'

/* Alice owns the site, Dave is an Admin of it, Bob a User; Carol is a stranger. */

const { testApp, sql, alice, bob, carol, dave } = await tellOf('alice', 'bob', 'carol', 'dave')
const site = await staffedSite(testApp, { owner: alice, admin: dave, user: bob })
const { someone, expire } = betweenAliceAndBob(testApp, { alice, bob })

const list = (place: { id: string }, query: Record<string, string> = {}) =>
  testApp.call(listSiteInvites, { as: alice, host: hostOf(place), query })

describe('inviting someone to a site', () => {
  test('C04 tells what was sent, by whom the session says, and a link to copy', async () => {
    const email = someone()
    const answer = await inviteToSiteAs(testApp, alice, site, {
      email,
      invited_by: carol.id,
      site_id: randomUUID(),
      status: 'accepted',
      expired_at: '2099-01-01T00:00:00.000Z',
      mail: 'sent',
    } as { email: string })
    assert.equal(answer.status, 201)
    const { id, created_at, expired_at } = answer.reply
    assert.deepEqual(answer.reply, {
      id,
      status: 'sent',
      role: 'User',
      created_at,
      expired_at,
      invited_by: alice.id,
      inviter_name: alice.email,
      email,
      hand_id: null,
      mail: 'queued',
      mail_problem: null,
      link: `http://localhost:4000/invites?invite=${id}#to=${encodeURIComponent(email)}`,
      site: { id: site.id, name: site.name },
    })
    assert.deepEqual(Object.keys(answer.reply).toSorted(), Object.keys(SiteInvite.shape).toSorted())
    assert.equal(answer.headers['etag'], '"1"')
    assert.deepEqual((await list(site, { q: email })).reply.invites, [answer.reply])

    const { rows } = await sql(
      `select actor_id, kind, after from platform.audit where subject_id = $1 and deed = 'inviteToSite'`,
      site.id,
    )
    assert.deepEqual(rows.at(-1), { actor_id: alice.id, kind: 'site', after: { email, role: 'User' } })
  })

  test('again renews the open invitation: another role, seven more days, another mail', async () => {
    const email = someone()
    const first = await newSiteInvite(testApp, alice, site, { email })
    await sql(`update customers.invites set expired_at = expired_at - interval '3 days', reminders = 1`)
    await testApp.settle()
    const again = await newSiteInvite(testApp, dave, site, { email, role: 'Admin' })

    assert.deepEqual([again.id, again.role, again.invited_by], [first.id, 'Admin', dave.id])
    assert.ok(Date.parse(again.expired_at) >= Date.parse(first.expired_at))
    assert.equal((await list(site, { q: email })).reply.total, 1)
    assert.equal((await testApp.mailsTo(email)).length, 2)

    // An expired one is renewed, too.
    await expire(first.id)
    assert.equal((await newSiteInvite(testApp, alice, site, { email })).id, first.id)
  })

  test('who belongs there already is refused on the address', async () => {
    for (const email of [bob.email, alice.email, dave.email.toUpperCase()]) {
      const answer = await inviteToSiteAs(testApp, alice, site, { email })
      assert.equal(answer.status, 409)
      assert.deepEqual(answer.body['errors'], [
        { field: 'email', message: 'This person belongs here already.' },
      ])
    }
  })

  test('is refused without an address, or to become an Owner', async () => {
    for (const [fields, field, message] of [
      [{}, 'email', 'Please input your email address!'],
      [{ email: 'nobody' }, 'email', 'Please enter a valid email'],
      [{ email: someone(), role: 'Owner' }, 'role', 'Please choose User or Admin.'],
    ] as const) {
      const answer = await inviteToSiteAs(testApp, alice, site, fields as { email: string })
      assert.equal(answer.status, 400)
      assert.deepEqual(answer.body['errors'], [{ field, message }])
    }
  })

  test('twenty times at once makes one invitation', async () => {
    const email = someone()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => inviteToSiteAs(testApp, alice, site, { email })),
    )
    assert.deepEqual(
      [...new Set(answers.map(({ status, reply }) => `${status} ${reply.id}`))],
      [`201 ${answers[0]?.reply.id}`],
    )
    assert.equal((await list(site, { q: email })).reply.total, 1)
    assert.equal((await testApp.mailsTo(email)).length, 1)
  })

  test('under one Idempotency-Key is done once, for this site alone', async () => {
    const email = someone()
    const headers = { 'idempotency-key': randomUUID() }
    const [one, two] = [
      await inviteToSiteAs(testApp, alice, site, { email, headers }),
      await inviteToSiteAs(testApp, alice, site, { email, headers }),
    ]
    assert.deepEqual(one.body, two.body)
    assert.equal((await testApp.mailsTo(email)).length, 1)
    const elsewhere = await newSite(testApp, alice)
    assert.equal((await inviteToSiteAs(testApp, alice, elsewhere, { email, headers })).status, 422)
  })
})

test('C09 the answer is the same, byte for byte, whether the address has an account or not', async () => {
  const waiting = 'unconfirmed@ranch.example'
  await testApp.call(signUp, { body: { username: waiting, email: waiting, password } })
  const own = await newSite(testApp, alice)
  const tell = async (email: string) => {
    const { status, text, headers } = await testApp.send('POST', '/api/v1/site-invites', {
      as: alice,
      host: hostOf(own),
      body: { email },
    })
    const { id, created_at, expired_at } = (JSON.parse(text) as { data: SiteInvite }).data
    const { date: _, 'x-request-id': __, ...otherHeaders } = headers
    const blank = [id, created_at, expired_at, email, encodeURIComponent(email)]
    return [status, blank.reduce((text, part) => text.replaceAll(part, '…'), text), otherHeaders]
  }
  const known = await tell(carol.email)
  for (const email of ['unknown@ranch.example', waiting]) {
    const answer = await tell(email)
    const [length, knownLength] = [answer, known].map(
      (one) => (one[2] as Record<string, string>)['content-length'],
    )
    assert.equal(Number(length) - 2 * email.length, Number(knownLength) - 2 * carol.email.length)
    assert.deepEqual(
      { ...(answer[2] as object), 'content-length': null },
      { ...(known[2] as object), 'content-length': null },
    )
    assert.deepEqual(answer.slice(0, 2), known.slice(0, 2))
  }

  // Nor does the list tell them apart once the mails have left.
  await testApp.settle()
  const { reply } = await list(own)
  const shown = reply.invites.map(({ status, mail, mail_problem }) => [status, mail, mail_problem])
  for (const one of shown) assert.deepEqual(one, ['sent', 'sent', null])
  assert.equal(shown.length, 3)
})
