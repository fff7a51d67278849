import * as contract from '@byre/contract/people/unregistered-members'
import { changeSiteUserRole, listSiteUsers, removeSiteUser } from '@byre/contract/people/members'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { staffedSite, tellOf } from '../../testing/people.ts'
import { newSite } from '../../testing/places.ts'
import type { Person } from '../../testing/test-app.ts'
import { purge } from '../places/purges.actions.ts'

const { testApp, sql, alice, bob, carol, dora } = await tellOf('alice', 'bob', 'carol', 'dora')

const add = (as: Person, id: string, name: string) =>
  testApp.call(contract.addSiteHand, { as, params: { id }, body: { name } })
const rename = (as: Person, id: string, handId: string, name: string) =>
  testApp.call(contract.renameSiteHand, { as, params: { id, handId }, body: { name } })
const remove = (as: Person, id: string, handId: string) =>
  testApp.call(contract.removeSiteHand, { as, params: { id, handId } })
const users = async (as: Person, id: string, query: Record<string, string> = {}) =>
  (await testApp.call(listSiteUsers, { as, params: { id }, query })).reply.users

const staffed = () => staffedSite(testApp, { owner: alice, admin: bob, user: dora })

test('a seasonal hand is put on the list by name, renamed and taken off', async () => {
  const { id } = await staffed()

  const { status, reply: unregistered } = await add(bob, id, '  Eli Marsh ')
  assert.equal(status, 201)
  const { created_at: _, ...fields } = unregistered
  assert.deepEqual(fields, {
    id: unregistered.id,
    first_name: 'Eli Marsh',
    last_name: null,
    email: null,
    role: 'User',
  })
  assert.deepEqual(await users(dora, id, { q: 'eli' }), [unregistered])

  assert.equal(
    (await rename(alice, id, unregistered.id, 'Eli Marsh-Reed')).reply.first_name,
    'Eli Marsh-Reed',
  )
  assert.deepEqual(
    (await users(dora, id, { q: 'reed' })).map((user) => user.id),
    [unregistered.id],
  )

  assert.equal((await remove(alice, id, unregistered.id)).status, 200)
  assert.equal((await remove(alice, id, unregistered.id)).status, 404)
  assert.equal((await users(alice, id)).length, 3)
})

test('C02 C06 hands are kept by Owners and Admins, and are not there for anybody else', async () => {
  const { id } = await staffed()
  const other = await newSite(testApp, carol)
  const { reply: unregistered } = await add(alice, id, 'Eli')

  assert.equal((await add(dora, id, 'Fay')).status, 403)
  assert.equal((await remove(dora, id, unregistered.id)).status, 403)
  for (const answer of [
    await add(carol, id, 'Fay'),
    await rename(carol, id, unregistered.id, 'Fay'),
    await remove(carol, id, unregistered.id),
    await remove(carol, other.id, unregistered.id),
    await rename(carol, other.id, unregistered.id, 'Fay'),
    await remove(alice, id, randomUUID()),
  ])
    assert.equal(answer.status, 404)
  assert.equal((await users(alice, id, { q: 'eli' })).length, 1)
})

test('a hand is no member: it gets no role and is not removed as one', async () => {
  const { id } = await staffed()
  const { reply: unregistered } = await add(alice, id, 'Eli')
  const params = { id, userId: unregistered.id }

  assert.equal(
    (await testApp.call(changeSiteUserRole, { as: alice, params, body: { role: 'Admin' } })).status,
    404,
  )
  assert.equal((await testApp.call(removeSiteUser, { as: alice, params })).status, 404)
})

test('a name is a name', async () => {
  const { id } = await staffed()
  for (const name of ['', '   ', 'x'.repeat(256), 'two\nlines', '\u202eEli'])
    assert.equal((await add(alice, id, name)).status, 400, JSON.stringify(name))
  assert.equal((await add(alice, id, 'Élise O’Neil')).status, 201)
})

test('someone joined to an account is one person: the member stays, the name alone goes', async () => {
  const { id } = await staffed()
  const { reply: unregistered } = await add(alice, id, 'Dora the new one')
  await sql('update customers.hands set user_id = $2 where id = $1', unregistered.id, dora.id)

  assert.deepEqual(
    (await users(alice, id)).map((user) => user.id).toSorted(),
    [alice.id, bob.id, dora.id].toSorted(),
  )
  assert.equal((await rename(alice, id, unregistered.id, 'Other')).status, 404)
})

test('the list of a read-only site stays as it is', async () => {
  const { id } = await staffed()
  const { reply: unregistered } = await add(alice, id, 'Eli')
  await sql(`update customers.sites set standing = 'read_only' where id = $1`, id)

  for (const answer of [
    await add(alice, id, 'Fay'),
    await rename(alice, id, unregistered.id, 'Fay'),
    await remove(alice, id, unregistered.id),
  ])
    assert.deepEqual([answer.status, answer.body['code']], [403, 'place.read_only'])
})

test('a thousand names are enough for one list', async () => {
  const { id } = await staffed()
  await sql(
    `insert into customers.hands (id, place_id, kind, name)
     select gen_random_uuid(), $1, 'site', 'Hand ' || n from generate_series(1, 1000) n`,
    id,
  )

  const { status, body } = await add(alice, id, 'One more')
  assert.deepEqual([status, body['code']], [409, 'place.full'])
})

test('hands and offers go with a site that is purged', async () => {
  const { id } = await staffed()
  await add(alice, id, 'Eli')
  await sql(`update customers.sites set deleted_at = now() - interval '31 days' where id = $1`, id)
  await sql('update customers.members set place_deleted_at = now() where place_id = $1', id)

  await testApp.app.outbox.send(testApp.database.db, purge, {})
  await testApp.settle()

  const { rows } = await sql('select from customers.hands where place_id = $1', id)
  assert.equal(rows.length, 0)
})
