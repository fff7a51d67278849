import * as contract from '@byre/contract/activity'
import { addCard } from '@byre/contract/billing/cards'
import { updateBillingEntity } from '@byre/contract/billing/billing-entities'
import { addSiteHand } from '@byre/contract/people/unregistered-members'
import { changeSiteUserRole, removeSiteUser } from '@byre/contract/people/members'
import { updateSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { staffedSite, tellOf } from '../../testing/people.ts'
import { newBillingEntity, newSite, plans } from '../../testing/places.ts'
import type { Person } from '../../testing/test-app.ts'

const { testApp, sql, alice, bob, carol, dora } = await tellOf('alice', 'bob', 'carol', 'dora')
await sql(`update customers.users set first_name = 'Alice', last_name = 'Marsh' where id = $1`, alice.id)

const activity = (as: Person, id: string, query: Record<string, string> = {}) =>
  testApp.call(contract.listSiteActivity, { as, params: { id }, query })
const table = (as: Person, id: string, query: Record<string, string> = {}) =>
  testApp.send('GET', `/api/v1/sites/${id}/activity.csv?${new URLSearchParams(query)}`, { as })

const staffed = () => staffedSite(testApp, { owner: alice, admin: bob, user: dora })
const rename = (as: Person, id: string, name: string) =>
  testApp.call(updateSite, { as, params: { id }, body: { name } })

test('a site’s activity tells who did what to whom, when, from where, and how it was before', async () => {
  const { id, billing_entity_id, subdomain } = await staffed()
  await rename(bob, id, 'South Pasture')
  const params = { id, userId: dora.id }
  await testApp.call(changeSiteUserRole, { as: alice, params, body: { role: 'Admin' } })
  await testApp.call(removeSiteUser, { as: bob, params })

  const { status, reply } = await activity(alice, id)

  assert.equal(status, 200)
  assert.equal(reply.next, null)
  assert.deepEqual(
    reply.activity.map(({ actor_name, what, about_name, changes, network }) => [
      actor_name,
      what,
      about_name,
      changes,
      network,
    ]),
    [
      [
        bob.email,
        'Removed a member',
        dora.email,
        [{ field: 'role', before: 'Admin', after: null }],
        '127.0.0.1',
      ],
      [
        'Alice Marsh',
        'Changed a role',
        dora.email,
        [{ field: 'role', before: 'User', after: 'Admin' }],
        '127.0.0.1',
      ],
      [
        bob.email,
        'Changed the site',
        null,
        [{ field: 'name', before: 'North Pasture', after: 'South Pasture' }],
        '127.0.0.1',
      ],
      [
        'Alice Marsh',
        'Set up the site',
        null,
        [
          { field: 'name', before: null, after: 'North Pasture' },
          { field: 'plan_id', before: null, after: plans.ranch },
          { field: 'subdomain', before: null, after: subdomain },
          { field: 'billing_entity_id', before: null, after: billing_entity_id },
        ],
        '127.0.0.1',
      ],
    ],
  )
  const times = reply.activity.map(({ at }) => at)
  assert.deepEqual(times, times.toSorted().reverse())
})

test('C02 C06 it is seen by Owners and Admins, and is not there for strangers', async () => {
  const { id } = await staffed()

  for (const ask of [activity, table]) {
    assert.equal((await ask(alice, id)).status, 200)
    assert.equal((await ask(bob, id)).status, 200)
    assert.equal((await ask(dora, id)).status, 403)
    assert.equal((await ask(carol, id)).status, 404)
  }
  assert.equal((await testApp.call(contract.listSiteActivity, { params: { id } })).status, 401)
})

test('a refused command is no activity', async () => {
  const { id } = await staffed()
  await rename(dora, id, 'Other')
  await rename(carol, id, 'Other')

  assert.equal((await activity(alice, id)).reply.activity.length, 1)
})

describe('it is filtered', () => {
  test('by who, by what and by when', async () => {
    const { id } = await staffed()
    await rename(bob, id, 'One')
    await rename(alice, id, 'Two')
    await sql(
      `update platform.audit set at = '2026-03-04T10:00:00Z' where subject_id = $1 and deed = 'createSite'`,
      id,
    )
    const commands = async (query: Record<string, string>) =>
      (await activity(alice, id, query)).reply.activity.map(({ deed }) => deed)

    assert.deepEqual(await commands({ who: bob.id }), ['updateSite'])
    assert.deepEqual(await commands({ deed: 'createSite' }), ['createSite'])
    assert.deepEqual(await commands({ to: '2026-03-05' }), ['createSite'])
    assert.deepEqual(await commands({ from: '2026-03-04T10:00:00Z', to: '2026-03-04T10:00:01Z' }), [
      'createSite',
    ])
    assert.deepEqual(await commands({ to: '2026-03-04T10:00:00Z' }), [])
    assert.equal((await commands({ from: '2026-03-05' })).length, 2)
  })

  test('C10 and refuses what is no filter', async () => {
    const { id } = await staffed()
    for (const query of [
      { who: 'bob' },
      { deed: 'dropTable' },
      { from: 'yesterday' },
      { to: '2026-13-45' },
      { per_page: '101' },
      { per_page: '0' },
      { after: 'x' },
    ]) {
      const { status, body } = await activity(alice, id, query as unknown as Record<string, string>)
      assert.equal(status, 400, JSON.stringify(query))
      assert.equal((body['errors'] as { field: string }[])[0]?.field, Object.keys(query)[0])
    }
  })

  test('page by page, each line once', async () => {
    const { id } = await staffed()
    for (let n = 0; n < 6; n++) await rename(alice, id, `Name ${n}`)

    const seen: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const query: Record<string, string> = { per_page: '3', ...(after ? { after } : {}) }
      const { reply } = await activity(alice, id, query)
      seen.push(...reply.activity.map((line) => line.id))
      after = reply.next
    }
    assert.equal(seen.length, 7)
    assert.deepEqual(seen, seen.toSorted().reverse())
  })
})

describe('a payer’s activity', () => {
  const ofBillingEntity = (as: Person, id: string) =>
    testApp.call(contract.listBillingEntityActivity, { as, params: { id } })

  test('holds its card and what its sites do that costs it, and no more of them', async () => {
    const site = await newSite(testApp, alice)
    const billingEntity = site.billing_entity_id
    const params = { id: billingEntity }
    await testApp.call(updateBillingEntity, { as: alice, params, body: { name: 'South Ranch Ltd' } })
    const exp_year = String(new Date().getUTCFullYear() + 4)
    const card = { number: '4242424242424242', exp_month: '9', exp_year, cvc: '123' }
    await testApp.call(addCard, { as: alice, body: { billing_entity_id: billingEntity, ...card } })
    await rename(alice, site.id, 'Not theirs to know')
    await testApp.call(updateSite, { as: alice, params: { id: site.id }, body: { plan_id: plans.herd } })
    const other = await newBillingEntity(testApp, alice)
    const move = { billing_entity_id: other.id }
    await testApp.call(updateSite, { as: alice, params: { id: site.id }, body: move })

    const { reply } = await ofBillingEntity(alice, billingEntity)
    const lines = reply.activity.map(({ deed, place_name, changes }) => [
      deed,
      place_name,
      changes.map(({ field }) => field).toSorted(),
    ])

    assert.deepEqual(lines, [
      ['updateSite', 'Not theirs to know', ['billing_entity_id']],
      ['addCard', null, ['brand', 'card_id', 'last_four']],
      ['updateBillingEntity', null, ['name']],
      ['createSite', 'Not theirs to know', ['billing_entity_id', 'plan_id']],
      ['createBillingEntity', null, ['name']],
    ])
    assert.ok(!JSON.stringify(reply).includes('4242424242424242'))
    const { deed } = (await ofBillingEntity(alice, other.id)).reply.activity[0]!
    assert.equal(deed, 'updateSite')
  })

  test('C02 is another’s for nobody', async () => {
    const site = await newSite(testApp, alice)
    assert.equal((await ofBillingEntity(carol, site.billing_entity_id)).status, 404)
    assert.equal((await ofBillingEntity(alice, site.id)).status, 404)
  })
})

describe('the table', () => {
  test('I11 holds every line of the filter, with cells that no spreadsheet reads as a formula', async () => {
    const { id } = await staffed()
    await testApp.call(addSiteHand, { as: alice, params: { id }, body: { name: '=HYPERLINK("http://x")' } })
    await rename(alice, id, '+1, "two"')

    const answer = await table(alice, id)

    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(answer.headers['content-disposition'], 'attachment; filename="activity.csv"')
    const lines = answer.text.split('\r\n')
    assert.equal(lines[0], '\ufeffWhen (UTC),Who,What,About,Where,Before,After,From')
    assert.equal(lines.length, 5)
    assert.match(
      lines[1]!,
      /,Alice Marsh,Changed the site,,,name: North Pasture,"name: \+1, ""two""",127\.0\.0\.1$/,
    )
    assert.match(lines[2]!, /,Put someone on the list by name,"'=HYPERLINK\(""http:\/\/x""\)",/)
    const filtered = await table(alice, id, { deed: 'addHand' })
    assert.equal(filtered.text.split('\r\n').length, 3)
  })

  test('leaves whole, however long it is', async () => {
    const { id } = await staffed()
    await sql(
      `insert into platform.audit (id, actor_id, deed, kind, subject_id, after, network)
       select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, 'updateSite', 'site', $1,
         '{"name":"Old"}', '127.0.0.1' from generate_series(1, 2600) n`,
      id,
      alice.id,
    )
    const { text } = await table(alice, id)
    assert.equal(text.split('\r\n').length, 2600 + 1 + 2)
  })
})
