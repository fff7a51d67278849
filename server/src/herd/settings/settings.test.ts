import { addDemo } from '@byre/contract/herd/demo'
import { recordEvents } from '@byre/contract/herd/records'
import { changeSettings, getMe, getPlanSize, usualSettings } from '@byre/contract/herd/settings'
import { listSiteActivity } from '@byre/contract/activity'
import type { Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { event } from '../../testing/herd/recording.ts'
import { join, newSite, plans } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { Visitor } from '../../testing/visitor.ts'

let testApp: TestApp
let alice: Person
let bob: Person

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const feedlot = { kind: 'feedlot', zone: 'America/Edmonton', markets: ['CA'] }

async function siteOf(
  fields: Record<string, string> = {},
): Promise<{ site: Site; hers: Visitor; his: Visitor }> {
  const site = await newSite(testApp, alice, fields)
  await join(testApp, bob, { kind: 'site', id: site.id }, 'User')
  const host = `${site.subdomain}.localhost:4000`
  const [hers, his] = [new Visitor(testApp, host), new Visitor(testApp, host)]
  await hers.launch(alice)
  await his.launch(bob)
  return { site, hers, his }
}

test('the app knows who opened it, what they may, and what to suggest at a first launch', async () => {
  const { site, hers, his } = await siteOf({
    name: 'North Ranch',
    country: 'Canada',
    region: 'SK',
    city: 'Regina',
    postal_code: 'S4P 3Y2',
  })
  const { reply } = await hers.ask(getMe)
  assert.equal(reply.role, 'owner')
  assert.ok(reply.rights.includes('linkClinics'))
  assert.deepEqual(reply.place, {
    id: site.id,
    name: 'North Ranch',
    access_state: 'ok',
    country: 'Canada',
    region: 'SK',
  })
  assert.deepEqual([reply.person.id, reply.settings, reply.unit], [alice.id, null, 'metric'])
  assert.deepEqual(reply.suggested, {
    kind: 'feedlot',
    zone: 'America/Regina',
    markets: ['CA'],
    ...usualSettings,
    tag_days: 30,
  })
  assert.equal(reply.portal, 'http://localhost:4000')

  const me = (await his.ask(getMe)).reply
  assert.deepEqual([me.role, me.rights], ['crew', ['see', 'record', 'voidOwn']])
})

test('head above the plan’s size is told to managers and refuses nothing; demo animals do not count', async () => {
  const { site, hers, his } = await siteOf({ plan_id: plans.ranch })
  const size = async () => (await hers.ask(getPlanSize)).reply
  const ranch = { name: 'Ranch', head: 250 }
  assert.deepEqual(await size(), { head: 0, plan: ranch })
  await testApp.database.pool.query(
    `insert into herd.animals (site_id, id, as_of, status, main_tag, card)
     select $1, gen_random_uuid(), 0, case when n > 251 then 'gone' else 'here' end, '', '{}' from generate_series(1, 260) n`,
    [site.id],
  )
  assert.deepEqual(await size(), { head: 251, plan: ranch })
  assert.equal((await hers.ask(addDemo)).status, 201)
  assert.deepEqual(await size(), { head: 251, plan: ranch })
  const events = [event('entered', [newId()], { origin: 'born' })]
  assert.equal((await his.ask(recordEvents, { body: { events } })).status, 200)
  assert.equal((await size()).head, 252)
  assert.equal((await his.ask(getPlanSize)).status, 403)

  const large = await siteOf({ plan_id: plans.feedlot })
  assert.equal((await large.hers.ask(getPlanSize)).reply.plan, null)
})

test('an owner answers the questions of the first launch; everyone there sees the answers', async () => {
  const { hers, his } = await siteOf()
  const body = { kind: 'cow-calf', zone: 'America/Denver', markets: ['US', 'JP'] }
  const changed = await hers.ask(changeSettings, { body })
  const whole = { ...body, ...usualSettings, tag_days: 30 }
  assert.deepEqual([changed.status, changed.reply], [200, whole])
  assert.deepEqual((await his.ask(getMe)).reply.settings, whole)
  // What a later answer leaves out stays as it is.
  const more = { arrival_days: 90, injection_ml: 15, tag_days: 0 }
  await hers.ask(changeSettings, { body: { ...body, ...more } })
  await hers.ask(changeSettings, { body: feedlot })
  assert.deepEqual((await his.ask(getMe)).reply.settings, { ...feedlot, ...more })
})

test('J10 setting the app up leaves a line in the trail: who, what, and what it was before', async () => {
  const { site, hers } = await siteOf()
  await hers.ask(changeSettings, { body: feedlot })
  await hers.ask(changeSettings, { body: { ...feedlot, markets: ['CA', 'US'] } })
  const { reply } = await testApp.call(listSiteActivity, { as: alice, params: { id: site.id } })
  const [second, first] = reply.activity.filter(({ deed }) => deed === 'changeSettings')
  assert.deepEqual([first?.actor_id, first?.what], [alice.id, 'Changed how the app is set up'])
  const change = second?.changes.find(({ field }) => field === 'markets')
  assert.deepEqual(change, { field: 'markets', before: 'CA', after: 'CA, US' })
})

test('crew sees how the site is set up and cannot change it', async () => {
  const { his } = await siteOf()
  const { status, body } = await his.ask(changeSettings, { body: feedlot })
  assert.deepEqual([status, body['code']], [403, 'role.insufficient'])
  assert.equal((await his.ask(getMe)).reply.settings, null)
})

test('J05 neither site nor person of a body decides: the host and the cookie do', async () => {
  const [one, other] = [await siteOf(), await siteOf()]
  const forged = { ...feedlot, site_id: other.site.id, user_id: bob.id, changed_at: '2020-01-01' }
  assert.equal((await one.hers.ask(changeSettings, { body: forged })).status, 200)
  assert.equal((await other.hers.ask(getMe)).reply.settings, null)
  assert.deepEqual((await one.hers.ask(getMe)).reply.settings, { ...feedlot, ...usualSettings, tag_days: 30 })
})

let untouched: Awaited<ReturnType<typeof siteOf>> | undefined
for (const [what, field, body] of [
  ['no kind', 'kind', { zone: 'America/Denver', markets: ['US'] }],
  ['a kind that there is not', 'kind', { ...feedlot, kind: 'zoo' }],
  ['a list for a kind', 'kind', { ...feedlot, kind: ['feedlot'] }],
  ['a zone that there is not', 'zone', { ...feedlot, zone: 'America/Nowhere' }],
  ['an endless zone', 'zone', { ...feedlot, zone: 'A'.repeat(65) }],
  ['no market', 'markets', { ...feedlot, markets: [] }],
  ['a market that there is not', 'markets.1', { ...feedlot, markets: ['CA', 'ZZ'] }],
  ['a market twice', 'markets', { ...feedlot, markets: ['CA', 'CA'] }],
  ['a part of a day', 'arrival_days', { ...feedlot, arrival_days: 0 }],
  ['more than a place takes', 'injection_ml', { ...feedlot, injection_ml: 101 }],
  ['more days than a year for tags', 'tag_days', { ...feedlot, tag_days: 366 }],
  ['a text for markets', 'markets', { ...feedlot, markets: 'CA' }],
] as const)
  test(`${what} is refused, and the field named`, async () => {
    const { hers } = (untouched ??= await siteOf())
    const answer = await hers.ask(changeSettings, { body })
    const errors = answer.body['errors'] as { field: string }[]
    assert.deepEqual([answer.status, errors.map(({ field }) => field)], [400, [field]])
    assert.equal((await hers.ask(getMe)).reply.settings, null)
  })
