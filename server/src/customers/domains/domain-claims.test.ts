import {
  checkClinicDomain,
  checkSiteDomain,
  getClinicDomain,
  getSiteDomain,
} from '@byre/contract/places/domain-claims'
import { changeSiteUserRole } from '@byre/contract/people/members'
import { validateDomain } from '@byre/contract/places/host-names'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { giveDomain, newClinic } from '../../testing/dns.ts'
import { DomainTest, newDomain, ours } from '../../testing/domains.ts'
import { join, newSite } from '../../testing/places.ts'

let domainTest: DomainTest

before(async () => {
  domainTest = await DomainTest.start()
})
after(() => domainTest.close())

test('a claimed domain shows the two records to set, and nothing answers there', async () => {
  const { site, domain, host } = await domainTest.claimed()
  const claim = await domainTest.shown(site)
  assert.equal(claim.state, 'pending')
  assert.equal(claim.is_live, false)
  const [a, txt] = claim.records
  assert.deepEqual(a, { type: 'A', name: domain, value: ours, seen: [], ok: false })
  assert.equal(txt?.name, `_byre-verify.${domain}`)
  assert.match(txt?.value ?? '', /^[a-z0-9]{32}$/)
  assert.equal(await domainTest.isAnswered(host), false)
})

test('a User is told how far it has come, and neither its records nor what was seen', async () => {
  const { testApp, bob, alice } = domainTest
  const { site, domain, token } = await domainTest.verified()
  domainTest.names.forget(domain)
  await domainTest.check(site)
  await join(testApp, bob, { kind: 'site', id: site.id }, 'User')
  const typed = () => testApp.call(validateDomain, { as: bob, body: { domain, id: site.id } })
  const { body, reply } = await testApp.call(getSiteDomain, { as: bob, params: { id: site.id } })
  assert.deepEqual([reply?.domain, reply?.state, reply?.records], [domain, 'verified', []])
  for (const secret of [token, ours]) assert.ok(!JSON.stringify(body).includes(secret))
  assert.equal((await typed()).reply.domain?.records[1]?.value, null)

  const params = { id: site.id, userId: bob.id }
  await testApp.call(changeSiteUserRole, { as: alice, params, body: { role: 'Admin' } })
  assert.equal((await domainTest.shown(site, bob)).records[1]?.value, token)
  assert.equal((await typed()).reply.domain?.records[1]?.value, token)
})

test('a place without a domain has none to show, and none to check', async () => {
  const site = await newSite(domainTest.testApp, domainTest.alice)
  const { status, body } = await domainTest.testApp.call(getSiteDomain, {
    as: domainTest.alice,
    params: { id: site.id },
  })
  assert.equal(status, 200)
  assert.equal(body['data'], null)
  assert.equal((await domainTest.check(site)).status, 404)
})

test('T03 both records prove a domain: then the place answers there and its Owner gets a mail', async () => {
  const { site, domain, host, token } = await domainTest.verified()
  const claim = await domainTest.shown(site)
  assert.equal(claim.is_live, true)
  assert.ok(claim.records.every(({ ok }) => ok))
  assert.deepEqual([claim.reason, claim.records[1]?.seen], [null, [token]])
  assert.ok(claim.verified_at)
  assert.ok(await domainTest.isAnswered(host))

  const mail = (await domainTest.testApp.mailsTo(domainTest.alice.email)).find(
    ({ subject }) => subject === `${domain} is verified`,
  )
  for (const words of [domain, `_byre-verify.${domain}`, token, ours]) assert.ok(mail?.text.includes(words))
})

for (const [what, records, reason, others] of [
  ['no such name', null, 'We found no records of @.', []],
  ['no A record', { TXT: ['x'] }, '@ has no A record.', []],
  ['another address', { A: ['198.51.100.1'] }, `@ points at 198.51.100.1, not at ${ours}.`, ['198.51.100.1']],
  [
    'a second address',
    { A: [ours, '198.51.100.1'] },
    `@ also points at 198.51.100.1; only ${ours} may stand there.`,
    [ours, '198.51.100.1'],
  ],
  [
    'an address of IPv6 beside ours',
    { A: [ours], AAAA: ['2001:db8::1'] },
    '@ has an AAAA record too (2001:db8::1), which leads visitors elsewhere; please remove it.',
    [ours],
  ],
] as const)
  test(`T03 ${what} proves nothing, and the page says why`, async () => {
    const { site, domain } = await domainTest.claimed()
    domainTest.names.prove(domain, await domainTest.tokenOf(site))
    domainTest.names.set(
      domain,
      records && ({ ...records, A: [...('A' in records ? records.A : [])] } as never),
    )
    const { reply } = await domainTest.check(site)
    assert.equal(reply.state, 'pending')
    assert.equal(reply.reason, reason.replaceAll('@', domain))
    assert.deepEqual(reply.records[0]?.seen, others)
    assert.ok(reply.records.some(({ type, ok }) => type !== 'TXT' && !ok))
    assert.equal(reply.records[1]?.ok, true)
  })

test('T03 a record that has to go is shown with what was seen until it is gone', async () => {
  const { site, domain } = await domainTest.claimed()
  domainTest.names.prove(domain, await domainTest.tokenOf(site), ours)
  domainTest.names.set(domain, { A: [ours], AAAA: ['2001:db8::1', '2001:db8::2'] })
  const { reply } = await domainTest.check(site)
  const seen = ['2001:db8::1', '2001:db8::2']
  assert.deepEqual(reply.records[2], { type: 'AAAA', name: domain, value: null, seen, ok: false })
  assert.equal(reply.records[0]?.ok, true)
  domainTest.names.set(domain, { A: [ours] })
  const mended = (await domainTest.check(site)).reply
  assert.deepEqual([mended.state, mended.reason, mended.records.length], ['verified', null, 2])
})

test('T04 a proven domain that gets an address of IPv6 is warned about as for any wrong record', async () => {
  const { site, domain } = await domainTest.verified()
  domainTest.names.set(domain, { A: [ours], AAAA: ['2001:db8::1'] })
  const { reply } = await domainTest.check(site)
  assert.equal(reply.state, 'verified')
  assert.match(reply.reason ?? '', /AAAA record too \(2001:db8::1\)/)
  await domainTest.pass(site, '49 hours')
  assert.equal((await domainTest.check(site)).reply.state, 'failing')
  const warning = (await domainTest.testApp.mailsTo(domainTest.alice.email)).find(
    ({ subject }) => subject === `The records of ${domain} are wrong`,
  )
  for (const words of [`AAAA record: ${domain}, none`, '2001:db8::1'])
    assert.ok(warning?.text.includes(words))
})

test('T03 the token must be the place’s own and whole', async () => {
  const { site, domain } = await domainTest.claimed()
  const token = await domainTest.tokenOf(site)
  domainTest.names.prove(domain, token, ours)
  for (const text of [token.slice(1), token.toUpperCase(), `${token} `.padEnd(40, 'x'), '']) {
    domainTest.names.set(`_byre-verify.${domain}`, { TXT: [text] })
    const { reply } = await domainTest.check(site)
    assert.equal(reply.state, 'pending')
    assert.equal(reply.reason, `The TXT record _byre-verify.${domain} holds another text.`)
  }
  domainTest.names.set(`_byre-verify.${domain}`, null)
  assert.equal(
    (await domainTest.check(site)).reply.reason,
    `The TXT record _byre-verify.${domain} is missing.`,
  )
  domainTest.names.set(`_byre-verify.${domain}`, { TXT: ['v=spf1 -all', token] })
  assert.equal((await domainTest.check(site)).reply.state, 'verified')
})

test('T03 a claim that is not proven blocks nobody; the first to prove it wins, and the other is told', async () => {
  const domain = newDomain()
  const { site: first } = await domainTest.claimed(domain)
  const { site: second } = await domainTest.claimed(domain, domainTest.bob)
  domainTest.names.prove(domain, await domainTest.tokenOf(second, domainTest.bob), ours)
  assert.equal((await domainTest.check(second, domainTest.bob)).reply.state, 'verified')

  assert.equal((await domainTest.check(first)).reply.state, 'pending')
  domainTest.names.set(`_byre-verify.${domain}`, {
    TXT: [await domainTest.tokenOf(first), await domainTest.tokenOf(second, domainTest.bob)],
  })
  const lost = await domainTest.check(first)
  assert.equal(lost.status, 409)
  assert.equal(lost.body['code'], 'domain.taken')
  assert.equal((await domainTest.shown(first)).reason, 'Another site or clinic has proven this domain.')
  await domainTest.testApp.settle()
  assert.equal((await domainTest.shown(second, domainTest.bob)).state, 'verified')
})

test('T03 whoever proves a domain takes it from a holder whose own proof is gone', async () => {
  const { site: former, domain } = await domainTest.verified()
  const { site: next } = await domainTest.claimed(domain, domainTest.bob)
  domainTest.names.prove(domain, await domainTest.tokenOf(next, domainTest.bob), ours)
  assert.equal((await domainTest.check(next, domainTest.bob)).status, 409)
  await domainTest.testApp.settle()

  assert.equal((await domainTest.check(next, domainTest.bob)).reply.state, 'verified')
  const lost = await domainTest.shown(former)
  assert.deepEqual([lost.state, lost.is_live], ['removed', false])
  assert.equal(
    (await domainTest.testApp.mailsTo(domainTest.alice.email)).at(-1)?.subject,
    `${domain} was removed`,
  )
})

test('T03 of two that prove a domain at once one wins, on two processes', async () => {
  const other = await domainTest.testApp.anotherProcess()
  const [one, two] = [await domainTest.claimed(), await domainTest.claimed(newDomain(), domainTest.bob)]
  try {
    for (let round = 0; round < 50; round += 1) {
      const domain = newDomain()
      for (const { site } of [one, two]) await giveDomain(domainTest.testApp, 'site', site.id, domain)
      const tokens = [await domainTest.tokenOf(one.site), await domainTest.tokenOf(two.site, domainTest.bob)]
      domainTest.names.set(domain, { A: [ours] })
      domainTest.names.set(`_byre-verify.${domain}`, { TXT: tokens })
      const checks = [
        () => domainTest.check(one.site),
        () =>
          domainTest.testApp.call(checkSiteDomain, {
            as: domainTest.bob,
            params: { id: two.site.id },
            at: other.app,
          }),
      ]
      const answers = await Promise.all((round % 2 ? checks : checks.toReversed()).map((ask) => ask()))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
      const states = [
        (await domainTest.shown(one.site)).state,
        (await domainTest.shown(two.site, domainTest.bob)).state,
      ]
      assert.deepEqual(states.toSorted(), ['pending', 'verified'])
    }
  } finally {
    await other.close()
  }
})

test('T04 another domain drops proof and token at once, the same one keeps them, none drops all', async () => {
  const { site, domain, host, token } = await domainTest.verified()
  await giveDomain(domainTest.testApp, 'site', site.id, `https://${domain}`)
  assert.deepEqual(
    [(await domainTest.shown(site)).state, (await domainTest.shown(site)).records[1]?.value],
    ['verified', token],
  )

  await giveDomain(domainTest.testApp, 'site', site.id, newDomain())
  assert.equal(await domainTest.isAnswered(host), false)
  const claim = await domainTest.shown(site)
  assert.deepEqual([claim.state, claim.verified_at], ['pending', null])
  assert.notEqual(claim.records[1]?.value, token)

  await giveDomain(domainTest.testApp, 'site', site.id, domain)
  assert.notEqual((await domainTest.shown(site)).records[1]?.value, token)
  assert.equal((await domainTest.check(site)).reply.state, 'pending')
  await giveDomain(domainTest.testApp, 'site', site.id, null)
  assert.equal(
    (await domainTest.testApp.call(getSiteDomain, { as: domainTest.alice, params: { id: site.id } })).body[
      'data'
    ],
    null,
  )
})

test('C02 a stranger learns nothing of a domain; a User sees it; Owner and Admin have it looked up', async () => {
  const carol = await domainTest.testApp.person('carol')
  const { site } = await domainTest.claimed()
  assert.equal(
    (await domainTest.testApp.call(getSiteDomain, { as: carol, params: { id: site.id } })).status,
    404,
  )
  assert.equal((await domainTest.check(site, carol)).status, 404)
  assert.equal(
    (await domainTest.testApp.call(getClinicDomain, { as: domainTest.alice, params: { id: site.id } }))
      .status,
    404,
  )
  await join(domainTest.testApp, carol, { kind: 'site', id: site.id }, 'User')
  assert.equal((await domainTest.shown(site, carol)).state, 'pending')
  assert.equal((await domainTest.check(site, carol)).status, 403)
  await join(domainTest.testApp, carol, { kind: 'site', id: site.id }, 'Admin')
  assert.equal((await domainTest.check(site, carol)).status, 200)
})

test('a clinic proves a domain as a site does', async () => {
  const { billing_entity_id } = await newSite(domainTest.testApp, domainTest.alice)
  const clinic = await newClinic(domainTest.testApp, domainTest.alice.id, billing_entity_id)
  const domain = newDomain()
  await giveDomain(domainTest.testApp, 'clinic', clinic.id, domain)
  const seen = await domainTest.testApp.call(getClinicDomain, {
    as: domainTest.alice,
    params: { id: clinic.id },
  })
  domainTest.names.prove(domain, seen.reply?.records[1]?.value ?? '', ours)
  const { reply } = await domainTest.testApp.call(checkClinicDomain, {
    as: domainTest.alice,
    params: { id: clinic.id },
  })
  assert.equal(reply.state, 'verified')
  assert.ok(await domainTest.isAnswered(`${domain}:4000`))
})

test('O03 what becomes of a domain is written down', async () => {
  const { site, domain } = await domainTest.verified()
  const { rows } = await domainTest.sql(
    `select deed, after from platform.audit where subject_id = $1 order by id`,
    [site.id],
  )
  assert.deepEqual(rows.at(-1), { deed: 'verifyDomain', after: { domain } })
})
