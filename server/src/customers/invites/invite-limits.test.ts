import { resendSiteInvite } from '@byre/contract/people/invites'
import type { Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hostOf, inviteToSiteAs, newSiteInvite } from '../../testing/invites.ts'
import { useUp } from '../../testing/limits.ts'
import { newName, newSite } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { withinDay, withinHour } from '../../testing/windows.ts'
import { inviteLimits } from './invites.policy.ts'

/* M03: how many invitations a site, a new account and an address may see. Alice has been here for long. */

let testApp: TestApp
let alice: Person
before(async () => {
  testApp = await TestApp.start({ LIMIT_FACTOR: '1' }, { processes: 2 })
  alice = await testApp.person('alice')
  await sql(`update customers.users set created_at = now() - interval '8 days' where id = $1`, alice.id)
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
const limits = inviteLimits(1)
const count = async (place: Site) =>
  (await sql('select from customers.invites where place_id = $1', place.id)).rowCount

test('M03 a site sends 200 an hour, however many send them at once', () =>
  withinHour(async () => {
    const site = await newSite(testApp, alice)
    await useUp(testApp, limits.place, site.id, 195)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        inviteToSiteAs(testApp, alice, site, { email: `p${n}@many.example` }),
      ),
    )
    const refused = answers.filter(({ status }) => status === 429)
    assert.deepEqual([answers.filter(({ status }) => status === 201).length, refused.length], [5, 5])
    for (const { body, headers } of refused) {
      assert.equal(body['code'], 'limit.reached')
      assert.ok(Number(headers['retry-after']) > 0)
    }
    assert.equal(await count(site), 5)
    const elsewhere = await newSite(testApp, alice)
    assert.equal((await inviteToSiteAs(testApp, alice, elsewhere, { email: 'p9@many.example' })).status, 201)
  }))

test('M03 an account of less than a week sends 30 an hour over all its places', () =>
  withinHour(async () => {
    const newcomer = await testApp.person(newName('newcomer'))
    const [one, two] = [await newSite(testApp, newcomer), await newSite(testApp, newcomer)]
    await useUp(testApp, limits.newcomer, newcomer.id, 29)
    const statuses = []
    for (const [place, email] of [
      [one, 'a@many.example'],
      [two, 'b@many.example'],
    ] as const)
      statuses.push((await inviteToSiteAs(testApp, newcomer, place, { email })).status)
    assert.deepEqual(statuses, [201, 429])
  }))

test('M03 an address gets five mails a day; further invitations are kept, with a link to copy', () =>
  withinDay(async () => {
    const email = `${newName('wanted')}@many.example`
    const sites = await Promise.all(Array.from({ length: 6 }, () => newSite(testApp, alice)))
    const invites = []
    for (const place of sites) invites.push(await newSiteInvite(testApp, alice, place, { email }))

    assert.deepEqual(
      invites.map(({ mail }) => mail),
      ['queued', 'queued', 'queued', 'queued', 'queued', 'failed'],
    )
    const last = invites.at(-1)
    assert.equal(
      last?.mail_problem,
      'This address already got five invitation mails today. Copy the link, or send it again tomorrow.',
    )
    assert.ok(last?.link.includes(last.id))
    assert.equal((await testApp.mailsTo(email)).length, 5)
    const host = hostOf(sites[0]!)
    const again = await testApp.call(resendSiteInvite, { as: alice, host, params: { id: invites[0]!.id } })
    assert.equal(again.status, 429)
    assert.equal(
      (await inviteToSiteAs(testApp, alice, sites[0]!, { email: 'x@many.example' })).reply.mail,
      'queued',
    )

    const { rows } = await sql(`select bucket from platform.rate_counters where bucket like '%many.example%'`)
    assert.deepEqual(rows, [])
  }))

test('M03 a thousand may be open at a place', async () => {
  const place = await newSite(testApp, alice)
  await sql(
    `insert into customers.invites (id, place_id, kind, email, role, invited_by, expired_at)
     select gen_random_uuid(), $1, 'site', 'o' || n || '@open.example', 'User', $2, now() + interval '1 day'
     from generate_series(1, 999) n`,
    place.id,
    alice.id,
  )
  const statuses = await Promise.all(
    ['new-1@open.example', 'new-2@open.example', 'new-3@open.example'].map((email) =>
      inviteToSiteAs(testApp, alice, place, { email }).then(({ status }) => status),
    ),
  )
  assert.deepEqual(statuses.toSorted(), [201, 409, 409])
  // What is open already can be renewed, and one that ends makes room.
  assert.equal((await inviteToSiteAs(testApp, alice, place, { email: 'o7@open.example' })).status, 201)
  await sql(`update customers.invites set expired_at = now() where email = 'o8@open.example'`)
  const refused = await inviteToSiteAs(testApp, alice, place, { email: 'new-4@open.example' })
  assert.equal(refused.status, 201)
  const full = await inviteToSiteAs(testApp, alice, place, { email: 'new-5@open.example' })
  assert.deepEqual([full.status, full.body['code']], [409, 'invite.too_many'])
})
