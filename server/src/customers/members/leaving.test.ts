import { signUp } from '@byre/contract/accounts/auth'
import { logIn } from '@byre/contract/accounts/sign-ins'
import { deleteBillingEntity } from '@byre/contract/billing/billing-entities'
import { listSessions } from '@byre/contract/accounts/devices'
import { acceptSiteHandOver, offerSiteHandOver } from '@byre/contract/people/ownership-transfers'
import { listSiteInvites } from '@byre/contract/people/invites'
import { deleteMe, listBlockers, type Blocker } from '@byre/contract/people/leaving'
import { listSiteActivity } from '@byre/contract/activity'
import { acceptSiteInvite } from '@byre/contract/people/received-invites'
import { deleteSite } from '@byre/contract/places/sites'
import { updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hostOf, newSiteInvite } from '../../testing/invites.ts'
import { join, newBillingEntity, newSite, siteFields } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { createSite } from '@byre/contract/places/sites'

let testApp: TestApp
let people = 0
before(async () => {
  testApp = await TestApp.start()
})
after(() => testApp.close())

async function someone(): Promise<Person> {
  const person = await testApp.person(`zeb${(people += 1)}quince`)
  const body = { first_name: 'Zebulon', last_name: 'Quince', phone: '4035550199', city: 'Olds' }
  await testApp.call(updateUser, { as: person, params: { id: person.id }, body })
  return person
}

const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
const leave = (as: Person, email = as.email, at = testApp.app) =>
  testApp.call(deleteMe, { as, body: { email }, at })
const blockers = async (as: Person) => (await testApp.call(listBlockers, { as })).reply.blockers

test('whoever is the last owner of something is told what, and of a way out of each', async () => {
  const [alice, bob] = [await someone(), await someone()]
  const billingEntity = await newBillingEntity(testApp, alice)
  const spare = await newBillingEntity(testApp, alice, { name: 'Aspen Ltd' })
  const site = await newSite(testApp, alice, { billing_entity_id: billingEntity.id })
  const shared = await newSite(testApp, alice, { billing_entity_id: billingEntity.id, name: 'East Pasture' })
  await join(testApp, bob, { kind: 'site', id: shared.id }, 'Admin')
  const owned = await newSite(testApp, alice, { billing_entity_id: billingEntity.id, name: 'Run by two' })
  await join(testApp, bob, { kind: 'site', id: owned.id }, 'Owner')

  const expected: Blocker[] = [
    { kind: 'billing_entity', id: spare.id, name: 'Aspen Ltd', ways: ['invite', 'delete'] },
    { kind: 'billing_entity', id: billingEntity.id, name: 'North Ranch Ltd', ways: ['invite'] },
    { kind: 'site', id: shared.id, name: 'East Pasture', ways: ['hand_over', 'delete'] },
    { kind: 'site', id: site.id, name: 'North Pasture', ways: ['invite', 'delete'] },
  ]
  assert.deepEqual(await blockers(alice), expected)
  const { status, body } = await leave(alice)
  assert.deepEqual([status, body['code'], body['blockers']], [409, 'account.needed', expected])
  assert.equal((await testApp.call(listSessions, { as: alice })).status, 200)

  const params = { id: shared.id }
  await testApp.call(offerSiteHandOver, { as: alice, params, body: { user_id: bob.id } })
  assert.equal((await testApp.call(acceptSiteHandOver, { as: bob, params })).status, 200)
  await testApp.call(deleteSite, { as: alice, params: { id: site.id } })
  await testApp.call(deleteBillingEntity, { as: alice, params: { id: spare.id } })
  assert.deepEqual(
    (await blockers(alice)).map(({ name }) => name),
    ['North Ranch Ltd'],
  )
  await join(testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'Owner')
  assert.equal((await leave(alice)).status, 200)
})

test('S09 deleting an account ends every session, and its address is free again', async () => {
  const alice = await someone()
  const { reply: elsewhere } = await testApp.call(logIn, {
    body: { username: alice.email, password: alice.password },
  })

  assert.equal((await leave(alice)).status, 200)

  for (const as of [alice, elsewhere.token])
    assert.equal((await testApp.call(listSessions, { as })).status, 401)
  assert.equal((await leave(alice)).status, 401)
  const again = { username: alice.email, email: alice.email, password: alice.password }
  const refused = await testApp.call(logIn, { body: again })
  assert.deepEqual([refused.status, refused.body['error']], [401, 'Wrong email or password'])
  assert.equal((await testApp.mailsTo(alice.email)).at(-1)?.subject, 'Your account was deleted')
  assert.equal((await testApp.call(signUp, { body: again })).status, 201)
})

test('an account is deleted only with its own address typed and the password shown just now', async () => {
  const [alice, bob] = [await someone(), await someone()]
  const wrong = await leave(alice, bob.email)
  assert.deepEqual([wrong.status, wrong.body['code']], [400, 'account.wrong_email'])

  await sql(
    `update platform.sessions set fresh_at = now() - interval '16 minutes' where user_id = $1`,
    alice.id,
  )
  const stale = await leave(alice)
  assert.deepEqual([stale.status, stale.body['code']], [403, 'session.reauth_required'])
  assert.equal((await leave(bob, ` ${bob.email.toUpperCase()} `)).status, 200)
})

test('D06 whoever left is nowhere named, in no table and no line of the trail', async () => {
  const [alice, bob, carol] = [await someone(), await testApp.person('bob'), await testApp.person('carol')]
  const site = await newSite(testApp, bob)
  const invite = await newSiteInvite(testApp, bob, site, { email: alice.email, role: 'Admin' })
  await testApp.call(acceptSiteInvite, { as: alice, params: { id: invite.id } })
  const other = await newSite(testApp, bob)
  await newSiteInvite(testApp, bob, other, { email: alice.email })
  const sent = await newSiteInvite(testApp, alice, site, { email: carol.email })
  await testApp.settle()

  assert.equal((await leave(alice)).status, 200)

  const listed = await testApp.call(listSiteInvites, { as: bob, host: hostOf(site) })
  const statuses = listed.reply.invites.map(({ id, status, email }) => [id, status, email])
  assert.deepEqual(
    statuses.sort(),
    [
      [invite.id, 'accepted', ''],
      [sent.id, 'revoked', carol.email],
    ].sort(),
  )
  const { reply } = await testApp.call(listSiteActivity, { as: bob, params: { id: site.id } })
  const left = reply.activity.find(({ deed }) => deed === 'leave')
  assert.deepEqual([left?.actor_id, left?.actor_name], [alice.id, 'Former user'])
  await testApp.settle()
  assert.deepEqual(await rowsThatSay([alice.email, 'Zebulon', 'Quince', '4035550199'], alice.id), [])
})

/** Where any text stands in the database, in rows that concern someone; finished jobs are not looked at. */
async function rowsThatSay(texts: string[], userId: string): Promise<string[]> {
  const { rows: tables } = await sql(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('platform', 'auth', 'customers', 'payments', 'tenants')`,
  )
  const traces: string[] = []
  for (const { name } of tables as { name: string }[]) {
    const { rows } = await sql(
      `select t::text as text from ${name} as t
       where t::text ilike any(select '%' || one || '%' from unnest($1::text[]) as one)
         and (t::text like '%' || $2 || '%' or t::text ilike '%' || $3 || '%')`,
      texts,
      userId,
      texts[0],
    )
    traces.push(...rows.map((row) => `${name}: ${(row as { text: string }).text}`))
  }
  return traces
}

test('of two last owners who leave at once, one stays', async () => {
  const [alice, bob] = [await someone(), await someone()]
  const site = await newSite(testApp, alice)
  await join(testApp, bob, { kind: 'site', id: site.id }, 'Owner')
  await join(testApp, bob, { kind: 'billing_entity', id: site.billing_entity_id }, 'Owner')

  const answers = await Promise.all([leave(alice), leave(bob)])

  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  const { rows } = await sql(
    `select count(*)::int as owners from customers.members where place_id = $1 and role = 'Owner'`,
    site.id,
  )
  assert.deepEqual(rows, [{ owners: 1 }])
})

test('nothing is set up for somebody who leaves at the same moment', async () => {
  const [alice, bob] = [await someone(), await someone()]
  const billingEntity = await newBillingEntity(testApp, bob)
  await join(testApp, alice, { kind: 'billing_entity', id: billingEntity.id }, 'Admin')

  const [made, gone] = await Promise.all([
    testApp.call(createSite, { as: alice, body: siteFields(billingEntity.id) }),
    leave(alice),
  ])

  const { rows } = await sql(`select kind from customers.members where user_id = $1`, alice.id)
  if (gone.status === 200) {
    assert.notEqual(made.status, 201)
    assert.deepEqual(rows, [])
  } else {
    assert.deepEqual([made.status, gone.status, gone.body['code']], [201, 409, 'account.needed'])
  }
})

test('a person without an account is refused before anything is read', async () => {
  for (const endpoint of [listBlockers, deleteMe] as const)
    assert.equal((await testApp.call(endpoint)).status, 401)
})
