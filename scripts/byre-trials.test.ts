import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { after, before, test } from 'node:test'
import { listBillingEntityActivity, listSiteActivity } from '@byre/contract/activity'
import { listSubscriptions } from '@byre/contract/billing/subscriptions'
import { longDate } from '@byre/contract/dates'
import { deleteSite } from '@byre/contract/places/sites'
import { join, newBillingEntity, newClinic, newSite } from '@byre/server/testing/places'
import { TestApp, type Person } from '@byre/server/testing/test-app'
import { byreAt } from './operators/program.ts'

/* Trials that staff let last longer for somebody who asked: the real command at a real database, beside the portal. */

let testApp: TestApp
let alice: Person
let bob: Person
before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const why = ['--reason', 'they were away for the calving']
const extend = (id: string, ...args: string[]) =>
  byreAt(testApp, 'trials', 'extend', id, ...args, ...why, '--json')
const extended = async (id: string, until: string) => {
  const { code, out, err } = await extend(id, '--until', until)
  assert.equal(code, 0, err)
  return JSON.parse(out) as Record<string, unknown>
}
const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
const dayMs = 86_400_000
const later = (time: string, days: number) => new Date(Date.parse(time) + days * dayMs).toISOString()
const trialOf = async (query: { site_id: string } | { clinic_id: string }) => {
  const { reply } = await testApp.call(listSubscriptions, { as: alice, query })
  return reply.subscriptions[0]!.trial_ends_at!
}
const subjectsTo = async ({ email }: Person) => (await testApp.mailsTo(email)).map(({ subject }) => subject)

test('staff extend a trial for its Owner: the trail says who and why, place and payer tell of it, and Owners are mailed', async () => {
  const site = await newSite(testApp, alice, { name: 'Willow Bend' })
  await join(testApp, bob, { kind: 'site', id: site.id }, 'Admin')
  const before = await trialOf({ site_id: site.id })
  const end = later(before, 20)
  const said = { kind: 'site', id: site.id, name: 'Willow Bend', trial_ends_at: end }
  assert.deepEqual(await extended(site.id, end.slice(0, 10)), { ...said, extended: true })
  assert.equal(await trialOf({ site_id: site.id }), end)

  const who = `Staff (${userInfo().username})`
  const words = ['Extended the free trial', who, null]
  const change = { field: 'trial_ends_on', before: before.slice(0, 10), after: end.slice(0, 10) }
  const ofSite = { as: alice, params: { id: site.id } }
  const [line] = (await testApp.call(listSiteActivity, ofSite)).reply.activity
  assert.deepEqual([line?.what, line?.actor_name, line?.actor_id], words)
  assert.ok(line?.changes.some((one) => JSON.stringify(one) === JSON.stringify(change)))
  assert.ok(!line?.changes.some(({ field }) => field === 'staff'))
  const ofBillingEntity = { as: alice, params: { id: site.billing_entity_id } }
  const lines = (await testApp.call(listBillingEntityActivity, ofBillingEntity)).reply.activity
  assert.deepEqual(
    lines
      .filter(({ deed }) => deed === 'extendTrial')
      .map(({ what, actor_name, actor_id, place_name, changes }) => [
        [what, actor_name, actor_id],
        place_name,
        changes.find(({ field }) => field === 'trial_ends_on'),
      ]),
    [[words, 'Willow Bend', change]],
  )

  const subject = 'The free trial of Willow Bend was extended'
  const mails = (await testApp.mailsTo(alice.email)).filter((mail) => mail.subject === subject)
  assert.equal(mails.length, 1)
  assert.ok(mails[0]?.text.includes(`It ends on ${longDate(end, 'UTC')} now.`), mails[0]?.text)
  assert.ok(!(await subjectsTo(bob)).includes(subject), 'an Admin')

  assert.deepEqual(await extended(site.id.toUpperCase(), end.slice(0, 10)), { ...said, extended: false })
  assert.equal((await subjectsTo(alice)).filter((one) => one === subject).length, 1)
  const { rows } = await sql(
    `select after ->> 'extended' as extended, after ->> 'operator' as operator, after ->> 'operator_reason' as reason
     from platform.audit where deed = 'extendTrial' and kind = 'account' order by id`,
  )
  const line2 = { operator: userInfo().username, reason: why[1] }
  assert.deepEqual(rows, [
    { extended: 'true', ...line2 },
    { extended: 'false', ...line2 },
  ])
})

test('staff extend the trial of a clinic as that of a site', async () => {
  const clinic = await newClinic(testApp, alice)
  const end = later(await trialOf({ clinic_id: clinic.id }), 90)
  assert.deepEqual((await extended(clinic.id, end.slice(0, 10)))['kind'], 'clinic')
  assert.equal(await trialOf({ clinic_id: clinic.id }), end)
})

test('a trial is not extended into the past, by more than 90 days, nor where there is none, and the refusal says why', async () => {
  const site = await newSite(testApp, alice)
  const end = await trialOf({ site_id: site.id })
  const day = (days: number) => later(end, days).slice(0, 10)
  const until = `until must be a day from ${day(1)} to ${day(90)}.`
  const over = await newSite(testApp, alice)
  await sql(
    `update payments.subscriptions set status = 'read_only', phase = 'waiting' where site_id = $1`,
    over.id,
  )
  const gone = await newSite(testApp, alice, { name: 'Old Pasture' })
  await testApp.call(deleteSite, { as: alice, params: { id: gone.id } })
  const planless = await newSite(testApp, alice)
  await sql(
    `with gone as (delete from payments.subscription_items i using payments.subscriptions s
       where s.id = i.subscription_id and s.site_id = $1)
     delete from payments.subscriptions where site_id = $1`,
    planless.id,
  )
  const nobody = randomUUID()
  const billingEntity = await newBillingEntity(testApp, alice)
  for (const [id, to, message] of [
    [site.id, day(-1), until],
    [site.id, day(91), until],
    [site.id, '2020-01-01', until],
    [site.id, '2027-02-30', until],
    [over.id, day(10), 'It is in no free trial: there is none to extend.'],
    [planless.id, day(10), 'No plan was chosen yet: there is no trial to extend.'],
    [gone.id, day(10), 'Old Pasture is deleted: it is to be restored first.'],
    [nobody, day(10), `There is no site or clinic ${nobody}.`],
    [billingEntity.id, day(10), `There is no site or clinic ${billingEntity.id}.`],
    ['willow', day(10), 'There is no site or clinic willow.'],
  ] as const) {
    const { code, out, err } = await extend(id, '--until', to)
    assert.deepEqual([code, out, err], [1, '', `${message}\n`])
  }
  for (const args of [[], ['--until', 'soon'], ['--until', '2026-13-01']]) {
    const wrong = await extend(site.id, ...args)
    assert.deepEqual([wrong.code, wrong.out], [2, ''])
    assert.match(wrong.err, /--until 2026-12-24/)
  }
  assert.equal(await trialOf({ site_id: site.id }), end)
})
