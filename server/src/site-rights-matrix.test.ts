import { makeViewer } from '@byre/contract/herd/people'
import { mayAtSite, siteRoleOf, type VisitorRole } from '@byre/contract/site-rights'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { contractNouns } from './platform/api-docs/openapi-nouns.ts'
import { join, newSite } from './testing/places.ts'
import { siteActors, siteCells, type SiteActor } from './testing/herd/site-rights.ts'
import { TestApp } from './testing/test-app.ts'
import { Visitor } from './testing/visitor.ts'

/* Every call of the site app by everybody: role × call × an id that does not belong there. */

const { appCalls } = await contractNouns()

let testApp: TestApp
let siteId: string
const browsers = {} as Record<SiteActor, Visitor>

before(async () => {
  testApp = await TestApp.start()
  const alice = await testApp.person('alice')
  const site = await newSite(testApp, alice)
  siteId = site.id
  let viewer = ''
  const host = `${site.subdomain}.localhost:4000`
  browsers.anonymous = new Visitor(testApp, host)
  for (const actor of ['stranger', 'Viewer', 'User', 'Admin', 'Owner'] as const) {
    const person = actor === 'Owner' ? alice : await testApp.person(actor.toLowerCase())
    if (actor !== 'Owner')
      await join(testApp, person, { kind: 'site', id: siteId }, actor === 'Admin' ? 'Admin' : 'User')
    browsers[actor] = new Visitor(testApp, host)
    await browsers[actor].launch(person)
    if (actor === 'Viewer') viewer = person.id
    if (actor === 'stranger')
      await testApp.database.pool.query('delete from customers.members where user_id = $1', [person.id])
  }
  assert.equal((await browsers.Owner.ask(makeViewer, { params: { id: viewer } })).status, 200)
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

for (const { call, answers, arrange, params, query, body } of siteCells)
  for (const [at, expected] of answers.split(/ +/).entries()) {
    const actor = siteActors[at]!
    test(`J03 ${call.name} by ${actor}: ${expected}`, async () => {
      const arranged = (await arrange?.(testApp, siteId)) ?? {}
      const given = { params: params?.(arranged), query, body: body?.(arranged) }
      assert.equal((await browsers[actor].ask(call, given)).status, Number(expected))
    })
    if (Object.keys(call.params.shape).length > 0 && actor !== 'anonymous' && actor !== 'stranger')
      test(`J03 ${call.name} of an id of nobody’s by ${actor}: 404, or 403 without the right`, async () => {
        const arranged = (await arrange?.(testApp, siteId)) ?? {}
        const foreign = Object.fromEntries(Object.keys(call.params.shape).map((name) => [name, randomUUID()]))
        const { status } = await browsers[actor].ask(call, { params: foreign, body: body?.(arranged) })
        assert.equal(status, mayAtSite(siteRoleOf(actor as VisitorRole), call.right) ? 404 : 403)
      })
  }

test('J03 every call of the site app has its cells, and they say what the table of rights says', () => {
  assert.deepEqual(
    siteCells.map(({ call }) => call.name).toSorted(),
    appCalls.map(({ name }) => name).toSorted(),
  )
  for (const { call, answers } of siteCells)
    for (const [at, status] of answers.split(/ +/).entries()) {
      const actor = siteActors[at]!
      if (actor === 'anonymous' || actor === 'stranger') continue
      assert.equal(status !== '403', mayAtSite(siteRoleOf(actor), call.right), `${call.name} by ${actor}`)
    }
})
