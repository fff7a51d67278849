import { createApiKey } from '@byre/contract/accounts/api-keys'
import { listSiteActivity, exportSiteActivity } from '@byre/contract/activity'
import { followEvents } from '@byre/contract/events'
import { deleteMe } from '@byre/contract/people/leaving'
import { listSiteUsers, removeSiteUser } from '@byre/contract/people/members'
import { addSiteHand } from '@byre/contract/people/unregistered-members'
import { listClinics } from '@byre/contract/places/clinics'
import {
  createSiteApiKey,
  listClinicApiKeys,
  listSiteApiKeys,
  revokeClinicApiKey,
  revokeSiteApiKey,
} from '@byre/contract/places/place-keys'
import { deleteSite, getSite, listSites, restoreSite, updateSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { newPlaceKey } from '../../testing/api-keys.ts'
import { Listener } from '../../testing/live.ts'
import { grownStale, staffedSite } from '../../testing/people.ts'
import { join, newClinic, newSite } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { purge } from '../places/purges.actions.ts'

let testApp: TestApp
before(async () => (testApp = await TestApp.start({ TRUSTED_PROXIES: '127.0.0.1' })))
after(() => testApp.close())

const query = async (text: string, ...values: unknown[]) =>
  (await testApp.database.pool.query(text, values)).rows
const at = (id: string) => ({ params: { id } })
const statusAt = async (id: string, key: string) =>
  (await testApp.call(getSite, { as: key, ...at(id) })).status
const namesAt = async (id: string, as: Person) =>
  (await testApp.call(listSiteApiKeys, { as, ...at(id) })).reply.api_keys.map(({ name }) => name)
const codeOf = async (answer: Promise<{ status: number; body: Record<string, unknown> }>) => {
  const { status, body } = await answer
  return [status, body['code']]
}
const revoke = (as: Person, id: string, keyId: string) =>
  testApp.call(revokeSiteApiKey, { as, params: { id, keyId } })

async function staffed(...names: [owner: string, admin: string, user: string]) {
  const [owner, admin, user] = [
    await testApp.person(names[0]),
    await testApp.person(names[1]),
    await testApp.person(names[2]),
  ]
  return { owner, admin, user, site: await staffedSite(testApp, { owner, admin, user }) }
}

test('K12 a key of a site is shown once, kept as a hash, and its Owners are told by mail', async () => {
  const { owner: alice, admin: bob, user: dora, site } = await staffed('alice', 'bob', 'dora')
  const { key, ...made } = await newPlaceKey(testApp, bob, { kind: 'site', id: site.id }, { role: 'Admin' })

  assert.match(key, /^byre_live_[0-9A-Za-z]{49}$/)
  assert.deepEqual([made.role, made.made_by, made.scopes], ['Admin', bob.email, ['places:read']])
  const listed = await testApp.call(listSiteApiKeys, { as: alice, ...at(site.id) })
  assert.deepEqual(listed.reply.api_keys, [made])
  assert.ok(!listed.text.includes(key))
  const [row] = await query('select key_hash from platform.api_keys where id = $1', made.id)
  assert.deepEqual(row.key_hash, hash('sha256', key, 'buffer'))

  const subject = 'An API key was made for North Pasture'
  const mail = (await testApp.mailsTo(alice.email)).find((one) => one.subject === subject)
  assert.match(mail?.text ?? '', /“Scale house”/)
  assert.ok(!mail?.text.includes('byre_live_'))
  for (const other of [bob, dora])
    assert.ok((await testApp.mailsTo(other.email)).every((one) => one.subject !== subject))
})

test('K12 whoever runs a place keeps its keys; nobody else sees one, and no key makes one', async () => {
  const { owner, admin, user, site } = await staffed('erin', 'fred', 'gail')
  const carol = await testApp.person('carol')
  const clinic = await newClinic(testApp, owner)
  const { id: keyId, key } = await newPlaceKey(testApp, owner, { kind: 'site', id: site.id })
  const body = { name: 'Other', scopes: 'places:read' }
  const make = (as: Person | string) => codeOf(testApp.call(createSiteApiKey, { as, ...at(site.id), body }))

  assert.deepEqual(await namesAt(site.id, admin), ['Scale house'])
  assert.deepEqual(await make(user), [403, 'role.insufficient'])
  assert.deepEqual(await make(carol), [404, 'not_found'])
  assert.deepEqual(await make(key), [403, 'api_key.not_allowed'])
  assert.deepEqual(await codeOf(testApp.call(createApiKey, { as: key, body })), [403, 'api_key.not_allowed'])
  assert.equal((await revoke(user, site.id, keyId)).status, 403)
  assert.equal((await revoke(carol, site.id, keyId)).status, 404)
  const wrongKind = { as: owner, params: { id: clinic.id, keyId } }
  assert.equal((await testApp.call(revokeClinicApiKey, wrongKind)).status, 404)
  assert.deepEqual(
    (await testApp.call(listClinicApiKeys, { as: owner, ...at(clinic.id) })).reply.api_keys,
    [],
  )

  await grownStale(testApp, admin)
  assert.deepEqual(await make(admin), [403, 'session.reauth_required'])
  assert.equal((await revoke(admin, site.id, keyId)).status, 200)
  assert.equal((await revoke(admin, site.id, keyId)).status, 404, 'twice is safe')
})

test('K12 a key of a site is there for that site alone, though its maker has others', async () => {
  const { owner, site } = await staffed('hans', 'ilse', 'jim')
  const other = await newSite(testApp, owner)
  await newClinic(testApp, owner)
  const { key } = await newPlaceKey(testApp, owner, { kind: 'site', id: site.id }, { scopes: 'places:write' })

  for (const sort of ['-created_at', 'name']) {
    const { reply } = await testApp.call(listSites, { as: key, query: { sort } })
    assert.deepEqual([reply.sites.map(({ id }) => id), reply.total], [[site.id], 1], sort)
  }
  assert.equal((await testApp.call(listClinics, { as: key })).reply.total, 0)
  const rename = (id: string) => testApp.call(updateSite, { as: key, ...at(id), body: { name: 'By key' } })
  assert.equal((await rename(other.id)).status, 404)
  assert.deepEqual(
    await codeOf(rename(site.id)),
    [403, 'role.insufficient'],
    'as User unless it is made Admin',
  )
})

test('K12 what a key of a site does is told as the key’s own, can be asked for, and is done once', async () => {
  const { owner, user, site } = await staffed('kurt', 'lena', 'mona')
  const given = { role: 'Admin', scopes: 'places:write people:write', name: 'Payroll' }
  const { id, key } = await newPlaceKey(testApp, owner, { kind: 'site', id: site.id }, given)
  const stream = await Listener.open(testApp, testApp.app, { ...owner, token: key })
  const headers = { 'idempotency-key': 'the same' }
  const add = () => testApp.call(addSiteHand, { as: key, ...at(site.id), body: { name: 'Eli' }, headers })
  const [first, again] = [await add(), await add()]
  assert.deepEqual([first.status, again.status, again.reply.id], [201, 201, first.reply.id])
  await stream.heard('site', site.id)
  const removal = { as: key, params: { id: site.id, userId: user.id } }
  assert.equal((await testApp.call(removeSiteUser, removal)).status, 200)

  const { reply } = await testApp.call(listSiteActivity, { as: owner, ...at(site.id), query: { who: id } })
  assert.deepEqual(
    reply.activity.map(({ deed, actor_id, actor_name, key_name }) => [deed, actor_id, actor_name, key_name]),
    [
      ['removeMember', id, 'Key (Payroll)', null],
      ['addHand', id, 'Key (Payroll)', null],
    ],
  )
  const making = { as: owner, ...at(site.id), query: { deed: 'createPlaceKey' as const } }
  const { changes } = (await testApp.call(listSiteActivity, making)).reply.activity[0]!
  assert.ok(
    changes.some(({ field, after }) => field === 'api_key_id' && after === id),
    'it can be told which key that is',
  )
  const table = await testApp.call(exportSiteActivity, { as: owner, ...at(site.id) })
  assert.match(table.text, /,Key \(Payroll\),Put someone on the list by name/)
  const { users, total } = (await testApp.call(listSiteUsers, { as: key, ...at(site.id) })).reply
  assert.deepEqual([total, users.some((listed) => listed.id === id)], [3, false], 'a key is no member')
  const { sites } = (await testApp.call(listSites, { as: owner })).reply
  assert.equal(sites.find((listed) => listed.id === site.id)?.people, 2)
  assert.equal((await testApp.call(followEvents, { as: key, query: { since: stream.cursor } })).status, 200)

  await revoke(owner, site.id, id)
  await stream.ended()
})

test('K12 a key of a site goes on when whoever made it has left, and every other Owner and Admin may revoke it', async () => {
  const { owner, admin, user, site } = await staffed('nils', 'olga', 'pam')
  const { id: keyId, key } = await newPlaceKey(testApp, admin, { kind: 'site', id: site.id })
  await testApp.call(removeSiteUser, { as: owner, params: { id: site.id, userId: admin.id } })
  assert.equal((await testApp.call(deleteMe, { as: admin, body: { email: admin.email } })).status, 200)

  assert.equal(await statusAt(site.id, key), 200)
  const [listed] = (await testApp.call(listSiteApiKeys, { as: owner, ...at(site.id) })).reply.api_keys
  assert.deepEqual([listed?.name, listed?.made_by], ['Scale house', null])
  await join(testApp, user, { kind: 'site', id: site.id }, 'Admin')
  assert.equal((await revoke(user, site.id, keyId)).status, 200)
  assert.equal(await statusAt(site.id, key), 401)
  assert.deepEqual(await namesAt(site.id, owner), [])
})

test('K12 a key of a deleted site is dead, is alive again when that is restored, and is purged with it', async () => {
  const { owner, site } = await staffed('rolf', 'sara', 'tim')
  const { id, key } = await newPlaceKey(testApp, owner, { kind: 'site', id: site.id })
  await testApp.call(deleteSite, { as: owner, ...at(site.id) })
  assert.equal(await statusAt(site.id, key), 401)
  assert.equal((await testApp.call(restoreSite, { as: owner, ...at(site.id) })).status, 200)
  assert.equal(await statusAt(site.id, key), 200)

  await query('update platform.api_keys set expires_at = now() where id = $1', id)
  assert.equal(await statusAt(site.id, key), 401, 'it ran out')
  await testApp.call(deleteSite, { as: owner, ...at(site.id) })
  await query(`update customers.sites set deleted_at = now() - interval '31 days' where id = $1`, site.id)
  await testApp.app.outbox.send(testApp.database.db, purge, {})
  await testApp.settle()
  assert.deepEqual(await query('select id from platform.api_keys where id = $1', id), [])
})

test('K12 a site has at most twenty keys that work, each with networks, a day and a minute of its own', async () => {
  const strict = await testApp.anotherProcess({ limitFactor: 1 })
  try {
    const { owner, site } = await staffed('ulf', 'vera', 'wim')
    const place = { kind: 'site', id: site.id } as const
    const made = await Promise.all(
      Array.from({ length: 19 }, (_, n) => newPlaceKey(testApp, owner, place, { name: `Key ${n}` })),
    )
    const given = { name: 'More', scopes: 'places:read', networks: '192.0.2.0/24', calls_per_minute: '3' }
    const make = (fields = {}) =>
      testApp.call(createSiteApiKey, { as: owner, ...at(site.id), body: { ...given, ...fields } })
    const both = await Promise.all([make(), make()])
    const codes = both.map(({ status, body }) => `${status} ${body['code']}`).toSorted()
    assert.deepEqual(codes, ['201 undefined', '409 api_key.too_many'])

    const key = both.find(({ status }) => status === 201)!.reply.key
    const from = (address: string) =>
      testApp.call(getSite, {
        as: key,
        ...at(site.id),
        headers: { 'x-forwarded-for': address },
        at: strict.app,
      })
    assert.deepEqual(await codeOf(from('198.51.100.7')), [403, 'api_key.wrong_network'])
    const answers = []
    // At the turn of a minute there are three more.
    for (let call = 0; call < 7; call++) answers.push((await from('192.0.2.9')).status)
    assert.ok(answers.includes(200) && answers.includes(429), answers.join())
    const other = { as: made[0]!.key, ...at(site.id), at: strict.app }
    assert.equal((await testApp.call(getSite, other)).status, 200)

    for (const [field, value] of [
      ['role', 'Owner'],
      ['scopes', 'billing:read'],
      ['networks', 'the barn'],
      ['days', '366'],
    ] as const) {
      const { status, body } = await make({ [field]: value })
      const fields = (body['errors'] as { field: string }[]).map((one) => one.field)
      assert.deepEqual([status, fields], [400, [field]], field)
    }
  } finally {
    await strict.close()
  }
})
