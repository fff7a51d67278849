import { updateSite, type Site } from '@byre/contract/places/sites'
import { signUp } from '@byre/contract/accounts/auth'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { newName, newSite } from '../testing/places.ts'
import { Visitor } from '../testing/visitor.ts'
import { password, TestApp, type Person } from '../testing/test-app.ts'

let testApp: TestApp
let alice: Person
let site: Site
let host: string

before(async () => {
  // With the app off a site's host says who is signed in, as a clinic's does.
  testApp = await TestApp.start({ BYRE_APPS: 'clinic' })
  alice = await testApp.person('alice')
  site = await newSite(testApp, alice, { name: 'North Ranch' })
  host = `${site.subdomain}.localhost:4000`
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const sql = (text: string, values: unknown[] = []) => testApp.database.pool.query(text, values)

test('T08 a Host that is nobody’s gets 421, one that is none 400, and nothing else, whatever is asked', async () => {
  const strangers = [
    'nobody.localhost:4000',
    'localhost',
    'localhost:4001',
    '127.0.0.1:4000',
    `${site.subdomain}.localhost`,
    `${site.subdomain}.localhost:80`,
    `${site.subdomain}.localhost.:4000`,
    `x.${site.subdomain}.localhost:4000`,
    `evil.example`,
    'localhost%3A4000',
    '.localhost:4000',
    '[::1]:4000',
  ]
  const unreadable = [
    `${site.subdomain}.localhost:4000.evil.example`,
    'evil@localhost:4000',
    'localhost:4000@evil.example',
    'localhost:4000/',
  ]
  const requests = [
    ['GET', '/'],
    ['HEAD', '/'],
    ['GET', '/login'],
    ['GET', '/page.css'],
    ['GET', '/hand-off?code=a&state=b'],
    ['POST', '/sign-out'],
    ['POST', '/api/v1/login'],
    ['GET', '/api/v1/sites'],
    ['PUT', '/nothing'],
  ] as const
  for (const host of [...strangers, ...unreadable]) {
    const isNamed = /^[a-z]+\.localhost:4000$/.test(host)
    for (const [method, url] of isNamed ? requests : [...requests, ['PROPFIND', '/'] as const]) {
      const { status, text, headers } = await testApp.send(method, url, { host, as: alice })
      assert.equal(status, unreadable.includes(host) ? 400 : 421, `${method} ${url} on ${host}`)
      assert.ok(text.length < 200)
      assert.equal(headers['set-cookie'], undefined)
      assert.equal(headers.location, undefined)
    }
  }
})

test('a host is the same in capital letters and with its scheme’s own port', async () => {
  assert.equal((await testApp.send('GET', '/', { host: host.toUpperCase() })).status, 302)
  const plain = await TestApp.start({ PUBLIC_URL: 'http://portal.example', BASE_DOMAIN: 'ranches.example' })
  try {
    assert.equal((await plain.send('GET', '/', { host: 'portal.example:80' })).status, 200)
    assert.equal((await plain.send('GET', '/', { host: 'portal.example:8080' })).status, 421)
  } finally {
    await plain.close()
  }
})

test('T08 forwarded headers name no tenant and no portal, and no mail links to them', async () => {
  const forged = {
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example;proto=https',
    'x-original-host': 'evil.example',
    'x-host': 'evil.example',
    'x-forwarded-proto': 'https',
  }
  const tenant = await testApp.send('GET', '/', { host, headers: forged })
  assert.match(
    String(tenant.headers.location),
    /^http:\/\/localhost:4000\/launch\?host=[a-z0-9-]+\.localhost%3A4000&/,
  )
  const portal = await testApp.send('GET', '/', { headers: { ...forged, 'x-forwarded-host': host } })
  assert.equal(portal.status, 200)

  const email = 'forged@ranch.example'
  await testApp.call(signUp, { body: { email, password }, headers: forged })
  const [mail] = await testApp.mailsTo(email)
  assert.ok(mail?.text.includes(testApp.config.publicUrl))
  assert.ok(!JSON.stringify(mail).includes('evil.example'))
})

test('T08 a trusted proxy’s forwarded host changes nothing either', async () => {
  const proxied = await TestApp.start({ TRUSTED_PROXIES: '127.0.0.1' })
  try {
    const owner = await proxied.person('alice')
    const place = await newSite(proxied, owner)
    const headers = { 'x-forwarded-host': `${place.subdomain}.localhost:4000` }
    assert.equal((await proxied.send('GET', '/', { host: 'evil.example', headers })).status, 421)
    assert.equal((await proxied.send('GET', '/launch', { headers })).status, 200)
  } finally {
    await proxied.close()
  }
})

test('T08 an address that names another host than the Host header is not read', async () => {
  await testApp.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = testApp.app.fastify.server.address() as AddressInfo
  for (const path of [`http://${host}/`, 'http://localhost:4000/api/v1/sites', 'http://evil.example/']) {
    const clientRequest = request({ port, path, headers: { host: 'localhost:4000' } }).end()
    const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
    answer.resume()
    assert.equal(answer.statusCode, 400)
  }
})

test('a site answers on its id too, and the launch stays on that host', async () => {
  const browser = new Visitor(testApp, `${site.id}.localhost:4000`)
  const page = await browser.launch(alice)
  assert.equal(page.status, 200)
  assert.ok(page.text.includes('North Ranch'))
})

test('a former name leads to the present host for 90 days, with path and query', async () => {
  const renamed = await newSite(testApp, alice)
  const former = `${renamed.subdomain}.localhost:4000`
  const present = newName('present')
  const { status } = await testApp.call(updateSite, {
    as: alice,
    params: { id: renamed.id },
    body: { subdomain: present },
  })
  assert.equal(status, 200)
  for (const method of ['GET', 'HEAD', 'POST']) {
    const moved = await testApp.send(method, '/hand-off?a=1', { host: former })
    assert.equal(moved.status, 308)
    assert.equal(moved.headers.location, `http://${present}.localhost:4000/hand-off?a=1`)
  }
  assert.ok(await testApp.app.mayHaveCertificate(`${renamed.subdomain}.localhost`))

  await sql(`update customers.host_names set until = now() - interval '1 second' where name = $1`, [
    renamed.subdomain,
  ])
  assert.equal((await testApp.send('GET', '/', { host: former })).status, 421)
  assert.equal(await testApp.app.mayHaveCertificate(`${renamed.subdomain}.localhost`), false)
})

test('T07 a certificate may be had for live tenants’ names alone', async () => {
  assert.ok(await testApp.app.mayHaveCertificate(`${site.subdomain}.localhost`))
  assert.ok(await testApp.app.mayHaveCertificate(`${site.id}.localhost`))
  for (const name of [
    'nobody.localhost',
    'localhost',
    `x.${site.subdomain}.localhost`,
    `${site.subdomain}.localhost:4000`,
    `${site.subdomain}.example`,
    `${site.subdomain}`,
    '*.localhost',
    '',
    '127.0.0.1',
    'a'.repeat(5000),
  ])
    assert.equal(await testApp.app.mayHaveCertificate(name), false, name)
})

test('T11 under https cookies are Secure and bound to the host by their name', async () => {
  const secure = await TestApp.start({
    PUBLIC_URL: 'https://byre.example',
    BASE_DOMAIN: 'ranches.example',
    TRUSTED_PROXIES: '127.0.0.1',
  })
  try {
    const headers = { 'x-forwarded-proto': 'https' }
    await secure.database.pool.query(
      `with who as (insert into customers.users (id, email) values (gen_random_uuid(), 'x@y.example')),
       payer as (insert into customers.billing_entities (id, name, email, phone)
         values (gen_random_uuid(), 'x', 'x@y.example', '4035550100') returning id),
       place as (insert into customers.sites (id, name, description, subdomain, code, billing_entity_id, plan_id)
         select gen_random_uuid(), 'x', '', 'north', 'ABCDEFGH', id, gen_random_uuid() from payer returning id)
       insert into customers.host_names (name, kind, place_id, state) select 'north', 'site', id, 'live' from place`,
    )
    const answer = await secure.send('GET', '/', { host: 'north.ranches.example', headers })
    assert.equal(answer.status, 302)
    assert.match(
      String(answer.headers['set-cookie']),
      /^__Host-byre_state=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    assert.match(
      String(answer.headers.location),
      /^https:\/\/byre\.example\/launch\?host=north\.ranches\.example&/,
    )
    const plain = await secure.send('GET', '/x?y=1', { host: 'north.ranches.example' })
    assert.equal(plain.status, 308)
    assert.equal(plain.headers.location, 'https://north.ranches.example/x?y=1')
  } finally {
    await secure.close()
  }
})
