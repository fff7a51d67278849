import {
  checkClinicDomain,
  checkSiteDomain,
  getClinicDomain,
  getSiteDomain,
} from '@byre/contract/domain-claims'
import type { Site } from '@byre/contract/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { giveDomain, Names, newClinic } from '../testing/dns.ts'
import { join, newSite } from '../testing/places.ts'
import { World, type Person } from '../testing/world.ts'
import { domainLook, domainRound } from './domain-looks.actions.ts'

let world: World
let names: Names
let alice: Person
let bob: Person
let carol: Person
let made = 0

before(async () => {
  names = await Names.start()
  world = await World.start({ DNS_SERVER: names.address, TENANT_A_RECORD: '203.0.113.7' })
  alice = await world.person('alice')
  bob = await world.person('bob')
  carol = await world.person('carol')
})
after(async () => {
  await world.close()
  await names.close()
  assert.deepEqual(world.complaints, [])
})

const ours = '203.0.113.7'
const sql = (text: string, values: unknown[] = []) => world.database.pool.query(text, values)
const newDomain = () => `north-${(made += 1)}.farm`
const shown = async (site: Pick<Site, 'id'>, as = alice) =>
  (await world.call(getSiteDomain, { as, params: { id: site.id } })).reply!
const check = (site: Pick<Site, 'id'>, as = alice) =>
  world.call(checkSiteDomain, { as, params: { id: site.id } })
const isAnswered = async (host: string) => (await world.send('GET', '/', { host })).status === 302

/** Alice's site that claims a domain of its own. */
async function claimed(domain = newDomain(), owner = alice) {
  const site = await newSite(world, owner)
  await giveDomain(world, 'site', site.id, domain)
  return { site, domain, host: `${domain}:4000` }
}

async function verified(owner = alice) {
  const claim = await claimed(newDomain(), owner)
  const { records } = await shown(claim.site, owner)
  names.prove(claim.domain, records[1]!.value, ours)
  assert.equal((await check(claim.site, owner)).reply.state, 'verified')
  return { ...claim, token: records[1]!.value }
}

/** As if this much time had passed for a claim. */
const pass = (site: { id: string }, time: string) =>
  sql(
    `update customers.domain_claims set begun_at = begun_at - $2::interval,
       failing_since = failing_since - $2::interval where place_id = $1`,
    [site.id, time],
  )
const secondsToNext = async (site: { id: string }) => {
  const { rows } = await sql(
    `select round(extract(epoch from next_check_at - checked_at))::int as s from customers.domain_claims where place_id = $1`,
    [site.id],
  )
  return rows[0]?.s as number | null
}

test('a claimed domain shows the two records to set, and nothing answers there', async () => {
  const { site, domain, host } = await claimed()
  const claim = await shown(site)
  assert.equal(claim.state, 'pending')
  assert.equal(claim.is_live, false)
  const [a, txt] = claim.records
  assert.deepEqual(a, { type: 'A', name: domain, value: ours, seen: [], ok: false })
  assert.equal(txt?.name, `_byre-verify.${domain}`)
  assert.match(txt?.value ?? '', /^[a-z0-9]{32}$/)
  assert.equal(await isAnswered(host), false)
})

test('a place without a domain has none to show, and none to check', async () => {
  const site = await newSite(world, alice)
  const { status, body } = await world.call(getSiteDomain, { as: alice, params: { id: site.id } })
  assert.equal(status, 200)
  assert.equal(body['data'], null)
  assert.equal((await check(site)).status, 404)
})

test('T03 both records prove a domain: then the place answers there and its Owner gets a mail', async () => {
  const { site, domain, host, token } = await verified()
  const claim = await shown(site)
  assert.equal(claim.is_live, true)
  assert.ok(claim.records.every(({ ok }) => ok))
  assert.deepEqual([claim.reason, claim.records[1]?.seen], [null, [token]])
  assert.ok(claim.verified_at)
  assert.ok(await isAnswered(host))

  const mail = (await world.mailsTo(alice.email)).find(({ subject }) => subject === `${domain} is verified`)
  for (const words of [domain, `_byre-verify.${domain}`, token, ours]) assert.ok(mail?.text.includes(words))
})

for (const [what, records, reason, others] of [
  ['no such name', null, 'There is no such name as @.', []],
  ['no A record', { TXT: ['x'] }, '@ has no A record.', []],
  ['another address', { A: ['198.51.100.1'] }, `@ points at 198.51.100.1, not at ${ours}.`, ['198.51.100.1']],
  [
    'a second address',
    { A: [ours, '198.51.100.1'] },
    `@ also points at 198.51.100.1; only ${ours} may stand there.`,
    [ours, '198.51.100.1'],
  ],
] as const)
  test(`T03 ${what} proves nothing, and the page says why`, async () => {
    const { site, domain } = await claimed()
    names.prove(domain, (await shown(site)).records[1]!.value)
    names.set(domain, records && ({ ...records, A: [...('A' in records ? records.A : [])] } as never))
    const { reply } = await check(site)
    assert.equal(reply.state, 'pending')
    assert.equal(reply.reason, reason.replaceAll('@', domain))
    assert.deepEqual([reply.records[0]?.seen, reply.records[0]?.ok], [others, false])
    assert.equal(reply.records[1]?.ok, true)
  })

test('T03 the token must be the place’s own and whole', async () => {
  const { site, domain } = await claimed()
  const token = (await shown(site)).records[1]!.value
  names.prove(domain, token, ours)
  for (const text of [token.slice(1), token.toUpperCase(), `${token} `.padEnd(40, 'x'), '']) {
    names.set(`_byre-verify.${domain}`, { TXT: [text] })
    const { reply } = await check(site)
    assert.equal(reply.state, 'pending')
    assert.equal(reply.reason, `The TXT record _byre-verify.${domain} holds another text.`)
  }
  names.set(`_byre-verify.${domain}`, null)
  assert.equal((await check(site)).reply.reason, `The TXT record _byre-verify.${domain} is missing.`)
  names.set(`_byre-verify.${domain}`, { TXT: ['v=spf1 -all', token] })
  assert.equal((await check(site)).reply.state, 'verified')
})

test('T03 a claim that is not proven blocks nobody; the first to prove it wins, and the other is told', async () => {
  const domain = newDomain()
  const { site: first } = await claimed(domain)
  const { site: second } = await claimed(domain, bob)
  names.prove(domain, (await shown(second, bob)).records[1]!.value, ours)
  assert.equal((await check(second, bob)).reply.state, 'verified')

  assert.equal((await check(first)).reply.state, 'pending')
  names.set(`_byre-verify.${domain}`, {
    TXT: [(await shown(first)).records[1]!.value, (await shown(second, bob)).records[1]!.value],
  })
  const lost = await check(first)
  assert.equal(lost.status, 409)
  assert.equal(lost.body['code'], 'domain.taken')
  assert.equal((await shown(first)).reason, 'Another site or clinic has proven this domain.')
  await world.settle()
  assert.equal((await shown(second, bob)).state, 'verified')
})

test('T03 whoever proves a domain takes it from a holder whose own proof is gone', async () => {
  const { site: former, domain } = await verified()
  const { site: next } = await claimed(domain, bob)
  names.prove(domain, (await shown(next, bob)).records[1]!.value, ours)
  assert.equal((await check(next, bob)).status, 409)
  await world.settle()

  assert.equal((await check(next, bob)).reply.state, 'verified')
  const lost = await shown(former)
  assert.deepEqual([lost.state, lost.is_live], ['removed', false])
  assert.equal((await world.mailsTo(alice.email)).at(-1)?.subject, `${domain} was removed`)
})

test('T03 of two that prove a domain at once one wins, on two processes', async () => {
  const other = await world.anotherProcess()
  try {
    for (let round = 0; round < 10; round += 1) {
      const domain = newDomain()
      const [one, two] = [await claimed(domain), await claimed(domain, bob)]
      const tokens = [
        (await shown(one.site)).records[1]!.value,
        (await shown(two.site, bob)).records[1]!.value,
      ]
      names.set(domain, { A: [ours] })
      names.set(`_byre-verify.${domain}`, { TXT: tokens })
      const answers = await Promise.all([
        check(one.site),
        world.call(checkSiteDomain, { as: bob, params: { id: two.site.id }, at: other.app }),
      ])
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
      const states = [(await shown(one.site)).state, (await shown(two.site, bob)).state]
      assert.deepEqual(states.toSorted(), ['pending', 'verified'])
    }
  } finally {
    await other.close()
  }
})

test('T04 another domain drops proof and token at once, the same one keeps them, none drops all', async () => {
  const { site, domain, host, token } = await verified()
  await giveDomain(world, 'site', site.id, `https://${domain}`)
  assert.deepEqual([(await shown(site)).state, (await shown(site)).records[1]?.value], ['verified', token])

  await giveDomain(world, 'site', site.id, newDomain())
  assert.equal(await isAnswered(host), false)
  const claim = await shown(site)
  assert.deepEqual([claim.state, claim.verified_at], ['pending', null])
  assert.notEqual(claim.records[1]?.value, token)

  await giveDomain(world, 'site', site.id, domain)
  assert.notEqual((await shown(site)).records[1]?.value, token)
  assert.equal((await check(site)).reply.state, 'pending')
  await giveDomain(world, 'site', site.id, null)
  assert.equal((await world.call(getSiteDomain, { as: alice, params: { id: site.id } })).body['data'], null)
})

test('T04 records that go wrong: two days later a mail, after seven it is off, after fourteen void', async () => {
  const { site, domain, host, token } = await verified()
  names.forget(domain)
  const before = (await world.mailsTo(alice.email)).length
  assert.deepEqual([(await check(site)).reply.state, await isAnswered(host)], ['verified', true])

  await pass(site, '47 hours')
  assert.equal((await check(site)).reply.state, 'verified')
  assert.equal((await world.mailsTo(alice.email)).length, before)
  await pass(site, '2 hours')
  assert.equal((await check(site)).reply.state, 'failing')
  assert.deepEqual([(await shown(site)).is_live, await isAnswered(host)], [true, true])
  const warning = (await world.mailsTo(alice.email)).at(-1)
  assert.equal(warning?.subject, `The records of ${domain} are wrong`)
  for (const words of [token, ours, `There is no such name as ${domain}.`])
    assert.ok(warning?.text.includes(words))

  await pass(site, '5 days')
  assert.equal((await check(site)).reply.is_live, false)
  assert.equal(await isAnswered(host), false)
  assert.equal(await world.app.mayHaveCertificate(domain), false)

  await pass(site, '7 days')
  assert.equal((await check(site)).reply.state, 'removed')
  assert.equal((await shown(site)).next_check_at, null)
  assert.equal((await world.mailsTo(alice.email)).at(-1)?.subject, `${domain} was removed`)
  // The old token is worth nothing any more.
  names.prove(domain, token, ours)
  assert.equal((await check(site)).reply.state, 'pending')
  names.prove(domain, (await shown(site)).records[1]!.value, ours)
  assert.equal((await check(site)).reply.state, 'verified')
})

test('T04 a domain whose records come back is verified again', async () => {
  const { site, domain, host, token } = await verified()
  names.forget(domain)
  await check(site)
  await pass(site, '8 days')
  assert.equal((await check(site)).reply.is_live, false)
  names.prove(domain, token, ours)
  assert.equal((await check(site)).reply.state, 'verified')
  assert.ok(await isAnswered(host))
  names.forget(domain)
  assert.equal((await check(site)).reply.state, 'verified')
})

for (const how of ['failed', 'silent'] as const)
  test(`T04 a name server that ${how === 'failed' ? 'fails' : 'says nothing'} changes nothing, however long`, async () => {
    const { site, domain, host } = await verified()
    names.fail(domain, how)
    const { reply } = await check(site)
    assert.match(reply.reason ?? '', /name server did not answer/)
    await pass(site, '30 days')
    assert.deepEqual([(await check(site)).reply.state, await isAnswered(host)], ['verified', true])
    assert.deepEqual(reply.records[0]?.seen, [ours])
  })

test('T06 an answer is compared and shown, never visited, and no more of it kept than is shown', async () => {
  const { site, domain } = await claimed()
  names.set(domain, { A: ['169.254.169.254'] })
  names.set(`_byre-verify.${domain}`, {
    TXT: ['\u0007<b>\u202e', ...Array.from({ length: 10 }, () => 'y')],
  })
  const { status, reply } = await check(site)
  assert.equal(status, 200)
  assert.deepEqual(reply.records[0]?.seen, ['169.254.169.254'])
  assert.equal(reply.records[1]?.seen.length, 10)
  assert.ok(reply.records[1]?.seen.every((text) => !/[\p{Cc}\p{Cf}]/u.test(text)))
})

test('domains are looked up each minute for an hour, each ten minutes for three days, then daily', async () => {
  const { site } = await claimed()
  for (const [time, seconds] of [
    ['1 minute', 60],
    ['58 minutes', 60],
    ['2 minutes', 600],
    ['70 hours', 600],
    ['2 hours', 86_400],
    ['300 days', 86_400],
  ] as const) {
    await pass(site, time)
    await check(site)
    assert.equal(await secondsToNext(site), seconds, time)
  }
  const { site: proven } = await verified()
  assert.equal(await secondsToNext(proven), 86_400)
})

test('what is due is looked up by itself, once, whichever process does it', async () => {
  const { site, domain } = await claimed()
  await world.settle()
  names.prove(domain, (await shown(site)).records[1]!.value, ours)
  await sql(`update customers.domain_claims set next_check_at = now() + interval '1 hour'`)
  await sql(`update customers.domain_claims set next_check_at = now() where place_id = $1`, [site.id])
  const { rows } = await sql('select id from customers.domain_claims where place_id = $1', [site.id])
  const asked = names.asked.length

  await world.app.outbox.send(world.database.db, domainRound, {})
  await world.app.outbox.send(world.database.db, domainLook, { claim_id: rows[0].id as string })
  const other = await world.anotherProcess()
  await Promise.all([world.settle(), other.app.outbox.drain()])
  await other.close()
  assert.equal((await shown(site)).state, 'verified')
  assert.equal(names.asked.length - asked, 2)
  const letters = (await world.mailsTo(alice.email)).filter(
    ({ subject }) => subject === `${domain} is verified`,
  )
  assert.equal(letters.length, 1)
})

test('C02 a stranger learns nothing of a domain; a User sees it; Owner and Admin have it looked up', async () => {
  const { site } = await claimed()
  assert.equal((await world.call(getSiteDomain, { as: carol, params: { id: site.id } })).status, 404)
  assert.equal((await check(site, carol)).status, 404)
  assert.equal((await world.call(getClinicDomain, { as: alice, params: { id: site.id } })).status, 404)
  await join(world, carol, 'site', site.id, 'User')
  assert.equal((await shown(site, carol)).state, 'pending')
  assert.equal((await check(site, carol)).status, 403)
  await join(world, carol, 'site', site.id, 'Admin')
  assert.equal((await check(site, carol)).status, 200)
})

test('a clinic proves a domain as a site does', async () => {
  const { billing_entity_id } = await newSite(world, alice)
  const clinic = await newClinic(world, alice.id, billing_entity_id)
  const domain = newDomain()
  await giveDomain(world, 'clinic', clinic.id, domain)
  const seen = await world.call(getClinicDomain, { as: alice, params: { id: clinic.id } })
  names.prove(domain, seen.reply!.records[1]!.value, ours)
  const { reply } = await world.call(checkClinicDomain, { as: alice, params: { id: clinic.id } })
  assert.equal(reply.state, 'verified')
  assert.ok(await isAnswered(`${domain}:4000`))
})

test('O03 what becomes of a domain is written down', async () => {
  const { site, domain } = await verified()
  const { rows } = await sql(`select deed, after from platform.audit where subject_id = $1 order by id`, [
    site.id,
  ])
  assert.deepEqual(rows.at(-1), { deed: 'verifyDomain', after: { domain } })
})

test('T06 nobody has domains looked up more than ten times a minute', async () => {
  const limited = await World.start({ DNS_SERVER: names.address, LIMIT_FACTOR: '1' })
  try {
    const owner = await limited.person('alice')
    const site = await newSite(limited, owner)
    await giveDomain(limited, 'site', site.id, newDomain())
    const statuses: number[] = []
    for (let time = 0; time < 11; time += 1)
      statuses.push((await limited.call(checkSiteDomain, { as: owner, params: { id: site.id } })).status)
    // A new minute may begin in between.
    assert.ok(statuses.slice(0, 10).every((status) => status === 200))
    if (statuses[10] === 200) {
      for (let time = 0; time < 10; time += 1)
        statuses.push((await limited.call(checkSiteDomain, { as: owner, params: { id: site.id } })).status)
    }
    assert.equal(statuses.at(-1), 429)
  } finally {
    await limited.close()
  }
})
