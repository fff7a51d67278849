import { checkSiteDomain, getSiteDomain } from '@byre/contract/places/domain-claims'
import type { Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { giveDomain } from '../../testing/dns.ts'
import { newSite } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'

let testApp: TestApp
let alice: Person
let site: Site

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  site = await newSite(testApp, alice)
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const check = async () => (await testApp.call(checkSiteDomain, { as: alice, params: { id: site.id } })).reply
const page = () => testApp.send('GET', '/dev/dns')

test('in development a domain is verified by one button, and its records taken away by another', async () => {
  assert.ok((await page()).text.includes('None yet.'))
  await giveDomain(testApp, 'site', site.id, 'north.farm')
  assert.equal((await check()).reason?.startsWith('We found no records of north.farm.'), true)

  const { text } = await page()
  assert.ok(text.includes('<strong>north.farm</strong>, pending'))
  const id = /name="id" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const set = await testApp.send('POST', '/dev/dns', { body: { id, deed: 'set' } })
  assert.deepEqual([set.status, set.headers.location], [303, '/dev/dns'])
  assert.equal((await check()).state, 'verified')
  assert.ok((await page()).text.includes('<strong>north.farm</strong>, verified'))

  await testApp.send('POST', '/dev/dns', { body: { id, deed: 'remove' } })
  const { state, reason } = await check()
  assert.equal(state, 'verified')
  assert.match(reason ?? '', /no records of/)
})

test('the page is for this machine alone, and no other page presses its buttons', async () => {
  const abroad = { url: '/dev/dns', headers: { host: 'localhost:4000' }, remoteAddress: '203.0.113.9' }
  assert.equal((await testApp.app.fastify.inject(abroad)).statusCode, 404)
  for (const site of ['cross-site', 'same-site'])
    assert.equal(
      (await testApp.send('POST', '/dev/dns', { headers: { 'sec-fetch-site': site }, body: { id: 'x' } }))
        .status,
      403,
    )
  assert.equal((await testApp.send('POST', '/dev/dns', { body: { id: 'x' } })).status, 404)
})

test('where a name server is named, there is no such page', async () => {
  const real = await TestApp.start({ DNS_SERVER: '127.0.0.1:1' })
  try {
    assert.equal(
      (await real.send('GET', '/dev/dns', { headers: { accept: 'application/json' } })).status,
      404,
    )
    const owner = await real.person('alice')
    const place = await newSite(real, owner)
    await giveDomain(real, 'site', place.id, 'north.farm')
    const { reply } = await real.call(checkSiteDomain, { as: owner, params: { id: place.id } })
    assert.match(reply.reason ?? '', /^The name server did not answer/)
    assert.equal(
      (await real.call(getSiteDomain, { as: owner, params: { id: place.id } })).reply?.state,
      'pending',
    )
  } finally {
    await real.close()
  }
})
