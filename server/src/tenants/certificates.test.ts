import type { Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startOps } from '../ops.ts'
import { giveDomain, newClinic } from '../testing/dns.ts'
import { newSite } from '../testing/places.ts'
import { fewestStatements } from '../testing/statements.ts'
import { TestApp, type Person } from '../testing/test-app.ts'

/* Which names may have a certificate, how many a place may have, and what asking costs. */

let testApp: TestApp
let alice: Person
let site: Site
let clinic: { id: string; subdomain: string }
const siteDomain = 'north-ranch.farm'
const clinicDomain = 'creek.vet'

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  site = await newSite(testApp, alice)
  clinic = await newClinic(testApp, alice.id, site.billing_entity_id)
  await giveDomain(testApp, 'site', site.id, siteDomain)
  await giveDomain(testApp, 'clinic', clinic.id, clinicDomain)
  await sql(
    `update customers.domain_claims set state = 'verified', verified_at = now(), next_check_at = null`,
  )
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const sql = (text: string, values: unknown[] = []) => testApp.database.pool.query(text, values)

test('T07 ten thousand unknown names get no certificate, each by one look-up in an index at most', async (t) => {
  const { app, database } = testApp
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
  // Those who ask at once share a look-up. Besides, general limits are settled once a second.
  const statements = database.statements() - before
  assert.ok(statements >= 10_000 / 4 && statements <= 10_000 + 100, `${statements} statements`)
  // How long it takes belongs to the machine; that nothing else is asked is ours.
  const [p50 = 0, p99 = 0] = [0.5, 0.99].map((part) => times.toSorted((a, b) => a - b)[times.length * part])
  t.diagnostic(`p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
  await sql(`delete from customers.domain_claims where domain like 'known-%'`)
})

test('T07 what cannot be anybody’s name is refused without asking the database', async () => {
  const names = [
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
  ]
  const askAll = async () => {
    for (const name of names)
      assert.equal(await testApp.app.mayHaveCertificate(name), false, name.slice(0, 80))
  }
  assert.equal(await fewestStatements(testApp.database, askAll, 0), 0)
})

test('T07 the operations port says what may have a certificate', async () => {
  const ops = await startOps({
    host: '127.0.0.1',
    port: 0,
    isReady: async () => true,
    about: '',
    mayHaveCertificate: (name) => testApp.app.mayHaveCertificate(name),
    metrics: async () => '',
  })
  const ask = async (name: string) =>
    (await fetch(`http://127.0.0.1:${ops.port}/tls/allow?domain=${name}`)).status
  try {
    for (const name of [siteDomain, `${clinic.id}.localhost`, `${site.subdomain}.localhost`])
      assert.equal(await ask(name), 200, name)
    await giveDomain(testApp, 'site', site.id, 'unproven.farm')
    for (const name of [siteDomain, 'unproven.farm', `www.${clinicDomain}`, 'localhost', ''])
      assert.equal(await ask(name), 404, name)
  } finally {
    await ops.close()
  }
})

test('T07 a place gets five new certificates a day, and those it has again', async () => {
  const place = await newSite(testApp, alice)
  const names = Array.from({ length: 7 }, (_, n) => `former-${n}`)
  await sql(
    `insert into customers.host_names (name, kind, place_id, state, until)
     select name, 'site', $1, 'former', now() + interval '1 day' from unnest($2::text[]) as name`,
    [place.id, names],
  )
  const allowed = async () => {
    const answers: boolean[] = []
    for (const name of names) answers.push(await testApp.app.mayHaveCertificate(`${name}.localhost`))
    return answers.filter(Boolean).length
  }
  assert.equal(await allowed(), 5)
  assert.equal(await allowed(), 5)
  assert.ok(await testApp.app.mayHaveCertificate(`${site.subdomain}.localhost`))
  await sql(
    `update tenants.certificate_names set allowed_at = allowed_at - interval '25 hours' where place_id = $1`,
    [place.id],
  )
  assert.equal(await allowed(), 7)
})

test('T07 a place gets no sixth certificate, though all are asked for at once', async () => {
  const place = await newSite(testApp, alice)
  for (const round of Array.from({ length: 10 }).keys()) {
    await sql('delete from tenants.certificate_names where place_id = $1', [place.id])
    const names = Array.from({ length: 12 }, (_, n) => `crowd-${round}-${n % 8}`)
    await sql(
      `insert into customers.host_names (name, kind, place_id, state, until)
       select distinct name, 'site', $1::uuid, 'former', now() + interval '1 day' from unnest($2::text[]) as name`,
      [place.id, names],
    )
    const answers = await Promise.all(
      names.map((name) => testApp.app.mayHaveCertificate(`${name}.localhost`)),
    )
    const allowed = new Set(names.filter((_, n) => answers[n]))
    assert.equal(allowed.size, 5)
    // The same name twice at once is one name: both are told the same.
    for (const [n, name] of names.entries()) assert.equal(answers[n], allowed.has(name))
  }
})
