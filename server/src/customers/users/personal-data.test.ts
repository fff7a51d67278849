import { addCard } from '@byre/contract/billing/cards'
import { exportMyData } from '@byre/contract/people/leaving'
import { strFromU8, unzipSync } from 'fflate'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newApiKey } from '../../testing/api-keys.ts'
import { newSiteInvite } from '../../testing/invites.ts'
import { join, newSite } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { withinHour } from '../../testing/windows.ts'

let testApp: TestApp
before(async () => {
  testApp = await TestApp.start()
})
after(() => testApp.close())

const path = exportMyData.path
const ask = (as: Person, at = testApp) =>
  at.app.fastify.inject({
    method: 'GET',
    url: path,
    headers: { host: 'localhost:4000', authorization: `Bearer ${as.token}` },
  })

/** The files of an archive by name, as texts. */
const filesOf = (archive: Buffer) =>
  Object.fromEntries(Object.entries(unzipSync(archive)).map(([name, file]) => [name, strFromU8(file)]))

test('D06 everything about someone leaves as one archive: data.json, and a table of each part', async () => {
  const [alice, bob] = [await testApp.person('alice'), await testApp.person('bob')]
  const site = await newSite(testApp, alice)
  await join(testApp, bob, { kind: 'site', id: site.id }, 'Admin')
  await newSiteInvite(testApp, alice, site, { email: 'carol@ranch.example' })
  await newSiteInvite(testApp, bob, await newSite(testApp, bob), { email: alice.email })
  const exp_year = String(new Date().getUTCFullYear() + 4)
  const card = { number: '4242424242424242', exp_month: '12', exp_year, cvc: '123' }
  await testApp.call(addCard, { as: alice, body: { billing_entity_id: site.billing_entity_id, ...card } })
  await testApp.pass(15)

  const answer = await ask(alice)

  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-type'], 'application/zip')
  assert.equal(answer.headers['content-disposition'], 'attachment; filename="byre-my-data.zip"')
  const files = filesOf(answer.rawPayload)
  const { exported_at, ...parts } = JSON.parse(files['data.json']!) as Record<
    string,
    Record<string, unknown>[]
  >
  assert.ok(exported_at)
  assert.deepEqual(
    Object.keys(files).sort(),
    ['data.json', ...Object.keys(parts).map((part) => `${part}.csv`)].sort(),
  )
  const cellsOf = (part: string, ...columns: string[]) =>
    parts[part]?.map((row) => columns.map((column) => row[column]))
  assert.deepEqual(cellsOf('profile', 'id', 'email'), [[alice.id, alice.email]])
  assert.deepEqual(cellsOf('account', 'groups'), [['User']])
  assert.deepEqual(cellsOf('memberships', 'kind', 'role')?.sort(), [
    ['billing_entity', 'Owner'],
    ['site', 'Owner'],
  ])
  assert.deepEqual(cellsOf('invitations_sent', 'email', 'place'), [['carol@ranch.example', site.name]])
  assert.deepEqual(cellsOf('invitations_received', 'email', 'invited_by'), [[alice.email, bob.email]])
  assert.equal(parts['sessions']?.length, 1)
  assert.deepEqual(cellsOf('invoices', 'status', 'total'), [['paid', 2900]])
  const did = parts['activity']?.map(({ what }) => what)
  assert.ok(did?.includes('Set up the site') && did.includes('Invited someone'))
  assert.ok(parts['security_events']?.some(({ event }) => event === 'data_downloaded'))
  assert.match(files['memberships.csv']!, /^id,kind,name,role,since,deleted_at\r\n/)
  assert.equal(files['activity.csv']!.trim().split('\r\n').length - 1, parts['activity']?.length)
})

test('an archive holds no secret, and nothing of whoever is a stranger', async () => {
  const [dora, eve] = [await testApp.person('dora'), await testApp.person('eve')]
  await newSite(testApp, eve)
  const { key } = await newApiKey(testApp, dora, { name: 'Barn office' })
  const files = filesOf((await ask(dora)).rawPayload)
  assert.match(files['api_keys.csv']!, /,Barn office,places:read,/)
  const whole = Object.values(files).join('\n')

  for (const secret of [
    dora.token,
    dora.refresh,
    dora.password,
    key,
    '$argon2',
    'hash',
    'secret',
    eve.id,
    'eve@',
  ])
    assert.ok(!whole.includes(secret), `${secret} is in the archive`)
})

test('an archive longer than one page of rows holds every row once', async () => {
  const frank = await testApp.person('frank')
  await testApp.database.pool.query(
    `insert into platform.audit (id, actor_id, deed, kind)
     select gen_random_uuid(), $1, 'stepUp', 'session' from generate_series(1, 1200)`,
    [frank.id],
  )
  const { activity } = JSON.parse(filesOf((await ask(frank)).rawPayload)['data.json']!) as {
    activity: { id: string; deed: string }[]
  }
  assert.equal(new Set(activity.map(({ id }) => id)).size, activity.length)
  assert.equal(activity.filter(({ deed }) => deed === 'stepUp').length, 1200)
})

test('five archives an hour are enough, and without a session there is none', () =>
  withinHour(async () => {
    const strict = await TestApp.start({ LIMIT_FACTOR: '1' })
    try {
      const grace = await strict.person('grace')
      const statuses = []
      for (let time = 0; time < 6; time++) statuses.push((await ask(grace, strict)).statusCode)
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
      assert.equal((await strict.send('GET', path)).status, 401)
    } finally {
      await strict.close()
    }
  }))
