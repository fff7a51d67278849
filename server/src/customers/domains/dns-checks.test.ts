import { checkSiteDomain } from '@byre/contract/places/domain-claims'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { giveDomain } from '../../testing/dns.ts'
import { DomainTest, newDomain, ours } from '../../testing/domains.ts'
import { newSite } from '../../testing/places.ts'
import { TestApp } from '../../testing/test-app.ts'
import { domainCheck, domainRound } from './dns-checks.actions.ts'

let domainTest: DomainTest

const secondsToNext = async (site: { id: string }) => {
  const { rows } = await domainTest.sql(
    `select round(extract(epoch from next_check_at - checked_at))::int as s from customers.domain_claims where place_id = $1`,
    [site.id],
  )
  return rows[0]?.s as number | null
}

before(async () => {
  domainTest = await DomainTest.start()
})
after(() => domainTest.close())

test('T04 records that go wrong: two days later a mail, after seven it is off, after fourteen void', async () => {
  const { site, domain, host, token } = await domainTest.verified()
  domainTest.names.forget(domain)
  const before = (await domainTest.testApp.mailsTo(domainTest.alice.email)).length
  assert.deepEqual(
    [(await domainTest.check(site)).reply.state, await domainTest.isAnswered(host)],
    ['verified', true],
  )

  await domainTest.pass(site, '47 hours')
  assert.equal((await domainTest.check(site)).reply.state, 'verified')
  assert.equal((await domainTest.testApp.mailsTo(domainTest.alice.email)).length, before)
  await domainTest.pass(site, '2 hours')
  assert.equal((await domainTest.check(site)).reply.state, 'failing')
  assert.deepEqual([(await domainTest.shown(site)).is_live, await domainTest.isAnswered(host)], [true, true])
  const warning = (await domainTest.testApp.mailsTo(domainTest.alice.email)).at(-1)
  assert.equal(warning?.subject, `The records of ${domain} are wrong`)
  for (const words of [token, ours, `We found no records of ${domain}.`])
    assert.ok(warning?.text.includes(words))

  await domainTest.pass(site, '5 days')
  assert.equal((await domainTest.check(site)).reply.is_live, false)
  assert.equal(await domainTest.isAnswered(host), false)
  assert.equal(await domainTest.testApp.app.mayHaveCertificate(domain), false)

  await domainTest.pass(site, '7 days')
  assert.equal((await domainTest.check(site)).reply.state, 'removed')
  assert.equal((await domainTest.shown(site)).next_check_at, null)
  assert.equal(
    (await domainTest.testApp.mailsTo(domainTest.alice.email)).at(-1)?.subject,
    `${domain} was removed`,
  )
  // The old token is worth nothing any more.
  domainTest.names.prove(domain, token, ours)
  assert.equal((await domainTest.check(site)).reply.state, 'pending')
  domainTest.names.prove(domain, await domainTest.tokenOf(site), ours)
  assert.equal((await domainTest.check(site)).reply.state, 'verified')
})

test('T04 a domain whose records come back is verified again', async () => {
  const { site, domain, host, token } = await domainTest.verified()
  domainTest.names.forget(domain)
  await domainTest.check(site)
  await domainTest.pass(site, '8 days')
  assert.equal((await domainTest.check(site)).reply.is_live, false)
  domainTest.names.prove(domain, token, ours)
  assert.equal((await domainTest.check(site)).reply.state, 'verified')
  assert.ok(await domainTest.isAnswered(host))
  domainTest.names.forget(domain)
  assert.equal((await domainTest.check(site)).reply.state, 'verified')
})

for (const how of ['failed', 'silent'] as const)
  test(`T04 a name server that ${how === 'failed' ? 'fails' : 'says nothing'} changes nothing, however long`, async () => {
    const { site, domain, host } = await domainTest.verified()
    domainTest.names.fail(domain, how)
    const { reply } = await domainTest.check(site)
    assert.match(reply.reason ?? '', /name server did not answer/)
    await domainTest.pass(site, '30 days')
    assert.deepEqual(
      [(await domainTest.check(site)).reply.state, await domainTest.isAnswered(host)],
      ['verified', true],
    )
    assert.deepEqual(reply.records[0]?.seen, [ours])
    const lines = domainTest.testApp.complaints.splice(0) as { msg: string }[]
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      how === 'silent' ? ['the name server does not answer'] : [],
    )
  })

test('T06 an answer is compared and shown, never visited, and no more of it kept than is shown', async () => {
  const { site, domain } = await domainTest.claimed()
  domainTest.names.set(domain, { A: ['169.254.169.254'] })
  domainTest.names.set(`_byre-verify.${domain}`, {
    TXT: ['\u0007<b>\u202e', ...Array.from({ length: 10 }, () => 'y')],
  })
  const { status, reply } = await domainTest.check(site)
  assert.equal(status, 200)
  assert.deepEqual(reply.records[0]?.seen, ['169.254.169.254'])
  assert.equal(reply.records[1]?.seen.length, 10)
  assert.ok(reply.records[1]?.seen.every((text) => !/[\p{Cc}\p{Cf}]/u.test(text)))
})

test('domains are looked up each minute for an hour, each ten minutes for three days, then daily', async () => {
  const { site } = await domainTest.claimed()
  for (const [time, seconds] of [
    ['1 minute', 60],
    ['58 minutes', 60],
    ['2 minutes', 600],
    ['70 hours', 600],
    ['2 hours', 86_400],
    ['300 days', 86_400],
  ] as const) {
    await domainTest.pass(site, time)
    await domainTest.check(site)
    assert.equal(await secondsToNext(site), seconds, time)
  }
  const { site: proven } = await domainTest.verified()
  assert.equal(await secondsToNext(proven), 86_400)
})

test('what is due is looked up by itself, once, whichever process does it', async () => {
  const { site, domain } = await domainTest.claimed()
  await domainTest.testApp.settle()
  domainTest.names.prove(domain, await domainTest.tokenOf(site), ours)
  await domainTest.sql(`update customers.domain_claims set next_check_at = now() + interval '1 hour'`)
  await domainTest.sql(`update customers.domain_claims set next_check_at = now() where place_id = $1`, [
    site.id,
  ])
  const { rows } = await domainTest.sql('select id from customers.domain_claims where place_id = $1', [
    site.id,
  ])
  const queriesBefore = domainTest.names.queries.length

  await domainTest.testApp.app.outbox.send(domainTest.testApp.database.db, domainRound, {})
  await domainTest.testApp.app.outbox.send(domainTest.testApp.database.db, domainCheck, {
    claim_id: rows[0].id as string,
  })
  const other = await domainTest.testApp.anotherProcess()
  await Promise.all([domainTest.testApp.settle(), other.app.outbox.drain()])
  await other.close()
  assert.equal((await domainTest.shown(site)).state, 'verified')
  assert.equal(domainTest.names.queries.length - queriesBefore, 3)
  const mails = (await domainTest.testApp.mailsTo(domainTest.alice.email)).filter(
    ({ subject }) => subject === `${domain} is verified`,
  )
  assert.equal(mails.length, 1)
})

test('a look that is due a moment after the minute’s round does not wait for the next round', async () => {
  const { site, domain } = await domainTest.claimed()
  await domainTest.testApp.settle()
  await domainTest.sql(`update customers.domain_claims set next_check_at = now() + interval '1 hour'`)
  assert.equal((await domainTest.check(site)).reply.state, 'pending')
  domainTest.names.prove(domain, await domainTest.tokenOf(site), ours)
  const round = async (secondsLater: number) => {
    await domainTest.sql(
      `update customers.domain_claims set next_check_at = checked_at + interval '1 minute' - make_interval(secs => $2)
       where place_id = $1`,
      [site.id, secondsLater],
    )
    await domainTest.testApp.app.outbox.send(domainTest.testApp.database.db, domainRound, {})
    await domainTest.testApp.settle()
    return (await domainTest.shown(site)).state
  }

  assert.equal(await round(10), 'pending', 'ten seconds after a look')
  assert.equal(await round(59), 'verified', 'a second less than a minute after it')
})

test('T06 nobody has domains looked up more than ten times a minute', async () => {
  const limited = await TestApp.start({ DNS_SERVER: domainTest.names.address, LIMIT_FACTOR: '1' })
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
