import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { after, before, test } from 'node:test'
import { logIn } from '@byre/contract/accounts/sign-ins'
import { listSiteActivity } from '@byre/contract/activity'
import { listSubscriptions } from '@byre/contract/billing/subscriptions'
import { deleteClinic, getClinic } from '@byre/contract/places/clinics'
import { deleteSite, getSite } from '@byre/contract/places/sites'
import { join, newBillingEntity, newClinic, newName, newSite } from '@byre/server/testing/places'
import { TestApp, type Person } from '@byre/server/testing/test-app'
import { toRun } from './operators/blocks.ts'
import { byreAt } from './operators/program.ts'

/* What staff do to sites and clinics for somebody who asked: the real command at a real database, beside the portal. */

let testApp: TestApp
let alice: Person
let bob: Person
let carol: Person
before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
  carol = await testApp.person('carol')
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const why = ['--reason', 'a call from their ranch']
const restore = (id: string, ...args: string[]) =>
  byreAt(testApp, 'places', 'restore', id, ...args, ...why, '--json')
const restored = async (id: string, ...args: string[]) => {
  const { code, out, err } = await restore(id, ...args)
  assert.equal(code, 0, err)
  return JSON.parse(out) as Record<string, unknown>
}
const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
const deletedSite = async (fields: Record<string, string> = {}) => {
  const site = await newSite(testApp, alice, fields)
  assert.equal((await testApp.call(deleteSite, { as: alice, params: { id: site.id } })).status, 200)
  return site
}
const statusFor = async (as: Person, id: string) =>
  (await testApp.call(getSite, { as, params: { id } })).status
const subjectsTo = async ({ email }: Person) => (await testApp.mailsTo(email)).map(({ subject }) => subject)

test('staff restore a deleted site for its Owner: the trail says who and why, the activity who, and Owners are mailed', async () => {
  const site = await newSite(testApp, alice, { name: 'Willow Bend' })
  await join(testApp, bob, { kind: 'site', id: site.id }, 'Admin')
  await testApp.call(deleteSite, { as: alice, params: { id: site.id } })

  const said = { kind: 'site', id: site.id, name: 'Willow Bend', standing: 'ok' }
  const address = `${site.subdomain}.localhost:4000`
  assert.deepEqual(await restored(site.id), { ...said, address, restored: true })

  assert.deepEqual(
    [await statusFor(alice, site.id), await statusFor(bob, site.id), await statusFor(carol, site.id)],
    [200, 200, 404],
  )
  const { reply } = await testApp.call(listSiteActivity, { as: alice, params: { id: site.id } })
  const [line] = reply.activity
  const who = `Staff (${userInfo().username})`
  assert.deepEqual([line?.what, line?.actor_name, line?.actor_id], ['Restored the site', who, null])
  assert.ok(!line?.changes.some(({ field }) => field === 'staff'))
  const subject = 'Willow Bend was restored'
  assert.equal((await subjectsTo(alice)).filter((one) => one === subject).length, 1)
  assert.ok(!(await subjectsTo(bob)).includes(subject), 'an Admin')

  assert.deepEqual(await restored(site.id.toUpperCase()), { ...said, address, restored: false })
  assert.equal((await subjectsTo(alice)).filter((one) => one === subject).length, 1)
  const { rows } = await sql(
    `select after ->> 'restored' as restored, after ->> 'operator' as operator, after ->> 'operator_reason' as reason
     from platform.audit where deed = 'restorePlace' and after ->> 'id' = $1 order by id`,
    site.id,
  )
  const line2 = { operator: userInfo().username, reason: why[1] }
  assert.deepEqual(rows, [
    { restored: 'true', ...line2 },
    { restored: 'false', ...line2 },
  ])
})

test('staff restore a clinic as a site', async () => {
  const clinic = await newClinic(testApp, alice)
  await testApp.call(deleteClinic, { as: alice, params: { id: clinic.id } })
  assert.equal((await restored(clinic.id))['kind'], 'clinic')
  assert.equal((await testApp.call(getClinic, { as: alice, params: { id: clinic.id } })).status, 200)
})

test('staff are refused what an Owner is: after 30 days, under a name that is another’s, and what is not there', async () => {
  const late = await deletedSite({ name: 'Old Pasture' })
  await sql(`update customers.sites set deleted_at = now() - interval '31 days' where id = $1`, late.id)
  const taken = await deletedSite()
  await newSite(testApp, alice, { subdomain: taken.subdomain })
  const nobody = randomUUID()
  const billingEntity = await newBillingEntity(testApp, alice)
  for (const [id, message] of [
    [late.id, 'Old Pasture was deleted more than 30 days ago and cannot be restored.'],
    [taken.id, 'This subdomain is not available.'],
    [nobody, `There is no site or clinic ${nobody}.`],
    [billingEntity.id, `There is no site or clinic ${billingEntity.id}.`],
    ['willow', 'There is no site or clinic willow.'],
  ] as const) {
    const { code, out, err } = await restore(id)
    assert.deepEqual([code, out, err], [1, '', `${message}\n`])
  }
  const wrong = await restore(taken.id, '--subdomain', 'north-')
  assert.deepEqual([wrong.code, wrong.err], [2, 'Subdomains may not end with a dash.\n'])
  assert.deepEqual([await statusFor(alice, late.id), await statusFor(alice, taken.id)], [404, 404])

  const other = newName('other')
  assert.equal((await restored(taken.id, '--subdomain', other))['address'], `${other}.localhost:4000`)
})

test('staff have charged what an Owner of the place may have charged, and nothing else', async () => {
  const cancelsAt = async (as: Person, id: string) =>
    (await testApp.call(listSubscriptions, { as, query: { site_id: id } })).reply.subscriptions.map(
      ({ status, cancel_at }) => [status, cancel_at !== null],
    )
  const ceasesToPay = (site: { billing_entity_id: string }) =>
    sql(
      'delete from customers.members where place_id = $1 and user_id = $2',
      site.billing_entity_id,
      alice.id,
    )

  const alone = await deletedSite()
  await ceasesToPay(alone)
  await restored(alone.id)
  assert.deepEqual(await cancelsAt(alice, alone.id), [['trialing', true]])

  const together = await newSite(testApp, alice)
  await join(testApp, bob, { kind: 'site', id: together.id }, 'Owner')
  await join(testApp, bob, { kind: 'billing_entity', id: together.billing_entity_id }, 'Owner')
  await testApp.call(deleteSite, { as: alice, params: { id: together.id } })
  await ceasesToPay(together)
  await restored(together.id)
  assert.deepEqual(await cancelsAt(bob, together.id), [['trialing', false]])
  assert.ok((await subjectsTo(bob)).some((subject) => subject === `${together.name} was restored`))
})

test('T02, T04: staff move a subdomain to another site and free it, and the trail says who and why', async () => {
  const [north, south] = [await newSite(testApp, alice), await newSite(testApp, bob)]
  const run = (...args: string[]) => byreAt(testApp, 'domains', ...args, ...why, '--json')
  const kept = await run('move', north.subdomain, '--to', south.id)
  assert.equal(kept.code, 1)
  assert.match(kept.err, /is the present subdomain of .*--subdomain/)

  const other = newName('other')
  const moved = await run('move', north.subdomain, '--to', south.id, '--subdomain', other)
  assert.equal(moved.code, 0, moved.err)
  const said = { address: `${north.subdomain}.localhost:4000`, from: north.id, to: south.id, moved: true }
  assert.deepEqual(JSON.parse(moved.out), { ...said, note: 'it leads to its new place from now on' })
  assert.equal((await run('free', south.subdomain)).code, 0)

  for (const [args, code, err] of [
    [['free', 'nobodys.farm'], 1, /^There is no address in use nobodys.farm/],
    [['move', other, '--to', randomUUID()], 1, /^There is no site or clinic/],
    [['move', other], 2, /--to/],
    [['free', other, '--subdomain', 'north-'], 2, /may not end with a dash/],
  ] as const) {
    const wrong = await run(...args)
    assert.deepEqual([wrong.code, wrong.out], [code, ''])
    assert.match(wrong.err, err)
  }
  const { rows } = await sql(
    `select deed, after ->> 'address' as address, after ->> 'operator' as operator, after ->> 'operator_reason' as reason
     from platform.audit where deed in ('moveDomain', 'freeDomain') order by id`,
  )
  const who = { operator: userInfo().username, reason: why[1] }
  assert.deepEqual(rows, [
    { deed: 'moveDomain', address: north.subdomain, ...who },
    { deed: 'freeDomain', address: south.subdomain, ...who },
  ])
})

/** Each line of the only block of a page, with these values for its variables. */
async function carryOut(page: string, values: Record<string, string>): Promise<void> {
  const [block, ...others] = toRun(page, 'sh')
  assert.deepEqual([block === undefined, others.length], [false, 0])
  for (const line of block!.text.trim().split('\n')) {
    const words = line.replace(/\$(\w+)/g, (_, name: string) => values[name]!).match(/"[^"]*"|\S+/g) ?? []
    assert.equal(words[0], 'byre')
    const { code, err } = await byreAt(testApp, ...words.slice(1).map((word) => word.replaceAll('"', '')))
    assert.equal(code, 0, `${line}: ${err}`)
  }
}

test('what the page for staff says to run runs', async () => {
  const site = await deletedSite()
  const other = await newSite(testApp, alice)
  await carryOut('staff', {
    PLACE: site.id,
    DAY: new Date(testApp.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10),
    OTHER: other.id,
    ADDRESS: site.subdomain,
    NAME: newName('renamed'),
  })
  assert.equal(await statusFor(alice, site.id), 200)
})

test('what the page for the back office says to run lets somebody in', async () => {
  const quinn = await testApp.person('quinn')
  const groups = async () => {
    const body = { username: quinn.email, password: quinn.password }
    return (await testApp.call(logIn, { body })).reply.user.groups
  }
  assert.deepEqual(await groups(), ['User'])
  await carryOut('back-office', { EMAIL: quinn.email })
  assert.deepEqual(await groups(), ['Admin', 'User'])
})
