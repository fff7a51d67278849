import type { Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { giveDomain, newClinic } from '../testing/dns.ts'
import { newSite } from '../testing/places.ts'
import { Visitor } from '../testing/visitor.ts'
import { TestApp, type Person } from '../testing/test-app.ts'

let testApp: TestApp
let alice: Person
let carol: Person
let site: Site
let clinic: { id: string; subdomain: string }
const siteDomain = 'north-ranch.farm'
const clinicDomain = 'creek.vet'

before(async () => {
  // With the app off a site's host says who is signed in, as a clinic's does.
  testApp = await TestApp.start({ BYRE_APPS: 'clinic' })
  alice = await testApp.person('alice')
  carol = await testApp.person('carol')
  site = await newSite(testApp, alice, { name: 'North Ranch' })
  clinic = await newClinic(testApp, alice.id, site.billing_entity_id)
  await proveDomain(testApp, 'site', site.id, siteDomain)
  await proveDomain(testApp, 'clinic', clinic.id, clinicDomain)
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const sql = (text: string, values: unknown[] = []) => testApp.database.pool.query(text, values)

/** Where looking it up is another test's. */
async function proveDomain(at: TestApp, kind: 'site' | 'clinic', id: string, domain: string): Promise<void> {
  await giveDomain(at, kind, id, domain)
  await at.database.pool.query(
    `update customers.domain_claims set state = 'verified', verified_at = now(), next_check_at = null
     where place_id = $1`,
    [id],
  )
}

const setAccessState = (table: 'sites' | 'clinics', id: string, standing: string) =>
  sql(`update customers.${table} set standing = $2 where id = $1`, [id, standing])

test('a clinic answers on its subdomain, its id and its own domain, and shows how to reach it', async () => {
  for (const name of [`${clinic.subdomain}.localhost`, `${clinic.id}.localhost`, clinicDomain]) {
    const browser = new Visitor(testApp, `${name}:4000`)
    const page = await browser.launch(alice)
    assert.equal(page.status, 200, name)
    for (const words of [
      '<h1>Creek Clinic</h1>',
      'desk@creek.example',
      '+1 (403) 555-0100',
      alice.email,
      '<dd>Owner</dd>',
      'Sign out',
      'Back to the portal',
    ])
      assert.ok(page.text.includes(words), `${words} on ${name}`)
    assert.ok(!page.text.includes('Species'))
    const inFrench = await browser.send('GET', '/', undefined, { headers: { 'accept-language': 'fr-CA' } })
    assert.match(inFrench.text, /\+1 403 555-0100/)
  }
})

test('a site answers on its own domain as on its other addresses, in any mails', async () => {
  const page = await new Visitor(testApp, `${siteDomain}:4000`).launch(alice)
  for (const words of ['<h1>North Ranch</h1>', 'Beef Cattle', 'Metric']) assert.ok(page.text.includes(words))
  assert.equal((await testApp.send('GET', '/', { host: 'NORTH-RANCH.FARM:4000' })).status, 302)
})

test('T08 a proven domain answers under its whole name and port alone', async () => {
  for (const host of [
    siteDomain,
    `${siteDomain}:80`,
    `www.${siteDomain}:4000`,
    `${siteDomain}.:4000`,
    `${siteDomain}.localhost:4000`,
    'ranch.farm:4000',
    'other.farm:4000',
  ])
    assert.equal((await testApp.send('GET', '/', { host })).status, 421, host)
})

test('H06 T08 an unusual method is 405 on every address of a place, and nobody’s business elsewhere', async () => {
  const [mine, nobodys] = [
    [siteDomain, `${site.subdomain}.localhost`, `${site.id}.localhost`],
    ['other.farm', 'nobody.localhost', '203.0.113.7'],
  ]
  for (const method of ['PROPFIND', 'MKCOL', 'QUERY', 'TRACE', 'PATCH', 'PURGE', 'M-SEARCH', 'POST']) {
    for (const name of mine) {
      const { status, headers } = await testApp.send(method, '/', { host: `${name}:4000` })
      assert.deepEqual([status, headers.allow], [405, 'GET, HEAD'], `${method} ${name}`)
    }
    for (const name of nobodys)
      assert.equal(
        (await testApp.send(method, '/', { host: `${name}:4000` })).status,
        421,
        `${method} ${name}`,
      )
    const atPortal = await testApp.send(method, '/login')
    assert.equal(atPortal.status, 405, `${method} at the portal`)
  }
})

test('T09 to a stranger a place’s domain leads nowhere, and the portal’s page may not call it', async () => {
  const stranger = new Visitor(testApp, `${siteDomain}:4000`)
  await assert.rejects(stranger.launch(carol), /not_found/)
  const { headers } = await testApp.send('GET', '/login', { headers: { accept: 'text/html' } })
  assert.ok(!String(headers['content-security-policy']).includes('farm'))
  const origin = `http://${siteDomain}:4000`
  const call = await testApp.send('GET', '/api/v1/sites', { as: alice, headers: { origin } })
  assert.equal(call.headers['access-control-allow-origin'], undefined)
  const page = await new Visitor(testApp, `${siteDomain}:4000`).launch(alice)
  assert.ok(!page.text.includes(alice.token))
  assert.equal(page.headers['referrer-policy'], 'no-referrer')
})

test('T10 neither code nor session of one host is good on another', async () => {
  const browser = new Visitor(testApp, `${siteDomain}:4000`)
  const state = await browser.begin()
  const wayIn = await browser.wayIn(alice, state)
  for (const host of [`${site.subdomain}.localhost:4000`, `${clinicDomain}:4000`]) {
    const elsewhere = new Visitor(testApp, host)
    elsewhere.cookies.set('byre_state', state)
    assert.equal((await elsewhere.get(wayIn)).status, 400)
  }
  assert.equal((await browser.get(wayIn)).status, 302)
  const carried = new Visitor(testApp, `${clinicDomain}:4000`)
  carried.cookies.set('byre_session', browser.cookies.get('byre_session') ?? '')
  assert.equal((await carried.get('/')).status, 302)
})

test('T11 a place’s domain shares nothing with the portal: no cookie, no screen, no call', async () => {
  const browser = new Visitor(testApp, `${siteDomain}:4000`)
  const page = await browser.launch(alice)
  assert.ok(browser.received.length > 0)
  for (const line of browser.received) assert.doesNotMatch(line, /domain=/i)
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'self'/)
  for (const url of ['/login', '/dev/mail', '/dev/dns', '/api/v1/sites', '/assets/x.js'])
    assert.equal((await browser.get(url)).status, 404, url)
  const { status } = await testApp.send('GET', '/api/v1/sites', {
    headers: { cookie: `byre_session=${browser.cookies.get('byre_session')}` },
  })
  assert.equal(status, 401)
})

test('signing out on a place’s domain ends that session', async () => {
  const browser = new Visitor(testApp, `${clinicDomain}:4000`)
  const token = /name="token" value="([^"]+)"/.exec((await browser.launch(alice)).text)?.[1] ?? ''
  assert.equal((await browser.send('POST', '/sign-out', { token })).status, 303)
  assert.equal((await browser.get('/')).status, 302)
})

test('a clinic that is read-only says so, a stopped one says so with 503', async () => {
  const browser = new Visitor(testApp, `${clinicDomain}:4000`)
  await browser.launch(alice)
  await setAccessState('clinics', clinic.id, 'read_only')
  const limited = await browser.get('/')
  assert.equal(limited.status, 200)
  assert.ok(limited.text.includes('This clinic is read-only until its payment is settled.'))
  await setAccessState('clinics', clinic.id, 'stopped')
  const stopped = await browser.get('/')
  assert.equal(stopped.status, 503)
  assert.ok(Number(stopped.headers['retry-after']) > 0)
  assert.ok(stopped.text.includes('This clinic is stopped until its payment is settled.'))
  assert.ok(!stopped.text.includes('desk@creek.example'))
  await setAccessState('clinics', clinic.id, 'ok')
})

test('a deleted place answers on none of its addresses', async () => {
  const gone = await newClinic(testApp, alice.id, site.billing_entity_id)
  await proveDomain(testApp, 'clinic', gone.id, 'gone.vet')
  await sql('update customers.clinics set deleted_at = now() where id = $1', [gone.id])
  for (const name of [`${gone.subdomain}.localhost`, `${gone.id}.localhost`, 'gone.vet']) {
    assert.equal((await testApp.send('GET', '/', { host: `${name}:4000` })).status, 421, name)
    assert.equal(await testApp.app.mayHaveCertificate(name), false)
  }
})

test('H02 under https a customer’s domain binds itself alone, and plain http leads there', async () => {
  const secure = await TestApp.start({
    PUBLIC_URL: 'https://byre.example',
    BASE_DOMAIN: 'ranches.example',
    TRUSTED_PROXIES: '127.0.0.1',
  })
  const headers = { 'x-forwarded-proto': 'https' }
  try {
    await secure.database.pool.query(
      `with payer as (insert into customers.billing_entities (id, name, email, phone)
         values (gen_random_uuid(), 'x', 'x@y.example', '4035550100') returning id)
       insert into customers.clinics (id, name, email, phone, subdomain, code, billing_entity_id)
         select '019a0000-0000-7000-8000-00000000abcd', 'x', 'x@y.example', '14035550100', 'north', 'ABCDEFGH', id
         from payer`,
    )
    await proveDomain(secure, 'clinic', '019a0000-0000-7000-8000-00000000abcd', clinicDomain)
    const theirs = await secure.send('GET', '/', { host: clinicDomain, headers })
    assert.equal(theirs.headers['strict-transport-security'], 'max-age=63072000')
    assert.match(String(theirs.headers['set-cookie']), /^__Host-byre_state=/)
    const ours = await secure.send('GET', '/', {
      host: '019a0000-0000-7000-8000-00000000abcd.ranches.example',
      headers,
    })
    assert.equal(ours.headers['strict-transport-security'], 'max-age=63072000; includeSubDomains')

    const plain = await secure.send('GET', '/x?y=1', { host: clinicDomain })
    assert.deepEqual([plain.status, plain.headers.location], [308, `https://${clinicDomain}/x?y=1`])
    assert.equal(plain.headers['strict-transport-security'], undefined)
    assert.equal((await secure.send('GET', '/', { host: 'nobody.vet' })).status, 421)
    for (const [method, url] of [
      ['POST', '/sign-out'],
      ['GET', '/api/v1/clinic-invites'],
    ] as const)
      assert.equal((await secure.send(method, url, { host: clinicDomain })).status, 421)
  } finally {
    await secure.close()
  }
})
