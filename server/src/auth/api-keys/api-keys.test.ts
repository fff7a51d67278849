import { createApiKey, listApiKeys, revokeApiKey } from '@byre/contract/accounts/api-keys'
import { confirmEmail, undoEmail } from '@byre/contract/accounts/accounts'
import { updatePassword } from '@byre/contract/accounts/auth'
import { listSecurityEvents } from '@byre/contract/accounts/devices'
import { deleteMe } from '@byre/contract/people/leaving'
import { updateUser } from '@byre/contract/people/users'
import { listSites } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { newApiKey } from '../../testing/api-keys.ts'
import { Listener } from '../../testing/live.ts'
import { grownStale } from '../../testing/people.ts'
import { fewestStatements } from '../../testing/statements.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => (testApp = await TestApp.start()))
after(() => testApp.close())

const query = async (text: string, ...values: unknown[]) =>
  (await testApp.database.pool.query(text, values)).rows
const keysOf = async (as: Person | string) => (await testApp.call(listApiKeys, { as })).reply.api_keys
const statusOf = async (key: string) => (await testApp.call(listSites, { as: key })).status
const codeOf = async (answer: Promise<{ status: number; body: Record<string, unknown> }>) => {
  const { status, body } = await answer
  return [status, body['code']]
}
/** What a key is answered, but for the id that each answer has of its own. */
const refusalOf = async (key: string) => {
  const { status, body } = await testApp.call(listSites, { as: key })
  return { status, body: { ...body, request_id: '' } as Record<string, unknown> }
}

test('K01 a key is shown once and kept as a hash; its owner is told by mail and in the list of events', async () => {
  const alice = await testApp.person('alice')
  const { key, ...made } = await newApiKey(testApp, alice, { scopes: 'people:read places:write', days: '30' })

  assert.match(key, /^byre_live_[0-9A-Za-z]{49}$/)
  assert.deepEqual(made.scopes, ['places:write', 'people:read'])
  assert.equal(Math.round((Date.parse(made.expires_at) - Date.parse(made.created_at)) / 86_400_000), 30)
  const listed = await testApp.call(listApiKeys, { as: alice })
  assert.deepEqual(listed.reply.api_keys, [made])
  assert.ok(!listed.text.includes(key.slice('byre_live_'.length)))
  const [row] = await query(
    'select key_hash, to_jsonb(k)::text as whole from platform.api_keys k where id = $1',
    made.id,
  )
  assert.deepEqual(row.key_hash, hash('sha256', key, 'buffer'))
  assert.ok(!row.whole.includes(key.slice('byre_live_'.length)))

  const mails = await testApp.mailsTo(alice.email)
  assert.equal(mails.at(-1)?.subject, 'An API key was made for your account')
  assert.ok(!mails.at(-1)?.text.includes('byre_live_'))
  const { reply } = await testApp.call(listSecurityEvents, { as: alice })
  assert.equal(reply.security_events[0]?.event, 'api_key_made')
})

test('K01 a key is good for 90 days unless something else is chosen', async () => {
  const nora = await testApp.person('nora')
  const { expires_at, created_at, networks, calls_per_minute } = await newApiKey(testApp, nora)
  assert.equal(Math.round((Date.parse(expires_at) - Date.parse(created_at)) / 86_400_000), 90)
  assert.deepEqual([networks, calls_per_minute], [[], 60])
})

test('K02 whoever has not just shown who they are makes no key, but may revoke one', async () => {
  const bob = await testApp.person('bob')
  const { id } = await newApiKey(testApp, bob)
  await grownStale(testApp, bob)

  const refused = testApp.call(createApiKey, { as: bob, body: { name: 'Other', scopes: 'places:read' } })
  assert.deepEqual(await codeOf(refused), [403, 'session.reauth_required'])
  assert.equal((await testApp.call(revokeApiKey, { as: bob, params: { id } })).status, 200)
  assert.deepEqual(await keysOf(bob), [])
})

test('K05 a revoked key is refused on its next call, as an unknown one is, and its open stream ends', async () => {
  const uma = await testApp.person('uma')
  const { id, key } = await newApiKey(testApp, uma)
  assert.equal(await statusOf(key), 200)
  const stream = await Listener.open(testApp, testApp.app, { ...uma, token: key })

  assert.equal((await testApp.call(revokeApiKey, { as: uma, params: { id } })).status, 200)
  const revoked = await refusalOf(key)
  assert.deepEqual([revoked.status, revoked.body['message']], [401, 'Please sign in.'])
  await stream.ended()
  assert.deepEqual(await refusalOf(key), revoked)

  const { key: gone } = await newApiKey(testApp, uma)
  await query('delete from platform.api_keys where key_hash = sha256($1)', Buffer.from(gone))
  assert.deepEqual(await refusalOf(gone), revoked)
  for (const refused of [gone, key])
    assert.equal(await fewestStatements(testApp.database, () => statusOf(refused), 1), 1)
  const misspelt = gone.slice(0, -1) + (gone.endsWith('x') ? 'y' : 'x')
  assert.deepEqual(await refusalOf(misspelt), revoked)
  const again = await testApp.call(revokeApiKey, { as: uma, params: { id } })
  assert.equal(again.status, 404, 'twice is safe')
})

test('K05 nobody sees or revokes another account’s key', async () => {
  const [vera, wim] = [await testApp.person('vera'), await testApp.person('wim')]
  const { id, key } = await newApiKey(testApp, vera)
  assert.deepEqual(await keysOf(wim), [])
  assert.equal((await testApp.call(revokeApiKey, { as: wim, params: { id } })).status, 404)
  assert.equal((await testApp.call(revokeApiKey, { params: { id } })).status, 401)
  assert.equal(await statusOf(key), 200)
})

test('K06 a key that ran out or whose account is closed is no key; it stands in the list for 30 days', async () => {
  const xena = await testApp.person('xena')
  const { id, key } = await newApiKey(testApp, xena)
  const close = (state: string) =>
    query('update auth.accounts set user_state = $2 where id = $1', xena.id, state)
  await close('disabled')
  assert.equal(await statusOf(key), 401)
  await close('active')
  assert.equal(await statusOf(key), 200)

  const ranOut = (days: number) =>
    query(
      `update platform.api_keys set expires_at = now() - make_interval(days => $2) where id = $1`,
      id,
      days,
    )
  await ranOut(0)
  assert.equal(await statusOf(key), 401)
  assert.equal((await keysOf(xena)).length, 1)
  await ranOut(31)
  assert.deepEqual(await keysOf(xena), [])
})

test('K06 a new password leaves keys as they are, and the mail says so to whoever has one', async () => {
  const [yara, zack] = [await testApp.person('yara'), await testApp.person('zack')]
  const { key } = await newApiKey(testApp, yara)
  for (const person of [yara, zack])
    await testApp.call(updatePassword, { as: person, body: { password: 'Otter-7-creek!' } })
  assert.equal(await statusOf(key), 200)
  for (const [person, says] of [
    [yara, true],
    [zack, false],
  ] as const) {
    const mails = await testApp.mailsTo(person.email)
    const mail = mails.find(({ subject }) => subject === 'Your password was changed')
    assert.ok(mail)
    assert.equal(/Your API keys were\s+left/.test(mail.text), says, person.name)
  }
})

test('K06 whoever puts their address back revokes the keys that were made since it was taken, and no older one', async () => {
  const anna = await testApp.person('anna')
  const own = await newApiKey(testApp, anna)
  await query(`update platform.api_keys set created_at = now() - interval '9 days' where id = $1`, own.id)
  const body = { email: 'thief@ranch.example' }
  assert.equal((await testApp.call(updateUser, { as: anna, params: { id: anna.id }, body })).status, 200)
  const code = await testApp.codeFor(body.email)
  assert.equal((await testApp.call(confirmEmail, { as: anna, body: { code } })).status, 200)
  const thiefs = await newApiKey(testApp, anna, { name: 'Thief' })
  assert.equal(await statusOf(thiefs.key), 200)

  const texts = (await testApp.mailsTo(anna.email)).map(
    ({ text }) => /\/undo-email#token=(\S+)/.exec(text)?.[1],
  )
  const token = texts.findLast((one) => one !== undefined) ?? ''
  assert.equal((await testApp.call(undoEmail, { body: { token } })).status, 200)
  assert.deepEqual([await statusOf(thiefs.key), await statusOf(own.key)], [401, 200])
})

test('K11 an account has at most twenty keys that work', async () => {
  const finn = await testApp.person('finn')
  const [first] = await Promise.all(
    Array.from({ length: 20 }, (_, at) => newApiKey(testApp, finn, { name: `Key ${at}` })),
  )
  const more = () => testApp.call(createApiKey, { as: finn, body: { name: 'More', scopes: 'places:read' } })
  const both = await Promise.all([codeOf(more()), codeOf(more())])
  for (const answer of both) assert.deepEqual(answer, [409, 'api_key.too_many'])
  assert.equal((await testApp.call(revokeApiKey, { as: finn, params: { id: first!.id } })).status, 200)
  const after = await Promise.all([more(), more()])
  assert.deepEqual(after.map(({ status }) => status).toSorted(), [201, 409])
})

test('K11 what is wrong with a key’s fields is told by field', async () => {
  const gina = await testApp.person('gina')
  const wrong: [string, string][] = [
    ['name', ''],
    ['name', 'x'.repeat(61)],
    ['scopes', ''],
    ['scopes', 'places:read money:write'],
    ['days', '366'],
    ['days', '0'],
    ['networks', 'the barn'],
    ['networks', '192.0.2.0/33'],
    ['networks', '192.0.2.0/24/8'],
    ['networks', 'fe80::1%eth0'],
    ['networks', Array.from({ length: 11 }, (_, at) => `192.0.2.${at}`).join(' ')],
    ['calls_per_minute', '0'],
    ['calls_per_minute', '301'],
  ]
  for (const [field, value] of wrong) {
    const body = { name: 'Barn office', scopes: 'places:read', [field]: value }
    const answer = await testApp.call(createApiKey, { as: gina, body })
    assert.equal(answer.status, 400, `${field} ${value}`)
    assert.deepEqual(
      (answer.body['errors'] as { field: string }[]).map((one) => one.field),
      [field],
      value,
    )
  }
  assert.deepEqual(await keysOf(gina), [])
})

test('K06 an account’s keys go with it', async () => {
  const ivan = await testApp.person('ivan')
  const { key } = await newApiKey(testApp, ivan)
  assert.equal(await statusOf(key), 200)
  await testApp.call(deleteMe, { as: ivan, body: { email: ivan.email } })
  assert.equal(await statusOf(key), 401)
  assert.deepEqual(await query('select id from platform.api_keys where user_id = $1', ivan.id), [])
})
