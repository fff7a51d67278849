import { deleteMe, exportMyData } from '@byre/contract/people/leaving'
import { getMailPreferences, updateMailPreferences } from '@byre/contract/people/mail-preferences'
import { followEvents } from '@byre/contract/events'
import { strFromU8, unzipSync } from 'fflate'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { startWith } from '../../testing/people.ts'
import type { Person } from '../../testing/test-app.ts'

const { testApp, alice, bob, carol } = await startWith(['alice', 'bob', 'carol'])

const all = { roles: true, answers: true, domains: true }
const read = (as: Person, id = as.id) => testApp.call(getMailPreferences, { as, params: { id } })
const choose = (
  as: Person,
  body: Record<string, string>,
  { id = as.id, headers = {} }: { id?: string; headers?: Record<string, string> } = {},
) => testApp.call(updateMailPreferences, { as, params: { id }, body, headers })
const rows = async (text: string, ...values: unknown[]) =>
  (await testApp.database.pool.query(text, values)).rows

test('all news are mailed until someone chooses, topic by topic', async () => {
  const first = await read(alice)
  assert.deepEqual([first.status, first.reply, first.headers['etag']], [200, all, '"1"'])

  const chosen = await choose(alice, { roles: '0' })
  assert.deepEqual([chosen.status, chosen.headers['etag']], [200, '"2"'])
  assert.deepEqual(chosen.reply, { ...all, roles: false })
  await choose(alice, { domains: '0' })
  const back = await choose(alice, { roles: '1' })
  assert.deepEqual([back.reply, back.headers['etag']], [{ ...all, domains: false }, '"4"'])
  assert.deepEqual((await read(alice)).reply, back.reply)
  assert.deepEqual((await read(bob)).reply, all)

  const wrong = await choose(alice, { roles: 'yes' })
  assert.equal(wrong.status, 400)
  assert.equal((wrong.body['errors'] as { field: string }[])[0]?.field, 'roles')
})

test('T10 what somebody else has mailed is neither seen nor changed', async () => {
  for (const id of [carol.id, newId()]) {
    assert.equal((await read(bob, id)).status, 404)
    assert.equal((await choose(bob, { roles: '0' }, { id })).status, 404)
  }
  assert.equal((await testApp.call(getMailPreferences, { params: { id: carol.id } })).status, 401)
  assert.deepEqual((await read(carol)).reply, all)
})

test('D02 the later of two tabs that saw the same version is told; what is so already changes nothing', async () => {
  const dora = await testApp.person('dora')
  const headers = { 'if-match': '"1"' }
  const statuses = []
  for (const topic of ['answers', 'domains', 'answers'])
    statuses.push((await choose(dora, { [topic]: '0' }, { headers })).status)
  assert.deepEqual(statuses, [200, 412, 200])
  assert.equal((await read(dora)).headers['etag'], '"2"')
})

test('O03 a choice is kept in the trail, and other tabs hear of it', async () => {
  const eve = await testApp.person('eve')
  const news = async (since: string) =>
    (await testApp.call(followEvents, { as: eve, query: { since } })).reply
  const { cursor } = await news('none')
  await choose(eve, { roles: '0', domains: '1' })

  const { events } = await news(cursor)
  assert.deepEqual(
    events.map(({ kind, id }) => [kind, id]),
    [['account', eve.id]],
  )
  const lines = await rows(
    `select actor_id, kind, after from platform.audit where deed = 'updateMailPreferences' and subject_id = $1`,
    eve.id,
  )
  assert.deepEqual(lines, [{ actor_id: eve.id, kind: 'user', after: { roles: false } }])
})

test('D06 choices are part of what someone takes along, and go with the account', async () => {
  const frank = await testApp.person('frank')
  await choose(frank, { answers: '0' })
  const { rawPayload } = await testApp.app.fastify.inject({
    method: 'GET',
    url: exportMyData.path,
    headers: { host: 'localhost:4000', authorization: `Bearer ${frank.token}` },
  })
  const { 'data.json': file } = unzipSync(rawPayload)
  const { mail_preferences } = JSON.parse(strFromU8(file!)) as Record<string, unknown>
  assert.deepEqual(mail_preferences, [{ ...all, answers: false }])

  const { status } = await testApp.call(deleteMe, { as: frank, body: { email: frank.email } })
  assert.equal(status, 200)
  assert.deepEqual(await rows('select * from customers.mail_preferences where user_id = $1', frank.id), [])
})
