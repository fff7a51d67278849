import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { newApiKey } from '@byre/server/testing/api-keys'
import { freePort } from '@byre/server/testing/main-process'
import { newBillingEntity, newClinic, newSite, plans } from '@byre/server/testing/places'
import { TestApp, type Person } from '@byre/server/testing/test-app'
import { curlOf, typescriptOf, valuesOf, type Call } from '../../server/src/platform/api-docs/samples.js'
import { withoutReferences, type Operation } from '../../server/src/platform/api-docs/schema.js'
import { root } from '../install.mjs'
import { Desktop } from './desktop.ts'

/* What the reference shows of each call, copied: each curl is run against the running product, each line of TypeScript compiled. */

interface Document {
  paths: Record<string, Record<string, Operation>>
}

const api = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as Document
const calls: Call[] = Object.entries(api.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operation: withoutReferences(operation, api),
  })),
)

const desktop = new Desktop()
let testApp: TestApp
let port: number
let alice: Person
let bob: Person
let key: string

before(async () => {
  port = await freePort()
  testApp = await TestApp.start({ PORT: String(port) })
  await testApp.app.fastify.listen({ port, host: '127.0.0.1' })
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
  const scopes = 'places:write people:write billing:read'
  key = (await newApiKey(testApp, alice, { scopes })).key
})
after(async () => {
  await testApp.close()
  desktop.clear()
})

interface Place {
  id: string
}

async function newPlaces(path: string): Promise<Record<'billingEntity' | 'site' | 'clinic', Place>> {
  const billingEntity = await newBillingEntity(testApp, alice)
  const fields = { billing_entity_id: billingEntity.id }
  const site = await newSite(testApp, alice, fields)
  const clinic = path.includes('clinic') ? await newClinic(testApp, alice, fields) : site
  return { billingEntity, site, clinic }
}

let read: ReturnType<typeof newPlaces> | undefined

/** A sample's ids are those of something that is there, as far as Alice has it; of its own for each that may change it. */
async function withIds(call: Call) {
  const { path, method } = call
  const values = structuredClone(valuesOf(call))
  const isOf = (noun: string) => path.includes(noun)
  const own = method === 'GET' ? (read ??= newPlaces('clinic')) : newPlaces(path)
  const { billingEntity, site, clinic } = await own
  const placeId = isOf('clinic') ? clinic.id : site.id
  const ids: Record<string, string> = {
    billing_entity_id: billingEntity.id,
    site_id: site.id,
    clinic_id: clinic.id,
    plan_id: isOf('clinic') ? plans.practice : plans.herd,
    user_id: bob.id,
  }
  const nouns: [string, string][] = [
    ['/billing-entities/', billingEntity.id],
    ['/clinics/', clinic.id],
    ['/sites/', site.id],
    ['/users/', alice.id],
    ['/plans/', plans.herd],
  ]
  for (const [noun, id] of nouns) if (path.startsWith(`/api/v1${noun}{id}`)) values.path['id'] = id
  for (const part of [values.query, values.body ?? {}])
    for (const name of Object.keys(part)) if (ids[name]) part[name] = ids[name]
  return { values, place: `http://${placeId}.localhost:${port}` }
}

/** That a sample itself is wrong: what it says cannot be read, or is not what the call takes. */
const unreadable = new Set([
  'request.malformed',
  'request.invalid',
  'request.unsupported_type',
  'request.host_invalid',
  'request.misdirected',
  'request.key_reused',
  'session.required',
  'api_key.not_allowed',
  'api_key.scope_missing',
])
/** They end what the others are made with. */
const last = new Set(['deleteMe', 'endOtherSessions', 'logOut'])

test('the curl of every call is understood by the running product, and most do what they say', async () => {
  const done: string[] = []
  const wrong: string[] = []
  const inOrder = calls.toSorted(
    (one, other) =>
      Number(last.has(one.operation.operationId)) - Number(last.has(other.operation.operationId)),
  )
  for (const call of inOrder) {
    const { operation } = call
    const { values, place } = await withIds(call)
    const text = curlOf(call, { portal: `http://localhost:${port}`, place }, values)
    const [answer, ...more] = await desktop.run(text, { BYRE_KEY: key, BYRE_TOKEN: alice.token })
    assert.ok(answer && more.length === 0, text)
    const { status, code } = answer
    const declared = operation.responses[String(status)]
    if (status < 300) done.push(operation.operationId)
    else if (!declared || unreadable.has(code)) wrong.push(`${operation.operationId}: ${status} ${code}`)
  }
  assert.deepEqual(wrong, [])
  // The others ask for what their example's ids do not name here, or need what only a person has.
  assert.ok(done.length >= 80, `${done.length} were done`)
})

test('the TypeScript of every call compiles', async () => {
  const blocks = calls.map((call) => `{\n${typescriptOf(call)}\nvoid [data, error]\n}`)
  const clients = `const byre = createClient({ url: '' })\nconst place = createClient({ url: '' })\n`
  const text = `import { createClient } from '@byre/client'\n${clients}${blocks.join('\n')}\n`
  assert.equal(await desktop.compile(text), '')
  assert.ok(blocks.length > 190, `${blocks.length}`)
})
