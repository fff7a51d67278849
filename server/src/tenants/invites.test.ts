import { getClinic } from '@byre/contract/places/clinics'
import {
  changeClinicInvite,
  inviteToClinic,
  inviteToSite,
  listClinicInvites,
  listSiteInvites,
  resendClinicInvite,
  revokeClinicInvite,
} from '@byre/contract/people/invites'
import {
  acceptClinicInvite,
  declineClinicInvite,
  listReceivedClinicInvites,
} from '@byre/contract/people/received-invites'
import { updateSite, type Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hostOf, newClinicInvite } from '../testing/invites.ts'
import { newClinic, newName, newSite } from '../testing/places.ts'
import { Visitor } from '../testing/visitor.ts'
import { TestApp, type Person } from '../testing/test-app.ts'

/* Alice invites on her site's own host, as the portal's page does from a browser. */

let testApp: TestApp
let alice: Person
let carol: Person
let site: Site
before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  carol = await testApp.person('carol')
  site = await newSite(testApp, alice)
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const path = '/api/v1/site-invites'
let made = 0
const someone = () => ({ email: `someone-${(made += 1)}@ranch.example` })
const post = (host: string, options: { as?: Person; headers?: Record<string, string> } = { as: alice }) =>
  testApp.send('POST', path, { host, body: someone(), ...options })

test('a site takes invitations on its hosts by id and by name, and nowhere else', async () => {
  for (const host of [hostOf(site), `${site.subdomain}.localhost:4000`])
    assert.equal((await post(host)).status, 201, host)
  const { reply } = await testApp.call(listSiteInvites, { as: alice, host: hostOf(site), query: {} })
  assert.equal(reply.total, 2)
  // On the portal the same path lists what one received.
  assert.equal((await post('localhost:4000')).status, 405)
  assert.equal((await testApp.send('GET', path, { as: alice })).body['success'], true)
  const { data } = (await testApp.send('GET', path, { as: alice })).body as { data: { total: number } }
  assert.equal(data.total, 0)
})

test('a name that the site gave up leads to its present one', async () => {
  const former = newName('former')
  const moved = await newSite(testApp, alice, { subdomain: former })
  await testApp.call(updateSite, {
    as: alice,
    params: { id: moved.id },
    body: { subdomain: newName('present') },
  })
  const answer = await post(`${former}.localhost:4000`)
  assert.equal(answer.status, 308)
  assert.match(
    String(answer.headers['location']),
    /^http:\/\/present-\d+\.localhost:4000\/api\/v1\/site-invites$/,
  )
})

test('T08 on nobody’s host nothing is told, whoever asks', async () => {
  for (const host of [
    'nobody.localhost:4000',
    '0193a2c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d.localhost:4000',
    'evil.example',
  ])
    for (const as of [alice, undefined])
      for (const [method, url] of [
        ['POST', path],
        ['GET', path],
        ['PUT', `${path}/1`],
        ['DELETE', `${path}/1`],
        ['POST', `${path}/1/resend`],
        ['OPTIONS', path],
      ] as const) {
        const { status, text } = await testApp.send(method, url, { host, as })
        assert.equal(status, 421)
        assert.ok(text.length < 200)
      }
})

test('a clinic takes invitations as a site does', async () => {
  const clinic = await newClinic(testApp, alice)
  const { email } = someone()
  const sent = await newClinicInvite(testApp, alice, clinic, { email })
  assert.deepEqual(sent.clinic, { id: clinic.id, name: clinic.name })
  const options = { as: alice, host: hostOf(clinic), params: { id: sent.id } }
  const changed = await testApp.call(changeClinicInvite, { ...options, body: { role: 'Admin' } })
  assert.equal(changed.reply.role, 'Admin')
  assert.equal((await testApp.call(resendClinicInvite, options)).status, 200)
  assert.ok(
    (await testApp.mailsTo(email)).at(-1)?.text.includes(`invites you to the clinic “${clinic.name}”`),
  )

  const invited = await testApp.person('invited', email)
  const { reply } = await testApp.call(listReceivedClinicInvites, { as: invited, query: {} })
  assert.deepEqual(
    reply.invites.map(({ clinic }) => clinic),
    [{ id: clinic.id, name: clinic.name }],
  )
  const second = await newClinicInvite(testApp, alice, clinic, someone())
  const back = { as: alice, host: hostOf(clinic), params: { id: second.id } }
  assert.equal((await testApp.call(revokeClinicInvite, back)).status, 200)
  const accepted = await testApp.call(acceptClinicInvite, { as: invited, params: { id: sent.id } })
  assert.equal(accepted.reply.clinic.id, clinic.id)
  assert.equal(
    (await testApp.call(getClinic, { as: invited, params: { id: clinic.id } })).reply.role,
    'Admin',
  )

  const third = await newClinicInvite(testApp, alice, clinic, { email: carol.email })
  const declined = await testApp.call(declineClinicInvite, { as: carol, params: { id: third.id } })
  assert.deepEqual([declined.status, declined.reply.status], [200, 'declined'])
  assert.equal((await testApp.call(getClinic, { as: carol, params: { id: clinic.id } })).status, 404)
})

test('T10 a site’s host knows no clinic invitations, nor a clinic’s host those of sites', async () => {
  const clinic = await newClinic(testApp, alice)
  for (const answer of [
    await testApp.call(inviteToClinic, { as: alice, host: hostOf(site), body: someone() }),
    await testApp.call(listClinicInvites, { as: alice, host: hostOf(site), query: {} }),
    await testApp.call(inviteToSite, { as: alice, host: hostOf(clinic), body: someone() }),
    await testApp.call(listSiteInvites, { as: alice, host: hostOf(clinic), query: {} }),
  ])
    assert.equal(answer.status, 404)
})

test('T09 a place’s own domain takes none: the portal’s token has no business there', async () => {
  const clinic = await newClinic(testApp, alice)
  await testApp.database.pool.query(
    `insert into customers.domain_claims (id, place_id, kind, domain, token, state, verified_at)
     values (gen_random_uuid(), $1, 'clinic', 'north.example.com', $2, 'verified', now())`,
    [clinic.id, 'a'.repeat(32)],
  )
  const host = 'north.example.com:4000'
  assert.equal((await testApp.send('GET', '/', { host })).status, 302)
  assert.equal((await testApp.call(inviteToClinic, { as: alice, host, body: someone() })).status, 404)
  assert.equal((await testApp.call(listClinicInvites, { as: alice, host, query: {} })).status, 404)
})

test('T10 the host decides which site is meant, whatever the body says', async () => {
  const hers = await newSite(testApp, carol)
  const body = { ...someone(), site_id: hers.id, place_id: hers.id, id: hers.id }
  const sent = await testApp.call(inviteToSite, { as: alice, host: hostOf(site), body })
  assert.equal(sent.reply.site.id, site.id)
  assert.equal((await post(hostOf(hers))).status, 404)
})

describe('T09 the portal’s page calls the place’s host by its id', () => {
  test('H04 and is let in from the portal’s own origin alone', async () => {
    const ask = (origin: string) =>
      testApp.send('OPTIONS', path, {
        host: hostOf(site),
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    const allowed = await ask('http://localhost:4000')
    assert.equal(allowed.status, 204)
    assert.equal(allowed.headers['access-control-allow-origin'], 'http://localhost:4000')
    assert.match(
      String(allowed.headers['access-control-allow-headers']),
      /Authorization.*Idempotency-Key.*If-Match/,
    )
    assert.equal(allowed.headers['access-control-allow-credentials'], undefined)
    assert.equal(allowed.headers['access-control-max-age'], '600')
    const sent = await post(hostOf(site), { as: alice, headers: { origin: 'http://localhost:4000' } })
    assert.equal(sent.headers['access-control-allow-origin'], 'http://localhost:4000')
    assert.match(String(sent.headers['access-control-expose-headers']), /ETag/)

    for (const origin of [
      'null',
      'http://localhost',
      'https://localhost:4000',
      'http://evil.example',
      'http://localhost:4000.evil.example',
      `http://${hostOf(site)}`,
      `http://${site.subdomain}.localhost:4000`,
    ]) {
      const preflight = await ask(origin)
      assert.equal(preflight.status, 403, origin)
      assert.equal(preflight.headers['access-control-allow-origin'], undefined)
      assert.equal((await post(hostOf(site), { as: alice, headers: { origin } })).status, 403)
    }
  })

  test('H05 with its bearer token; the cookie of the site’s own page opens nothing', async () => {
    const browser = new Visitor(testApp, hostOf(site))
    await browser.launch(alice)
    for (const answer of [await browser.get(path), await browser.send('POST', path, someone())])
      assert.equal(answer.status, 401)
  })
})

test('H06 what else is tried there is refused by name', async () => {
  for (const [method, url, allow] of [
    ['PATCH', path, 'GET, POST'],
    ['PUT', path, 'GET, POST'],
    ['GET', `${path}/1/resend`, 'POST'],
  ] as const) {
    const { status, headers } = await testApp.send(method, url, { host: hostOf(site), as: alice })
    assert.equal(status, 405)
    const allowed = String(headers['allow'])
      .split(', ')
      .filter((name) => name !== 'HEAD')
    assert.deepEqual(allowed.toSorted(), allow.split(', ').toSorted())
  }
})
