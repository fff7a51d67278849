import { checkSiteDomain } from '@byre/contract/places/domain-claims'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { giveDomain } from '../../testing/dns.ts'
import { DomainStory, newDomain, ours } from '../../testing/domains.ts'
import { newSite } from '../../testing/places.ts'
import { World } from '../../testing/world.ts'
import { domainLook, domainRound } from './domain-looks.actions.ts'

let story: DomainStory

const secondsToNext = async (site: { id: string }) => {
  const { rows } = await story.sql(
    `select round(extract(epoch from next_check_at - checked_at))::int as s from customers.domain_claims where place_id = $1`,
    [site.id],
  )
  return rows[0]?.s as number | null
}

before(async () => {
  story = await DomainStory.start()
})
after(() => story.close())

test('T04 records that go wrong: two days later a mail, after seven it is off, after fourteen void', async () => {
  const { site, domain, host, token } = await story.verified()
  story.names.forget(domain)
  const before = (await story.world.mailsTo(story.alice.email)).length
  assert.deepEqual([(await story.check(site)).reply.state, await story.isAnswered(host)], ['verified', true])

  await story.pass(site, '47 hours')
  assert.equal((await story.check(site)).reply.state, 'verified')
  assert.equal((await story.world.mailsTo(story.alice.email)).length, before)
  await story.pass(site, '2 hours')
  assert.equal((await story.check(site)).reply.state, 'failing')
  assert.deepEqual([(await story.shown(site)).is_live, await story.isAnswered(host)], [true, true])
  const warning = (await story.world.mailsTo(story.alice.email)).at(-1)
  assert.equal(warning?.subject, `The records of ${domain} are wrong`)
  for (const words of [token, ours, `There is no such name as ${domain}.`])
    assert.ok(warning?.text.includes(words))

  await story.pass(site, '5 days')
  assert.equal((await story.check(site)).reply.is_live, false)
  assert.equal(await story.isAnswered(host), false)
  assert.equal(await story.world.app.mayHaveCertificate(domain), false)

  await story.pass(site, '7 days')
  assert.equal((await story.check(site)).reply.state, 'removed')
  assert.equal((await story.shown(site)).next_check_at, null)
  assert.equal((await story.world.mailsTo(story.alice.email)).at(-1)?.subject, `${domain} was removed`)
  // The old token is worth nothing any more.
  story.names.prove(domain, token, ours)
  assert.equal((await story.check(site)).reply.state, 'pending')
  story.names.prove(domain, await story.tokenOf(site), ours)
  assert.equal((await story.check(site)).reply.state, 'verified')
})

test('T04 a domain whose records come back is verified again', async () => {
  const { site, domain, host, token } = await story.verified()
  story.names.forget(domain)
  await story.check(site)
  await story.pass(site, '8 days')
  assert.equal((await story.check(site)).reply.is_live, false)
  story.names.prove(domain, token, ours)
  assert.equal((await story.check(site)).reply.state, 'verified')
  assert.ok(await story.isAnswered(host))
  story.names.forget(domain)
  assert.equal((await story.check(site)).reply.state, 'verified')
})

for (const how of ['failed', 'silent'] as const)
  test(`T04 a name server that ${how === 'failed' ? 'fails' : 'says nothing'} changes nothing, however long`, async () => {
    const { site, domain, host } = await story.verified()
    story.names.fail(domain, how)
    const { reply } = await story.check(site)
    assert.match(reply.reason ?? '', /name server did not answer/)
    await story.pass(site, '30 days')
    assert.deepEqual(
      [(await story.check(site)).reply.state, await story.isAnswered(host)],
      ['verified', true],
    )
    assert.deepEqual(reply.records[0]?.seen, [ours])
  })

test('T06 an answer is compared and shown, never visited, and no more of it kept than is shown', async () => {
  const { site, domain } = await story.claimed()
  story.names.set(domain, { A: ['169.254.169.254'] })
  story.names.set(`_byre-verify.${domain}`, {
    TXT: ['\u0007<b>\u202e', ...Array.from({ length: 10 }, () => 'y')],
  })
  const { status, reply } = await story.check(site)
  assert.equal(status, 200)
  assert.deepEqual(reply.records[0]?.seen, ['169.254.169.254'])
  assert.equal(reply.records[1]?.seen.length, 10)
  assert.ok(reply.records[1]?.seen.every((text) => !/[\p{Cc}\p{Cf}]/u.test(text)))
})

test('domains are looked up each minute for an hour, each ten minutes for three days, then daily', async () => {
  const { site } = await story.claimed()
  for (const [time, seconds] of [
    ['1 minute', 60],
    ['58 minutes', 60],
    ['2 minutes', 600],
    ['70 hours', 600],
    ['2 hours', 86_400],
    ['300 days', 86_400],
  ] as const) {
    await story.pass(site, time)
    await story.check(site)
    assert.equal(await secondsToNext(site), seconds, time)
  }
  const { site: proven } = await story.verified()
  assert.equal(await secondsToNext(proven), 86_400)
})

test('what is due is looked up by itself, once, whichever process does it', async () => {
  const { site, domain } = await story.claimed()
  await story.world.settle()
  story.names.prove(domain, await story.tokenOf(site), ours)
  await story.sql(`update customers.domain_claims set next_check_at = now() + interval '1 hour'`)
  await story.sql(`update customers.domain_claims set next_check_at = now() where place_id = $1`, [site.id])
  const { rows } = await story.sql('select id from customers.domain_claims where place_id = $1', [site.id])
  const asked = story.names.asked.length

  await story.world.app.outbox.send(story.world.database.db, domainRound, {})
  await story.world.app.outbox.send(story.world.database.db, domainLook, { claim_id: rows[0].id as string })
  const other = await story.world.anotherProcess()
  await Promise.all([story.world.settle(), other.app.outbox.drain()])
  await other.close()
  assert.equal((await story.shown(site)).state, 'verified')
  assert.equal(story.names.asked.length - asked, 3)
  const letters = (await story.world.mailsTo(story.alice.email)).filter(
    ({ subject }) => subject === `${domain} is verified`,
  )
  assert.equal(letters.length, 1)
})

test('a look that is due a moment after the minute’s round does not wait for the next round', async () => {
  const { site, domain } = await story.claimed()
  await story.world.settle()
  await story.sql(`update customers.domain_claims set next_check_at = now() + interval '1 hour'`)
  assert.equal((await story.check(site)).reply.state, 'pending')
  story.names.prove(domain, await story.tokenOf(site), ours)
  const round = async (secondsLater: number) => {
    await story.sql(
      `update customers.domain_claims set next_check_at = checked_at + interval '1 minute' - make_interval(secs => $2)
       where place_id = $1`,
      [site.id, secondsLater],
    )
    await story.world.app.outbox.send(story.world.database.db, domainRound, {})
    await story.world.settle()
    return (await story.shown(site)).state
  }

  assert.equal(await round(10), 'pending', 'ten seconds after a look')
  assert.equal(await round(59), 'verified', 'a second less than a minute after it')
})

test('T06 nobody has domains looked up more than ten times a minute', async () => {
  const limited = await World.start({ DNS_SERVER: story.names.address, LIMIT_FACTOR: '1' })
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
