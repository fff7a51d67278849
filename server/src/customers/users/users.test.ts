import { getUser, updateUser, User } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { transaction } from '../../platform/database/transactions.ts'
import { newId } from '../../platform/ids.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { createUser, deleteUser, findUserName } from '../index.ts'

let testApp: TestApp
let people = 0
before(async () => {
  testApp = await TestApp.start()
})
after(() => testApp.close())

const someone = () => testApp.person(`person${(people += 1)}`)
const read = (as: Person) => testApp.call(getUser, { as, params: { id: as.id } })
const change = (as: Person, body: Record<string, string>, headers: Record<string, string> = {}) =>
  testApp.call(updateUser, { as, params: { id: as.id }, body, headers })

test('C05 a new account finds its profile empty, not onboarded and able to manage what is offered', async () => {
  const alice = await someone()
  const { status, reply, headers } = await read(alice)
  assert.equal(status, 200)
  assert.equal(headers['etag'], '"1"')
  assert.deepEqual(reply, {
    id: alice.id,
    email: alice.email,
    pending_email: null,
    first_name: null,
    last_name: null,
    city: null,
    region: null,
    country: null,
    phone: null,
    onboarded: 0,
    time_zone: null,
    theme: null,
    language: null,
    capabilities: { sites: true, clinics: true },
  })
  assert.deepEqual(Object.keys(reply).sort(), Object.keys(User.shape).sort())
})

test('capabilities name only the products on offer', async () => {
  const sitesOnly = await TestApp.start({ BYRE_PRODUCTS: 'sites' })
  try {
    const erin = await sitesOnly.person('erin')
    const { reply } = await sitesOnly.call(getUser, { as: erin, params: { id: erin.id } })
    assert.deepEqual(reply.capabilities, { sites: true, clinics: false })
  } finally {
    await sitesOnly.close()
  }
})

test('a profile is changed field by field, in its stored spelling', async () => {
  const alice = await someone()
  const first = await change(alice, {
    first_name: ' Zoë ',
    city: 'Olds',
    country: 'can',
    region: 'Alberta',
    phone: '+1 403 555 0100',
    onboarded: '1',
  })
  assert.equal(first.status, 200)
  assert.equal(first.headers['etag'], '"2"')
  const { first_name, region, country, phone, onboarded } = first.reply
  assert.deepEqual([first_name, region, country, phone, onboarded], ['Zoë', 'AB', 'Canada', '4035550100', 1])

  const second = await change(alice, { city: '', region: 'BC', onboarded: '0' })
  assert.deepEqual(second.reply, { ...first.reply, city: null, region: 'BC', onboarded: 0 })
  assert.deepEqual((await read(alice)).reply, second.reply)

  const wrong = await change(alice, { region: 'Montana' })
  assert.deepEqual(wrong.body['errors'], [{ field: 'region', message: 'Please choose a province.' }])
})

test('a theme, a language and a time zone are kept with the profile, and taken back', async () => {
  const alice = await someone()
  const chosen = await change(alice, {
    theme: 'dark',
    language: 'fr-CA',
    time_zone: 'America/Edmonton',
  })
  const { theme, language, time_zone } = chosen.reply
  assert.deepEqual([theme, language, time_zone], ['dark', 'fr-CA', 'America/Edmonton'])
  assert.deepEqual((await read(alice)).reply, chosen.reply)

  const back = await change(alice, { theme: 'system', language: 'en', time_zone: '' })
  assert.deepEqual([back.reply.theme, back.reply.language, back.reply.time_zone], ['system', 'en', null])
  for (const [field, wrong] of [
    ['theme', 'pink'],
    ['language', 'fr'],
    ['time_zone', 'Mars/Olympus'],
    ['time_zone', '+02:00'],
  ] as const) {
    const { status, body } = await change(alice, { [field]: wrong })
    assert.equal(status, 400)
    assert.equal((body['errors'] as { field: string }[])[0]?.field, field)
  }
})

test('sending a profile as it is, its own address included, is fine', async () => {
  const alice = await someone()
  const answer = await change(alice, { email: alice.email.toUpperCase(), first_name: '', onboarded: '0' })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['etag'], '"1"')
})

test('D02 S08 another address is judged by the version, too, and the one that waits already is not', async () => {
  const alice = await someone()
  const seen = { 'if-match': '"1"' }
  const wanted = { email: `new.${alice.email}` }
  await change(alice, { first_name: 'Ann' })
  assert.equal((await change(alice, wanted, seen)).status, 412)
  const answer = await change(alice, wanted, { 'if-match': '"2"' })
  assert.deepEqual([answer.status, answer.headers['etag'], answer.reply.email], [200, '"3"', alice.email])
  const repeated = await change(alice, wanted, { 'if-match': '"2"' })
  assert.deepEqual([repeated.status, repeated.headers['etag']], [200, '"3"'])
})

test('C04 what the server makes cannot be sent', async () => {
  const alice = await someone()
  const { reply: before } = await read(alice)
  const sent = {
    id: newId(),
    version: '50',
    created_at: '2001-01-01',
    capabilities: 'all',
    groups: 'Admin',
    user_state: 'x',
  }
  const { reply, headers } = await change(alice, { ...sent, first_name: 'Alice' })
  assert.deepEqual(reply, { ...before, first_name: 'Alice' })
  assert.equal(headers['etag'], '"2"')
})

test('D02 the later of two tabs that saw the same version is told', async () => {
  const alice = await someone()
  const seen = { 'if-match': '"1"' }
  const statuses = []
  for (const first_name of ['Ann', 'Bea', 'Ann'])
    statuses.push((await change(alice, { first_name }, seen)).status)
  assert.deepEqual(statuses, [200, 412, 200])
})

test('the trail keeps which fields changed, not what a person wrote', async () => {
  const alice = await someone()
  await change(alice, { first_name: 'Secretname', phone: '4035550100' })
  const { rows } = await testApp.database.pool.query(
    `select before, after from platform.audit where subject_id = $1 and deed = 'updateUser'`,
    [alice.id],
  )
  assert.deepEqual(rows, [{ before: null, after: { fields: ['phone', 'first_name'] } }])
})

test('the front door makes, names and removes profiles in the caller’s transaction', async () => {
  const { db } = testApp.database
  const user = { id: newId(), email: 'new@ranch.example', language: null }

  await assert.rejects(
    transaction<'customers', void>(db, async (db) => {
      await createUser(db, user)
      throw new Error('signing up failed')
    }),
  )
  assert.equal(await findUserName(db, user.id), null)

  await createUser(db, user)
  assert.equal(await findUserName(db, user.id), 'new@ranch.example')
  await testApp.database.pool.query(`update customers.users set last_name = 'Ito' where id = $1`, [user.id])
  assert.equal(await findUserName(db, user.id), 'Ito')
  await deleteUser(db, user.id)
  assert.equal(await findUserName(db, user.id), null)
})
