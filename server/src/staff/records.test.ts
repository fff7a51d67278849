import * as records from '@byre/contract/staff/records'
import { listSessions } from '@byre/contract/accounts/devices'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { invoiced } from '../testing/invoices.ts'
import { newClinic } from '../testing/places.ts'
import { staffMember } from '../testing/second-factors.ts'
import { TestApp, type Person } from '../testing/test-app.ts'

/* Alice is of the staff; Carol is somebody's customer. */

let testApp: TestApp
let alice: Person
let carol: Person
before(async () => {
  testApp = await TestApp.start()
  alice = await staffMember(testApp, 'alice')
  carol = await testApp.person('carol')
  await testApp.database.pool.query(
    `update customers.users set first_name = 'Carol', last_name = 'Whitehorse' where id = $1`,
    [carol.id],
  )
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const query = async (text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query(text, values)).rows as Record<string, unknown>[]
const search = async (q: string) =>
  (await testApp.call(records.searchRecords, { as: alice, query: { q } })).reply.hits.map(
    ({ kind, id }) => `${kind} ${id}`,
  )

test('staff find people, places, payers, invoices, domains and jobs by how they begin, or by their id', async () => {
  const { billingEntity, site, invoice, email } = await invoiced(testApp, carol)
  const clinic = await newClinic(testApp, carol, { name: 'Hillside Clinic' })
  await query(`update customers.sites set name = 'Ålesund Pasture' where id = $1`, [site.id])

  for (const q of [carol.email, 'CAROL@', 'Carol W', 'whiteh', carol.id])
    assert.ok((await search(q)).includes(`account ${carol.id}`), q)
  for (const q of ['ålesund', 'ÅLESUND past', site.code, site.id])
    assert.ok((await search(q)).includes(`site ${site.id}`), q)
  assert.ok((await search('hills')).includes(`clinic ${clinic.id}`))
  assert.ok((await search(site.subdomain.slice(0, 6))).some((hit) => hit.endsWith(site.id)))
  for (const q of ['métis', email, billingEntity.id])
    assert.ok((await search(q)).includes(`billing_entity ${billingEntity.id}`), q)
  for (const q of [invoice.number, invoice.number.toLowerCase(), invoice.id])
    assert.deepEqual(await search(q), [`invoice ${invoice.id}`])

  const [job] = await query(`select id, name from pgboss.job where state <> 'completed' limit 1`)
  assert.ok((await search(String(job!['id']))).includes(`job ${String(job!['id'])}`))
  assert.ok((await search(String(job!['name']))).some((hit) => hit.startsWith('job ')))
  assert.deepEqual(await search('nothing is called so'), [])
})

test('no more than ten of a kind are given', async () => {
  await query(
    `insert into customers.users (id, email, last_name) select gen_random_uuid(), 'many' || n || '@x.example', 'Manyfold'
     from generate_series(1, 12) as n`,
  )
  await query(
    `insert into auth.accounts (id, password_hash, confirmed_at) select id, 'none', now() from customers.users where last_name = 'Manyfold'`,
  )
  await query(
    `insert into auth.emails (email, user_id) select email, id from customers.users where last_name = 'Manyfold'`,
  )
  assert.equal((await search('manyf')).length, 10)
  assert.equal((await search('many1')).length, 4)
})

test('an account, a place, a payer and an invoice are shown with what belongs to them', async () => {
  const { billingEntity, site, invoice } = await invoiced(testApp, carol)
  const at = (id: string) => ({ as: alice, params: { id } })
  const account = (await testApp.call(records.getStaffAccount, at(carol.id))).reply
  assert.deepEqual(
    [account.email, account.name, account.state, account.is_staff, account.has_app],
    [carol.email, 'Carol Whitehorse', 'active', false, false],
  )
  assert.ok(account.belongs_to.some(({ id, role }) => id === site.id && role === 'Owner'))
  assert.equal(
    account.sessions.length,
    (await testApp.call(listSessions, { as: carol })).reply.sessions.length,
  )

  const place = (await testApp.call(records.getStaffSite, at(site.id))).reply
  assert.deepEqual([place.kind, place.state, place.payer.id], ['site', 'ok', billingEntity.id])
  assert.equal(place.subscription?.status, 'active')
  assert.deepEqual(
    place.people.map(({ id, role }) => [id, role]),
    [[carol.id, 'Owner']],
  )
  assert.equal((await testApp.call(records.getStaffClinic, at(site.id))).status, 404)

  const entity = (await testApp.call(records.getStaffBillingEntity, at(billingEntity.id))).reply
  assert.deepEqual([entity.places[0]?.id, entity.invoices[0]?.id], [site.id, invoice.id])
  assert.ok(entity.mails.some(({ state }) => state === 'completed'))
  const shown = (await testApp.call(records.getStaffInvoice, at(invoice.id))).reply
  assert.deepEqual([shown.number, shown.payer.id, shown.lines.length], [invoice.number, billingEntity.id, 1])
})

test('the timeline is read page by page, each line once', async () => {
  await query(
    `insert into platform.audit (id, actor_id, deed, kind, subject_id)
     select gen_random_uuid(), $1, 'updateUser', 'account', $1 from generate_series(1, 120)`,
    [carol.id],
  )
  const page = (after: string | null) =>
    testApp.call(records.listTimeline, {
      as: alice,
      params: { id: carol.id },
      query: after === null ? {} : { after },
    })
  const seen: string[] = []
  let after: string | null = null
  do {
    const { reply } = await page(after)
    assert.ok(reply.lines.length <= 25)
    seen.push(...reply.lines.map(({ id }) => id))
    after = reply.next
  } while (after !== null)
  assert.ok(seen.length > 120)
  assert.equal(new Set(seen).size, seen.length)
  assert.deepEqual(seen, seen.toSorted().reverse())
})

test('who looked at what stands in the trail', async () => {
  await testApp.call(records.getStaffAccount, { as: alice, params: { id: carol.id } })
  const [line] = await query(
    `select subject_id, actor_id, after from platform.audit where deed = 'showAccount' order by id desc limit 1`,
  )
  const { operator, staff_id } = line!['after'] as Record<string, string>
  assert.deepEqual([line!['subject_id'], operator, staff_id], [carol.id, 'Alice Moore', alice.id])
})

test('every look-up goes by an index', async () => {
  const client = await testApp.database.pool.connect()
  try {
    await client.query('set enable_seqscan = off')
    const plansOf = async (text: string, values: unknown[]) =>
      JSON.stringify((await client.query(`explain (format json) ${text}`, values)).rows)
    for (const [table, column] of [
      ['auth.emails', 'email'],
      ['customers.users', `lower(first_name || ' ' || coalesce(last_name, ''))`],
      ['customers.users', 'lower(last_name)'],
      ['customers.sites', 'lower(name)'],
      ['customers.clinics', 'lower(name)'],
      ['customers.clinics', 'email'],
      ['customers.billing_entities', 'lower(name)'],
      ['customers.billing_entities', 'email'],
      ['customers.host_names', 'name'],
      ['customers.domain_claims', 'domain'],
      ['payments.invoices', 'number'],
    ]) {
      const plan = await plansOf(
        `select from ${table} where ${column} collate "C" >= $1::text collate "C"
         and ${column} collate "C" < ($1::text || '\u{10FFFF}') collate "C" order by ${column} collate "C" limit 10`,
        ['ab'],
      )
      assert.match(plan, /Index (?:Only )?Scan|Bitmap Index Scan/, `${table} ${column}`)
      assert.doesNotMatch(plan, /Seq Scan/, `${table} ${column}`)
    }
  } finally {
    client.release(true)
  }
})
