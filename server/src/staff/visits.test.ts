import { endOtherSessions, listSecurityEvents, listSessions } from '@byre/contract/accounts/devices'
import { logOut } from '@byre/contract/accounts/sign-ins'
import type { Endpoint } from '@byre/contract/endpoint'
import { mayVisit } from '@byre/contract/calls/visit-calls'
import { getUser } from '@byre/contract/people/users'
import { getSite, listSites } from '@byre/contract/places/sites'
import * as contract from '@byre/contract/staff/visits'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { contractNouns } from '../platform/api-docs/openapi-nouns.ts'
import { newSite } from '../testing/places.ts'
import { joinStaff, staffMember } from '../testing/second-factors.ts'
import { TestApp, type Person } from '../testing/test-app.ts'

/* Alice of the staff sees the portal as Carol, who has said yes. Dora is a stranger to both. */

let testApp: TestApp
let alice: Person
let carol: Person
let dora: Person
let site: { id: string; name: string }
before(async () => {
  testApp = await TestApp.start()
  alice = await staffMember(testApp, 'alice')
  carol = await testApp.person('carol')
  dora = await testApp.person('dora')
  site = await newSite(testApp, carol)
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const reason = 'You wrote that a site is missing'
const query = async (text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query(text, values)).rows as Record<string, unknown>[]
const ask = (as: Person, person: Person, minutes = '15') =>
  testApp.call(contract.askVisit, { as, params: { id: person.id }, body: { minutes, reason } })
const allow = (as: Person, id: string) => testApp.call(contract.allowVisit, { as, params: { id } })
const decline = (as: Person, id: string) => testApp.call(contract.declineVisit, { as, params: { id } })
const start = (as: Person, id: string) => testApp.call(contract.startVisit, { as, params: { id } })
const end = (as: Person, id: string) => testApp.call(contract.endVisit, { as, params: { id } })
const seen = async (token: string) =>
  (await testApp.call(getUser, { as: token, params: { id: carol.id } })).status
/** A visit that goes on. */
async function begun(by = alice, minutes = '15') {
  const { reply } = await ask(by, carol, minutes)
  assert.equal((await allow(carol, reply.id)).status, 200)
  return { id: reply.id, ...(await start(by, reply.id)).reply }
}
const stateOf = async (id: string) =>
  (await testApp.call(contract.listSupportVisits, { as: carol })).reply.visits.find(
    (visit) => visit.id === id,
  )?.state

test('nothing is shown before a yes, and then what the person sees, read only, until its time', async () => {
  const first = await ask(alice, carol, '30')
  assert.deepEqual([first.status, first.reply.state], [201, 'asked'])
  const early = await start(alice, first.reply.id)
  assert.deepEqual([early.status, early.body['code']], [409, 'visit.closed'])

  const mail = (await testApp.mailsTo(carol.email)).at(-1)!
  assert.equal(mail.subject, 'Alice Moore of our support asks to see Byre as you')
  assert.match(mail.text, /You wrote that a site is missing[^]*for 30 minutes[^]*\?tab=security/)
  const [visit] = (await testApp.call(contract.listSupportVisits, { as: carol })).reply.visits
  assert.deepEqual([visit?.staff, visit?.reason, visit?.minutes], ['Alice Moore', reason, 30])

  assert.equal((await allow(dora, first.reply.id)).status, 404, 'nobody else answers')
  assert.equal((await allow(carol, first.reply.id)).status, 200)
  assert.equal((await allow(carol, first.reply.id)).status, 200, 'twice is safe')
  const started = await start(alice, first.reply.id)
  assert.match(started.reply.token, /^byre_view_/)
  assert.equal(started.reply.user.id, carol.id)
  const sites = await testApp.call(listSites, { as: started.reply.token })
  assert.deepEqual(
    sites.reply.sites.map(({ id }) => id),
    [site.id],
  )
  assert.match((await testApp.mailsTo(carol.email)).at(-1)!.subject, /sees Byre as you now$/)

  const other = await testApp.call(getUser, { as: started.reply.token, params: { id: alice.id } })
  assert.equal(other.status, 404, 'as that person, not as staff')
  await query(`update platform.staff_visits set until = now() where id = $1`, [first.reply.id])
  assert.equal(await seen(started.reply.token), 401)
  assert.equal(await stateOf(first.reply.id), 'ended')
})

test('V03 a visit reads what stands in its table and is refused every other call there is', async () => {
  const { token, id } = await begun()
  const { endpoints, portalCalls } = await contractNouns()
  const host = `${site.id}.localhost:4000`
  const refused: string[] = []
  for (const endpoint of [...endpoints, ...portalCalls] as Endpoint[]) {
    if (endpoint.who === 'anyone') continue
    const { status, body } = await testApp.call(endpoint, {
      as: token,
      params: { id: randomUUID(), userId: randomUUID() },
      ...(endpoint.host === 'tenant' ? { host } : {}),
    })
    const isOpen = mayVisit(endpoint.name)
    if (isOpen) assert.equal(endpoint.method, 'GET', endpoint.name)
    if (isOpen) assert.ok(status < 500 && body['code'] !== 'visit.read_only', `${endpoint.name} ${status}`)
    else {
      assert.deepEqual([status, body['code']], [403, 'visit.read_only'], endpoint.name)
      refused.push(endpoint.name)
    }
  }
  for (const name of [
    'updateUser',
    'listSessions',
    'exportMyData',
    'createHandOff',
    'addCard',
    'getInvoicePdf',
    'followEvents',
    'searchRecords',
    'allowVisit',
  ])
    assert.ok(refused.includes(name), name)
  assert.equal((await end(alice, id)).status, 200)
})

test('V03 a command finds nobody behind a visit’s token, whatever stands before it', async () => {
  const { token, id } = await begun()
  const rows = await query(`select from platform.callers where token_hash = sha256($1)`, [Buffer.from(token)])
  assert.equal(rows.length, 0)
  assert.equal((await query(`select from platform.reading_callers where visit_id = $1`, [id])).length, 1)
  await end(alice, id)
})

test('V04 it ends at once when its person or its beginner ends it', async () => {
  for (const close of [
    async (id: string) => assert.equal((await decline(carol, id)).reply.state, 'revoked'),
    async (id: string) => assert.equal((await end(alice, id)).reply.state, 'ended'),
  ]) {
    const { id, token } = await begun()
    assert.equal(await seen(token), 200)
    await close(id)
    assert.equal(await seen(token), 401)
    assert.equal((await start(alice, id)).status, 409)
  }
})

test('V04 it ends with the session, the group, the second factor and the account of whoever began it', async () => {
  const losses: ((staff: Person) => Promise<unknown>)[] = [
    (staff) => testApp.call(logOut, { body: { token: staff.token } }),
    (staff) => query(`update auth.accounts set groups = '{User}' where id = $1`, [staff.id]),
    (staff) => query(`delete from auth.totps where user_id = $1`, [staff.id]),
    (staff) => query(`update auth.accounts set user_state = 'disabled' where id = $1`, [staff.id]),
  ]
  for (const [at, lose] of losses.entries()) {
    const staff = await staffMember(testApp, `staff${at}`)
    const { token } = await begun(staff)
    assert.equal(await seen(token), 200)
    await lose(staff)
    assert.equal(await seen(token), 401, `${at}`)
  }
})

test('V04 each call that a visit may make finds nobody once whoever began it has lost the second factor', async () => {
  const staff = await staffMember(testApp, 'former')
  const { token } = await begun(staff)
  await query(`delete from auth.totps where user_id = $1`, [staff.id])
  const { endpoints, portalCalls } = await contractNouns()
  const open = ([...endpoints, ...portalCalls] as Endpoint[]).filter(({ name }) => mayVisit(name))
  assert.ok(open.length > 20)
  for (const endpoint of open) {
    const { status } = await testApp.call(endpoint, {
      as: token,
      params: { id: site.id, userId: randomUUID() },
      ...(endpoint.host === 'tenant' ? { host: `${site.id}.localhost:4000` } : {}),
    })
    assert.equal(status, 401, endpoint.name)
  }
})

test('V04 what was asked, answered, begun, opened and ended stands in the person’s security activity', async () => {
  const { id, token } = await begun()
  for (let time = 0; time < 2; time++)
    assert.equal((await testApp.call(getSite, { as: token, params: { id: site.id } })).status, 200)
  assert.equal((await testApp.call(getSite, { as: token, params: { id: randomUUID() } })).status, 404)
  await end(alice, id)
  const { security_events } = (await testApp.call(listSecurityEvents, { as: carol })).reply
  assert.deepEqual(
    security_events.slice(0, 5).map(({ event }) => event),
    ['visit_ended', 'visit_looked', 'visit_started', 'visit_allowed', 'visit_asked'],
  )
  const visits = (await testApp.call(contract.listSupportVisits, { as: carol })).reply.visits
  assert.deepEqual(visits[0]?.looked_at, [site.name])
  const [line] = await query(
    `select after, actor_id from platform.audit where deed = 'lookInVisit' order by id desc limit 1`,
  )
  const details = line!['after'] as Record<string, string>
  assert.deepEqual(
    [details['operator'], details['opened_id'], line!['actor_id']],
    ['Alice Moore', site.id, null],
  )
})

test('its end by the clock is written down too', async () => {
  const { id } = await begun()
  await query(`update platform.staff_visits set until = now() where id = $1`, [id])
  await query(`update pgboss.job set start_after = now() where name = 'staff.endVisit' and state = 'created'`)
  await testApp.settle()
  const { security_events } = (await testApp.call(listSecurityEvents, { as: carol })).reply
  assert.equal(security_events[0]?.event, 'visit_ended')
  await testApp.settle()
  assert.equal(
    (await query(`select from platform.staff_visits where id = $1 and state = 'ended'`, [id])).length,
    1,
  )
})

test('one question of each of the staff to each person is open; a no closes it', async () => {
  const first = await ask(alice, dora)
  const again = await ask(alice, dora)
  assert.deepEqual([again.status, again.body['code']], [409, 'visit.asked'])
  assert.equal((await decline(dora, first.reply.id)).reply.state, 'declined')
  assert.equal((await allow(dora, first.reply.id)).body['code'], 'visit.closed')
  assert.equal((await ask(alice, dora)).status, 201)
  await query(`update platform.staff_visits set until = now() where user_id = $1`, [dora.id])
  assert.equal((await ask(alice, dora)).status, 201, 'what ran out of time hinders nobody')
})

test('nobody but whoever asked begins or ends it, and nobody asks themselves or somebody who is not there', async () => {
  const bea = await staffMember(testApp, 'bea')
  const { reply } = await ask(alice, carol)
  await allow(carol, reply.id)
  assert.equal((await start(bea, reply.id)).status, 404)
  assert.equal((await end(bea, reply.id)).status, 404)
  assert.equal((await ask(alice, alice)).status, 404)
  assert.equal((await ask(alice, { ...carol, id: randomUUID() })).status, 404)
  const listed = async (as: Person) =>
    (await testApp.call(contract.listStaffVisits, { as, params: { id: carol.id } })).reply.visits
  assert.equal((await listed(bea)).length, 0)
  assert.equal((await listed(alice))[0]?.state, 'allowed')
  await end(alice, reply.id)
})

test('who asks, begins or says yes has just shown who they are; saying no asks for nothing', async () => {
  const unfresh = (person: Person) =>
    query(`update platform.sessions set fresh_at = now() - interval '16 minutes' where user_id = $1`, [
      person.id,
    ])
  const refresh = (person: Person) =>
    query(`update platform.sessions set fresh_at = now() where user_id = $1`, [person.id])
  await unfresh(alice)
  assert.equal((await ask(alice, carol)).body['code'], 'session.reauth_required')
  await refresh(alice)
  const { reply } = await ask(alice, carol)
  await unfresh(carol)
  assert.equal((await allow(carol, reply.id)).body['code'], 'session.reauth_required')
  await refresh(carol)
  await allow(carol, reply.id)
  await unfresh(alice)
  assert.equal((await start(alice, reply.id)).body['code'], 'session.reauth_required')
  await refresh(alice)
  await unfresh(carol)
  assert.equal((await decline(carol, reply.id)).status, 200)
})

test('a visit to one of the staff opens nothing of the back office', async () => {
  const bea = await testApp.person('beatrice')
  await joinStaff(testApp, bea)
  const { reply } = await ask(alice, bea)
  await allow(bea, reply.id)
  const { token } = (await start(alice, reply.id)).reply
  for (const endpoint of [contract.listStaffVisits, listSessions, endOtherSessions])
    assert.equal((await testApp.call(endpoint, { as: token, params: { id: carol.id } })).status, 403)
})
