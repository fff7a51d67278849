import {
  checkClinicDomain,
  checkSiteDomain,
  getClinicDomain,
  getSiteDomain,
} from '@byre/contract/places/domain-claims'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { giveDomain, newClinic } from '../../testing/dns.ts'
import { DomainStory, newDomain, ours } from '../../testing/domains.ts'
import { join, newSite } from '../../testing/places.ts'

let story: DomainStory

before(async () => {
  story = await DomainStory.start()
})
after(() => story.close())

test('a claimed domain shows the two records to set, and nothing answers there', async () => {
  const { site, domain, host } = await story.claimed()
  const claim = await story.shown(site)
  assert.equal(claim.state, 'pending')
  assert.equal(claim.is_live, false)
  const [a, txt] = claim.records
  assert.deepEqual(a, { type: 'A', name: domain, value: ours, seen: [], ok: false })
  assert.equal(txt?.name, `_byre-verify.${domain}`)
  assert.match(txt?.value ?? '', /^[a-z0-9]{32}$/)
  assert.equal(await story.isAnswered(host), false)
})

test('a place without a domain has none to show, and none to check', async () => {
  const site = await newSite(story.world, story.alice)
  const { status, body } = await story.world.call(getSiteDomain, { as: story.alice, params: { id: site.id } })
  assert.equal(status, 200)
  assert.equal(body['data'], null)
  assert.equal((await story.check(site)).status, 404)
})

test('T03 both records prove a domain: then the place answers there and its Owner gets a mail', async () => {
  const { site, domain, host, token } = await story.verified()
  const claim = await story.shown(site)
  assert.equal(claim.is_live, true)
  assert.ok(claim.records.every(({ ok }) => ok))
  assert.deepEqual([claim.reason, claim.records[1]?.seen], [null, [token]])
  assert.ok(claim.verified_at)
  assert.ok(await story.isAnswered(host))

  const mail = (await story.world.mailsTo(story.alice.email)).find(
    ({ subject }) => subject === `${domain} is verified`,
  )
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
  [
    'an address of IPv6 beside ours',
    { A: [ours], AAAA: ['2001:db8::1'] },
    '@ has an AAAA record too (2001:db8::1), which leads visitors elsewhere; please remove it.',
    [ours],
  ],
] as const)
  test(`T03 ${what} proves nothing, and the page says why`, async () => {
    const { site, domain } = await story.claimed()
    story.names.prove(domain, await story.tokenOf(site))
    story.names.set(domain, records && ({ ...records, A: [...('A' in records ? records.A : [])] } as never))
    const { reply } = await story.check(site)
    assert.equal(reply.state, 'pending')
    assert.equal(reply.reason, reason.replaceAll('@', domain))
    assert.deepEqual(reply.records[0]?.seen, others)
    assert.ok(reply.records.some(({ type, ok }) => type !== 'TXT' && !ok))
    assert.equal(reply.records[1]?.ok, true)
  })

test('T03 a record that has to go is shown with what was seen until it is gone', async () => {
  const { site, domain } = await story.claimed()
  story.names.prove(domain, await story.tokenOf(site), ours)
  story.names.set(domain, { A: [ours], AAAA: ['2001:db8::1', '2001:db8::2'] })
  const { reply } = await story.check(site)
  const seen = ['2001:db8::1', '2001:db8::2']
  assert.deepEqual(reply.records[2], { type: 'AAAA', name: domain, value: null, seen, ok: false })
  assert.equal(reply.records[0]?.ok, true)
  story.names.set(domain, { A: [ours] })
  const mended = (await story.check(site)).reply
  assert.deepEqual([mended.state, mended.reason, mended.records.length], ['verified', null, 2])
})

test('T04 a proven domain that gets an address of IPv6 is warned about as for any wrong record', async () => {
  const { site, domain } = await story.verified()
  story.names.set(domain, { A: [ours], AAAA: ['2001:db8::1'] })
  const { reply } = await story.check(site)
  assert.equal(reply.state, 'verified')
  assert.match(reply.reason ?? '', /AAAA record too \(2001:db8::1\)/)
  await story.pass(site, '49 hours')
  assert.equal((await story.check(site)).reply.state, 'failing')
  const warning = (await story.world.mailsTo(story.alice.email)).find(
    ({ subject }) => subject === `The records of ${domain} are wrong`,
  )
  for (const words of [`AAAA record: ${domain}, none`, '2001:db8::1'])
    assert.ok(warning?.text.includes(words))
})

test('T03 the token must be the place’s own and whole', async () => {
  const { site, domain } = await story.claimed()
  const token = await story.tokenOf(site)
  story.names.prove(domain, token, ours)
  for (const text of [token.slice(1), token.toUpperCase(), `${token} `.padEnd(40, 'x'), '']) {
    story.names.set(`_byre-verify.${domain}`, { TXT: [text] })
    const { reply } = await story.check(site)
    assert.equal(reply.state, 'pending')
    assert.equal(reply.reason, `The TXT record _byre-verify.${domain} holds another text.`)
  }
  story.names.set(`_byre-verify.${domain}`, null)
  assert.equal((await story.check(site)).reply.reason, `The TXT record _byre-verify.${domain} is missing.`)
  story.names.set(`_byre-verify.${domain}`, { TXT: ['v=spf1 -all', token] })
  assert.equal((await story.check(site)).reply.state, 'verified')
})

test('T03 a claim that is not proven blocks nobody; the first to prove it wins, and the other is told', async () => {
  const domain = newDomain()
  const { site: first } = await story.claimed(domain)
  const { site: second } = await story.claimed(domain, story.bob)
  story.names.prove(domain, await story.tokenOf(second, story.bob), ours)
  assert.equal((await story.check(second, story.bob)).reply.state, 'verified')

  assert.equal((await story.check(first)).reply.state, 'pending')
  story.names.set(`_byre-verify.${domain}`, {
    TXT: [await story.tokenOf(first), await story.tokenOf(second, story.bob)],
  })
  const lost = await story.check(first)
  assert.equal(lost.status, 409)
  assert.equal(lost.body['code'], 'domain.taken')
  assert.equal((await story.shown(first)).reason, 'Another site or clinic has proven this domain.')
  await story.world.settle()
  assert.equal((await story.shown(second, story.bob)).state, 'verified')
})

test('T03 whoever proves a domain takes it from a holder whose own proof is gone', async () => {
  const { site: former, domain } = await story.verified()
  const { site: next } = await story.claimed(domain, story.bob)
  story.names.prove(domain, await story.tokenOf(next, story.bob), ours)
  assert.equal((await story.check(next, story.bob)).status, 409)
  await story.world.settle()

  assert.equal((await story.check(next, story.bob)).reply.state, 'verified')
  const lost = await story.shown(former)
  assert.deepEqual([lost.state, lost.is_live], ['removed', false])
  assert.equal((await story.world.mailsTo(story.alice.email)).at(-1)?.subject, `${domain} was removed`)
})

test('T03 of two that prove a domain at once one wins, on two processes', async () => {
  const other = await story.world.anotherProcess()
  const [one, two] = [await story.claimed(), await story.claimed(newDomain(), story.bob)]
  try {
    for (let round = 0; round < 50; round += 1) {
      const domain = newDomain()
      for (const { site } of [one, two]) await giveDomain(story.world, 'site', site.id, domain)
      const tokens = [await story.tokenOf(one.site), await story.tokenOf(two.site, story.bob)]
      story.names.set(domain, { A: [ours] })
      story.names.set(`_byre-verify.${domain}`, { TXT: tokens })
      const asked = [
        () => story.check(one.site),
        () =>
          story.world.call(checkSiteDomain, { as: story.bob, params: { id: two.site.id }, at: other.app }),
      ]
      const answers = await Promise.all((round % 2 ? asked : asked.toReversed()).map((ask) => ask()))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
      const states = [(await story.shown(one.site)).state, (await story.shown(two.site, story.bob)).state]
      assert.deepEqual(states.toSorted(), ['pending', 'verified'])
    }
  } finally {
    await other.close()
  }
})

test('T04 another domain drops proof and token at once, the same one keeps them, none drops all', async () => {
  const { site, domain, host, token } = await story.verified()
  await giveDomain(story.world, 'site', site.id, `https://${domain}`)
  assert.deepEqual(
    [(await story.shown(site)).state, (await story.shown(site)).records[1]?.value],
    ['verified', token],
  )

  await giveDomain(story.world, 'site', site.id, newDomain())
  assert.equal(await story.isAnswered(host), false)
  const claim = await story.shown(site)
  assert.deepEqual([claim.state, claim.verified_at], ['pending', null])
  assert.notEqual(claim.records[1]?.value, token)

  await giveDomain(story.world, 'site', site.id, domain)
  assert.notEqual((await story.shown(site)).records[1]?.value, token)
  assert.equal((await story.check(site)).reply.state, 'pending')
  await giveDomain(story.world, 'site', site.id, null)
  assert.equal(
    (await story.world.call(getSiteDomain, { as: story.alice, params: { id: site.id } })).body['data'],
    null,
  )
})

test('C02 a stranger learns nothing of a domain; a User sees it; Owner and Admin have it looked up', async () => {
  const carol = await story.world.person('carol')
  const { site } = await story.claimed()
  assert.equal((await story.world.call(getSiteDomain, { as: carol, params: { id: site.id } })).status, 404)
  assert.equal((await story.check(site, carol)).status, 404)
  assert.equal(
    (await story.world.call(getClinicDomain, { as: story.alice, params: { id: site.id } })).status,
    404,
  )
  await join(story.world, carol, 'site', site.id, 'User')
  assert.equal((await story.shown(site, carol)).state, 'pending')
  assert.equal((await story.check(site, carol)).status, 403)
  await join(story.world, carol, 'site', site.id, 'Admin')
  assert.equal((await story.check(site, carol)).status, 200)
})

test('a clinic proves a domain as a site does', async () => {
  const { billing_entity_id } = await newSite(story.world, story.alice)
  const clinic = await newClinic(story.world, story.alice.id, billing_entity_id)
  const domain = newDomain()
  await giveDomain(story.world, 'clinic', clinic.id, domain)
  const seen = await story.world.call(getClinicDomain, { as: story.alice, params: { id: clinic.id } })
  story.names.prove(domain, seen.reply?.records[1]?.value ?? '', ours)
  const { reply } = await story.world.call(checkClinicDomain, { as: story.alice, params: { id: clinic.id } })
  assert.equal(reply.state, 'verified')
  assert.ok(await story.isAnswered(`${domain}:4000`))
})

test('O03 what becomes of a domain is written down', async () => {
  const { site, domain } = await story.verified()
  const { rows } = await story.sql(
    `select deed, after from platform.audit where subject_id = $1 order by id`,
    [site.id],
  )
  assert.deepEqual(rows.at(-1), { deed: 'verifyDomain', after: { domain } })
})
