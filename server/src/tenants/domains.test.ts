import type { Site } from '@byre/contract/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startOps } from '../ops.ts'
import { giveDomain, newClinic } from '../testing/dns.ts'
import { newSite } from '../testing/places.ts'
import { Visitor } from '../testing/visitor.ts'
import { World, type Person } from '../testing/world.ts'

let world: World
let alice: Person
let carol: Person
let site: Site
let clinic: { id: string; subdomain: string }
const siteDomain = 'north-ranch.farm'
const clinicDomain = 'creek.vet'

before(async () => {
  world = await World.start()
  alice = await world.person('alice')
  carol = await world.person('carol')
  site = await newSite(world, alice, { name: 'North Ranch' })
  clinic = await newClinic(world, alice.id, site.billing_entity_id)
  await proveDomain(world, 'site', site.id, siteDomain)
  await proveDomain(world, 'clinic', clinic.id, clinicDomain)
})
after(async () => {
  await world.close()
  assert.deepEqual(world.complaints, [])
})

const sql = (text: string, values: unknown[] = []) => world.database.pool.query(text, values)

/** Where looking it up is another story's. */
async function proveDomain(at: World, kind: 'site' | 'clinic', id: string, domain: string): Promise<void> {
  await giveDomain(at, kind, id, domain)
  await at.database.pool.query(
    `update customers.domain_claims set state = 'verified', verified_at = now(), next_check_at = null
     where place_id = $1`,
    [id],
  )
}

const setStanding = (table: 'sites' | 'clinics', id: string, standing: string) =>
  sql(`update customers.${table} set standing = $2 where id = $1`, [id, standing])

test('a clinic answers on its subdomain, its id and its own domain, and shows how to reach it', async () => {
  for (const name of [`${clinic.subdomain}.localhost`, `${clinic.id}.localhost`, clinicDomain]) {
    const browser = new Visitor(world, `${name}:4000`)
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
  }
})

test('a site answers on its own domain as on its other addresses, in any letters', async () => {
  const page = await new Visitor(world, `${siteDomain}:4000`).launch(alice)
  for (const words of ['<h1>North Ranch</h1>', 'Beef Cattle', 'Metric']) assert.ok(page.text.includes(words))
  assert.equal((await world.send('GET', '/', { host: 'NORTH-RANCH.FARM:4000' })).status, 302)
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
    assert.equal((await world.send('GET', '/', { host })).status, 421, host)
})

test('H06 T08 an unusual method is 405 on every address of a place, and nobody’s business elsewhere', async () => {
  const [mine, nobodys] = [
    [siteDomain, `${site.subdomain}.localhost`, `${site.id}.localhost`],
    ['other.farm', 'nobody.localhost', '203.0.113.7'],
  ]
  for (const method of ['PROPFIND', 'MKCOL', 'QUERY', 'TRACE', 'PATCH', 'PURGE', 'M-SEARCH', 'POST']) {
    for (const name of mine) {
      const { status, headers } = await world.send(method, '/', { host: `${name}:4000` })
      assert.deepEqual([status, headers.allow], [405, 'GET, HEAD'], `${method} ${name}`)
    }
    for (const name of nobodys)
      assert.equal((await world.send(method, '/', { host: `${name}:4000` })).status, 421, `${method} ${name}`)
    const atPortal = await world.send(method, '/login')
    assert.equal(atPortal.status, 405, `${method} at the portal`)
  }
})

test('T09 to a stranger a place’s domain leads nowhere, and the portal’s page may not call it', async () => {
  const stranger = new Visitor(world, `${siteDomain}:4000`)
  await assert.rejects(stranger.launch(carol), /not_found/)
  const { headers } = await world.send('GET', '/login', { headers: { accept: 'text/html' } })
  assert.ok(!String(headers['content-security-policy']).includes('farm'))
  const origin = `http://${siteDomain}:4000`
  const call = await world.send('GET', '/api/v1/sites', { as: alice, headers: { origin } })
  assert.equal(call.headers['access-control-allow-origin'], undefined)
  const page = await new Visitor(world, `${siteDomain}:4000`).launch(alice)
  assert.ok(!page.text.includes(alice.token))
  assert.equal(page.headers['referrer-policy'], 'no-referrer')
})

test('T10 neither code nor session of one host is good on another', async () => {
  const browser = new Visitor(world, `${siteDomain}:4000`)
  const state = await browser.begin()
  const wayIn = await browser.wayIn(alice, state)
  for (const host of [`${site.subdomain}.localhost:4000`, `${clinicDomain}:4000`]) {
    const elsewhere = new Visitor(world, host)
    elsewhere.cookies.set('byre_state', state)
    assert.equal((await elsewhere.get(wayIn)).status, 400)
  }
  assert.equal((await browser.get(wayIn)).status, 302)
  const carried = new Visitor(world, `${clinicDomain}:4000`)
  carried.cookies.set('byre_session', browser.cookies.get('byre_session') ?? '')
  assert.equal((await carried.get('/')).status, 302)
})

test('T11 a place’s domain shares nothing with the portal: no cookie, no screen, no call', async () => {
  const browser = new Visitor(world, `${siteDomain}:4000`)
  const page = await browser.launch(alice)
  assert.ok(browser.received.length > 0)
  for (const line of browser.received) assert.doesNotMatch(line, /domain=/i)
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'self'/)
  for (const url of ['/login', '/dev/mail', '/dev/dns', '/api/v1/sites', '/assets/x.js'])
    assert.equal((await browser.get(url)).status, 404, url)
  const { status } = await world.send('GET', '/api/v1/sites', {
    headers: { cookie: `byre_session=${browser.cookies.get('byre_session')}` },
  })
  assert.equal(status, 401)
})

test('signing out on a place’s domain ends that session', async () => {
  const browser = new Visitor(world, `${clinicDomain}:4000`)
  const token = /name="token" value="([^"]+)"/.exec((await browser.launch(alice)).text)?.[1] ?? ''
  assert.equal((await browser.send('POST', '/sign-out', { token })).status, 303)
  assert.equal((await browser.get('/')).status, 302)
})

test('a clinic that is read-only says so, a stopped one says so with 503', async () => {
  const browser = new Visitor(world, `${clinicDomain}:4000`)
  await browser.launch(alice)
  await setStanding('clinics', clinic.id, 'read_only')
  const limited = await browser.get('/')
  assert.equal(limited.status, 200)
  assert.ok(limited.text.includes('This clinic is read-only until its payment is settled.'))
  await setStanding('clinics', clinic.id, 'stopped')
  const stopped = await browser.get('/')
  assert.equal(stopped.status, 503)
  assert.ok(Number(stopped.headers['retry-after']) > 0)
  assert.ok(stopped.text.includes('This clinic is stopped until its payment is settled.'))
  assert.ok(!stopped.text.includes('desk@creek.example'))
  await setStanding('clinics', clinic.id, 'ok')
})

test('a deleted place answers on none of its addresses', async () => {
  const gone = await newClinic(world, alice.id, site.billing_entity_id)
  await proveDomain(world, 'clinic', gone.id, 'gone.vet')
  await sql('update customers.clinics set deleted_at = now() where id = $1', [gone.id])
  for (const name of [`${gone.subdomain}.localhost`, `${gone.id}.localhost`, 'gone.vet']) {
    assert.equal((await world.send('GET', '/', { host: `${name}:4000` })).status, 421, name)
    assert.equal(await world.app.mayHaveCertificate(name), false)
  }
})

test('H02 under https a customer’s domain binds itself alone, and plain http leads there', async () => {
  const secure = await World.start({
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

test('T07 ten thousand unknown names get no certificate, each by one look-up in an index', async (t) => {
  const { app, database } = world
  await sql(
    `insert into customers.domain_claims (id, place_id, kind, domain, token, state, verified_at, next_check_at)
     select gen_random_uuid(), gen_random_uuid(), 'site', 'known-' || n || '.farm', repeat('x', 32), 'verified', now(), null
     from generate_series(1, 5000) as n`,
  )
  const before = database.statements()
  const times: number[] = []
  const names = Array.from({ length: 10_000 }, (_, n) => `unknown-${n}.${n % 2 === 0 ? 'farm' : 'localhost'}`)
  const askInTurn = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const began = performance.now()
      assert.equal(await app.mayHaveCertificate(name), false)
      times.push(performance.now() - began)
    }
  }
  await Promise.all([askInTurn(), askInTurn(), askInTurn(), askInTurn()])
  // Besides, general limits are settled once a second.
  const settled = database.statements() - before - 10_000
  assert.ok(settled >= 0 && settled <= 100, `${settled} more statements than names`)
  // How long it takes belongs to the machine; that nothing else is asked is ours.
  const [p50 = 0, p99 = 0] = [0.5, 0.99].map((part) => times.toSorted((a, b) => a - b)[times.length * part])
  t.diagnostic(`p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
  await sql(`delete from customers.domain_claims where domain like 'known-%'`)
})

test('T07 what cannot be anybody’s name is refused without asking the database', async () => {
  const before = world.database.statements()
  for (const name of [
    '',
    'ab.localhost',
    '-north.localhost',
    'a.b.localhost',
    'north_1.localhost',
    `${'x'.repeat(26)}.localhost`,
    'localhost',
    'ranch',
    '203.0.113.7',
    '[::1]',
    'ranch.nowhere',
    'ranch..farm',
    '-ranch.farm',
    'ränch.farm',
    'ranch.farm:443',
    'ranch.farm.',
    `${'x'.repeat(21)}.farm`,
    'ranch.farm/x',
    'a@ranch.farm',
    'x'.repeat(60_000),
  ])
    assert.equal(await world.app.mayHaveCertificate(name), false, name.slice(0, 80))
  assert.ok(world.database.statements() - before <= 1, 'but for settling the general limits')
})

test('T07 the operations port says what may have a certificate', async () => {
  const ops = await startOps({
    host: '127.0.0.1',
    port: 0,
    isReady: async () => true,
    about: '',
    mayHaveCertificate: (name) => world.app.mayHaveCertificate(name),
  })
  const ask = async (name: string) =>
    (await fetch(`http://127.0.0.1:${ops.port}/tls/allow?domain=${name}`)).status
  try {
    for (const name of [siteDomain, `${clinic.id}.localhost`, `${site.subdomain}.localhost`])
      assert.equal(await ask(name), 200, name)
    await giveDomain(world, 'site', site.id, 'unproven.farm')
    for (const name of [siteDomain, 'unproven.farm', `www.${clinicDomain}`, 'localhost', ''])
      assert.equal(await ask(name), 404, name)
  } finally {
    await ops.close()
  }
})

test('T07 a place gets five new certificates a day, and those it has again', async () => {
  const place = await newSite(world, alice)
  const names = Array.from({ length: 7 }, (_, n) => `former-${n}`)
  await sql(
    `insert into customers.host_names (name, kind, place_id, state, until)
     select name, 'site', $1, 'former', now() + interval '1 day' from unnest($2::text[]) as name`,
    [place.id, names],
  )
  const allowed = async () => {
    const answers: boolean[] = []
    for (const name of names) answers.push(await world.app.mayHaveCertificate(`${name}.localhost`))
    return answers.filter(Boolean).length
  }
  assert.equal(await allowed(), 5)
  assert.equal(await allowed(), 5)
  assert.ok(await world.app.mayHaveCertificate(`${site.subdomain}.localhost`))
  await sql(
    `update tenants.certificate_names set allowed_at = allowed_at - interval '25 hours' where place_id = $1`,
    [place.id],
  )
  assert.equal(await allowed(), 7)
})

test('T07 a place gets no sixth certificate, though all are asked for at once', async () => {
  const place = await newSite(world, alice)
  for (const round of Array.from({ length: 10 }).keys()) {
    await sql('delete from tenants.certificate_names where place_id = $1', [place.id])
    const names = Array.from({ length: 12 }, (_, n) => `crowd-${round}-${n % 8}`)
    await sql(
      `insert into customers.host_names (name, kind, place_id, state, until)
       select distinct name, 'site', $1::uuid, 'former', now() + interval '1 day' from unnest($2::text[]) as name`,
      [place.id, names],
    )
    const answers = await Promise.all(names.map((name) => world.app.mayHaveCertificate(`${name}.localhost`)))
    const allowed = new Set(names.filter((_, n) => answers[n]))
    assert.equal(allowed.size, 5)
    // The same name twice at once is one name: both are told the same.
    for (const [n, name] of names.entries()) assert.equal(answers[n], allowed.has(name))
  }
})
